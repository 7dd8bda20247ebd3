//! Praat, a program for phonetics. Arguments are read as in both of its syntaxes: after a colon, and after three dots.

use super::prelude::*;

static KEYWORDS: Words = Words::new(
    "assert clearinfo demo editor elif else elsif endeditor endfor endif endproc endwhile fi for from if minus nocheck
    noprogress nowarn plus repeat select stopwatch then to until while",
);
static FUNCTIONS: Words = Words::new(
    "abs appendFile appendFileLine appendInfo appendInfoLine arccos arccosh arcsin arcsinh arctan arctan2 arctanh
    backslashTrigraphsToUnicode$ barkToHertz beginPause beginSendPraat besselI besselK beta beta2 binomialP binomialQ
    boolean ceiling chiSquareP chiSquareQ choice chooseDirectory$ chooseReadFile$ chooseWriteFile$ comment cos cosh
    createDirectory date$ deleteFile demoClicked demoClickedIn demoCommandKeyPressed demoExtraControlKeyPressed
    demoInput demoKey$ demoKeyPressed demoOptionKeyPressed demoShiftKeyPressed demoShow demoWaitForInput
    demoWindowTitle demoX demoY differenceLimensToPhon do do$ editor empty$# endPause endSendPraat endsWith
    environment$ erb erbToHertz erf erfc exitScript exp extractLine$ extractNumber extractWord$ fileNames$#
    fileReadable fisherP fisherQ fixed$ floor folderNames$# gaussP gaussQ hash hertzToBark hertzToErb hertzToMel
    hertzToSemitones imax imin incompleteBeta incompleteGammaP index index_regex info$ integer invBinomialP
    invBinomialQ invChiSquareQ invFisherQ invGaussQ invSigmoid invStudentQ left$ length linear# linear## ln lnBeta
    lnGamma log10 log2 max melToHertz mid$ min minusObject mul## mul_fast## mul_metal## mul_nt## mul_tn## mul_tt##
    natural number numberOfColumns numberOfRows numberOfSelected objectsAreIdentical option optionMenu outer##
    pauseScript peaks## percent$ phonToDifferenceLimens plusObject positive randomBinomial randomGamma## randomGauss
    randomGauss# randomGauss## randomInteger randomInteger# randomInteger## randomPoisson randomUniform
    randomUniform# randomUniform## readFile readFile$ readLinesFromFile$# real removeObject replace$ replace_regex$
    right$ rindex rindex_regex round runScript runSystem runSystem_nocheck selected selected$ selectObject
    semitonesToHertz sentence sentencetext sigmoid sin sinc sincpi sinh softmaxPerRow## solve## soundPressureToPhon
    splitByWhitespace$# sqrt startsWith string$ studentP studentQ tan tanh text transpose##
    unicodeToBackslashTrigraphs$ variableExists word writeFile writeFileLine writeInfo writeInfoLine zero# zero##",
);
static OBJECTS: Words = Words::new(
    "Activation AffineTransform AmplitudeTier Art Artword Autosegment BarkFilter BarkSpectrogram Categories CCA
    Cepstrogram Cepstrum Cepstrumc ChebyshevSeries ClassificationTable Cochleagram Collection ComplexSpectrogram
    Configuration Confusion ContingencyTable Corpus Correlation Covariance CrossCorrelationTable
    CrossCorrelationTableList CrossCorrelationTables DataModeler Diagonalizer Discriminant Dissimilarity Distance
    Distributions DTW DurationTier EditCostsTable EditDistanceTable EEG Eigen ERP ERPTier Excitation Excitations
    ExperimentMFC FeatureWeights FFNet FileInMemory FilesInMemory Formant FormantFilter FormantGrid FormantModeler
    FormantPoint FormantTier GaussianMixture Harmonicity HMM HMM_Observation HMM_ObservationSequence HMM_State
    HMM_StateSequence HMMObservation HMMObservationSequence HMMState HMMStateSequence Index Intensity IntensityTier
    IntervalTier ISpline KlattGrid KlattTable KNN Label LegendreSeries LFCC LinearRegression LogisticRegression
    LongSound LPC Ltas Manipulation ManPages Matrix MelFilter MelSpectrogram MFCC MixingMatrix Movie MSpline Network
    OTGrammar OTHistory OTMulti PairDistribution ParamCurve Pattern PCA Permutation Photo Pitch PitchModeler
    PitchTier PointProcess Polygon Polynomial PowerCepstrogram PowerCepstrum Procrustes RealPoint RealTier ResultsMFC
    Roots Salience ScalarProduct Similarity SimpleString SortedSetOfString Sound Speaker Spectrogram Spectrum
    SpectrumTier SpeechSynthesizer SpellingChecker SPINET SSCP Strings StringsIndex SVD Table TableOfReal TextGrid
    TextInterval TextPoint TextTier Tier Transition VocalTract VocalTractTier Weight WordList",
);
static VARIABLES: Words = Words::new(
    "all average defaultDirectory$ e homeDirectory$ left macintosh mono newline$ pi praatVersion praatVersion$
    preferencesDirectory$ right shellDirectory$ stereo tab$ temporaryDirectory$ undefined unix windows",
);
static OBJECT_ATTRIBUTES: Words = Words::new("dx dy ncol nrow nx ny xmax xmin ymax ymin");

