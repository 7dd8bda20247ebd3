//! MessageTrans, the message files of RISC OS: tags with values after a colon.

use super::prelude::*;

pub(crate) fn define(g: &mut Grammar) {
    g.state("root")
        .on("^#.*", Comment)
        .to(":", Operator, "value")
        .on(r"[\n/?]", Operator)
        .on(r"[^\t\n\r ,):?/]+", NameVariable);
    g.state("value").to(r"\n", Text, POP).on("%[0-3%]", Operator).on("[^%\n]+", Str);
}
