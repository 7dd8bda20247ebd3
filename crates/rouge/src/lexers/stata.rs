//! Stata. A command is only a keyword at the start of a line, and a function only before a parenthesis.

use super::prelude::*;

static COMMANDS: Words = Words::new(
    "_datasignature _estimates _pctile _predict _regress _return _rmcoll _robust accum ado adopath adosize append
    assert bsample by bys bysort call cap capt capture cd cdir char checkestimationsample class classutil clean clear
    close codebook collapse compare compress confirm contract copy count creturn cross d datasignature dbase decode
    define delimited desc describe destring di dir dis discard disp displ displa display dissimilarity do drawnorm
    drop ds duplicates dups edit egen eigenvalues encode end erase ereturn error estimates excel existence exit
    expand export file filefilter fillin findfile fopen format frame fred frget frlink from fsave fvexpand gen gene
    gener genera generat generate get gettoken gmm gr_edit graph group gsort haver heapmax histogram home icd10
    icd10cm icd10pcs icd9 icd9p import include infile infix initialize input insheet insobs inspect install ipolate
    isid ivprobit ivregress ivtobit java java_heapmax javacall joinby kdensity keep label labelbook language levelsof
    lincom link list locale_functions locale_ui log logistic logit lookfor ls macro makecns manage mark markin
    markout marksample mata matcproc matlist mem memory menu merge mi miss missing mkdir mkmat more mvencode net new
    nlcom noi noisily notes number obs odbc open order outfile outsheet pause pctile plugin posof postfile predict
    preserve probit program push putmata pwd python query qui quietly range read recast recode reg regr regre regres
    regress ren rename replace reshape restore retokenize return rm rmdir rmsg rowjoinbyname rownames run sample sas
    sasxport5 sasxport8 save saveold score search seek separate serset set shell shift signestimationsample sizeof sj
    sleep snapshot sort spikeplot split splitsample spss ssc stack statsby stb stcox stopbox stset suest sum summ
    summarize svd svmat svy svymarkout symeigen syntax sysdir sysuse tab tabdisp table tabulate tempfile tempname
    tempvar test testnl timer tokenize tostring trace tsset twoway type unab unabcmd unicode uninstall uniq update
    use using var varabbrev varmanage varname version viewsource vl webuse which window write xpose xtile xtset
    zipfile",
);
static FUNCTIONS: Words = Words::new(
    "_caller _frval abbrev abs acos acosh age age_frac asin asinh atan atan2 atanh autocode betaden binomial binomialp
    binomialtail binormal birthday bofd byteorder c cauchy cauchyden cauchytail Cdhms ceil char chi2 chi2den chi2tail
    Chms cholesky chop clip Clock clock clockdiff cloglog Cmdyhms Cofc cofC Cofd cofd coleqnumb collatorlocale
    collatorversion colnfreeparms colnumb colsof comb cond corr cos cosh daily date datediff datediff_frac day det
    dgammapda dgammapdada dgammapdadx dgammapdxdx dhms diag diag0cnt digamma dofb dofC dofc dofh dofm dofq dofw dofy
    dow doy dunnettprob e el epsdouble epsfloat exp expm1 exponential exponentialden exponentialtail F fammaden Fden
    fileexists fileread filereaderror filewrite float floor fmtwidth frval Ftail gammap gammaptail get hadamard
    halfyear halfyearly has_eprop hh hhC hms hofd hours hypergeometric hypergeometricp I ibeta ibetatail igaussian
    igaussianden igaussiantail indexnot inlist inrange int inv invbinomial invbinomialtail invcauchy invcauchytail
    invchi2 invchi2tail invcloglog invdunnettprob invexponential invexponentialtail invF invFtail invgammap
    invgammaptail invibeta invibetatail invigaussian invigaussiantail invlaplace invlaplacetail invlogistic
    invlogistictail invlogit invnbinomial invnbinomialtail invnchi2 invnchi2tail invnF invnFtail invnibeta invnormal
    invnt invnttail invpoisson invpoissontail invsym invt invttail invtukeyprob invweibull invweibullph
    invweibullphtail invweibulltail irecode islepyear issymmetric J laplace laplaceden laplacetail ln ln1m ln1p
    lncauchyden lnfactorial lngamma lnigammaden lnigaussianden lniwishartden lnlaplaceden lnmvnormalden lnnormal
    lnnormalden lnwishartden log log10 log1m log1p logistic logisticden logistictail logit matmissing matrix
    matuniform max maxbyte maxdouble maxfloat maxint maxlong mdy mdyhms mi min minbyte mindouble minfloat minint
    minlong minutes missing mm mmC mod mofd month monthly mreldif msofhours msofminutes msofseconds nbetaden
    nbinomial nbinomialp nbinomialtail nchi2 nchi2den nchi2tail nextbirthday nextleapyear nF nFden nFtail nibeta
    normal normalden npnchi2 npnF npnt nt ntden nttail nullmat plural poisson poissonp poissontail previousbirthday
    previousleapyear qofd quarter quarterly r rbeta rbinomial rcauchy rchi2 real recode regexm regexr regexs reldif
    replay return rexponential rgamma rhypergeometric rigaussian rlaplace rlogistic rnormal round roweqnumb
    rownfreeparms rownumb rowsof rpoisson rt runiform runiformint rweibull rweibullph s scalar seconds sign sin sinh
    smallestdouble soundex soundex_nara sqrt ss ssC strcat strdup string stritrim strlen strlower strltrim strmatch
    strofreal strpos strproper strreverse strrpos strrtrim strtoname strtrim strupper subinstr subinword substr sum
    sweep t tan tanh tC tc td tden th tin tm tobytes tq trace trigamma trunc ttail tukeyprob tw twithin uchar
    udstrlen udsubstr uisdigit uisletter uniform ustrcompare ustrcompareex ustrfix ustrfrom ustrinvalidcnt ustrleft
    ustrlen ustrlower ustrltrim ustrnormalize ustrpos ustrregexm ustrregexra ustrregexrf ustrregexs ustrreverse
    ustrright ustrrpos ustrrtrim ustrsortkey ustrsortkeyex ustrtitle ustrto ustrtohex ustrtoname ustrtrim
    ustrunescape ustrupper ustrword ustrwordcount usubinstr usubstr vec vecdiag week weekly weibull weibullden
    weibullph weibullphden weibullphtail weibulltail wofd word wordbreaklocale wordcount year yearly yh ym yofd yq yw",
);
static TYPES: Words = Words::new(
    "byte double float global int integer local long matrix newlist numeric numlist scalar str string strL varlist",
);
static RESERVED: Words =
    Words::new("break continue else foreach forv forva forval forvalu forvalue forvalues if in nobreak of to while");

