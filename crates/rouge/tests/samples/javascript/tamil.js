// Marks belong to names.
let தரலாம் = 1, हिन्दी = "नमस्ते";
function தொகை(x) { return x + தரலாம்; }
const ǅ = new ǅungla(), Ⅷ = ⓐ; aͣ.b̂ = 'é';
