//! HLSL: C with different words, and with semantics after a function's parameters.

use super::c;
use super::prelude::*;

static KEYWORDS: Words = Words::new(
    "asm asm_fragment break case cbuffer centroid class column_major compile compile_fragment const continue
    default discard do else export extern for fxgroup globallycoherent groupshared if in inline inout interface
    line lineadj linear namespace nointerpolation noperspective NULL out packoffset pass pixelfragment point
    precise register return row_major sample sampler shared stateblock stateblock_state static struct switch
    tbuffer technique technique10 technique11 texture triangle typedef uniform vertexfragment volatile while",
);
static TYPES: Words = Words::new(
    "BlendState BOOL1 bool1 BOOL1x1 bool1x1 BOOL1x2 bool1x2 BOOL1x3 bool1x3 BOOL1x4 bool1x4 BOOL2 bool2 BOOL2x1
    bool2x1 BOOL2x2 bool2x2 BOOL2x3 bool2x3 BOOL2x4 bool2x4 BOOL3 bool3 BOOL3x1 bool3x1 BOOL3x2 bool3x2 BOOL3x3
    bool3x3 BOOL3x4 bool3x4 BOOL4 bool4 BOOL4x1 bool4x1 BOOL4x2 bool4x2 BOOL4x3 bool4x3 BOOL4x4 bool4x4 Buffer
    ByteAddressBuffer ComputeShader DepthStencilState DepthStencilView DomainShader double1 double1x1 double1x2
    double1x3 double1x4 double2 double2x1 double2x2 double2x3 double2x4 double3 double3x1 double3x2 double3x3
    double3x4 double4 double4x1 double4x2 double4x3 double4x4 dword float1 float1x1 float1x2 float1x3 float1x4
    float2 float2x1 float2x2 float2x3 float2x4 float3 float3x1 float3x2 float3x3 float3x4 float4 float4x1 float4x2
    float4x3 float4x4 GeometryShader half1 half1x1 half1x2 half1x3 half1x4 half2 half2x1 half2x2 half2x3 half2x4
    half3 half3x1 half3x2 half3x3 half3x4 half4 half4x1 half4x2 half4x3 half4x4 HullShader InputPatch int1 int1x1
    int1x2 int1x3 int1x4 int2 int2x1 int2x2 int2x3 int2x4 int3 int3x1 int3x2 int3x3 int3x4 int4 int4x1 int4x2
    int4x3 int4x4 LineStream matrix OutputPatch PixelShader PointStream RasterizerOrderedBuffer
    RasterizerOrderedByteAddressBuffer RasterizerOrderedStructuredBuffer RasterizerOrderedTexture1D
    RasterizerOrderedTexture1DArray RasterizerOrderedTexture2D RasterizerOrderedTexture2DArray
    RasterizerOrderedTexture3D RasterizerState RenderTargetView RWBuffer RWByteAddressBuffer RWStructuredBuffer
    RWTexture1D RWTexture1DArray RWTexture2D RWTexture2DArray RWTexture3D SamplerComparisonState SamplerState
    snorm string StructuredBuffer Texture1D Texture1DArray Texture2D Texture2DArray Texture2DMS Texture2DMSArray
    Texture3D TextureCube TextureCubeArray TriangleStream unorm unsigned vector VertexShader void",
);
static RESERVED: Words = Words::new(
    "auto catch char const_cast delete dynamic_cast enum explicit friend goto long mutable new operator private
    protected public reinterpret_cast short signed sizeof static_cast template this throw try typename union
    unsigned using virtual",
);
static BUILTINS: Words = Words::new(
    "abort abs acos all AllMemoryBarrier AllMemoryBarrierWithGroupSync allow_uav_condition any
    AppendStructuredBuffer asdouble asfloat asin asint asuint atan atan2 BINORMAL BINORMAL0 BINORMAL1 BINORMAL2
    BINORMAL3 BINORMAL4 BLENDINDICES0 BLENDINDICES1 BLENDINDICES2 BLENDINDICES3 BLENDINDICES4 BLENDWEIGHT0
    BLENDWEIGHT1 BLENDWEIGHT2 BLENDWEIGHT3 BLENDWEIGHT4 branch call ceil CheckAccessFullyMapped clamp clip COLOR
    COLOR0 COLOR1 COLOR2 COLOR3 COLOR4 CompileShader ConsumeStructuredBuffer cos cosh countbits cross
    D3DCOLORtoUBYTE4 ddx ddx_coarse ddx_fine ddy ddy_coarse ddy_fine degrees DEPTH0 DEPTH1 DEPTH2 DEPTH3 DEPTH4
    determinant DeviceMemoryBarrier DeviceMemoryBarrierWithGroupSync distance domain dot dst earlydepthstencil
    errorf EvaluateAttributeAtCentroid EvaluateAttributeAtSample EvaluateAttributeSnapped exp exp2 f16tof32
    f32tof16 faceforward fastopt firstbithigh firstbitlow flatten floor fma fmod FOG forcecase frac frexp fwidth
    GetRenderTargetSampleCount GetRenderTargetSamplePosition GlobalOrderedCountIncrement GroupMemoryBarrier
    GroupMemoryBarrierWithGroupSync instance InterlockedAdd InterlockedAnd InterlockedCompareExchange
    InterlockedCompareStore InterlockedExchange InterlockedMax InterlockedMin InterlockedOr InterlockedXor
    isfinite isinf isnan ldexp length lerp lit log log10 log2 loop mad max maxtessfactor min modf msad4 mul noise
    NORMAL NORMAL0 NORMAL1 NORMAL2 NORMAL3 NORMAL4 normalize numthreads outputcontrolpoints outputtopology
    partitioning patchconstantfunc POSITION POSITION0 POSITION1 POSITION2 POSITION3 POSITION4 POSITIONT pow printf
    Process2DQuadTessFactorsAvg Process2DQuadTessFactorsMax Process2DQuadTessFactorsMin ProcessIsolineTessFactors
    ProcessQuadTessFactorsAvg ProcessQuadTessFactorsMax ProcessQuadTessFactorsMin ProcessTriTessFactorsAvg
    ProcessTriTessFactorsMax ProcessTriTessFactorsMin PSIZE PSIZE0 PSIZE1 PSIZE2 PSIZE3 PSIZE4 QuadReadLaneAt
    QuadSwapX QuadSwapY radians rcp reflect refract reversebits round rsqrt saturate sign sin sincos sinh
    smoothstep sqrt step SV_CLIPDISTANCE SV_CLIPDISTANCE0 SV_CLIPDISTANCE1 SV_COVERAGE SV_CULLDISTANCE
    SV_CULLDISTANCE0 SV_CULLDISTANCE1 SV_DEPTH SV_DEPTHGREATEREQUAL SV_DEPTHLESSEQUAL SV_DISPATCHTHREADID
    SV_DOMAINLOCATION SV_GROUPID SV_GROUPINDEX SV_GROUPTHREADID SV_GSINSTANCEID SV_INNERCOVERAGE
    SV_INSIDETESSFACTOR SV_INSTANCEID SV_ISFRONTFACE SV_OUTPUTCONTROLPOINTID SV_POSITION SV_PRIMITIVEID
    SV_RENDERTARGETARRAYINDEX SV_SAMPLEINDEX SV_STENCILREF SV_TESSFACTOR SV_VERTEXID SV_VIEWPORTARRAYINDEX tan
    TANGENT TANGENT0 TANGENT1 TANGENT2 TANGENT3 TANGENT4 tanh TESSFACTOR0 TESSFACTOR1 TESSFACTOR2 TESSFACTOR3
    TESSFACTOR4 tex1D tex1Dbias tex1Dgrad tex1Dlod tex1Dproj tex2D tex2Dbias tex2Dgrad tex2Dlod tex2Dproj tex3D
    tex3Dbias tex3Dgrad tex3Dlod tex3Dproj TEXCOORD0 TEXCOORD1 TEXCOORD2 TEXCOORD3 TEXCOORD4 texCUBE texCUBEbias
    texCUBEgrad texCUBElod texCUBEproj transpose trunc unroll VFACE VPOS WaveAllBitAnd WaveAllBitOr WaveAllBitXor
    WaveAllEqual WaveAllMax WaveAllMin WaveAllProduct WaveAllSum WaveAllTrue WaveAnyTrue WaveBallot
    WaveGetLaneCount WaveGetLaneIndex WaveGetOrderedIndex WaveIsHelperLane WaveOnce WavePrefixProduct
    WavePrefixSum WaveReadFirstLane WaveReadLaneAt",
);

pub(crate) fn define(g: &mut Grammar) {
    c::define(g);
    g.prepend("root", |s| {
        s.call(
            r"(?m)(?!\s)([\w*\s]+?[\s*])([a-zA-Z_]\w*)(\s*\([^;]*?\)(?:\s*:\s+[a-zA-Z_]\w*)?)((?:(?:\s|//.*?\n|/[*].*?[*]/)+)?)([{;])",
            c::function,
        );
    });
    g.prepend("statements", |s| {
        s.words(
            r#"(?!(?:case|true|false|NULL)\b|(?:u8|[uUL])"|(?i:u8|[ul])')[a-zA-Z_]\w*"#,
            &[(&KEYWORDS, Keyword), (&TYPES, KeywordType), (&RESERVED, KeywordReserved), (&BUILTINS, NameBuiltin)],
            Name,
        );
    });
}
