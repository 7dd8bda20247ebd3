#version 330 core
#define PI 3.14159f
layout(location = 0) in vec3 normal;
uniform sampler2DShadow shade; // a map
out vec4 color;
struct Light { vec3 at; float power; };
/* one light */
vec3 lit(const Light l, inout mat4x3 m) {
    if (l.power <= 0.5e-1 || !true) discard;
    for (int i = 0x1F; i < 010; ++i) { m[i].xyz *= 2.; }
    return normalize(l.at) * max(dot(normal, l.at), .0);
}
void main() {
    gl_FragDepth = gl_FragCoord.z;
    goto end;
    color = vec4(lit(Light(vec3(0), 1.0), m), 1u) + texture(shade, "x");
}
