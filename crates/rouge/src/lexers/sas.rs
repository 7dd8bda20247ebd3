//! SAS. The keywords of a procedure are only valid within it.

use super::prelude::*;

static STATEMENTS_AND_FUNCTIONS: Words = Words::new(
    "abort abs addr addrlong airy allcomb allperm anyalnum anyalpha anycntrl anydigit anyfirst anygraph anylower
    anyname anyprint anypunct anyspace anyupper anyxdigit arcos arcosh array arsin arsinh artanh atan atan2 attrc
    attrib attrn band beta betainv blackclprc blackptprc blkshclprc blkshptprc blshift bnot bor brshift bxor by byte
    call cards cards4 cat catname catq cats catt catx cdf ceil ceilz cexist char checkpoint choosec choosen cinv
    close cmiss cnonct coalesce coalescec collate comb compare compbl compfuzz compged complev compound compress
    constant continue convx convxp cos cosh cot count countc countw csc css cumipmt cumprinc curobs cv daccdb
    daccdbsl daccsl daccsyd dacctab dairy data datalines datalines4 datdif date datejul datepart datetime day dclose
    dcreate delete depdb depdbsl depsl depsyd deptab dequote describe deviance dhms dif digamma dim dinfo display
    divide dm dnum do dopen doptname doptnum dosubl dread drop dropnote dsname dsncatlgd dur durp effrate else end
    endsas envlen erf erfc error euclid execute execute_always exist exp fact fappend fclose fcol fcopy fdelete fetch
    fetchobs fexist fget file fileexist filename fileref finance find findc findw finfo finv fipname fipnamel
    fipstate first floor floorz fmtinfo fnonct fnote footnote fopen foptname foptnum format fpoint fpos fput fread
    frewind frlen fsep fuzz fwrite gaminv gamma garkhclprc garkhptprc gcd geodist geomean geomeanz getoption getvarc
    getvarn go graycode harmean harmeanz hbound hms holiday holidayck holidaycount holidayname holidaynx holidayny
    holidaytest hour htmldecode htmlencode ibessel if ifc ifn index indexc indexw infile informat input inputc inputn
    int intcindex intck intcycle intfit intfmt intget intindex intnx intrr intseas intshift inttest intz iorcmsg ipmt
    iqr irr jbessel juldate juldate7 keep kurtosis label lag largest lbound lcm lcomb leave left length lengthc
    lengthm lengthn lexcomb lexcombi lexperk lexperm lfact lgamma libname libref link list lock log log10 log1px log2
    logbeta logcdf logistic logpdf logsdf lostcard lowcase lperm lpnorm mad margrclprc margrptprc max md5 mdy mean
    median merge min minute missing mod modexist modify module modulec modulen modz month mopen mort msplint mvalid n
    netpv nliteral nmiss nomrate normal notalnum notalpha notcntrl notdigit note notfirst notgraph notlower notname
    notprint notpunct notspace notupper notxdigit npv nvalid nwkdom open options ordinal output page pathname pctl
    pdf peek peekc peekclong peeklong perm pmt point poisson ppmt probbeta probbnml probbnrm probchi probf probgam
    probhypr probit probmc probnegb probnorm probt propcase prxchange prxmatch prxparen prxparse prxposn ptrlongadd
    put putc putlog putn pvp qtr quantile quote ranbin rancau rand ranexp rangam range rank rannor ranpoi rantbl
    rantri ranuni redirect remove rename repeat replace resetline resolve retain return reverse rewind right rms
    round rounde roundz run sasfile saving savings scan sdf sec second select set sha256 sha256hex sha256hmachex sign
    sin sinh skewness skip sleep smallest soapweb soapwebmeta soapwipservice soapwipsrs soapws soapwsmeta soundex
    spedis sqrt squantile std stderr stfips stname stnamel stop strip subpad substr substrn sum sumabs symexist
    symget symglobl symlocal sysecho sysexist sysget sysmsg sysparm sysprocessid sysprocessname sysprod sysrc system
    tan tanh then time timepart timevalue tinv title tnonct to today translate transtrn tranwrd trigamma trim trimn
    trunc tso typeof tzoneid tzonename tzoneoff tzones2u tzoneu2s uniform until upcase update urldecode urlencode uss
    uuidgen var varfmt varinfmt varlabel varlen varname varnum varray varrayx vartype verify vformat vformatd
    vformatdx vformatn vformatnx vformatw vformatwx vformatx vinarray vinarrayx vinformat vinformatd vinformatdx
    vinformatn vinformatnx vinformatw vinformatwx vinformatx vlabel vlabelx vlength vlengthx vname vnamex vtype
    vtypex vvalue vvaluex week weekday where whichc whichn while window wto x year yieldp yrdif yyq zipcity
    zipcitydistance zipfips zipname zipnamel zipstate",
);
static MACRO_WORDS: Words = Words::new(
    "%abort %bquote %copy %display %do %else %end %eval %global %goto %if %include %index %input %length %let %list
    %local %macro %nrbquote %nrquote %nrstr %put %qscan %qsubstr %qsysfunc %quote %qupcase %return %run %scan %str
    %substr %superq %symdel %symexist %symglobl %symlocal %syscall %sysevalf %sysexec %sysfunc %sysget %syslput
    %sysmacdelete %sysmacexec %sysmacexist %sysmexecdepth %sysmexecname %sysmstoreclear %sysprod %sysrput %then %to
    %unquote %until %upcase %while %window",
);
static PROCEDURES: Words = Words::new(
    "access aceclus adaptivereg allele anom anova append appsrv arima authlib autoreg bchoice bom boxplot btl build
    calendar calis callrfc cancorr candisc capability casecontrol catalog catmod cdisc chart cimport clp cluster
    compare compile computab contents convert copula copy corr corresp countreg cpm cport cusum cv2view datasets
    datasource datekeys db2ext db2util dbcstab dbf dbload delete dif discrim display distance dmsrvadm dmsrvdatasvc
    dmsrvprocesssvc document download dqloclst dqmatch dqscheme ds2 dtree entropy esm expand explode export factex
    factor family fastclus fcmp fedsql fmm fontreg forecast format forms freq fsbrowse fsedit fsletter fslist fsview
    g3d g3grid ga gam gampl ganno gantt gareabar gbarline gchart gcontour gdevice gee geneselect genmod geocode gfont
    ginside gis gkpi glimmix glm glmmod glmpower glmselect gmap goptions gplot gproject gradar greduce gremove
    greplay groovy gslide gtile hadoop haplotype hdmd hpbin hpcandisc hpcdm hpcopula hpcorr hpcountreg hpdmdb hpds2
    hpfmm hpgenselect hpimpute hplmixed hplogistic hpmixed hpnlmod hppanel hppls hpprincomp hpqlim hpquantselect
    hpreg hpsample hpseverity hpsplit hpsummary htsnp http iclifetest icphreg iml import imstat imxfer inbreed
    infomaps intpoint iomoperate irt ishikawa items javainfo json kde krige2d lasr lattice lifereg lifetest loan
    localedata loess logistic lp lua macontrol mapimport mcmc mdc mddb mds means metadata metalib metaoperate mi
    mianalyze migrate mixed modeclus model mschart multtest mvpdiagnose mvpmodel mvpmonitor nested netdraw netflow
    nlin nlmixed nlp npar1way odslist odstable odstext olap olapcontents olapoperate operate optex optgraph options
    optload optlp optlso optmilp optmodel optnet optqp optsave orthoreg panel pareto pdlreg pds pdscopy phreg plan
    plm plot pls pm pmenu power presenv princomp prinqual print printto probit proto prtdef prtexp psmooth pwencode
    qdevice qlim quantlife quantreg quantselect quest rank rareevents rdc rdpool rdsec recommend reg registry release
    reliability report risk robustreg rsreg scaproc score seqdesign seqtest server severity sgdesign sgpanel sgplot
    sgrender sgscatter shewhart sim2d similarity simlin simnormal soap sort source spectra spp sql sqoop ssm standard
    statespace stdize stdrate stepdisc stp stream summary surveyfreq surveyimpute surveylogistic surveymeans
    surveyphreg surveyreg surveyselect syslin tabulate tapecopy tapelabel template timedata timeid timeplot
    timeseries tpspline transpose transreg trantab tree tscsreg ttest ucm univariate upload varclus varcomp variogram
    varmax vasmp x11 x12 x13 xsl",
);

