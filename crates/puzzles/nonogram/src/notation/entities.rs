//! The named characters of HTML 4 in XML: webpbn's titles use them, though XML itself knows only five names.

use quandary_core::InputError;

/// The names of U+00A0 to U+00FF, in that order.
const LATIN: &str = "\
    nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 \
    acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde \
    Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc \
    Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml \
    aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc \
    otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml";

/// The other names, each with its code in hexadecimal.
const OTHERS: &str = "\
    OElig=152 oelig=153 Scaron=160 scaron=161 Yuml=178 fnof=192 circ=2c6 tilde=2dc Alpha=391 Beta=392 \
    Gamma=393 Delta=394 Epsilon=395 Zeta=396 Eta=397 Theta=398 Iota=399 Kappa=39a Lambda=39b Mu=39c Nu=39d \
    Xi=39e Omicron=39f Pi=3a0 Rho=3a1 Sigma=3a3 Tau=3a4 Upsilon=3a5 Phi=3a6 Chi=3a7 Psi=3a8 Omega=3a9 \
    alpha=3b1 beta=3b2 gamma=3b3 delta=3b4 epsilon=3b5 zeta=3b6 eta=3b7 theta=3b8 iota=3b9 kappa=3ba \
    lambda=3bb mu=3bc nu=3bd xi=3be omicron=3bf pi=3c0 rho=3c1 sigmaf=3c2 sigma=3c3 tau=3c4 upsilon=3c5 \
    phi=3c6 chi=3c7 psi=3c8 omega=3c9 thetasym=3d1 upsih=3d2 piv=3d6 ensp=2002 emsp=2003 thinsp=2009 \
    zwnj=200c zwj=200d lrm=200e rlm=200f ndash=2013 mdash=2014 lsquo=2018 rsquo=2019 sbquo=201a ldquo=201c \
    rdquo=201d bdquo=201e dagger=2020 Dagger=2021 bull=2022 hellip=2026 permil=2030 prime=2032 Prime=2033 \
    lsaquo=2039 rsaquo=203a oline=203e frasl=2044 euro=20ac image=2111 weierp=2118 real=211c trade=2122 \
    alefsym=2135 larr=2190 uarr=2191 rarr=2192 darr=2193 harr=2194 crarr=21b5 lArr=21d0 uArr=21d1 rArr=21d2 \
    dArr=21d3 hArr=21d4 forall=2200 part=2202 exist=2203 empty=2205 nabla=2207 isin=2208 notin=2209 ni=220b \
    prod=220f sum=2211 minus=2212 lowast=2217 radic=221a prop=221d infin=221e ang=2220 and=2227 or=2228 \
    cap=2229 cup=222a int=222b there4=2234 sim=223c cong=2245 asymp=2248 ne=2260 equiv=2261 le=2264 ge=2265 \
    sub=2282 sup=2283 nsub=2284 sube=2286 supe=2287 oplus=2295 otimes=2297 perp=22a5 sdot=22c5 lceil=2308 \
    rceil=2309 lfloor=230a rfloor=230b lang=2329 rang=232a loz=25ca spades=2660 clubs=2663 hearts=2665 \
    diams=2666";

/// The names that XML knows by itself.
const PREDEFINED: [&str; 5] = ["amp", "lt", "gt", "quot", "apos"];

/// The character of this name.
///
/// ```text
/// copy -> ©    eacute -> é    mdash -> —
/// ```
fn character(name: &str) -> Option<char> {
    if let Some(index) = LATIN.split(' ').position(|known| known == name) {
        return char::from_u32(0xA0 + index as u32);
    }
    let (_, code) =
        OTHERS.split(' ').filter_map(|pair| pair.split_once('=')).find(|(known, _)| *known == name)?;
    char::from_u32(u32::from_str_radix(code, 16).ok()?)
}

/// A text whose named characters are replaced, and where: so that errors name the places of the original.
pub(super) struct Replaced {
    pub(super) text: String,
    /// Line, column just behind the character in the new text, and how many columns were lost there.
    places: Vec<(usize, usize, usize)>,
}

