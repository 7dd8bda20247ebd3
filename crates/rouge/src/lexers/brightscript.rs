//! BrightScript, the language of Roku's streaming players.

use super::prelude::*;

static OBJECTS: Words = Words::new(
    "roAppendFile roAppInfo roAppManager roArray roAssociativeArray roAudioGuide roAudioMetadata roAudioPlayer
    roAudioPlayerEvent roAudioResourceroBitmap roBoolean roBrightPackage roBrSub roButton roByteArray
    roCaptionRenderer roCaptionRendererEvent roCecInterface roCECStatusEvent roChannelStore roChannelStoreEvent
    roClockWidget roCodeRegistrationScreen roCodeRegistrationScreenEventroCompositor roControlDown roControlPort
    roControlUp roCreateFile roDatagramReceiver roDatagramSender roDataGramSocket roDateTime roDeviceInfo
    roDeviceInfoEvent roDoubleroEVPCipher roEVPDigest roFileSystem roFileSystemEvent roFloat roFont roFontMetrics
    roFontRegistry roFunction roGlobal roGpio roGridScreen roGridScreenEvent roHdmiHotPlugEventroHdmiStatus
    roHdmiStatusEvent roHMAC roHttpAgent roImageCanvas roImageCanvasEvent roImageMetadata roImagePlayer
    roImageWidgetroInput roInputEvent roInt roInvalid roIRRemote roKeyboard roKeyboardPress roKeyboardScreen
    roKeyboardScreenEventroList roListScreen roListScreenEvent roLocalization roLongInteger roMessageDialog
    roMessageDialogEvent roMessagePort roMicrophone roMicrophoneEvent roNetworkConfiguration roOneLineDialog
    roOneLineDialogEventroParagraphScreen roParagraphScreenEvent roPath roPinEntryDialog roPinEntryDialogEvent
    roPinentryScreen roPosterScreen roPosterScreenEventroProgramGuide roQuadravoxButton roReadFile
    roRectangleroRegexroRegion roRegistry roRegistrySection roResourceManager roRSA roRssArticle roRssParser
    roScreen roSearchHistory roSearchScreen roSearchScreenEvent roSerialPort roSGNode roSGNodeEvent
    roSGScreenroSGScreenEvent roSlideShowroSlideShowEvent roSNS5 roSocketAddress roSocketEvent roSpringboardScreen
    roSpringboardScreenEventroSprite roStorageInfo roStreamSocket roStringroSystemLogroSystemLogEvent roSystemTime
    roTextFieldroTextScreen roTextScreenEvent roTextToSpeech roTextToSpeechEvent roTextureManager roTextureRequest
    roTextureRequestEventroTextWidget roTimer roTimespan roTouchScreen roTunerroTunerEvent roUniversalControlEvent
    roUrlEvent roUrlTransfer roVideoEvent roVideoInput roVideoMode roVideoPlayer roVideoPlayerEvent roVideoScreen
    roVideoScreenEventroWriteFile roXMLElement roXMLList",
);
static RESERVED: Words = Words::new(
    "box class const createobject dim each else elseif end endfunction endif endsub endwhile eval exit exitwhile
    false for function getglobalaa getlastruncompileerror getlastrunruntimeerror goto if import in invalid let
    library line_num m namespace next objfun pos print private protected public rem return run step stop sub tab
    to true type while",
);
static TYPES: Words =
    Words::new("boolean dim double dynamic float function integer interface invalid longinteger object string void");
static BUILTINS: Words = Words::new(
    "abs asc atn cdbl chr cint control copyfile cos createdirectory csng deletedirectory deletefile exp
    findmemberfunction findnode fix formatdriveformatjson getinterface instr int lcase left len listdir log
    matchfiles mid movefile observefield parsejson parsexml readasciifile rebootsystem right rnd
    rungarbagecollector sgn sin sleep sqr str stri string stringi strtoi substitute tantexttop text trucase uptime
    valvisible visible wait",
);
static OPERATORS: Words = Words::new("and as mod not or then");

pub(crate) fn define(g: &mut Grammar) {
    let id = r"[$A-Za-z_]\w*";
    g.state("root")
        .on(r"\s+", TextWhitespace)
        .on("(?:'|(?i:rem)).*", CommentSingle)
        .on(r"[~!%^&*+=|?:<>/-]", Operator)
        .on(r"\d*\.\d+(?:[eE]-?\d+)?", NumFloat)
        .on(r"\d+[LUlu]*", NumInteger)
        .on(r#"".*?""#, StrDouble)
        .on(format!(r"{id}(?=\s*\()"), NameFunction)
        .on(r"[()\[\],.;{}]", Punctuation)
        .on(id, KeywordReserved)
        .if_word(&OBJECTS)
        .words_folded(
            id,
            &[
                (&RESERVED, KeywordReserved),
                (&TYPES, KeywordType),
                (&BUILTINS, NameBuiltin),
                (&OPERATORS, OperatorWord),
            ],
            Name,
        );
}
