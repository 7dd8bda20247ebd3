//! HTML's named characters, as far as kramdown knows them.

use crate::version::Version;

/// The code point of the character with this HTML entity name. `None` for unknown names.
pub(crate) fn code_of(name: &str) -> Option<u32> {
    NAMES.binary_search_by(|(other, _)| (*other).cmp(name)).ok().map(|index| NAMES[index].1)
}

/// The name that kramdown uses for a code point. If there are several, this is the last one in kramdown's table.
fn name_of(code: u32, version: Version) -> Option<&'static str> {
    if !version.html5_entities {
        return HTML_4.iter().copied().find(|name| code_of(name) == Some(code));
    }
    if let Ok(index) = PREFERRED.binary_search_by_key(&code, |(code, _)| *code) {
        return Some(PREFERRED[index].1);
    }
    NAMES.iter().find(|(_, other)| *other == code).map(|(name, _)| *name)
}

/// Resolves a numeric reference to its code point and name. As in Windows-1252, `&#128;` is the euro sign. Most
/// characters have no name.
pub(crate) fn numbered(code: u32, version: Version) -> (u32, Option<&'static str>) {
    const WINDOWS: [u32; 32] = [
        0x20ac, 0, 0x201a, 0x192, 0x201e, 0x2026, 0x2020, 0x2021, 0x2c6, 0x2030, 0x160, 0x2039, 0x152, 0, 0x17d, 0, 0,
        0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014, 0x2dc, 0x2122, 0x161, 0x203a, 0x153, 0, 0x17e, 0x178,
    ];
    let meant =
        code.checked_sub(128).and_then(|index| WINDOWS.get(index as usize)).copied().filter(|&meant| meant != 0);
    let code = meant.unwrap_or(code);
    (code, name_of(code, version))
}

/// The name of an entity, as a static string, and its code point. `None` for names that the version of kramdown lacks.
pub(crate) fn known(name: &str, version: Version) -> Option<(&'static str, u32)> {
    if !version.html5_entities && HTML_4.binary_search(&name).is_err() {
        return None;
    }
    NAMES.binary_search_by(|(other, _)| (*other).cmp(name)).ok().map(|index| NAMES[index])
}

/// The names in HTML 4, sorted by bytes.
#[rustfmt::skip]
const HTML_4: &[&str] = &[
    "AElig", "Aacute", "Acirc", "Agrave", "Alpha", "Aring", "Atilde", "Auml", "Beta", "Ccedil", "Chi", "Dagger",
    "Delta", "ETH", "Eacute", "Ecirc", "Egrave", "Epsilon", "Eta", "Euml", "Gamma", "Iacute", "Icirc", "Igrave",
    "Iota", "Iuml", "Kappa", "Lambda", "Mu", "Ntilde", "Nu", "OElig", "Oacute", "Ocirc", "Ograve", "Omega",
    "Omicron", "Oslash", "Otilde", "Ouml", "Phi", "Pi", "Prime", "Psi", "Rho", "Scaron", "Sigma", "THORN", "Tau",
    "Theta", "Uacute", "Ucirc", "Ugrave", "Upsilon", "Uuml", "Xi", "Yacute", "Yuml", "Zeta", "aacute", "acirc",
    "acute", "aelig", "agrave", "alefsym", "alpha", "amp", "and", "ang", "apos", "aring", "asymp", "atilde", "auml",
    "bdquo", "beta", "brvbar", "bull", "cap", "ccedil", "cedil", "cent", "chi", "circ", "clubs", "cong", "copy",
    "crarr", "cup", "curren", "dArr", "dagger", "darr", "deg", "delta", "diams", "divide", "eacute", "ecirc",
    "egrave", "empty", "emsp", "ensp", "epsilon", "equiv", "eta", "eth", "euml", "euro", "exist", "fnof", "forall",
    "frac12", "frac14", "frac34", "frasl", "gamma", "ge", "gt", "hArr", "harr", "hearts", "hellip", "iacute",
    "icirc", "iexcl", "igrave", "image", "infin", "int", "iota", "iquest", "isin", "iuml", "kappa", "lArr",
    "lambda", "lang", "laquo", "larr", "lceil", "ldquo", "le", "lfloor", "lowast", "loz", "lrm", "lsaquo", "lsquo",
    "lt", "macr", "mdash", "micro", "middot", "minus", "mu", "nabla", "nbsp", "ndash", "ne", "ni", "not", "notin",
    "nsub", "ntilde", "nu", "oacute", "ocirc", "oelig", "ograve", "oline", "omega", "omicron", "oplus", "or",
    "ordf", "ordm", "oslash", "otilde", "otimes", "ouml", "para", "part", "permil", "perp", "phi", "pi", "piv",
    "plusmn", "pound", "prime", "prod", "prop", "psi", "quot", "rArr", "radic", "rang", "raquo", "rarr", "rceil",
    "rdquo", "real", "reg", "rfloor", "rho", "rlm", "rsaquo", "rsquo", "sbquo", "scaron", "sdot", "sect", "shy",
    "sigma", "sigmaf", "sim", "spades", "sub", "sube", "sum", "sup", "sup1", "sup2", "sup3", "supe", "szlig", "tau",
    "there4", "theta", "thetasym", "thinsp", "thorn", "tilde", "times", "trade", "uArr", "uacute", "uarr", "ucirc",
    "ugrave", "uml", "upsih", "upsilon", "uuml", "vellip", "weierp", "xi", "yacute", "yen", "yuml", "zeta", "zwj",
    "zwnj",
];