pub(crate) fn define(g: &mut Grammar) {
    root(g);
    names(g);
    arguments(g);
    strings(g);
    form(g);
    g.in_3_30(as_in_3_30);
}

/// Gives words their own rules and removes the rules for vectors, as in Rouge 3.30.
fn as_in_3_30(g: &mut Grammar) {
    g.state("call").to(r"([0-9A-Za-z_]+[$#]?)(?=\s*[:(])", NameFunction, "function").if_word(&FUNCTIONS);
    g.replace_rules("root", "select all", |s| {
        s.on(r"select all\b", Keyword).on(r"([a-z]+)\b", Keyword).if_word(&KEYWORDS);
    });
    g.drop_rules("root", "[a_z]+");
    g.replace_rules("root", "[A-Z][a-zA-Z0-9]+", |s| {
        s.to(r"(\w+)(?=\s+\S+\n)", NameClass, "unquoted").if_word(&OBJECTS);
    });
    g.drop_rules("root", "vector");
    g.drop_rules("list", "vector");
    g.replace_rules("list", r"\]\}", |s| _ = s.to(r"\s*[\])\n]", Text, POP));
    g.state("variable")
        .mixin("operator")
        .mixin("number")
        .on(r"([A-Za-z]+\$)", NameBuiltin)
        .if_word(&VARIABLES)
        .on(r"([A-Za-z]+)\b(?!\$)", NameBuiltin)
        .if_word(&VARIABLES)
        .to("(Object)_", NameBuiltin, "object")
        .to("([A-Za-z]+)_", NameBuiltin, "object")
        .if_word(&OBJECTS)
        .on(r"\.?[a-z][\w.]*[$#]?", Text)
        .to(r"[\[\]]", Text, "list")
        .mixin("interpolation");
    g.replace_rules("object", r"\.([a-z]+)\b", |s| {
        s.to(r"\.([a-z]+)\b", NameBuiltin, POP).if_word(&OBJECT_ATTRIBUTES);
    });
}

