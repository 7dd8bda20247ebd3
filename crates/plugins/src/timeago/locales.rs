//! The texts of jekyll-timeago in its eleven languages.

/// A language's words for times, such as `today`, and for units, such as `weeks`.
#[derive(Debug)]
pub(super) struct Locale {
    name: &'static str,
    pub today: &'static str,
    pub yesterday: &'static str,
    pub tomorrow: &'static str,
    /// The sentence for a time in the past, such as `%{date_range} ago`.
    pub past: &'static str,
    /// The sentence for a time in the future, such as `in %{date_range}`.
    pub future: &'static str,
    pub last_word_connector: &'static str,
    pub words_connector: &'static str,
    /// Rows: years, months, weeks, days. Columns: one, few (empty if the language has none), other, short form.
    units: [[&'static str; 4]; 4],
}

const LOCALES: &[Locale] = &[
    Locale {
        name: "ca",
        today: "avui",
        yesterday: "ahir",
        tomorrow: "demà",
        past: "fa %{date_range}",
        future: "d'aquí %{date_range}",
        last_word_connector: "i",
        words_connector: ", ",
        units: [
            ["1 any", "", "%{count} anys", "%{count}a"],
            ["1 mes", "", "%{count} mesos", "%{count}m"],
            ["1 setmana", "", "%{count} setmanes", "%{count}s"],
            ["1 dia", "", "%{count} dies", "%{count}d"],
        ],
    },
    Locale {
        name: "de",
        today: "heute",
        yesterday: "gestern",
        tomorrow: "morgen",
        past: "vor %{date_range}",
        future: "in %{date_range}",
        last_word_connector: "und",
        words_connector: ", ",
        units: [
            ["1 Jahr", "", "%{count} Jahren", "%{count}j"],
            ["1 Monat", "", "%{count} Monaten", "%{count}mo"],
            ["1 Woche", "", "%{count} Wochen", "%{count}w"],
            ["1 Tag", "", "%{count} Tage", "%{count}d"],
        ],
    },
    Locale {
        name: "en",
        today: "today",
        yesterday: "yesterday",
        tomorrow: "tomorrow",
        past: "%{date_range} ago",
        future: "in %{date_range}",
        last_word_connector: "and",
        words_connector: ", ",
        units: [
            ["1 year", "", "%{count} years", "%{count}y"],
            ["1 month", "", "%{count} months", "%{count}mo"],
            ["1 week", "", "%{count} weeks", "%{count}w"],
            ["1 day", "", "%{count} days", "%{count}d"],
        ],
    },
    Locale {
        name: "es",
        today: "hoy",
        yesterday: "ayer",
        tomorrow: "mañana",
        past: "hace %{date_range}",
        future: "en %{date_range}",
        last_word_connector: "y",
        words_connector: ", ",
        units: [
            ["1 año", "", "%{count} años", "%{count}a"],
            ["1 mes", "", "%{count} meses", "%{count}m"],
            ["1 semana", "", "%{count} semanas", "%{count}s"],
            ["1 día", "", "%{count} días", "%{count}d"],
        ],
    },
    Locale {
        name: "fr",
        today: "aujourd'hui",
        yesterday: "hier",
        tomorrow: "demain",
        past: "il y a environ %{date_range}",
        future: "dans %{date_range}",
        last_word_connector: "et",
        words_connector: ", ",
        units: [
            ["1 année", "", "%{count} années", "%{count}a"],
            ["1 mois", "", "%{count} mois", "%{count}mo"],
            ["1 semaine", "", "%{count} semaines", "%{count}s"],
            ["1 jour", "", "%{count} jours", "%{count}j"],
        ],
    },
    Locale {
        name: "it",
        today: "oggi",
        yesterday: "ieri",
        tomorrow: "domani",
        past: "%{date_range} fa",
        future: "fra %{date_range}",
        last_word_connector: "e",
        words_connector: ", ",
        units: [
            ["1 anno", "", "%{count} anni", "%{count}a"],
            ["1 mese", "", "%{count} mesi", "%{count}m"],
            ["1 settimana", "", "%{count} settimane", "%{count}s"],
            ["1 giorno", "", "%{count} giorni", "%{count}g"],
        ],
    },
    Locale {
        name: "ja",
        today: "今日",
        yesterday: "昨日",
        tomorrow: "明日",
        past: "%{date_range}前",
        future: "%{date_range}後",
        last_word_connector: "",
        words_connector: "",
        units: [
            ["1年", "", "%{count}年", "%{count}年"],
            ["1ヶ月", "", "%{count}ヵ月", "%{count}月"],
            ["1週間", "", "%{count}週間", "%{count}週"],
            ["1日", "", "%{count}日", "%{count}日"],
        ],
    },
    Locale {
        name: "pt",
        today: "hoje",
        yesterday: "ontem",
        tomorrow: "amanhã",
        past: "%{date_range} atrás",
        future: "em %{date_range}",
        last_word_connector: "e",
        words_connector: ", ",
        units: [
            ["1 ano", "", "%{count} anos", "%{count}a"],
            ["1 mês", "", "%{count} meses", "%{count}m"],
            ["1 semana", "", "%{count} semanas", "%{count}s"],
            ["1 dia", "", "%{count} dias", "%{count}d"],
        ],
    },
    Locale {
        name: "ru",
        today: "сегодня",
        yesterday: "вчера",
        tomorrow: "завтра",
        past: "%{date_range} назад",
        future: "через %{date_range}",
        last_word_connector: "и",
        words_connector: ", ",
        units: [
            ["год", "%{count} года", "%{count} лет", "%{count}г"],
            ["месяц", "%{count} месяца", "%{count} месяцев", "%{count}м"],
            ["неделю", "%{count} недели", "%{count} недель", "%{count}н"],
            ["день", "%{count} дня", "%{count} дней", "%{count}д"],
        ],
    },
    Locale {
        name: "tr",
        today: "bugün",
        yesterday: "dün",
        tomorrow: "yarın",
        past: "%{date_range} önce",
        future: "%{date_range} içinde",
        last_word_connector: ", ",
        words_connector: ", ",
        units: [
            ["1 yıl", "", "%{count} yıl", "%{count}y"],
            ["1 ay", "", "%{count} ay", "%{count}a"],
            ["1 hafta", "", "%{count} hafta", "%{count}h"],
            ["1 gün", "", "%{count} gün", "%{count}g"],
        ],
    },
    Locale {
        name: "zh_hans",
        today: "今天",
        yesterday: "昨天",
        tomorrow: "明天",
        past: "%{date_range}以前",
        future: "%{date_range}以后",
        last_word_connector: "",
        words_connector: "",
        units: [
            ["1年", "", "%{count}年", "%{count}年"],
            ["1个月", "", "%{count}个月", "%{count}月"],
            ["1周", "", "%{count}周", "%{count}周"],
            ["1天", "", "%{count}天", "%{count}天"],
        ],
    },
];

/// A language's words for times. English for an unknown language.
pub(super) fn named(name: &str) -> &'static Locale {
    static ENGLISH: &Locale = &LOCALES[2];
    LOCALES.iter().find(|locale| locale.name == name).unwrap_or(ENGLISH)
}

impl Locale {
    /// A number of units in words: `3 weeks`, or `3w` if `short`. `unit` is 0 for years, 1 for months, 2 for weeks, 3
    /// for days.
    pub(crate) fn unit(&self, unit: usize, count: i64, short: bool) -> String {
        let Some([one, few, other, abbreviated]) = self.units.get(unit) else { return String::new() };
        let last = count % 10;
        let form = if short {
            abbreviated
        } else if self.name == "ru" && count != 11 && last == 1 {
            one
        } else if self.name == "ru" && !(12..=14).contains(&count) && (2..=4).contains(&last) {
            few
        } else if self.name != "ru" && count == 1 {
            one
        } else {
            other
        };
        form.replace("%{count}", &count.to_string())
    }
}