impl Replaced {
    /// The column in the original of a place in the new text.
    pub(super) fn column(&self, line: usize, column: usize) -> usize {
        let lost = self.places.iter().filter(|&&(at, behind, _)| at == line && behind <= column);
        column + lost.map(|&(_, _, lost)| lost).sum::<usize>()
    }
}

/// Replaces the named characters of HTML. Names that XML knows, numbers, and names that the text itself declares
/// stay for the XML reader; any other name is refused with its place.
pub(super) fn replace(text: &str) -> Result<Replaced, InputError> {
    let mut replaced = Replaced { text: String::with_capacity(text.len()), places: Vec::new() };
    for (index, line) in text.split_inclusive('\n').enumerate() {
        let mut column = 1;
        let mut rest = line;
        while let Some(at) = rest.find('&') {
            let (before, from) = rest.split_at(at);
            replaced.text += before;
            column += before.chars().count();
            let name = named(from);
            let found = name.filter(|name| !PREDEFINED.contains(name) && !declares(text, name));
            match found.map(|name| (name, character(name))) {
                None => {
                    replaced.text.push('&');
                    rest = &from[1..];
                    column += 1;
                }
                Some((name, Some(character))) => {
                    replaced.text.push(character);
                    rest = &from[name.len() + 2..];
                    column += 1;
                    replaced.places.push((index + 1, column, name.len() + 1));
                }
                Some((name, None)) => {
                    return Err(InputError::new(format!("`&{name};` is not a character that is known"))
                        .at(index + 1, replaced.column(index + 1, column))
                        .expected("a name of HTML such as `&copy;`, a number such as `&#169;`, or the character itself"));
                }
            }
        }
        replaced.text += rest;
    }
    Ok(replaced)
}

/// The name of the reference that a text begins with, if it is one: `&name;`.
fn named(text: &str) -> Option<&str> {
    let (name, _) = text.strip_prefix('&')?.split_once(';')?;
    let letters = name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.chars().all(|c| c.is_ascii_alphanumeric());
    letters.then_some(name)
}

/// Whether the text declares the name itself.
fn declares(text: &str, name: &str) -> bool {
    let declared = |part: &str| part.split_whitespace().next() == Some(name);
    text.split("<!ENTITY").skip(1).any(declared)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_names_of_html_are_the_characters_they_stand_for() {
        let known = [
            ("nbsp", '\u{a0}'),
            ("copy", '©'),
            ("eacute", 'é'),
            ("yuml", 'ÿ'),
            ("mdash", '—'),
            ("hearts", '♥'),
        ];
        for (name, expected) in known {
            assert_eq!(character(name), Some(expected), "{name}");
        }
        assert_eq!(LATIN.split(' ').count(), 96);
        let others: Vec<&str> = OTHERS.split(' ').map(|pair| pair.split_once('=').unwrap().0).collect();
        assert!(others.iter().all(|name| character(name).is_some()));
        assert_eq!(character("nonsense"), None);
    }

    #[test]
    fn what_xml_knows_is_left_alone_and_places_stay_those_of_the_original() {
        let text = "a &amp; b &#169; c & d\n&copy; 1999 &mdash; x";
        let replaced = replace(text).unwrap();
        assert_eq!(replaced.text, "a &amp; b &#169; c & d\n© 1999 — x");
        assert_eq!(replaced.column(1, 9), 9);
        assert_eq!(replaced.column(2, 1), 1);
        assert_eq!(replaced.column(2, 3), 8, "behind the copyright sign");
        assert_eq!(replaced.column(2, 10), 21, "behind both");
        let error = replace("<a>\n&copy; &bogus;</a>").err().unwrap().to_string();
        assert!(error.starts_with("line 2, column 8: `&bogus;` is not a character that is known"), "{error}");
        assert!(replace("<!DOCTYPE x [<!ENTITY bogus \"b\">]><a>&bogus;</a>").is_ok());
    }
}
