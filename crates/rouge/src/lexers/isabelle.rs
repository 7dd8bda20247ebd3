//! Isabelle, a proof assistant: theories with definitions and proofs.

use super::ocaml;
use super::prelude::*;

static PSEUDO: Words = Words::new(
    "and apply apply_end apply_trace assumes attach avoids back binder checking class_instance class_relation
    code_module congs constant constrains datatypes defer defines file fixes for functions hints identifier if
    imports in includes infix infixl infixr is keywords lazy module_name monos morphisms no_discs_sels notes
    obtains open output overloaded parametric permissive pervasive prefer rep_compat shows structure type_class
    type_constructor unchecked unsafe where",
);
static DIAGNOSTIC: Words = Words::new(
    "class_deps code_deps code_thms display_drafts find_consts find_theorems find_unused_assms full_prf help
    locale_deps ML_command ML_val nitpick pr prf print_abbrevs print_antiquotations print_attributes print_binds
    print_bnfs print_bundles print_case_translations print_cases print_claset print_classes print_codeproc
    print_codesetup print_coercions print_commands print_context print_defn_rules print_dependencies print_facts
    print_induct_rules print_inductives print_interps print_locale print_locales print_methods
    print_ML_antiquotations print_options print_orders print_quot_maps print_quotconsts print_quotients
    print_quotientsQ3 print_quotmapsQ3 print_rules print_simpset print_state print_statement print_syntax
    print_term_bindings print_theorems print_theory print_trans_rules prop pwd quickcheck refute sledgehammer
    smt_status solve_direct spark_status term thm thm_deps thy_deps try try0 typ unused_thms value values
    values_prolog welcome",
);
static KEYWORDS: Words = Words::new(
    "abbreviation adhoc_overloading also approximate arities assume atom_decl attribute_setup axiomatization begin
    binds bnf_axiomatization boogie_file bundle by c_defs c_types cartouche case case_of_simps class classes
    classrel codatatype code_abort code_class code_const code_datatype code_identifier code_include code_instance
    code_modulename code_monad code_printing code_reflect code_reserved code_type coinductive coinductive_set
    consts context datatype datatype_compat datatype_new datatype_new_compat declaration declare def default_sort
    defer_recdef defining definition defs domain domain_isomorphism domaindef done end equivariance export_code
    extract extract_type finally fix fixrec free_constructors from fun fun_cases functor guess have hence
    hide_class hide_const hide_fact hide_type hoarestate import_const_map import_file import_tptp import_type_map
    include including inductive inductive_set install_C_file install_C_types instantiation interpret judgment
    lemmas let lifting_forget lifting_update local_setup locale memsafe method_setup ML ML_file ML_prf moreover
    next nitpick_params no_adhoc_overloading no_notation no_syntax no_translations no_type_notation
    nominal_datatype nominal_function nominal_termination nonterminal notation note notepad obtain oracle
    overloading parse_ast_translation parse_translation partial_function permanent_interpretation presume
    primcorec primrec primrec_new print_ast_translation print_translation proof qed quickcheck_generator
    quickcheck_params realizability realizers recdef record refute_params setup setup_lifting show simproc_setup
    simps_of_case sledgehammer_params SML_export SML_file SML_import smt2_status spark_end spark_open
    spark_open_siv spark_open_vcg spark_proof_functions spark_types statespace syntax syntax_declaration
    term_cartouche text text_cartouche text_raw then theorems theory thus translations txt txt_raw type_notation
    type_synonym typed_print_translation typedecl ultimately unfolding using with wpc_setup write",
);
static HEADINGS: Words = Words::new("chapter header");
static SUBHEADINGS: Words = Words::new("sect section subsect subsection subsubsect subsubsection");
static GOALS: Words = Words::new(
    "ax_specification bnf code_pred corollary cpodef crunch crunch_ignore enriched_type function inductive_cases
    inductive_simps instance interpretation lemma lift_definition nominal_inductive nominal_inductive2
    nominal_primrec pcpodef primcorecursive quotient_definition quotient_type recdef_tc rep_datatype
    schematic_corollary schematic_lemma schematic_theorem spark_vc specification subclass sublocale termination
    theorem typedef wrap_free_constructors",
);
static ABANDONED: Words = Words::new("oops sorry");

pub(crate) fn define(g: &mut Grammar) {
    g.state("root")
        .on(r"\s+", TextWhitespace)
        .to(r"\(\*", Comment, "comment")
        .to(r"\{\*|‹", Text, "text")
        .on(r"[\[\]:()_=,|+!?-]", Operator)
        .on("[{}.]", OperatorWord)
        .words(
            r"[a-zA-Z]\w*",
            &[
                (&PSEUDO, KeywordPseudo),
                (&DIAGNOSTIC, KeywordType),
                (&KEYWORDS, Keyword),
                (&HEADINGS, GenericHeading),
                (&SUBHEADINGS, GenericSubheading),
                (&GOALS, KeywordNamespace),
                (&ABANDONED, GenericError),
            ],
            Name,
        )
        .on(r"\\<\w*>", StrSymbol)
        .on(r"'[a-zA-Z_][.\w']*", NameVariable)
        .on(r"0[xX]\h[\h_]*", NumHex)
        .on("0[oO][0-7][0-7_]*", NumOct)
        .on("0[bB][01][01_]*", NumBin)
        .to(r#"""#, Str, "string")
        .to("`", StrOther, "fact")
        .on(r"[^\s:|\[\]()=,+!?{}._-][^\s:|\[\]()=,+!?{}-]*", Name);
    ocaml::comment(g);
    g.state("text")
        .on("[^{*}‹›]+", Text)
        .to(r"\{\*|‹", Text, Transition::PushTop)
        .to(r"\*\}|›", Text, POP)
        .on("[{*}]", Text);
    for (state, quote, token) in [("string", '"', Str), ("fact", '`', StrOther)] {
        g.state(state)
            .on(format!(r"[^{quote}\\]+"), token)
            .on(r"\\<\w*>", StrSymbol)
            .on(format!(r"\\{quote}?"), token)
            .to(quote.to_string(), token, POP);
    }
}