/// Code points with several names, and the preferred name, sorted by code point.
#[rustfmt::skip]
const PREFERRED: &[(u32, &str)] = &[
    (60, "nvlt"), (62, "nvgt"), (8706, "npart"), (8736, "nang"), (8745, "caps"), (8746, "cups"),
    (8764, "nvsim"), (8770, "NotEqualTilde"), (8782, "NotHumpDownHump"), (8783, "NotHumpEqual"), (8801, "bnequiv"), (8804, "nvle"),
    (8805, "nvge"), (8806, "nleqq"), (8807, "NotGreaterFullEqual"), (8808, "lvnE"), (8809, "gvnE"), (8810, "nLt"),
    (8811, "nGt"), (8834, "vnsub"), (8835, "vnsup"), (8842, "vsubne"), (8843, "vsupne"), (10229, "LongLeftArrow"),
    (10230, "LongRightArrow"), (10231, "LongLeftRightArrow"), (10232, "DoubleLongLeftArrow"), (10233, "DoubleLongRightArrow"), (10234, "DoubleLongLeftRightArrow"), (10236, "longmapsto"),
    (10509, "bkarow"), (10511, "dbkarow"), (10512, "drbkarow"), (10533, "hksearow"), (10534, "hkswarow"), (10536, "toea"),
    (10537, "tosa"), (10547, "nrarrc"), (10606, "UpEquilibrium"), (10607, "ReverseUpEquilibrium"), (10703, "NotLeftTriangleBar"), (10704, "NotRightTriangleBar"),
    (10731, "blacklozenge"), (10752, "bigodot"), (10753, "bigoplus"), (10754, "bigotimes"), (10756, "biguplus"), (10758, "bigsqcup"),
    (10764, "iiiint"), (10812, "intprod"), (10861, "ncongdot"), (10864, "napE"), (10871, "ddotseq"), (10877, "NotLessSlantEqual"),
    (10878, "NotGreaterSlantEqual"), (10885, "lessapprox"), (10886, "gtrapprox"), (10887, "lneq"), (10888, "gneq"), (10889, "lnapprox"),
    (10890, "gnapprox"), (10891, "lesseqqgtr"), (10892, "gtreqqless"), (10901, "eqslantless"), (10902, "eqslantgtr"), (10913, "NotNestedLessLess"),
    (10914, "NotNestedGreaterGreater"), (10924, "smtes"), (10925, "lates"), (10927, "npreceq"), (10928, "nsucceq"), (10933, "precneqq"),
    (10934, "succneqq"), (10935, "precapprox"), (10936, "succapprox"), (10937, "precnapprox"), (10938, "succnapprox"), (10949, "nsubseteqq"),
    (10950, "nsupseteqq"), (10955, "vsubnE"), (10956, "vsupnE"), (10980, "DoubleLeftTee"), (11005, "nparsl"),
];

