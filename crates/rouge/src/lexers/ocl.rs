//! OCL, the constraint language of UML.

use super::prelude::*;

static KEYWORDS: Words =
    Words::new("body context def derive else endif endpackage if import in init inv let package post pre then");
static TYPES: Words = Words::new(
    "Bag Boolean Collection Integer OclInvalid OclMessage OclState OclVoid OrderedSet Real Sequence Set String Tuple
    TupleType UnlimitedNatural",
);
static BUILTINS: Words = Words::new("false invalid null result self true");
static OPERATORS: Words = Words::new("and implies not or xor");
static FUNCTIONS: Words = Words::new(
    "allInstances any append asBag asOrderedSet asSequence asSet at average characters closure collect collectNested
    concat conformsTo count div equalsIgnoreCase excludes excludesAll excluding exists first flatten floor forAll
    hasReturned includes includesAll including indexOf insertAt intersection isEmpty isOperationCallabs isSignalSent
    isUnique iterate last max min mod notEmpty oclAsSet oclAsType oclInState oclIsInvalid oclIsKindOf oclIsNew
    oclIsTypeOf oclIsUndefined oclLocale oclType one prepend product reject result reverse round select selectByKind
    selectByType size sortedBy subOrderedSet subSequence substring sum symmetricDifferencecount toBoolean toInteger
    toLowerCase toReal toString toUpperCase union",
);

pub(crate) fn define(g: &mut Grammar) {
    let name = g.either(r"[a-zA-Z]\w*", r"\w+");
    g.state("root")
        .on(r"\s+", Text)
        .on("--.*", CommentSingle)
        .on(r"\d+", NumInteger)
        .to("'", StrSingle, "string")
        .on("[-|+*/<>=~!@#%&?^]", Operator)
        .on(r"[;:()\[\],.]", Punctuation)
        .words(
            name,
            &[
                (&OPERATORS, Operator),
                (&TYPES, KeywordDeclaration),
                (&KEYWORDS, Keyword),
                (&BUILTINS, NameBuiltin),
                (&FUNCTIONS, NameFunction),
            ],
            Name,
        );
    g.state("string").on(r"\\.", StrEscape).to("'", StrSingle, POP).on(r"[^\\']+", StrSingle);
}
