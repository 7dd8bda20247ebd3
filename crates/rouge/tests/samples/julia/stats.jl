#= Statistics, #= nested =# here =#
module Stats
using LinearAlgebra: norm, ⋅
export mean!, Σ
abstract type Shape{T<:Real} <: Any end
mutable struct Circle <: Shape{Float64}
    r::Float64; name::Union{String,Nothing}
end
primitive type Small 8 end
const π² = π^2; global n = 0x1F + 0b10_01 + 0o17 + 1_000 + 1_0.5e-3 + 2f0 + .5
function Base.:+(a::Circle, b)::Circle
    @assert a.r ≥ 0 && b !== nothing "bad $(a.r) \$x \u00e9 %d"
    return A' * x .^ 2 |> sum # a note
end
macro time!(ex) quote $(esc(ex)) end end
f = x -> x ÷ 2 ? 'a' : '\n'
s = r"^\d+"i; t = """long
"text" $name"""; c = `ls -l $file`
for i in 1:n, j ∈ keys(d); i == j || continue; end
if x isa Int64 elseif missing else true end
