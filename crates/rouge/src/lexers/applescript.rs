//! AppleScript. Names of several words are tried as phrases, the longest first. The commands, classes and properties of
//! AppleScript Studio are known as well.

use super::prelude::*;

/// The properties of texts that comparisons can ignore.
const ATTRIBUTES: &str = "application responses|case|diacriticals|hyphens|numeric strings|punctuation|white space";
const OPERATORS: &str =
    "a  ref|a  ref to|a  reference to|and|begin with|begins with|comes after|comes before|contain|contains|div|does|
    does not come after|does not come before|does not contain|does not equal|doesn't come after|doesn't come before|
    doesn't contain|doesn't equal|end with|ends with|equal to|equals|greater than|is|is  greater than or equal|
    is  greater than or equal to|is contained by|is equal|is greater than|is in|is less than|is not|isn't|less than|
    mod|not|or|ref|ref to|reference to|start with|starts with";
const CLASSES: &str =
    "alias |application |boolean |class |constant |date |file |integer |list |number |POSIX file |real |record |
    reference |RGB color |script |string|text|text |Unicode text|unit types";
const LITERALS: &str = "AppleScript|current application|false|linefeed|missing value|pi|quote|result|return|space|tab|
    text item delimiters|true|version";
const COMMANDS: &str =
    "activate|ASCII character|ASCII number|beep|choose application|choose color|choose file|choose file name|
    choose folder|choose from list|choose remote application|choose URL|clipboard info|close|close access|copy|count|
    current date|delay|delete|display alert|display dialog|do shell script|duplicate|exists|get eof|
    get volume settings|info for|launch|list disks|list folder|load script|log|make|mount volume|new|offset|open|
    open for access|open location|path to|print|quit|quoted form|random number|read|round|run|run script|say|
    scripting components|set eof|set the clipboard to|set volume|store script|summarize|system attribute|system info|
    the clipboard|time to GMT|write";
const CONTROLS: &str =
    "as|by|considering|continue|else|end|error|exit|from|if|ignoring|in|it|its|me|my|of|repeat|return|tell|then|times|
    to|try|until|using terms from|while|whith|with timeout|with timeout of|with transaction";
const DECLARATIONS: &str = "get|global|local|prop|property|set";
const RESERVED: &str = "but|put|returning|the";
const BUILTINS: &str = "attachment|attribute run|character|day|month|paragraph|word|year";
const PARAMETERS: &str =
    "about|above|against|apart from|around|aside from|at|below|beneath|beside|between|for|given|instead of|on|onto|
    out of|over|since";
const PROPERTIES: &str = "accepts arrow key|action method|active|alignment|allowed identifiers|allows branch selection|
    allows column reordering|allows column resizing|allows column selection|allows customization|
    allows editing text attributes|allows empty selection|allows mixed state|allows multiple selection|
    allows reordering|allows undo|alpha|alpha value|alternate image|alternate increment value|alternate title|
    animation delay|associated file name|associated object|auto completes|auto display|auto enables items|auto repeat|
    auto resizes|auto resizes outline column|auto save expanded items|auto save name|auto save table columns|
    auto saves configuration|auto scroll|auto sizes all columns to fit|auto sizes cells|background color|bezel state|
    bezel style|bezeled|border rect|border type|bordered|bounds|bounds rotation|box type|button returned|button type|
    can choose directories|can choose files|can draw|can hide|cell|cell background color|cell size|cell type|
    characters|class|click count|clicked column|clicked data column|clicked data item|clicked data row|clicked row|
    closeable|collating|color mode|color panel|command key down|configuration|content|content size|content view|
    content view margins|contents|context|continuous|control key down|control size|control tint|control view|
    controller visible|coordinate system|copies|copies on scroll|corner view|current  editor|current cell|
    current column|current field  editor|current item|current menu item|current row|current tab view item|data source|
    default identifiers|delta x|delta y|delta z|destination window|directory|display mode|displayed cell|document|
    document edited|document rect|document view|double value|dragged column|dragged distance|dragged items|
    draws background|draws cell background|draws grid|dynamically scrolls|echos bullets|edge|editable|edited column|
    edited data column|edited data item|edited data row|edited row|enabled|enclosing scroll view|ending page|
    error handling|event number|event type|excluded from windows menu|executable path|expanded|fax number|
    field editor|file kind|file name|file type|first responder|first visible column|flipped|floating|font|font panel|
    formatter|frameworks path|frontmost|gave up|grid color|has data items|has horizontal ruler|
    has horizontal scroller|has parent data item|has resize indicator|has shadow|has sub menu|has vertical ruler|
    has vertical scroller|header cell|header view|hidden|hides when deactivated|highlights by|horizontal line scroll|
    horizontal page scroll|horizontal ruler view|horizontally resizable|icon image|id|identifier|
    ignores multiple clicks|image|image alignment|image dims when disabled|image frame style|image scaling|
    imports graphics|increment value|indentation per level|indeterminate|index|integer value|intercell spacing|
    item height|key|key code|key equivalent|key equivalent modifier|key window|knob thickness|label|last column|
    last visible column|leading offset|leaf|level|line scroll|loaded|localized sort|location|loop mode|main|
    main bunde|main menu|main window|marker follows cell|matrix mode|maximum content size|maximum size|
    maximum visible columns|menu|menu form representation|miniaturizable|miniaturized|minimized image|minimized title|
    minimum column width|minimum content size|minimum size|modal|modified|mouse down state|movie|movie controller|
    movie file|movie rect|muted|name|needs display|next state|next text|number of tick marks|only tick mark values|
    opaque|open panel|option key down|outline table column|page scroll|pages across|pages down|palette label|
    pane splitter|parent data item|parent window|pasteboard|path|path names|path separator|playing|plays every frame|
    plays selection only|position|preferred edge|preferred type|pressure|previous text|prompt|properties|
    prototype cell|pulls down|rate|released when closed|repeated|requested print time|required file type|resizable|
    resized column|resource path|returns records|reuses columns|rich text|roll over|row height|rulers visible|
    save panel|scripts path|scrollable|selectable|selectable identifiers|selected cell|selected column|
    selected columns|selected data column|selected data columns|selected data item|selected data items|
    selected data row|selected data rows|selected item identifier|selected row|selected rows|selection by rect|
    send action on arrow key|sends action when done editing|separates columns|separator item|sequence number|
    services menu|shared frameworks path|shared support path|sheet|shift key down|shows alpha|shows state by|size|
    size mode|smart insert delete enabled|sort case sensitivity|sort column|sort order|sort type|sorted|
    sorted data rows|sound|source|source mask|spell checking enabled|starting page|state|string value|sub menu|
    super menu|super view|tab key traverses cells|tab state|tab type|tab view|table view|tag|target|target printer|
    text color|text container insert|text container origin|text returned|tick mark position|time stamp|title|
    title cell|title font|title height|title position|title rect|titled|tool tip|toolbar|trailing offset|transparent|
    treat packages as directories|truncated labels|types|unmodified characters|update views|use sort indicator|
    user defaults|uses data source|uses ruler|uses threaded animation|uses title from previous column|value wraps|
    version|vertical|vertical line scroll|vertical page scroll|vertical ruler view|vertically resizable|view|visible|
    visible document rect|volume|width|window|windows menu|wraps|zoomable|zoomed";
