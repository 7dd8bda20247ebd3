// Letters without case are errors, marks belong to names.
var été = 声明 + ʰx + Ⅷ + a٣b;
int[] y = { 9000, 10 };
