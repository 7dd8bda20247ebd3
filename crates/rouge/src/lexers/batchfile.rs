//! DOS and Windows batch files. Commands are recognized only in lower case.

use super::prelude::*;
use crate::token::Token;

static KEYWORDS: Words = Words::new("call do else exit for goto if in");
static OPERATOR_WORDS: Words = Words::new("cmdextversion defined equ errorlevel exist geq gtr leq lss neq not");
static DEVICES: Words = Words::new(
    "aux com1 com2 com3 com4 com5 com6 com7 com8 com9 con lpt1 lpt2 lpt3 lpt4 lpt5 lpt6 lpt7 lpt8 lpt9 nul prn",
);
static BUILTIN_COMMANDS: Words = Words::new(
    "assoc attrib bcdedit break cacls cd chcp chdir chkdsk chkntfs choice cls cmd color comp compact convert copy
    date del dir diskpart doskey dpath driverquery echo endlocal erase fc find findstr format fsutil ftype
    gpresult graftabl help icacls label md mkdir mklink mode more move openfiles path pause popd print prompt
    pushd rd recover ren rename replace rmdir robocopy sc schtasks setlocal shift shutdown sort start subst
    systeminfo takeown taskkill tasklist time timeout title tree type ver verify vol waitfor wmic xcopy",
);
static OTHER_COMMANDS: Words = Words::new(
    "addusers admodcmd ansicon arp at bcdboot bitsadmin browstat certreq certutil change cidiag cipher cleanmgr
    clip cmdkey compress convertcp coreinfo csccmd cscript csvde curl debug defrag delprof deltree devcon diamond
    dirquota diruse diskshadow diskuse dism dnscmd dsacls dsadd dsget dsmgmt dsmod dsmove dsquery dsregcmd dsrm
    edlin eventcreate expand extract fdisk fltmc forfiles freedisk ftp getmac gpupdate hostname ifmember inuse
    ipconfig kill lgpo lodctr logman logoff logtime makecab mapisend mbsacli mem mountvol moveuser msg mshta
    msiexec msinfo32 mstsc nbtstat net net1 netdom netsh netstat nlsinfo nltest now nslookup ntbackup ntdsutil
    ntoskrnl ntrights nvspbind pathping perms ping pngout pnputil portqry powercfg printbrm prncnfg prnmngr
    procdump psexec psfile psgetsid psinfo pskill pslist psloggedon psloglist pspasswd psping psservice psshutdown
    pssuspend qbasic qgrep qprocess query quser qwinsta rasdial reg reg1 regdump regedt32 regini regsvr32 reset
    restore rmtshare route rpcping run runas rundll32 scandisk setspn setx sfc share shellrunas shortcut sigcheck
    sleep slmgr strings subinacl sysmon telnet tftp tlist touch tracerpt tracert tscon tsdiscon tskill tttracer
    typeperf tzutil undelete unformat verifier vmconnect vssadmin w32tm wbadmin wecutil wevtutil wget where whoami
    windiff winrm winrs wpeutil wpr wscript wuauclt wusa",
);
static ATTRIBUTES: Words = Words::new("disable enabledelayedexpansion enableextensions off on");

pub(crate) fn define(g: &mut Grammar) {
    g.state("root")
        .on(r"(?i)@?\brem\b.*", Comment)
        .on("^::.*", Comment)
        .on("(?i):[a-z]+", NameLabel)
        .call(r"(?i)([a-z]\w*)(\.exe|com|bat|cmd|msi)?", word)
        .on(r"(?i)(?:[/+]|--?)[a-z]+\s*", NameAttribute)
        .mixin("expansions")
        .on(r"[<>&|(){}\[\]+=;,~?*-]", Operator)
        .on(r"\s+", Text)
        .on(r"(?i)0x\h+", NumHex)
        .on(r"\d", Num)
        .to(r#"""#, StrDouble, "double")
        .to("'", StrSingle, "single")
        .to("`", StrBacktick, "backtick")
        .on(r#"[^\s&|()\[\]{}^=;!%+\-,"'`~?*]+"#, Text)
        .mixin("escape");
    g.state("escape").on(r"(?m)\^.", StrEscape);
    g.state("expansions").on("(?i)[%!]+[a-z_$@#]+[%!]+", NameVariable).on(r"(?i)%+~?[a-z]+\d?", NameVariableMagic);
    quoted(g, "double", '"', StrDouble);
    quoted(g, "single", '\'', StrSingle);
    quoted(g, "backtick", '`', StrBacktick);
}

fn quoted(g: &mut Grammar, state: &'static str, quote: char, token: Token) {
    g.state(state)
        .mixin("escape")
        .to(quote.to_string(), token, POP)
        .mixin("expansions")
        .on(format!(r"[^\^{quote}%!]+"), token);
}

/// Emits a word, and the characters that directly follow it. After most words, these characters are an error.
fn word(cx: &mut Context<'_, '_>) {
    let word = cx.group(1);
    let token = match word {
        _ if DEVICES.has(word) => KeywordReserved,
        _ if KEYWORDS.has(word) => Keyword,
        _ if OPERATOR_WORDS.has(word) => OperatorWord,
        _ if BUILTIN_COMMANDS.has(word) || OTHER_COMMANDS.has(word) => return cx.token(NameBuiltin),
        _ if ATTRIBUTES.has(word) => NameAttribute,
        // Rouge intends to check for the word `set`, but accepts any word.
        _ => KeywordDeclaration,
    };
    cx.groups(&[token, Error]);
}