/// The name of the current procedure, in lower case.
#[derive(Default)]
struct Procedure(String);

pub(crate) fn define(g: &mut Grammar) {
    before_words(g);
    g.state("after words")
        .on(r"[(),;:{}\[\]\\.]", Punctuation)
        // The line is held by `@`. The other sign modifies a format.
        .on("[@?]", StrSymbol)
        .on(r"\S+", Text);
    g.state("root")
        .mixin("before words")
        .call(r"(?i)(proc)(\s+)(\w+)", |cx| {
            let name = cx.group(3).to_ascii_lowercase();
            cx.groups(&[Keyword, Text, if PROCEDURES.has(&name) { Keyword } else { Name }]);
            cx.memory::<Procedure>().0 = name;
            cx.push("procedure");
        })
        .groups(r"(?i)(data)(\s+)([\w.]+)", &[Keyword, Text, NameVariable])
        .groups(r"(?i)(libname)(\s+)(\w+)", &[Keyword, Text, NameVariable])
        .words_folded(r"\w+", &[(&STATEMENTS_AND_FUNCTIONS, Keyword)], Name)
        .mixin("after words");
    g.state("procedure")
        .to("(?i)quit|run", Keyword, POP)
        .mixin("before words")
        .call(r"\w+", |cx| {
            let word = cx.matched().to_ascii_lowercase();
            let known = STATEMENTS_AND_FUNCTIONS.has(&word)
                || words_of(&cx.memory::<Procedure>().0).is_some_and(|words| words.has(&word));
            cx.token(if known { Keyword } else { Name });
        })
        .mixin("after words");
    strings_and_data(g);
}

