# Names of functions with any sign where the base function has a dot.
keep <- function(x) if (is_null(x)) NULL else as.numeric(x) + is.na (x) + is_numeric (x)
z <- all(is.na(y)) || my.all(y) || all.equal(1, 2)
on_exit(close(f)); on.exit(close(f)); Sys_time() -> t0
