//! Syntax highlighting with the tokens and short classes of Rouge 4.6.1.