fn root(g: &mut Grammar) {
    g.state("root")
        .groups(r"(\s+)(#.*)", &[Text, CommentSingle])
        .on("^#.*", CommentSingle)
        .on(";.*", CommentSingle)
        .on(r"\s+", Text)
        .groups_to(r"(procedure)(\s+)", &[Keyword, Text], "procedure definition")
        .groups_to(r"(call)(\s+)", &[Keyword, Text], "procedure call")
        .to("@", NameFunction, "procedure call")
        .mixin("call")
        .on(r"select all\b", Keyword)
        .groups_to(r"(form)(\s+)(.+)", &[Keyword, Text, Str], "form")
        .groups_to(format!(r"({})(\s+)", WITH_TEXT), &[Keyword, Text], "unquoted")
        .groups(r"(goto|label)(\s+)(\w+)", &[Keyword, Text, NameLabel])
        .mixin("variable")
        .mixin("vector")
        .to(r#"""#, Str, "string")
        .call(r"[A-Z][a-zA-Z0-9]+(?=\s+\S+\n)", |cx| {
            if OBJECTS.has(cx.matched()) {
                cx.token(NameClass);
                cx.push("unquoted");
            } else {
                cx.token(Keyword);
            }
        })
        .go("(?=[A-Z])", "command")
        .on(r"\.\.\.|[)(,$]", Punctuation)
        // Probably meant as a range of letters.
        .on("[a_z]+", Text);
    g.state("command")
        .on(r" ?[^\s:.']+ ?", Keyword)
        .mixin("interpolation")
        .to(r"\.\.\.", Keyword, goto("old arguments"))
        .to(":", Keyword, goto("list"))
        .to(r"\s", Text, POP);
    g.state("procedure call")
        .mixin("interpolation")
        .to(r":|\s*\(", Punctuation, POP)
        .on(r"'|[^:('\s]+", NameFunction)
        .go(r"(?=\s)", goto("old arguments"));
    g.state("procedure definition")
        .to(r":|\s*\(", Punctuation, POP)
        .on(r"[^:(\s]+", NameFunction)
        .to(r"\s+", Text, POP);
}

/// The commands whose argument is the rest of the line.
const WITH_TEXT: &str =
    "asserterror|echo|execute|exit|include|pause|print(?:line|tab)?|send(?:praat|socket)|system(?:_nocheck)?";

fn names(g: &mut Grammar) {
    g.state("call").call(r"[a-z][\w.]+(?:\$#?|##?)?(?=\s*[:(])", |cx| {
        let name = cx.matched();
        if FUNCTIONS.has(name) {
            cx.token(NameFunction);
            cx.push("function");
        } else {
            cx.token(if KEYWORDS.has(name) { Keyword } else { OperatorWord });
        }
    });
    g.state("function").on(r"\s+", Text).to(r":|\s*\(", Text, goto("list"));
    g.state("variable")
        .mixin("operator")
        .mixin("number")
        .call("([A-Z][a-zA-Z0-9]+)_", |cx| {
            if cx.group(1) == "Object" || OBJECTS.has(cx.group(1)) {
                cx.token(NameBuiltin);
                cx.push("object");
            } else {
                cx.token(NameVariable);
            }
        })
        .words(r"\.?[a-z][\w.]*(?:\$#?|##?)?", &[(&VARIABLES, NameBuiltin), (&KEYWORDS, Keyword)], NameVariable)
        .to(r"[\[\]]", Text, "list")
        .mixin("interpolation");
    g.state("object")
        .mixin("interpolation")
        .on(r"[a-z]\w*|\d+", NameBuiltin)
        .call(r"\.([a-z]+)\b", |cx| {
            // As in Rouge, the text of other attributes is lost.
            if OBJECT_ATTRIBUTES.has(cx.group(1)) {
                cx.token(NameBuiltin);
                cx.pop(1);
            }
        })
        .on(r"\$", NameBuiltin)
        .to(r"\[", Text, POP);
}

fn arguments(g: &mut Grammar) {
    g.state("list")
        .groups(r"(\s*\n\s*)(\.\.\.)", &[Text, Punctuation])
        .to(r"\s*[\]\})\n]", Text, POP)
        .on(r"\s+", Text)
        .to(r#"""#, Str, "string")
        .on(r"(?:else|endif|fi|if|then)\b", Keyword)
        .mixin("call")
        .mixin("variable")
        .mixin("vector")
        .on("[()]", Text)
        .on(",", Punctuation);
    g.state("old arguments").to(r"\n", Text, POP).mixin("variable").to(r#"""#, Str, "string").on(".", Text);
    g.state("number").to(r"\n", Text, POP).on(r"\d+(?:\.\d*)?(?:[eE][-+]?\d+)?%?", Num);
    g.state("vector").to(r"\{", Text, "list");
    g.state("operator").on("[-+/*<>=!&|^]", Operator).on(r"(?:and|div|mod|not|or)(?![\w.])", OperatorWord);
}

fn strings(g: &mut Grammar) {
    g.state("interpolation").on(r#"'[._a-z][^\[\]'":]*(?:\[(?:[\d,]+|"[\w,]+")\])?(?::[0-9]+)?'"#, StrInterpol);
    g.state("unquoted")
        .on(r"\n\s*\.\.\.", Punctuation)
        .to(r"\n", Text, POP)
        .on(r"\s", Text)
        .mixin("interpolation")
        .on(r"'|[^'\n]+", Str);
    g.state("string")
        .on(r"\n\s*\.\.\.", Punctuation)
        .to(r#"""#, Str, POP)
        .mixin("interpolation")
        .on(r#"'|[^'"\n]+"#, Str);
}

/// Defines the state for the fields of a form in the old syntax.
fn form(g: &mut Grammar) {
    let labelled = [Keyword, Text];
    g.state("form")
        .groups(r"(\s+)(#.*)", &[Text, CommentSingle])
        .on(r"\s+", Text)
        .groups_to(r"(choice|optionmenu)([ \t]+\S+:[ \t]+)", &labelled, "number")
        .groups_to(r"(button|option)([ \t]+)", &labelled, "unquoted")
        .groups_to(r"(sentence|text)([\t ]+\S+)", &labelled, "unquoted")
        .groups(r"(word)([\t ]+\S+[\t ]*)(\S+)?([\t ]+.*)?", &[Keyword, Text, Str, Text])
        .groups(r#"(boolean)(\s+\S+\s*)([01]|"?(?:no|yes)"?)"#, &[Keyword, Text, NameVariable])
        .groups_to(r"(integer|natural|positive|real)([ \t]+\S+[ \t]*)([-+]?)", &[Keyword, Text, Operator], "number")
        .groups_to(r"(comment)(\s+)", &labelled, "unquoted")
        .to(r"endform\b", Keyword, POP);
}
