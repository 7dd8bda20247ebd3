//! Numbers. Expected results are recorded from npm's sass 1.104.1.

use crate::compile;

#[test]
fn the_last_digit_of_inspected_numbers_is_even_only_at_a_tie() {
    for (number, text) in [
        (".8515878760187579", "0.8515878760187579"),
        ("0.8515878760187578", "0.8515878760187579"),
        ("12.8515878760187579", "12.851587876018758"),
        ("0.3333333333333333", "0.3333333333333333"),
    ] {
        let css = compile(&format!("@use \"sass:meta\"; a {{b: meta.inspect({number})}}"));
        assert_eq!(css.as_deref(), Ok(format!("a {{\n  b: {text};\n}}").as_str()), "{number}");
    }
}
