// Circled letters are alphabetic, but begin no name.
let ünïcode = ⓐb + aⓑ + Ⅷ + π² + x·y;
