//! Stan, a language for statistical models.

use super::prelude::*;

static KEYWORDS: Words = Words::new("break continue else for if print reject return while");
static TYPES: Words = Words::new(
    "array cholesky_factor_corr cholesky_factor_cov complex corr_matrix cov_matrix data int matrix ordered
    positive_ordered real row_vector simplex unit_vector vector void",
);
static RESERVED: Words = Words::new(
    "alignas alignof and and_eq asm auto bitand bitor bool break case catch char char16_t char32_t class compl const
    const_cast constexpr continue data decltype default delete do double dynamic_cast else enum explicit export
    extern false float for friend functions fvar generated goto if in inline int long model mutable namespace new
    noexcept not not_eq nullptr operator or or_eq parameters private protected public quantities register
    reinterpret_cast repeat return short signed sizeof STAN_MAJOR STAN_MATH_MAJOR STAN_MATH_MINOR STAN_MATH_PATCH
    STAN_MINOR STAN_PATCH static static_assert static_cast struct switch target template then this thread_local throw
    transformed true try typedef typeid typename union unsigned until using var virtual void volatile wchar_t while
    xor xor_eq",
);
static FUNCTIONS: Words = Words::new(
    "abs acos acosh add_diag algebra_solver algebra_solver_newton append_array append_col append_row arg asin asinh
    atan atan2 atanh bessel_first_kind bessel_second_kind beta binary_log_loss binomial_coefficient_log block cbrt
    ceil chol2inv cholseky_decompose choose col cols columns_dot_product columns_dot_self conj cos cosh cov_exp_quad
    crossprod csr_extract_u csr_extract_v csr_extract_w csr_matrix_times_vector csr_to_dense_matrix cumulative_sum
    determinant diag_matrix diag_post_multiply diag_pre_multiply diagonal digamma dims distance dot_product dot_self
    eigenvalues_sym eigenvectors_sym erf erfc exp exp2 expm1 fabs falling_factorial fdim floor fma fmax fmin fmod
    gamma_p gamma_q generalized_inverse get_imag get_lp get_real head hmm_hidden_state_prob hmm_latent_rng
    hmm_marginal hypot identity_matrix inc_beta int_step integrate_1d integrate_ode integrate_ode_adams
    integrate_ode_bdf integrate_ode_rk45 inv inv_cloglog inv_logit inv_Phi inv_sqrt inv_square inverse inverse_spd
    is_inf is_nan lambert_w0 lambert_wm1 lbeta lchoose ldexp lgamma linspaced_array linspaced_int_array
    linspaced_row_vector linspaced_vector lmgamma lmultiply log log10 log1m log1m_exp log1m_inv_logit log1p log1p_exp
    log2 log_determinant log_diff_exp log_falling_factorial log_inv_logit log_inv_logit_diff log_mix
    log_modified_bessel_first_kind log_rising_factorial log_softmax log_sum_exp logit map_rect matrix_exp
    matrix_exp_multiply matrix_power max mdivide_left_spd mdivide_left_tri_low mdivide_right_spd
    mdivide_right_tri_low mean min modified_bessel_first_kind modified_bessel_second_kind multiply_log
    multiply_lower_tri_self_transpose norm num_elements ode_adams ode_adams_tol ode_adjoint_tol_ctl ode_bdf
    ode_bdf_tol ode_ckrk ode_ckrk_tol ode_rk45 ode_rk45_tol one_hot_array one_hot_int_array one_hot_row_vector
    one_hot_vector ones_array ones_int_array ones_row_vector ones_vector owens_t Phi Phi_approx polar pow prod proj
    qr_Q qr_R qr_thin_Q qr_thin_R quad_form quad_form_diag quad_form_sym quantile rank reduce_sum reduce_sum_static
    rep_array rep_matrix rep_row_vector rep_vector reverse rising_factorial round row rows rows_dot_product
    rows_dot_self scale_matrix_exp_multiply sd segment sin singular_values sinh size softmax sort_asc sort_desc
    sort_indices_asc sort_indices_desc sqrt square squared_distance step sub_col sub_row sum svd_U svd_V
    symmetrize_from_lower_tri tail tan tanh target tcrossprod tgamma to_array_1d to_array_2d to_complex to_matrix
    to_row_vector to_vector trace trace_gen_quad_form trace_quad_form trigamma trunc uniform_simplex variance
    zeros_array zeros_int_array zeros_row_vector zeros_vector",
);
static CONSTANTS: Words =
    Words::new("e log10 log2 machine_precision negative_infinity not_a_number pi positive_infinity sqrt2");
