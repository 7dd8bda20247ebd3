# Superscripts and fractions belong to no name, digits of other scripts do.
area² = 3 * r²
höhe = tiefe½ + x٣ + y_½
print² + None¾ + print⁴