fn before_words(g: &mut Grammar) {
    g.state("before words")
        .on(r"\s+", Text)
        // Comments are statements, which may follow another one in the line.
        .on(r"^\s*%?\*[^;]*;", CommentSingle)
        .groups(r"(;)(\s*)(%?\*[^;]*;)", &[Punctuation, Text, CommentSingle])
        .on(r"(?m)/\*.*?\*/", CommentMultiline)
        .on("(?i)'[0-9a-z]+'d|'.+?'dt|'[0-9:]+(?:[ap|]m)?'t", LiteralDate)
        .to("'", StrSingle, "single string")
        .to(r#"""#, StrDouble, "double string")
        .on(r"&[.&\w]+", NameVariable)
        .on(r"\d\h*[xX]", NumHex)
        .on(r"\d[-0-9eE.]+", Num)
        .on(r"(\w+)\b", NameBuiltinPseudo)
        .if_word_folded(&AUTOMATIC_VARIABLES)
        .on(r"(\w+)\b", NameBuiltin)
        .if_word_folded(&VARIABLE_LISTS)
        .groups_to(r"(?i)(cards|datalines)(\s*)(;)", &[Keyword, Text, Punctuation], "data lines")
        .groups_to(r"(?i)(cards4|datalines4)(\s*)(;)", &[Keyword, Text, Punctuation], "data lines to four semicolons")
        // As in Rouge, an equals sign takes the character before it along.
        .on(r"[-*/+]|[^¬~]?=:?|[<>]", Operator)
        .on(r"(\w+)\b", OperatorWord)
        .if_word_folded(&WORD_OPERATORS)
        .on("[&|!¦¬∘~]", Operator)
        .on(r"\d+", NumInteger)
        .on(r"\$", KeywordType)
        .groups(r"(?i)(%macro|%mend)(\s*)(\w+)", &[Keyword, Text, NameFunction])
        .on("%mend", Keyword)
        .words_folded(r"%\w+", &[(&MACRO_WORDS, Keyword)], Name);
}

fn strings_and_data(g: &mut Grammar) {
    g.state("single string").on("''", StrEscape).to("'", StrSingle, POP).on("[^']+", StrSingle);
    g.state("double string")
        .on(r"&[&\w]+\.?", StrInterpol)
        .on(r#""""#, StrEscape)
        .to(r#"""#, StrDouble, POP)
        .on(r#"[^&"]+|&"#, StrDouble);
    g.state("data lines").on("[^;]+", StrHeredoc).to(";", Punctuation, POP);
    g.state("data lines to four semicolons").to(";{4}", Punctuation, POP).on("[^;]+|;{1,3}", StrHeredoc);
}

static AUTOMATIC_VARIABLES: Words = Words::new("_cmd_ _error_ _file_ _infile_ _iorc_ _msg_ _n_");
static VARIABLE_LISTS: Words = Words::new("_all_ _character_ _numeric_");
static WORD_OPERATORS: Words = Words::new("and eq ge gt in le like lt ne not of or");

/// The keywords that are only valid in one procedure, such as `sort`. `None` for an unknown procedure.
fn words_of(procedure: &str) -> Option<&'static Words> {
    Some(match procedure {
        "append" => &APPEND,
        "corr" => &CORR,
        "datasets" => &DATASETS,
        "freq" => &FREQ,
        "gchart" => &GCHART,
        "gplot" => &GPLOT,
        "means" => &MEANS,
        "metalib" => &METALIB,
        "print" => &PRINT,
        "reg" => &REG,
        "report" => &REPORT,
        "sgplot" => &SGPLOT,
        "sort" => &SORT,
        "sql" => &SQL,
        "transpose" => &TRANSPOSE,
        _ => return None,
    })
}

static APPEND: Words = Words::new("appendver attrib base data encryptkey force format getsort label nowarn where");
static CORR: Words = Words::new(
    "alpha best by cov csscp data exclnpwght fisher freq hoeffding id kendall matrix nocorr nomiss noprint noprob
    nosimple outh outk outp outplc outpls outs partial pearson plots polychoric polyserial rank scatter singular sscp
    var vardef weight with",
);
static DATASETS: Words = Words::new(
    "add age append attrib audit centiles change contents copy create delete exchange exclude format ic index informat
    initiate label log modify options reactivate rebuild remove rename repair resume save select set suspend
    terminate user_var xattr",
);
static FREQ: Words = Words::new(
    "agree ajchi all barnard bdchi bin binomial bowker by cellchi2 chisq cmh cmh1 cmh2 cmhcor cmhga cmhrms cochq comor
    compress contents contgy cramv crosslist cumcol data deviation eqkap eqor eqwkp exact expected fisher format
    formatted formchar freq gailsimon gamma gs internal jt kappa kentb lamcr lamdas lamrc lgor lgrrc1 lgrrc2 list
    lrchi maxlevels mcnem measures mhchi mhor mhrrc1 mhrrc2 missprint n nlevels nmiss nocol nocum nofreq nopercent
    noprint norow nosparse nowarn oddsratio or order out outcum outexpect outpct output page pchi pcorr pearsonref
    phi plcorr plots printwkts rdif1 rdif2 relrisk relrisk1 relrisk2 risk1 risk11 risk12 risk21 risk22 riskdiff
    riskdiff1 riskdiff2 rrc1 rrc2 rsk1 rsk11 rsk12 rsk21 rsk22 scorout scorr smdcr smdrc sparse stdres stutc tables
    taub tauc test totpct trend tsymm u ucr urc weight wtkap wtkappa zelen zeros",
);
static GCHART: Words = Words::new(
    "across angle anno annotate arrow ascending autoref axis bars block blockmax both by cautoref caxis cerror cfill
    cframe cfreq cfreqlabel clipref clm clockwise coutline cpercent cpercentlabel cref ctext data descending
    description detail_percent detail_radius detail_slice detail_threshold detail_value discrete donut donutpct down
    errorbar explode fill fit format frame freq freqlabel frontref g100 gaxis gout group gspace hbar hbar3d html
    html_legend iframe imagemap imagestyle inside invisible jstyle label lautoref legend levels matchcolor maxis mean
    meanlabel midpoint minor missing name noaxis nobaseref noconnect noframe nogroupheading noheading nolegend none
    nostats nosymbol note nozero old othercolor otherlabel outside patternid percent percentlabel percentsum pie
    pie3d plabel ppercent radius range ref shape slice solid space star starmax starmin subgroup suboutside sum
    sumvar tile top type url value vbar vbar3d wautoref where width woutline wref x",
);
static GPLOT: Words = Words::new(
    "annotate area areas autohref autovref bcolor bfill bfont blabel bscale bsize bubble bubble2 cautohref cautovref
    caxis cbaseline cframe chref coutline ctext cvref data dataorder description fit frame frontref gout grid haxis
    hminor href hreverse html hzero iframe imagemap imagestyle lautohref lautovref legend lhref lvref name noaxis
    noframe nolastarea nolegend overlay plot plot2 radius regeqn skipmiss tile uniform url vaxis vminor vref vreverse
    vzero wautohref wautovref whref wvref",
);
static MEANS: Words = Words::new(
    "alpha ascending attrib autolabel autoname by chartype class classdata clm completetypes css cv descending
    descendtypes exclnpwgt exclusive format formatted freq fw groupinternal id idmin keeplen kurt kurtosis label lclm
    levels max maxdec maxid mean median min missing mlf mode n nmiss noinherit nonobs noprint nothreads notrap
    notsorted order out output p1 p10 p20 p25 p30 p40 p5 p50 p60 p70 p75 p80 p90 p95 p99 pctldef preloadfmt print
    printalltypes printidvars probt prt q1 q3 qmarkers qmethod qntldef qrange range skew skewness stackodsoutput std
    stddev stderr sum sumsize sumwgt t threads types uclm unformatted uss var vardef ways weight where",
);
static METALIB: Words = Words::new(
    "dbauth dbpassword dbuser delete detail exclude folder folderid impact_limit libid library liburi noadd nodeldup
    noexec noupdate omr prefix read report select summary type update_rule",
);
static PRINT: Words = Words::new(
    "attrib blankline by contents count data descending double format grandtotal_label heading id label n noobs
    nosumlabel notsorted obs pageby round rows split style sum sumby sumlabel uniform var where width",
);
static REG: Words = Words::new(
    "add by code delete freq id model mtest output paint plot print refit restrict reweight store test var weight",
);
static REPORT: Words = Words::new(
    "_page_ _row_ across after analysis attrib before blink box break by bypageno call center character color column
    colwidth command completecols completerows compute computed contents css cv data define descending display dol
    dul endcomp exclnpwgt exclusive flow format formatted formchar freq group headline headskip help highlight id
    internal label left length line list ls max mean median merge min missing mlf mode n named nmiss noalias nocenter
    nocompletecols nocompleterows noexec noheader noprint nothreads notsorted nowindows nozero ol order out outrept
    p1 p10 p20 p25 p30 p40 p5 p50 p60 p70 p75 p80 p90 p95 p99 page panels pctldef pctn pctsum preloadfmt probt
    profile prompt prt ps pspace q1 q3 qmarkers qmethod qntldef qrange range rbreak replace report right rvsvideo
    showall skip spacing spanrows split std stderr style sum summarize sumwgt suppress t threads ul url urlbp urlp
    uss var vardef weight where width windows wrap",
);
static SGPLOT: Words = Words::new(
    "band block bubble density dot dropline ellipse ellipseparm fringe gradlegend hbar hbarbasic hbarparm hbox heatmap
    heatmapparm highlow histogram hline inset keylegend lineparm loess lower needle pbspline polygon refline reg
    scatter series spline step styleattrs symbolchar symbolimage text upper vbar vbarbasic vbarparm vbox vector vline
    waterfall x x2axis xaxis xaxistable y y2axis yaxis yaxistable",
);
static SORT: Words = Words::new(
    "asc ascending attrib by datecopy desc descending dupout equals force format key label nodupkey noequals nothreads
    nouniquekey out overwrite presorted sortsize tagsort threads uniqueout where",
);
static SQL: Words = Words::new(
    "add alter as by connect constraint create delete describe disconnect distinct drop execute foreign from group
    having index inner insert into join key left like modify on order primary reset right select set table unique
    update using validate values view where",
);
static TRANSPOSE: Words = Words::new(
    "attrib by copy delimiter descending format id idlabel indb label let name notsorted out prefix suffix var where",
);