/// The names of distributions, without the suffixes of their functions.
static DISTRIBUTIONS: Words = Words::new(
    "bernoulli bernoulli_logit bernoulli_logit_glm beta beta_binomial beta_proportion binomial binomial_logit
    categorical categorical_logit_glm cauchy chi_square dirichlet discrete_range double_exponential exp_mod_normal
    exponential frechet gamma gaussian_dlm_obs gumbel hypergeometric inv_chi_square inv_gamma inv_wishart lkj_corr
    lkj_corr_cholesky logistic lognormal multi_gp multi_gp_cholesky multi_normal multi_normal_cholesky
    multi_normal_prec multi_student_t multinomial multinomial_logit neg_binomial neg_binomial_2 neg_binomial_2_log
    neg_binomial_2_log_glm normal normal_id_glm ordered_logistic ordered_logistic_glm ordered_probit pareto
    pareto_type_2 poisson poisson_log poisson_log_glm rayleigh scaled_inv_chi_square skew_double_exponential
    skew_normal std_normal student_t uniform von_mises weibull wiener wishart",
);
/// The suffixes of the functions of a distribution.
const SUFFIXES: &[&str] = &["_ccdf_log", "_cdf_log", "_lccdf", "_lcdf", "_log", "_lpdf", "_lpmf", "_lupmf", "_rng"];

const ID: &str = r"[a-zA-Z_]\w*";

pub(crate) fn define(g: &mut Grammar) {
    g.state("root")
        .mixin("space")
        .to("#include", CommentPreproc, "file")
        .on("#.*", GenericDeleted)
        .on(r"functions|(?:transformed\s+)?(?:data|parameters)|model|generated\s+quantities", NameNamespace)
        .mixin("scope");
    g.state("file").groups_to(r"(\s+)(\S+)(\s*)", &[Text, CommentPreprocFile, Text], POP);
    g.state("space")
        .on(r"\n+|[ \t\r]+", Text)
        .on("//.*", CommentSingle)
        .on(r"(?m)/(?:\\\n)?\*.*?\*(?:\\\n)?/", CommentMultiline);
    // Types with a single letter may precede the name, as in Rouge. All others are separate tokens. The limit avoids
    // quadratic time.
    g.state("scope")
        .mixin("space")
        .call(format!(r"((?:[a-z_](?:\s+|\s*\[[ ,0-9]\]\s+)){{0,32}})({ID})(?=\([^;]*?\))"), |cx| {
            let name = cx.group(2);
            cx.recurse(cx.group(1));
            if FUNCTIONS.has(name) || is_of_distribution(name) {
                cx.emit(NameBuiltin, name);
            } else if CONSTANTS.has(name) {
                // As in Rouge, including the text before the name.
                cx.token(KeywordConstant);
            } else {
                cx.emit(NameFunction, name);
            }
        })
        .to(r"\{", Punctuation, "braces")
        .to(r"\(", Punctuation, "parentheses")
        .mixin("statements");
    g.state("braces").mixin("scope").to(r"\}", Punctuation, POP);
    g.state("parentheses").mixin("scope").to(r"\)", Punctuation, POP);
    statements(g);
}

fn is_of_distribution(name: &str) -> bool {
    let stems = SUFFIXES.iter().filter_map(|suffix| name.strip_suffix(suffix));
    DISTRIBUTIONS.has(name) || stems.into_iter().any(|stem| DISTRIBUTIONS.has(stem))
}

fn statements(g: &mut Grammar) {
    let float = r"(?:(?:\d+\.\d*|\.?\d+)e[-+]?\d+|\d*\.\d+)";
    let number = format!(r"(?:{float}|\d+)");
    let space = r"(?:\s|//.*?\n|/\*.*?\*/)+";
    g.state("statements")
        .mixin("space")
        .to("#include", CommentPreproc, "file")
        .on("#.*", GenericDeleted)
        // Rouge 4.6.1 fails here, because it lacks the state for the rest of a string.
        .on(r#""[^"\n]*"?"#, Str)
        .on(format!("{number}{space}[-+]{space}{number}i|{number}i|{float}"), NumFloat)
        .on(r"\d+", NumInteger)
        .on(r"\*/", Error)
        .on(r"&&|\|\||\.[-+*/^]|[-=<>!+*/^'\\~?:]", Operator)
        .on(r"[\[\],.;]|\|(?!\|)", Punctuation)
        .on(r"T\b", KeywordReserved)
        .on(r"(?:lower|upper)\b", NameAttribute)
        .words(ID, &[(&KEYWORDS, Keyword), (&TYPES, KeywordType), (&RESERVED, KeywordReserved)], NameVariable);
}
