math/3{{version}}.js
