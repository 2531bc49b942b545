//! A value as a document prints it.

use crate::judge::short;

/// A printed value: its text, its number if it is one, and its precision.
///
/// ```
/// use quandary_lab::papers::Printed;
///
/// let printed = Printed::from("0.0090");
/// assert_eq!((printed.number, printed.decimals), (Some(0.009), 4));
/// assert_eq!(printed.rounding(), 0.00005);
/// assert_eq!(Printed::from("> 20 min").number, None);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Printed {
    /// As it is printed, zeros at the end included.
    pub text: String,
    /// The number, if the text is one.
    pub number: Option<f64>,
    /// Decimals to which the number is known: those printed, or those of its column (see [`Printed::column`]).
    pub decimals: usize,
}

impl Printed {
    /// Numbers of one kind in a column. Among numbers with decimals a whole one may be printed without its zeros: `77`
    /// beside `66.2` means 77.0, and `0` beside `0.0007` means 0.0000. It is as precise as the least precise of the
    /// others.
    ///
    /// ```
    /// use quandary_lab::papers::Printed;
    ///
    /// let gains = Printed::column(["10.9", "12", "8.1"]);
    /// assert_eq!((gains[1].text.as_str(), gains[1].decimals), ("12", 1));
    /// assert_eq!(Printed::from("12").decimals, 0);
    /// ```
    pub fn column<'t>(texts: impl IntoIterator<Item = &'t str>) -> Vec<Printed> {
        let mut all: Vec<Printed> = texts.into_iter().map(Printed::from).collect();
        let fewest = all.iter().map(|printed| printed.decimals).filter(|&decimals| decimals > 0).min();
        for whole in all.iter_mut().filter(|printed| printed.number.is_some() && printed.decimals == 0) {
            whole.decimals = fewest.unwrap_or(0);
        }
        all
    }

    /// How far rounding may have moved the number: half a unit of its last decimal.
    pub fn rounding(&self) -> f64 {
        0.5 * 10_f64.powi(-(self.decimals as i32))
    }
}

impl From<&str> for Printed {
    fn from(text: &str) -> Printed {
        let digits = text.strip_prefix('-').unwrap_or(text);
        let (whole, part) = digits.split_once('.').unwrap_or((digits, "0"));
        let is_number =
            [whole, part].iter().all(|half| !half.is_empty() && half.bytes().all(|b| b.is_ascii_digit()));
        let number = if is_number { text.parse().ok() } else { None };
        let decimals =
            if number.is_some() { digits.split_once('.').map_or(0, |(_, part)| part.len()) } else { 0 };
        Printed { text: text.to_owned(), number, decimals }
    }
}

impl From<&Printed> for Printed {
    fn from(printed: &Printed) -> Printed {
        printed.clone()
    }
}

impl From<String> for Printed {
    fn from(text: String) -> Printed {
        Printed::from(text.as_str())
    }
}

/// The value of a printed formula; the document does not print the number itself.
impl From<f64> for Printed {
    fn from(number: f64) -> Printed {
        Printed { number: Some(number), ..Printed::from(short(number)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_digits_with_at_most_one_point_and_a_sign() {
        for (text, number) in [("-0.0533", Some(-0.0533)), ("0", Some(0.0)), ("20212.00", Some(20212.0))] {
            assert_eq!(Printed::from(text).number, number, "{text}");
        }
        for text in
            ["", "-", "N.A.", "16-20", "21..22", "1.", ".5", "1e5", "inf", "NaN", "+1", "0.07 to 0.08"]
        {
            assert_eq!((Printed::from(text).number, Printed::from(text).decimals), (None, 0), "{text}");
        }
    }

    #[test]
    fn words_in_a_column_change_nothing() {
        let column = Printed::column(["N.A.", "0.62", "25", "4.1"]);
        assert_eq!(column.iter().map(|printed| printed.decimals).collect::<Vec<_>>(), [0, 2, 1, 1]);
        assert_eq!(Printed::column(["3", "N.A."])[0].decimals, 0);
    }
}
