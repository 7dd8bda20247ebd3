// Letters without case are errors, marks belong to names.
fun 이름(x: Int) = x + été + `ǅx` + Ⅷ
val 하나의 = Ωmega(ʰx, a٣, n·m)
