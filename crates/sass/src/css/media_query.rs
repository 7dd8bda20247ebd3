//! Media queries and their intersection.

/// One query of an `@media` list, such as `only screen and (color)`.
#[derive(Clone, Debug)]
pub(crate) struct MediaQuery {
    /// `not` or `only`. `None` without a modifier.
    pub modifier: Option<String>,
    /// The media type. A query without a type has at least one condition.
    pub media_type: Option<String>,
    /// The conditions, with their parentheses.
    pub conditions: Vec<String>,
    /// Whether all conditions must hold. Otherwise one is enough.
    pub conjunction: bool,
}

/// The intersection of two nested media queries. It is empty, one query, or not expressible as one query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum MergeResult {
    /// No device matches both queries.
    Empty,
    /// The intersection cannot be expressed as a single query.
    Unrepresentable,
    /// The intersection as a single query.
    Merged(MediaQuery),
}

/// Tells which of two merged queries gives its modifier to the result: `self` or the other one.
enum Side {
    Ours,
    Theirs,
}

/// As in dart-sass, `(a) and (b)` equals `(a) or (b)`.
impl PartialEq for MediaQuery {
    fn eq(&self, other: &MediaQuery) -> bool {
        (&self.modifier, &self.media_type, &self.conditions) == (&other.modifier, &other.media_type, &other.conditions)
    }
}

impl Eq for MediaQuery {}

impl MediaQuery {
    /// Creates a query without a media type, such as `(min-width: 1px)`. `conjunction` means that all conditions must
    /// hold. Otherwise, one is enough.
    #[must_use]
    pub(crate) fn of_conditions(conditions: Vec<String>, conjunction: bool) -> MediaQuery {
        MediaQuery { modifier: None, media_type: None, conditions, conjunction }
    }

    /// Creates a query with a media type, such as `only screen and (min-width: 1px)`. All conditions must hold.
    #[must_use]
    pub(crate) fn of_type(modifier: Option<String>, media_type: String, conditions: Vec<String>) -> MediaQuery {
        MediaQuery { modifier, media_type: Some(media_type), conditions, conjunction: true }
    }

    fn is_not(&self) -> bool {
        self.modifier.as_deref().is_some_and(|modifier| modifier.eq_ignore_ascii_case("not"))
    }

    fn matches_all_types(&self) -> bool {
        self.media_type.as_deref().is_none_or(|media_type| media_type.eq_ignore_ascii_case("all"))
    }

    fn same_type(&self, other: &MediaQuery) -> bool {
        match (&self.media_type, &other.media_type) {
            (Some(ours), Some(theirs)) => ours.to_lowercase() == theirs.to_lowercase(),
            (None, None) => true,
            _ => false,
        }
    }

    /// The intersection of two queries. For example, `screen` and `(color)` are merged to `screen and (color)`.
    #[must_use]
    pub(crate) fn merge(&self, other: &MediaQuery) -> MergeResult {
        if !self.conjunction || !other.conjunction {
            return MergeResult::Unrepresentable;
        }
        let both = || self.conditions.iter().chain(&other.conditions).cloned().collect::<Vec<_>>();
        if self.media_type.is_none() && other.media_type.is_none() {
            return MergeResult::Merged(MediaQuery::of_conditions(both(), true));
        }
        if self.is_not() != other.is_not() {
            return self.merge_with_negation(other);
        }
        if self.is_not() {
            return self.merge_negations(other);
        }
        if self.matches_all_types() {
            let type_left_out = other.matches_all_types() && self.media_type.is_none();
            let media_type = other.media_type.clone().filter(|_| !type_left_out);
            return self.merged(other, &Side::Theirs, media_type, both());
        }
        if other.matches_all_types() {
            return self.merged(other, &Side::Ours, self.media_type.clone(), both());
        }
        if !self.same_type(other) {
            return MergeResult::Empty;
        }
        let side = if self.modifier.is_some() { Side::Ours } else { Side::Theirs };
        self.merged(other, &side, self.media_type.clone(), both())
    }

    /// The intersection if exactly one of the queries is negated.
    fn merge_with_negation(&self, other: &MediaQuery) -> MergeResult {
        let (negative, positive) = if self.is_not() { (self, other) } else { (other, self) };
        if self.same_type(other) {
            // `not screen and (a)` and `screen and (a) and (b)` have nothing in common, but `screen and (b)` does.
            let covered = negative.conditions.iter().all(|condition| positive.conditions.contains(condition));
            return if covered { MergeResult::Empty } else { MergeResult::Unrepresentable };
        }
        if self.matches_all_types() || other.matches_all_types() {
            return MergeResult::Unrepresentable;
        }
        let side = if self.is_not() { Side::Theirs } else { Side::Ours };
        self.merged(other, &side, positive.media_type.clone(), positive.conditions.clone())
    }

    /// The intersection of two queries with `not`. It cannot be expressed for different types, such as `not screen` and
    /// `not print`.
    fn merge_negations(&self, other: &MediaQuery) -> MergeResult {
        if !self.same_type(other) {
            return MergeResult::Unrepresentable;
        }
        let ours_longer = self.conditions.len() > other.conditions.len();
        let (more, fewer) = if ours_longer { (self, other) } else { (other, self) };
        if fewer.conditions.iter().all(|condition| more.conditions.contains(condition)) {
            self.merged(other, &Side::Ours, self.media_type.clone(), more.conditions.clone())
        } else {
            MergeResult::Unrepresentable
        }
    }

    /// The merged query, with the modifier of `modifier_from`. A modifier or media type that `self` also has is written
    /// in upper or lower case as in `self`.
    fn merged(
        &self,
        other: &MediaQuery,
        modifier_from: &Side,
        media_type: Option<String>,
        conditions: Vec<String>,
    ) -> MergeResult {
        let lower = |text: &Option<String>| text.as_ref().map(|text| text.to_lowercase());
        let modifier = match modifier_from {
            Side::Ours => &self.modifier,
            Side::Theirs => &other.modifier,
        };
        let modifier = if lower(modifier) == lower(&self.modifier) { &self.modifier } else { &other.modifier };
        let media_type =
            if lower(&media_type) == lower(&self.media_type) { &self.media_type } else { &other.media_type };
        let (modifier, media_type) = (modifier.clone(), media_type.clone());
        MergeResult::Merged(MediaQuery { modifier, media_type, conditions, conjunction: true })
    }
}

impl std::fmt::Display for MediaQuery {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if let Some(modifier) = &self.modifier {
            write!(f, "{modifier} ")?;
        }
        if let Some(media_type) = &self.media_type {
            f.write_str(media_type)?;
            if !self.conditions.is_empty() {
                f.write_str(" and ")?;
            }
        }
        f.write_str(&self.conditions.join(if self.conjunction { " and " } else { " or " }))
    }
}
