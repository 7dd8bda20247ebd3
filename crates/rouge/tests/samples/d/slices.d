// A range after a sign is no fraction.
foreach (i; ..1_000) { a = b[0 .. $] ~ c[1..2]; f(;..10, x...); y = .5 + 1.5e3; }
