// The rules: each finds words that a reader would have to read twice, in one sentence at a time.
//
// In the sentences that rules see, code is `·`, and links and emphasis are their words.

const place = 'systems?|scopes?|patterns?|continues?|starts?|ends?|stops?|begins?|only|expressions?|elements|literals?|places?|positions?|points?|lines?|columns?|offsets?|bytes?|index|indices|files?|folders?|pages?|paths?|here|know|knows|see|say|says|show|shows|tell|decides?|determines?|finds?|explains?|states?|records?|remembers?|from|to|of|or|and';

/** Each rule: its name, what to write instead, and the words that it rejects. */
export const words = [
    ['where', 'write "if" for a condition; "where" is for places', new RegExp(`^Where\\b(?!.*\\?$)|(?<!\\b(?:${place})|[·)])[,;:]? where\\b(?! (?:an? |only )?\\w+ (?:is|are) allowed)`)],
    ['what', 'make a thing or the reader the subject', /^(?:What|That which|Whatever|Who|Whoever|How)\b(?! to\b)(?!.*\?$).*\b(?:is|are|was|has|have|had|does|do|makes?|gives?|gets?|goes|comes|stays?|can|may|must|needs?|tells?|says?)\b/],
    ['no', 'write "is not a ..."', /\b(?<!\b[Tt]here (?:can |may |must |will )?)(?:is|are|was|were|be|being) no (?!longer|more|less|worse|better|larger|smaller|different|shorter)/],
    ['there', 'write "exists", "is missing" or "is available"', /\b(?:is|are|was|were|be|been|stays?|not) there\b(?! (?:is|are))/],
    ['stands', 'name the action: "is", "contains", "precedes"', /\b(?:stands?(?!-| (?:for|in for))|stood|standing)\b/],
    ['lies', 'name the action: "is", "is in", "is stored"', /\b(?:lies|lie|lay|lain|lying)\b/],
    ['inversion', 'put the subject before the verb', /^(?:Not|Nor|Neither|Only|So|Here|Never|Nowhere|Likewise|Also|Too|Thus|Then|Elsewhere)(?: \w+)? (?:is|are|was|were|does|do|did|has|have|can|may|must|stands|goes|comes|belongs|ends|begins)\b|^\w+(?:ed|en) (?:it|they) (?:is|are)\b|, (?:nor|neither) (?:is|are|does|do|has|have|can)\b|^(?:In|On|At|From|Behind|Beside|Among|Below|Above|To) [^,.:]{1,40}? (?:stands|lies|comes|come|goes|belongs|belong) \b/],
    ['gives', 'name the action: "returns", "writes", "produces"', /\b(?:gives? (?:back|it|them|way|none|nothing|no)|given back)\b/],
    ['told', 'name the action: "is reported", "prints", "warns", "asks"', /\b(?:(?:is|are|was|were|be|been|being) (?:told|spoken|heard|said)|says? no more|has no say|tells? (?:of|it|that))\b/],
    ['fate', 'name the result', /\b(?:what )?(?:becomes?|became) of\b|\bcomes? of\b|\bmade of it\b|\bin the place of\b|\bin place of\b/],
    ['pronoun', 'repeat the noun', /\b(?:that|those|the same) of (?!\d)(?!course)|\bthe latter'?s?\b.*\bthe former\b/],
    ['person', 'name the program or the reader', /\b(?:[Nn]obody|[Ss]omebody|[Ss]omeone)\b/],
    ['most', 'write "the maximum number of"', /^The most (?!recent|important|common|specific|similar|frequent|basic|used|populous)\w+/],
    ['worn', 'use the plain word', /\b(?:whatsoever|thereof|therein|wherein|whereby|hereby|whence|thence|aught|amid|lest|shall|unto|upon which|mended|mends?|wants? (?:a|an|the|no)\b|beforehand|withal|nought|naught|alike all)\b/],
];

/** The longest sentence, in words. */
export const longest = 30;

const filler = new Set('a an the of this that its it is are in to as for from with at by returns return gets get gives give sets set whether if one all each makes make whose'.split(' '));
const stem = (word) => word.toLowerCase().replace(/(?:ies|es|s|ed|ing|y|e)$/, '');

/** Whether a comment only repeats the name of its item. */
export function repeats(sentence, name) {
    const known = new Set(name.split(/_|(?<=[a-z0-9])(?=[A-Z])/).map(stem));
    const said = sentence.replace(/[^\w\s]/g, ' ').trim().split(/\s+/).filter((word) => !filler.has(word.toLowerCase()));
    return !sentence.includes('·') && said.every((word) => known.has(stem(word)));
}
