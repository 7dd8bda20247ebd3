//! Bicep, a language that describes resources of Microsoft Azure.

use super::prelude::*;

static KEYWORDS: Words = Words::new(
    "as assert existing extends extension false for from func if import in metadata module none null output param
    provider resource targetScope test true type using var void with",
);
static TYPES: Words = Words::new("array bool int object string");
static FUNCTIONS: Words = Words::new(
    "array base64 base64ToJson base64ToString bool cidrHost cidrSubnet concat contains dataUri dataUriToString
    dateTimeAdd dateTimeFromEpoch dateTimeToEpoch deployer deployment empty endsWith environment
    extensionResourceId fail filter first flatten format getSecret groupBy guid indexOf int intersection items
    join json last lastIndexOf length list* listAccountSas listKeys listSecrets loadFileAsBase64 loadJsonContent
    loadTextContent loadYamlContent managementGroup managementGroupResourceId map mapValue max min newGuid
    objectKeys padLeft parseCidr pickZones range readEnvironmentVariable reduce reference replace resourceGroup
    resourceId shallowMerge skip sort split startsWith string subscription subscriptionResourceId substring take
    tenant tenantResourceId toLogicalZone toLower toObject toPhysicalZone toUpper trim union uniqueString uri
    uriComponent uriComponentToString utcNow",
);

pub(crate) fn define(g: &mut Grammar) {
    g.state("root")
        .on(r"//[^\n\r]+", CommentSingle)
        .on(r"(?m)/\*.*?\*/", CommentMultiline)
        .to("'", StrSingle, "string")
        .on(r"\d+\b", Num)
        .words(r"\w+\b", &[(&KEYWORDS, Keyword), (&TYPES, KeywordType), (&FUNCTIONS, NameFunction)], Name)
        .on(r"[!=]=|[=!]~|&&|\|\||\?\?|\.\.\.|\.\?|[+*/%<>!-]", Operator)
        .to(r"\{", PunctuationIndicator, "block")
        .on(r"[()}\[\],:;=.]", Punctuation)
        .on(r"[a-zA-Z_]\w*", Name)
        .on(r"@[a-zA-Z_]\w*", NameDecorator)
        .on(r"\s+", Text);
    g.state("string")
        .on(r"[^'$}]+|\$(?!\{)", StrSingle)
        .to(r"\$\{", StrInterpol, "interpolated")
        .to("'", StrSingle, POP);
    g.state("interpolated").to(r"\}", StrInterpol, POP).mixin("root");
    g.state("block").on(r"[a-zA-Z_]\w*\b(?=\s*:)", NameProperty).to(r"\}", PunctuationIndicator, POP).mixin("root");
}
