//! Mosel, the modelling language of the optimizer Xpress.

use super::prelude::*;

static KEYWORDS: Words = Words::new(
    "and array as boolean break case count counter declarations div do dynamic elif else end evaluation exit false
    forall forward from function if imports in include initialisations initializations integer inter is_binary
    is_continuous is_free is_integer is_partint is_semcont is_semint is_sos1 is_sos2 linctr list max min mod model
    mpvar next not of options or package parameters procedure prod public range real record repeat requirements
    set string sum then to true union until uses version while with",
);
static BUILTINS: Words = Words::new(
    "abs arctan assert bitflip bitneg bitset bitshift bittest bitval ceil cos create currentdate currenttime
    cuthead cuttail delcell exists exit exp exportprob fclose fflush finalize findfirst findlast floor fopen
    fselect fskipline getact getcoeff getcoeffs getdual getfid getfirst getfname gethead getlast getobjval
    getparam getrcost getreadcnt getreverse getsize getslack getsol gettail gettype getvars iseof ishidden isodd
    ln log makesos1 makesos2 maxlist minlist publish random read readln reset reverse round setcoeff sethidden
    setioerr setname setparam setrandseed settype sin splithead splittail sqrt strfmt substr timestamp unpublish
    write writeln",
);
static SOLVER_FUNCTIONS: Words = Words::new(
    "addmipsol basisstability calcsolinfo clearmipdir clearmodcut command copysoltoinit defdelayedrows
    defsecurevecs estimatemarginals fixglobal getbstat getdualray getiis getiissense getiistype getinfcause
    getinfeas getlb getloadedlinctrs getloadedmpvars getname getprimalray getprobstat getrange getsensrng getsize
    getsol getub getvars implies indicator isiisvalid isintegral loadbasis loadmipsol loadprob maximize minimize
    postsolve readbasis readdirs readsol refinemipsol rejectintsol repairinfeas resetbasis resetiis resetsol
    savebasis savemipsol savesol savestate selectsol setbstat setcallback setcbcutoff setgndata setlb setmipdir
    setmodcut setsol setub setucbdata stopoptimize unloadprob writebasis writedirs writeprob writesol xor",
);
static SOLVER_CONSTANTS: Words = Words::new("XPRS_INF XPRS_OPT XPRS_OTH XPRS_UNB XPRS_UNF");
static SOLVER_PARAMETERS: Words = Words::new(
    "xprs_colorder xprs_enumduplpol xprs_enummaxsol xprs_enumsols xprs_fullversion xprs_loadnames xprs_problem
    xprs_probname xprs_verbose",
);
static SYSTEM_FUNCTIONS: Words = Words::new(
    "addmonths copytext cuttext deltext endswith expandpath fcopy fdelete findfiles findtext fmove getasnumber
    getchar getcwd getdate getday getdaynum getdays getdirsep getendparse getenv getfsize getfstat getftime
    gethour getminute getmonth getmsec getpathsep getqtype getsecond getsepchar getsize getstart getsucc
    getsysinfo getsysstat gettime gettmpdir gettrim getweekday getyear inserttext isvalid makedir makepath newtar
    newzip nextfield openpipe parseextn parseint parsereal parsetext pastetext pathmatch pathsplit qsort quote
    readtextline regmatch regreplace removedir removefiles setchar setdate setday setendparse setenv sethour
    setminute setmonth setmsec setqtype setsecond setsepchar setstart setsucc settime settrim setyear sleep
    startswith system tarlist textfmt tolower toupper trim untar unzip ziplist",
);
static SYSTEM_PARAMETERS: Words =
    Words::new("datefmt datetimefmt monthnames sys_endparse sys_fillchar sys_pid sys_qtype sys_regcache sys_sepchar");
static JOB_FUNCTIONS: Words = Words::new(
    "clearaliases compile connect detach disconnect dropnextevent findxsrvs getaliases getannidents getannotations
    getbanner getclass getexitcode getfromgid getfromid getfromuid getgid gethostalias getid getnextevent getnode getrmtid
    getstatus getuid getvalue isqueueempty load nullevent peeknextevent reset resetmodpar run send setcontrol setdefstream
    setgid sethostalias setmodpar setuid setworkdir stop unload wait waitfor",
);
static JOB_PARAMETERS: Words =
    Words::new("conntmpl defaultnode fsrvdelay fsrvnbiter fsrvport jobid keepalive nodenumber parentnumber");

pub(crate) fn define(g: &mut Grammar) {
    let word = r"([a-zA-Z]\w*)\b";
    g.state("root")
        .on(r"\s+", Text)
        .on(r"!.*\n?", CommentSingle)
        .on(r"(?m)\(!.*?!\)", CommentMultiline)
        .to(r#"""#, StrDouble, "double")
        .to("'", StrSingle, "single")
        .on(r"(?:0[xX]\h*|(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)(?:UL|ul|[LluUFf])?", Num)
        .on(r"[~!@#$%^&*()+`={}\[\]:;<>?,./|\\-]", Punctuation)
        .on(r"(?i)(?:true|false)\b", NameBuiltin)
        .on(word, Keyword)
        .if_word_folded(&KEYWORDS)
        .on(word, NameBuiltin)
        .if_word(&BUILTINS)
        .on(word, NameFunction)
        .if_word(&SOLVER_FUNCTIONS)
        .on(word, NameConstant)
        .if_word(&SOLVER_CONSTANTS)
        .on(word, NameProperty)
        .if_word_folded(&SOLVER_PARAMETERS)
        .on(word, NameFunction)
        .if_word_folded(&SYSTEM_FUNCTIONS)
        .on(word, NameProperty)
        .if_word(&SYSTEM_PARAMETERS)
        .on(word, NameFunction)
        .if_word_folded(&JOB_FUNCTIONS)
        .on(word, NameProperty)
        .if_word(&JOB_PARAMETERS)
        .on(r"[a-zA-Z_]\w*", Name);
    g.state("single").to("'", StrSingle, POP).on("[^']+", StrSingle);
    g.state("double")
        .to(r#"""#, StrDouble, POP)
        .on(r#"\\(?:"|[0-7]{1,3}\D|[abfnrtv]|\\)"#, StrEscape)
        .on(r#"[^"\\]+|\\"#, StrDouble);
}
