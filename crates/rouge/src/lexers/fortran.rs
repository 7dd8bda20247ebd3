//! Fortran, a language for numerical computing.

use super::prelude::*;

static KEYWORDS: Words = Words::new(
    "abstract allocatable allocate assign assignment associate asynchronous backspace bind block blockdata call case
    class close codimension common concurrent contains contiguous continue critical cycle data deallocate deferred
    dimension do elemental else elseif elsewhere end endassociate endblock endblockdata enddo endenum endfile
    endforall endfunction endif endinterface endmodule endprogram endselect endsubmodule endsubroutine endtype
    endwhere endwhile entry enum enumerator equivalence exit extends external final flush forall format function
    generic goto if implicit import in include inout inquire intent interface intrinsic is lock module namelist
    non_overridable none nopass nullify only open operator optional out parameter pass pause pointer print private
    procedure program protected public pure read recursive result return rewind save select selectcase sequence
    stop submodule subroutine target then type unlock use value volatile wait where while write",
);
static TYPES: Words = Words::new("character complex doubleprecision integer logical real");
static INTRINSICS: Words = Words::new(
    "abs achar acos acosh adjustl adjustr aimag aint all allocated anint any asin asinh associated atan atan2 atanh
    atomic_define atomic_ref bessel_j0 bessel_j1 bessel_jn bessel_y0 bessel_y1 bessel_yn bge bgt bit_size ble blt
    btest c_associated c_f_pointer c_f_procpointer c_funloc c_loc c_sizeof ceiling char cmplx
    command_argument_count compiler_options compiler_version conjg cos cosh count cpu_time cshift date_and_time
    dble digits dim dot_product dprod dshiftl dshiftr eoshift epsilon erf erfc erfc_scaled execute_command_line
    exp exponent extends_type_of findloc floor fraction gamma get_command get_command_argument
    get_environment_variable huge hypot iachar iall iand iany ibclr ibits ibset ichar ieee_class ieee_copy_sign
    ieee_get_flag ieee_get_halting_mode ieee_get_rounding_mode ieee_get_status ieee_get_underflow_mode
    ieee_is_finite ieee_is_nan ieee_is_normal ieee_logb ieee_next_after ieee_rem ieee_rint ieee_scalb
    ieee_selected_real_kind ieee_set_flag ieee_set_halting_mode ieee_set_rounding_mode ieee_set_status
    ieee_set_underflow_mode ieee_support_datatype ieee_support_denormal ieee_support_divide ieee_support_flag
    ieee_support_halting ieee_support_inf ieee_support_io ieee_support_nan ieee_support_rounding ieee_support_sqrt
    ieee_support_standard ieee_support_underflow_control ieee_unordered ieee_value ieor image_index index int ior
    iparity is_contiguous is_iostat_end is_iostat_eor ishft ishftc kind lbound lcobound leadz len len_trim lge lgt
    lle llt log log10 log_gamma logical maskl maskr matmul max maxexponent maxloc maxval merge merge_bits min
    minexponent minloc minval mod modulo move_alloc mvbits nearest new_line nint norm2 not null num_images pack
    parity popcnt poppar present product radix random_number random_seed range real repeat reshape rrspacing
    same_type_as scale scan selected_char_kind selected_int_kind selected_real_kind set_exponent shape shifta
    shiftl shiftr sign sin sinh size spacing spread sqrt storage_size sum system_clock tan tanh this_image tiny
    trailz transfer transpose trim ubound ucobound unpack verify",
);

const KIND: &str = r"(?:_(?:\d+|[a-zA-Z]\w*))?";

pub(crate) fn define(g: &mut Grammar) {
    g.state("root")
        .on(r"\s+", TextWhitespace)
        .on("!.*", CommentSingle)
        .on("^#.*", CommentPreproc)
        .on(r"::|[()/;,:&\[\]]", Punctuation)
        .groups(r"^(\s*)(\d+)\b", &[TextWhitespace, NameLabel])
        .groups_to(r"(?i)\b(FORMAT)(\s*)(\()", &[Keyword, TextWhitespace, Punctuation], "format")
        .on(format!(r"(?i)[+-]?(?:(?:\d+\.\d*|\.\d+)(?:[ED][+-]?\d+)?|\d+[ED][+-]?\d+){KIND}"), NumFloat)
        .on(format!(r"[+-]?\d+{KIND}"), NumInteger)
        .on(r#"(?i)B'[01]+'|B"[01]+""#, NumBin)
        .on(r#"(?i)O'[0-7]+'|O"[0-7]+""#, NumOct)
        .on(r#"(?i)Z'\h+'|Z"\h+""#, NumHex)
        .to(r"(?:(?:\d+|[a-zA-Z]\w*)_)?'", StrSingle, "single")
        .to(r#"(?:(?:\d+|[a-zA-Z]\w*)_)?""#, StrDouble, "double")
        .on(format!(r"(?i)\.(?:TRUE|FALSE)\.{KIND}"), KeywordConstant)
        .on(r"\*\*|//|==|/=|<=|>=|=>|[%*+/<=>-]", Operator)
        .on(r"\.[a-zA-Z]+\.", OperatorWord)
        .on(r"(?i)double\s+precision\b", KeywordType)
        .on(r"(?i)(?:go\s+to|sync\s+(?:all|images|memory)|error\s+stop)\b", Keyword)
        .words_folded(r"[a-zA-Z]\w*", &[(&KEYWORDS, Keyword), (&TYPES, KeywordType), (&INTRINSICS, NameBuiltin)], Name);
    g.state("single").on("[^']+", StrSingle).on("''", StrEscape).to("'", StrSingle, POP);
    g.state("double").on(r#"[^"]+"#, StrDouble).on(r#""""#, StrEscape).to(r#"""#, StrDouble, POP);
    g.state("format")
        .to("'", StrSingle, "single")
        .to(r#"""#, StrDouble, "double")
        .to(r"\(", Punctuation, "format")
        .to(r"\)", Punctuation, POP)
        .on(",", Punctuation)
        .on(r"\s+", TextWhitespace)
        .on(r#"[^\s'"(),]+"#, Literal);
}