pub(crate) fn define(g: &mut Grammar) {
    g.state("root")
        .on(r"^\s*#.*", CommentPreproc)
        .on(r"^\*!.*", CommentHashbang)
        .on(r"^\s*\*.*", CommentSingle)
        .on(r"^\s*(\w+)\b", Keyword)
        .if_word(&COMMANDS)
        .on(r"[ \t]+", TextWhitespace)
        .on(r"[\n\r]+", Text)
        .on("//.*", CommentSingle)
        .on(r"(?m)/(?:\\\n)?\*.*?\*(?:\\\n)?/", CommentMultiline)
        .on(r#"`"(?:\\.|.)*?"'|"(?:\\.|.)*?""#, StrDouble)
        // Local and global macros.
        .on(r"`(?:\\.|.)*?'|\$\w+", StrDouble)
        .on(r"%\S+", NameProperty)
        .on(r"str(?:20(?:4[0-5]|[0-3]\d)|[01]\d{3}|\d{2,3}|[1-9])\b", KeywordType)
        .on(r"(\w+)(?=\()", NameFunction)
        .if_word(&FUNCTIONS)
        // The operator of ranges in matrices.
        .on(r"\.\.(?=[^\]\n]*\])", Operator)
        .on(r"[-+]?(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][-+]?\d+)?", Num)
        // The operators of factors and time series.
        .on(r"[CDFILOScdfilos]\w*(?:\.|(?=\(.*\)\.))", Operator)
        .words(r"\w+", &[(&RESERVED, KeywordReserved), (&TYPES, KeywordType)], Name)
        .on(r"[\[\]{}();,]", Punctuation)
        .on(r"[-<>?*+'^/\\!#.=~:&|]", Operator);
}