const STUDIO_CLASSES: &str =
    "action cell|alert reply|application|box|browser|browser cell|bundle|button|button cell|cell|clip view|color well|
    color-panel|combo box|combo box item|control|data|data cell|data column|data item|data row|data source|
    default entry|dialog reply|document|drag info|drawer|event|font|font-panel|formatter|image|image cell|image view|
    item|matrix|menu|menu item|movie|movie view|open-panel|outline view|panel|pasteboard|plugin|popup button|
    progress indicator|responder|save-panel|scroll view|secure text field|secure text field cell|slider|sound|
    split view|stepper|tab view|tab view item|table column|table header cell|table header view|table view|text|
    text field|text field cell|text view|toolbar|toolbar item|user-defaults|view|window";
const STUDIO_COMMANDS: &str =
    "animate|append|call method|center|close drawer|close panel|display|go|hide|highlight|increment|item for|
    load image|load movie|load nib|load panel|load sound|localized string|lock focus|log|open drawer|path for|pause|
    perform action|play|register|resume|scroll|select|select all|show|size to fit|start|step back|step forward|stop|
    synchronize|unlock focus|update";
const REFERENCES: &str =
    "after|back|back of|before|behind|eighth|every|fifth|first|fourth|front|front of|in back of|in front of|index|
    last|middle|ninth|second|seventh|sixth|some|tenth|that|third|through|thru|where|whose";

/// A pattern for any of `phrases`, which are separated by bars, followed by `suffix`. The pattern prefers the longest
/// phrase.
fn any(phrases: &str, suffix: &str) -> String {
    let mut phrases: Vec<&str> = phrases.split('|').map(str::trim_start).collect();
    phrases.sort_unstable_by(|one, other| other.cmp(one));
    format!(r"\b(?:{}){suffix}\b", phrases.join("|"))
}

pub(crate) fn define(g: &mut Grammar) {
    g.state("root")
        .on(r"\s+", TextWhitespace)
        .on("¬\n", StrEscape)
        .on(r"'s\s+", Text)
        .on("--.*|#.*", CommentSingle)
        // Rouge does not look for the end of such a comment.
        .on(r"\(\*", CommentMultiline)
        .on("[(){}!,.:]", Punctuation)
        .groups("(«)([^»]+)(»)", &[Text, NameBuiltin, Text])
        .groups(format!(r"((?:considering|ignoring)\s*)({ATTRIBUTES})"), &[Keyword, NameBuiltin])
        .on("[-*+&≠≥≤/÷^=]|[<>]=?", Operator)
        .on(any(OPERATORS, ""), OperatorWord)
        .groups(r"^(in|on|script|to)(\s+)", &[Keyword, Text])
        .groups(format!("(as )({})", any(CLASSES, "")), &[Keyword, NameClass])
        .on(any(LITERALS, ""), NameBuiltin)
        .on(any(COMMANDS, ""), NameBuiltin)
        .on(any(CONTROLS, ""), Keyword)
        .on(any(DECLARATIONS, ""), Keyword)
        .on(any(RESERVED, ""), NameBuiltin)
        .on(any(BUILTINS, "s?"), NameBuiltin)
        .on(any(PARAMETERS, ""), NameBuiltin)
        .on(any(PROPERTIES, ""), NameAttribute)
        .on(any(STUDIO_CLASSES, "s?"), NameBuiltin)
        .on(any(STUDIO_COMMANDS, ""), NameBuiltin)
        .on(any(REFERENCES, ""), NameBuiltin)
        .on(r"[0-9]+(?:st|nd|rd|th)\b", NameBuiltin)
        .on(r#""[^"\\]*(?:\\["\\]?[^"\\]*)*""#, StrDouble)
        .on(r"[a-zA-Z]\w*\b", NameVariable)
        .on(r"\d+\.\d*(?:E[-+][0-9]+)?", NumFloat)
        .on(r"\d+", NumInteger);
}