/// All names with their code points, sorted by the bytes of the names.
#[rustfmt::skip]
const NAMES: &[(&str, u32)] = &[
    ("AElig", 198), ("Aacute", 193), ("Acirc", 194), ("Afr", 120068), ("Agrave", 192), ("Alpha", 913),
    ("And", 10835), ("Aopf", 120120), ("Aring", 197), ("Ascr", 119964), ("Atilde", 195), ("Auml", 196),
    ("Barv", 10983), ("Beta", 914), ("Bfr", 120069), ("Bopf", 120121), ("Ccedil", 199), ("Chi", 935),
    ("Colone", 10868), ("Cross", 10799), ("Cscr", 119966), ("DDotrahd", 10513), ("Dagger", 8225), ("Dashv", 10980),
    ("Delta", 916), ("Dfr", 120071), ("Dopf", 120123), ("DoubleLeftTee", 10980), ("DoubleLongLeftArrow", 10232), ("DoubleLongLeftRightArrow", 10234),
    ("DoubleLongRightArrow", 10233), ("DownArrowBar", 10515), ("DownLeftRightVector", 10576), ("DownLeftTeeVector", 10590), ("DownLeftVectorBar", 10582), ("DownRightTeeVector", 10591),
    ("DownRightVectorBar", 10583), ("Dscr", 119967), ("ETH", 208), ("Eacute", 201), ("Ecirc", 202), ("Efr", 120072),
    ("Egrave", 200), ("Eopf", 120124), ("Epsilon", 917), ("Equal", 10869), ("Esim", 10867), ("Eta", 919),
    ("Euml", 203), ("Ffr", 120073), ("Fopf", 120125), ("Gamma", 915), ("Gammad", 988), ("Gfr", 120074),
    ("Gopf", 120126), ("GreaterGreater", 10914), ("GreaterSlantEqual", 10878), ("Gscr", 119970), ("Iacute", 205), ("Icirc", 206),
    ("Igrave", 204), ("Iopf", 120128), ("Iota", 921), ("Iuml", 207), ("Jfr", 120077), ("Jopf", 120129),
    ("Jscr", 119973), ("Kappa", 922), ("Kfr", 120078), ("Kopf", 120130), ("Kscr", 119974), ("Lambda", 923),
    ("Lang", 10218), ("LeftDownTeeVector", 10593), ("LeftDownVectorBar", 10585), ("LeftRightVector", 10574), ("LeftTeeVector", 10586), ("LeftTriangleBar", 10703),
    ("LeftUpDownVector", 10577), ("LeftUpTeeVector", 10592), ("LeftUpVectorBar", 10584), ("LeftVectorBar", 10578), ("LessLess", 10913), ("LessSlantEqual", 10877),
    ("Lfr", 120079), ("LongLeftArrow", 10229), ("LongLeftRightArrow", 10231), ("LongRightArrow", 10230), ("Longleftarrow", 10232), ("Longleftrightarrow", 10234),
    ("Longrightarrow", 10233), ("Lopf", 120131), ("Map", 10501), ("Mfr", 120080), ("Mopf", 120132), ("Mu", 924),
    ("Nfr", 120081), ("Not", 10988), ("NotEqualTilde", 8770), ("NotGreaterFullEqual", 8807), ("NotGreaterGreater", 8811), ("NotGreaterSlantEqual", 10878),
    ("NotHumpDownHump", 8782), ("NotHumpEqual", 8783), ("NotLeftTriangleBar", 10703), ("NotLessLess", 8810), ("NotLessSlantEqual", 10877), ("NotNestedGreaterGreater", 10914),
    ("NotNestedLessLess", 10913), ("NotPrecedesEqual", 10927), ("NotRightTriangleBar", 10704), ("NotSquareSubset", 8847), ("NotSquareSuperset", 8848), ("NotSubset", 8834),
    ("NotSucceedsEqual", 10928), ("NotSucceedsTilde", 8831), ("NotSuperset", 8835), ("Nscr", 119977), ("Ntilde", 209), ("Nu", 925),
    ("OElig", 338), ("Oacute", 211), ("Ocirc", 212), ("Ofr", 120082), ("Ograve", 210), ("Omega", 937),
    ("Omicron", 927), ("Oopf", 120134), ("Or", 10836), ("Oscr", 119978), ("Oslash", 216), ("Otilde", 213),
    ("Otimes", 10807), ("Ouml", 214), ("Pfr", 120083), ("Phi", 934), ("Pi", 928), ("Pr", 10939),
    ("PrecedesEqual", 10927), ("Prime", 8243), ("Pscr", 119979), ("Psi", 936), ("Qfr", 120084), ("Qscr", 119980),
    ("RBarr", 10512), ("Rang", 10219), ("Rarrtl", 10518), ("ReverseUpEquilibrium", 10607), ("Rho", 929), ("RightDownTeeVector", 10589),
    ("RightDownVectorBar", 10581), ("RightTeeVector", 10587), ("RightTriangleBar", 10704), ("RightUpDownVector", 10575), ("RightUpTeeVector", 10588), ("RightUpVectorBar", 10580),
    ("RightVectorBar", 10579), ("RoundImplies", 10608), ("RuleDelayed", 10740), ("Sc", 10940), ("Scaron", 352), ("Sfr", 120086),
    ("Sigma", 931), ("Sopf", 120138), ("Sscr", 119982), ("SucceedsEqual", 10928), ("THORN", 222), ("Tau", 932),
    ("Tfr", 120087), ("Theta", 920), ("ThickSpace", 8287), ("Topf", 120139), ("Tscr", 119983), ("Uacute", 218),
    ("Uarrocir", 10569), ("Ucirc", 219), ("Ufr", 120088), ("Ugrave", 217), ("Uopf", 120140), ("UpArrowBar", 10514),
    ("UpEquilibrium", 10606), ("Upsilon", 933), ("Uscr", 119984), ("Uuml", 220), ("Vbar", 10987), ("Vdashl", 10982),
    ("Vfr", 120089), ("Vopf", 120141), ("Vscr", 119985), ("Wfr", 120090), ("Wopf", 120142), ("Wscr", 119986),
    ("Xfr", 120091), ("Xi", 926), ("Xopf", 120143), ("Xscr", 119987), ("Yacute", 221), ("Yfr", 120092),
    ("Yopf", 120144), ("Yscr", 119988), ("Yuml", 376), ("Zeta", 918), ("Zscr", 119989), ("aacute", 225),
    ("acE", 8766), ("acirc", 226), ("acute", 180), ("aelig", 230), ("afr", 120094), ("agrave", 224),
    ("alefsym", 8501), ("alpha", 945), ("amalg", 10815), ("amp", 38), ("and", 8743), ("andand", 10837),
    ("andd", 10844), ("andslope", 10840), ("andv", 10842), ("ang", 8736), ("ange", 10660), ("angmsdaa", 10664),
    ("angmsdab", 10665), ("angmsdac", 10666), ("angmsdad", 10667), ("angmsdae", 10668), ("angmsdaf", 10669), ("angmsdag", 10670),
    ("angmsdah", 10671), ("angrtvbd", 10653), ("aopf", 120146), ("apE", 10864), ("apacir", 10863), ("apos", 39),
    ("aring", 229), ("ascr", 119990), ("asymp", 8776), ("atilde", 227), ("auml", 228), ("awint", 10769),
    ("bNot", 10989), ("bdquo", 8222), ("bemptyv", 10672), ("beta", 946), ("bfr", 120095), ("bigodot", 10752),
    ("bigoplus", 10753), ("bigotimes", 10754), ("bigsqcup", 10758), ("biguplus", 10756), ("bkarow", 10509), ("blacklozenge", 10731),
    ("bne", 61), ("bnequiv", 8801), ("bopf", 120147), ("boxbox", 10697), ("brvbar", 166), ("bscr", 119991),
    ("bsolb", 10693), ("bull", 8226), ("bumpE", 10926), ("cap", 8745), ("capand", 10820), ("capbrcup", 10825),
    ("capcap", 10827), ("capcup", 10823), ("capdot", 10816), ("caps", 8745), ("ccaps", 10829), ("ccedil", 231),
    ("ccups", 10828), ("ccupssm", 10832), ("cedil", 184), ("cemptyv", 10674), ("cent", 162), ("cfr", 120096),
    ("chi", 967), ("cirE", 10691), ("circ", 710), ("cirfnint", 10768), ("cirmid", 10991), ("cirscir", 10690),
    ("clubs", 9827), ("cong", 8773), ("congdot", 10861), ("copf", 120148), ("copy", 169), ("crarr", 8629),
    ("cscr", 119992), ("csub", 10959), ("csube", 10961), ("csup", 10960), ("csupe", 10962), ("cudarrl", 10552),
    ("cudarrr", 10549), ("cularrp", 10557), ("cup", 8746), ("cupbrcap", 10824), ("cupcap", 10822), ("cupcup", 10826),
    ("cupor", 10821), ("cups", 8746), ("curarrm", 10556), ("curren", 164), ("dArr", 8659), ("dHar", 10597),
    ("dagger", 8224), ("darr", 8595), ("dbkarow", 10511), ("ddotseq", 10871), ("deg", 176), ("delta", 948),
    ("demptyv", 10673), ("dfisht", 10623), ("dfr", 120097), ("diams", 9830), ("divide", 247), ("dopf", 120149),
    ("drbkarow", 10512), ("dscr", 119993), ("dsol", 10742), ("duhar", 10607), ("dwangle", 10662), ("dzigrarr", 10239),
    ("eDDot", 10871), ("eacute", 233), ("easter", 10862), ("ecirc", 234), ("efr", 120098), ("eg", 10906),
    ("egrave", 232), ("egs", 10902), ("egsdot", 10904), ("el", 10905), ("els", 10901), ("elsdot", 10903),
    ("empty", 8709), ("emsp", 8195), ("ensp", 8194), ("eopf", 120150), ("eparsl", 10723), ("eplus", 10865),
    ("epsilon", 949), ("eqslantgtr", 10902), ("eqslantless", 10901), ("equiv", 8801), ("equivDD", 10872), ("eqvparsl", 10725),
    ("erarr", 10609), ("eta", 951), ("eth", 240), ("euml", 235), ("euro", 8364), ("exist", 8707),
    ("ffilig", 64259), ("fflig", 64256), ("ffllig", 64260), ("ffr", 120099), ("filig", 64257), ("fjlig", 102),
    ("fllig", 64258), ("fnof", 402), ("fopf", 120151), ("forall", 8704), ("forkv", 10969), ("fpartint", 10765),
    ("frac12", 189), ("frac13", 8531), ("frac14", 188), ("frac15", 8533), ("frac16", 8537), ("frac18", 8539),
    ("frac23", 8532), ("frac25", 8534), ("frac34", 190), ("frac35", 8535), ("frac38", 8540), ("frac45", 8536),
    ("frac56", 8538), ("frac58", 8541), ("frac78", 8542), ("frasl", 8260), ("fscr", 119995), ("gEl", 10892),
    ("gamma", 947), ("gammad", 989), ("gap", 10886), ("ge", 8805), ("geqslant", 10878), ("ges", 10878),
    ("gescc", 10921), ("gesdot", 10880), ("gesdoto", 10882), ("gesdotol", 10884), ("gesl", 8923), ("gesles", 10900),
    ("gfr", 120100), ("glE", 10898), ("gla", 10917), ("glj", 10916), ("gnap", 10890), ("gnapprox", 10890),
    ("gne", 10888), ("gneq", 10888), ("gopf", 120152), ("gsime", 10894), ("gsiml", 10896), ("gt", 62),
    ("gtcc", 10919), ("gtcir", 10874), ("gtlPar", 10645), ("gtquest", 10876), ("gtrapprox", 10886), ("gtrarr", 10616),
    ("gtreqqless", 10892), ("gvertneqq", 8809), ("gvnE", 8809), ("hArr", 8660), ("harr", 8596), ("harrcir", 10568),
    ("hearts", 9829), ("hellip", 8230), ("hfr", 120101), ("hksearow", 10533), ("hkswarow", 10534), ("hopf", 120153),
    ("hscr", 119997), ("iacute", 237), ("icirc", 238), ("iexcl", 161), ("ifr", 120102), ("igrave", 236),
    ("iiiint", 10764), ("iinfin", 10716), ("image", 8465), ("infin", 8734), ("infintie", 10717), ("int", 8747),
    ("intlarhk", 10775), ("intprod", 10812), ("iopf", 120154), ("iota", 953), ("iprod", 10812), ("iquest", 191),
    ("iscr", 119998), ("isin", 8712), ("iuml", 239), ("jfr", 120103), ("jopf", 120155), ("jscr", 119999),
    ("kappa", 954), ("kfr", 120104), ("kopf", 120156), ("kscr", 120000), ("lArr", 8656), ("lAtail", 10523),
    ("lBarr", 10510), ("lEg", 10891), ("lHar", 10594), ("laemptyv", 10676), ("lambda", 955), ("lang", 9002),
    ("langd", 10641), ("lap", 10885), ("laquo", 171), ("larr", 8592), ("larrbfs", 10527), ("larrfs", 10525),
    ("larrpl", 10553), ("larrsim", 10611), ("lat", 10923), ("latail", 10521), ("late", 10925), ("lates", 10925),
    ("lbarr", 10508), ("lbrke", 10635), ("lbrksld", 10639), ("lbrkslu", 10637), ("lceil", 8969), ("ldca", 10550),
    ("ldquo", 8220), ("ldrdhar", 10599), ("ldrushar", 10571), ("le", 8804), ("leqslant", 10877), ("les", 10877),
    ("lescc", 10920), ("lesdot", 10879), ("lesdoto", 10881), ("lesdotor", 10883), ("lesg", 8922), ("lesges", 10899),
    ("lessapprox", 10885), ("lesseqqgtr", 10891), ("lfisht", 10620), ("lfloor", 8970), ("lfr", 120105), ("lgE", 10897),
    ("lharul", 10602), ("llhard", 10603), ("lnap", 10889), ("lnapprox", 10889), ("lne", 10887), ("lneq", 10887),
    ("loang", 10220), ("longleftarrow", 10229), ("longleftrightarrow", 10231), ("longmapsto", 10236), ("longrightarrow", 10230), ("lopar", 10629),
    ("lopf", 120157), ("loplus", 10797), ("lotimes", 10804), ("lowast", 8727), ("loz", 9674), ("lozf", 10731),
    ("lparlt", 10643), ("lrhard", 10605), ("lrm", 8206), ("lsaquo", 8249), ("lscr", 120001), ("lsime", 10893),
    ("lsimg", 10895), ("lsquo", 8216), ("lt", 60), ("ltcc", 10918), ("ltcir", 10873), ("ltlarr", 10614),
    ("ltquest", 10875), ("ltrPar", 10646), ("lurdshar", 10570), ("luruhar", 10598), ("lvertneqq", 8808), ("lvnE", 8808),
    ("macr", 175), ("mcomma", 10793), ("mdash", 8212), ("mfr", 120106), ("micro", 181), ("midcir", 10992),
    ("middot", 183), ("minus", 8722), ("minusdu", 10794), ("mlcp", 10971), ("mopf", 120158), ("mscr", 120002),
    ("mu", 956), ("nGg", 8921), ("nGt", 8811), ("nGtv", 8811), ("nLl", 8920), ("nLt", 8810),
    ("nLtv", 8810), ("nabla", 8711), ("nang", 8736), ("napE", 10864), ("napid", 8779), ("nbsp", 160),
    ("nbump", 8782), ("nbumpe", 8783), ("ncap", 10819), ("ncongdot", 10861), ("ncup", 10818), ("ndash", 8211),
    ("ne", 8800), ("nearhk", 10532), ("nedot", 8784), ("nesear", 10536), ("nesim", 8770), ("nfr", 120107),
    ("ngE", 8807), ("ngeqq", 8807), ("ngeqslant", 10878), ("nges", 10878), ("nhpar", 10994), ("ni", 8715),
    ("nlE", 8806), ("nleqq", 8806), ("nleqslant", 10877), ("nles", 10877), ("nopf", 120159), ("not", 172),
    ("notin", 8713), ("notinE", 8953), ("notindot", 8949), ("nparsl", 11005), ("npart", 8706), ("npolint", 10772),
    ("npre", 10927), ("npreceq", 10927), ("nrarrc", 10547), ("nrarrw", 8605), ("nsce", 10928), ("nscr", 120003),
    ("nsub", 8836), ("nsubE", 10949), ("nsubset", 8834), ("nsubseteqq", 10949), ("nsucceq", 10928), ("nsupE", 10950),
    ("nsupset", 8835), ("nsupseteqq", 10950), ("ntilde", 241), ("nu", 957), ("nvHarr", 10500), ("nvap", 8781),
    ("nvge", 8805), ("nvgt", 62), ("nvinfin", 10718), ("nvlArr", 10498), ("nvle", 8804), ("nvlt", 60),
    ("nvltrie", 8884), ("nvrArr", 10499), ("nvrtrie", 8885), ("nvsim", 8764), ("nwarhk", 10531), ("nwnear", 10535),
    ("oacute", 243), ("ocirc", 244), ("odiv", 10808), ("odsold", 10684), ("oelig", 339), ("ofcir", 10687),
    ("ofr", 120108), ("ograve", 242), ("ogt", 10689), ("ohbar", 10677), ("olcir", 10686), ("olcross", 10683),
    ("oline", 8254), ("olt", 10688), ("omega", 969), ("omicron", 959), ("omid", 10678), ("oopf", 120160),
    ("opar", 10679), ("operp", 10681), ("oplus", 8853), ("or", 8744), ("ord", 10845), ("ordf", 170),
    ("ordm", 186), ("oror", 10838), ("orslope", 10839), ("orv", 10843), ("oslash", 248), ("otilde", 245),
    ("otimes", 8855), ("otimesas", 10806), ("ouml", 246), ("para", 182), ("parsim", 10995), ("parsl", 11005),
    ("part", 8706), ("permil", 8240), ("perp", 8869), ("pfr", 120109), ("phi", 966), ("pi", 960),
    ("piv", 982), ("plusacir", 10787), ("pluscir", 10786), ("plusdu", 10789), ("pluse", 10866), ("plusmn", 177),
    ("plussim", 10790), ("plustwo", 10791), ("pointint", 10773), ("popf", 120161), ("pound", 163), ("prE", 10931),
    ("prap", 10935), ("pre", 10927), ("precapprox", 10935), ("preceq", 10927), ("precnapprox", 10937), ("precneqq", 10933),
    ("prime", 8242), ("prnE", 10933), ("prnap", 10937), ("prod", 8719), ("prop", 8733), ("pscr", 120005),
    ("psi", 968), ("qfr", 120110), ("qint", 10764), ("qopf", 120162), ("qscr", 120006), ("quatint", 10774),
    ("quot", 34), ("rArr", 8658), ("rAtail", 10524), ("rBarr", 10511), ("rHar", 10596), ("race", 8765),
    ("radic", 8730), ("raemptyv", 10675), ("rang", 9001), ("rangd", 10642), ("range", 10661), ("raquo", 187),
    ("rarr", 8594), ("rarrap", 10613), ("rarrbfs", 10528), ("rarrc", 10547), ("rarrfs", 10526), ("rarrpl", 10565),
    ("rarrsim", 10612), ("ratail", 10522), ("rbarr", 10509), ("rbrke", 10636), ("rbrksld", 10638), ("rbrkslu", 10640),
    ("rceil", 8968), ("rdca", 10551), ("rdldhar", 10601), ("rdquo", 8221), ("real", 8476), ("reg", 174),
    ("rfisht", 10621), ("rfloor", 8971), ("rfr", 120111), ("rharul", 10604), ("rho", 961), ("rlm", 8207),
    ("rnmid", 10990), ("roang", 10221), ("ropar", 10630), ("ropf", 120163), ("roplus", 10798), ("rotimes", 10805),
    ("rpargt", 10644), ("rppolint", 10770), ("rsaquo", 8250), ("rscr", 120007), ("rsquo", 8217), ("rtriltri", 10702),
    ("ruluhar", 10600), ("sbquo", 8218), ("scE", 10932), ("scap", 10936), ("scaron", 353), ("sce", 10928),
    ("scnE", 10934), ("scnap", 10938), ("scpolint", 10771), ("sdot", 8901), ("sdote", 10854), ("searhk", 10533),
    ("sect", 167), ("seswar", 10537), ("sfr", 120112), ("shy", 173), ("sigma", 963), ("sigmaf", 962),
    ("sim", 8764), ("simdot", 10858), ("simg", 10910), ("simgE", 10912), ("siml", 10909), ("simlE", 10911),
    ("simplus", 10788), ("simrarr", 10610), ("smashp", 10803), ("smeparsl", 10724), ("smt", 10922), ("smte", 10924),
    ("smtes", 10924), ("solb", 10692), ("sopf", 120164), ("spades", 9824), ("sqcaps", 8851), ("sqcups", 8852),
    ("sscr", 120008), ("sub", 8834), ("subE", 10949), ("subdot", 10941), ("sube", 8838), ("subedot", 10947),
    ("submult", 10945), ("subnE", 10955), ("subplus", 10943), ("subrarr", 10617), ("subseteqq", 10949), ("subsetneqq", 10955),
    ("subsim", 10951), ("subsub", 10965), ("subsup", 10963), ("succapprox", 10936), ("succeq", 10928), ("succnapprox", 10938),
    ("succneqq", 10934), ("sum", 8721), ("sup", 8835), ("sup1", 185), ("sup2", 178), ("sup3", 179),
    ("supE", 10950), ("supdot", 10942), ("supdsub", 10968), ("supe", 8839), ("supedot", 10948), ("suphsub", 10967),
    ("suplarr", 10619), ("supmult", 10946), ("supnE", 10956), ("supplus", 10944), ("supseteqq", 10950), ("supsetneqq", 10956),
    ("supsim", 10952), ("supsub", 10964), ("supsup", 10966), ("swarhk", 10534), ("swnwar", 10538), ("szlig", 223),
    ("tau", 964), ("tfr", 120113), ("there4", 8756), ("theta", 952), ("thetasym", 977), ("thinsp", 8201),
    ("thorn", 254), ("tilde", 732), ("times", 215), ("timesbar", 10801), ("timesd", 10800), ("toea", 10536),
    ("topcir", 10993), ("topf", 120165), ("topfork", 10970), ("tosa", 10537), ("trade", 8482), ("triminus", 10810),
    ("triplus", 10809), ("trisb", 10701), ("tritime", 10811), ("tscr", 120009), ("uArr", 8657), ("uHar", 10595),
    ("uacute", 250), ("uarr", 8593), ("ucirc", 251), ("udhar", 10606), ("ufisht", 10622), ("ufr", 120114),
    ("ugrave", 249), ("uml", 168), ("uopf", 120166), ("upsih", 978), ("upsilon", 965), ("uscr", 120010),
    ("uuml", 252), ("uwangle", 10663), ("vBar", 10984), ("vBarv", 10985), ("vangrt", 10652), ("varsubsetneq", 8842),
    ("varsubsetneqq", 10955), ("varsupsetneq", 8843), ("varsupsetneqq", 10956), ("vellip", 8942), ("vfr", 120115), ("vnsub", 8834),
    ("vnsup", 8835), ("vopf", 120167), ("vscr", 120011), ("vsubnE", 10955), ("vsubne", 8842), ("vsupnE", 10956),
    ("vsupne", 8843), ("vzigzag", 10650), ("wedbar", 10847), ("weierp", 8472), ("wfr", 120116), ("wopf", 120168),
    ("wscr", 120012), ("xfr", 120117), ("xhArr", 10234), ("xharr", 10231), ("xi", 958), ("xlArr", 10232),
    ("xlarr", 10229), ("xmap", 10236), ("xodot", 10752), ("xopf", 120169), ("xoplus", 10753), ("xotime", 10754),
    ("xrArr", 10233), ("xrarr", 10230), ("xscr", 120013), ("xsqcup", 10758), ("xuplus", 10756), ("yacute", 253),
    ("yen", 165), ("yfr", 120118), ("yopf", 120170), ("yscr", 120014), ("yuml", 255), ("zeta", 950),
    ("zfr", 120119), ("zopf", 120171), ("zscr", 120015), ("zwj", 8205), ("zwnj", 8204),
];
