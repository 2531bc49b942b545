//! Strict JSON: no key may appear twice in one object.
//!
//! Readers of JSON differ in which of two equal keys they take. A document with the same key twice could say one thing
//! to the checker and another to its next reader, so it is refused at the second key.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};

/// Reads one document.
///
/// ```
/// use quandary_check::document::read;
/// assert!(read(r#"{"length": 1, "moves": "L"}"#).is_ok());
/// let twice = read(r#"{"length": 1, "length": 5}"#).unwrap_err();
/// assert!(twice.to_string().starts_with("the key `length` appears twice"), "{twice}");
/// ```
pub fn read(text: &str) -> Result<Value, serde_json::Error> {
    let mut source = serde_json::Deserializer::from_str(text);
    let value = Strict.deserialize(&mut source)?;
    source.end()?;
    Ok(value)
}

/// Builds a value and refuses a repeated key.
struct Strict;

impl<'de> DeserializeSeed<'de> for Strict {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, source: D) -> Result<Value, D::Error> {
        source.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Strict {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, flag: bool) -> Result<Value, E> {
        Ok(flag.into())
    }

    fn visit_u64<E>(self, number: u64) -> Result<Value, E> {
        Ok(number.into())
    }

    fn visit_i64<E>(self, number: i64) -> Result<Value, E> {
        Ok(number.into())
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<Value, E> {
        // A whole number beyond 64 bits is read as the nearest double, which is not the number that was written.
        Ok(number.into())
    }

    fn visit_str<E>(self, text: &str) -> Result<Value, E> {
        Ok(text.into())
    }

    fn visit_string<E>(self, text: String) -> Result<Value, E> {
        Ok(text.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut entries: A) -> Result<Value, A::Error> {
        let mut list = Vec::new();
        while let Some(value) = entries.next_element_seed(Strict)? {
            list.push(value);
        }
        Ok(list.into())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Value, A::Error> {
        let mut map = Map::new();
        while let Some(key) = entries.next_key::<String>()? {
            if map.contains_key(&key) {
                return Err(A::Error::custom(format!(
                    "the key `{}` appears twice",
                    crate::words::tidy(&key, crate::words::LINE)
                )));
            }
            let value = entries.next_value_seed(Strict)?;
            map.insert(key, value);
        }
        Ok(map.into())
    }
}

#[cfg(test)]
mod tests {
    use super::read;

    #[test]
    fn what_is_read_is_what_any_reader_reads() {
        for text in [
            "null",
            "[1, -2, 3.5, 1e3, 18446744073709551615, true, \"x\", {}]",
            "{\"a\": {\"a\": {\"a\": [{\"a\": null}]}}, \"b\": \"\\u00e9\"}",
        ] {
            assert_eq!(read(text).unwrap(), serde_json::from_str::<serde_json::Value>(text).unwrap());
        }
        for text in ["", "{", "[1,]", "{} {}", "nul"] {
            assert!(read(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_repeated_key_is_refused_at_any_depth_and_its_place_is_named() {
        for (text, line, column) in [
            ("{\"a\": 1, \"a\": 1}", 1, 12),
            ("{\"b\":\n [{\"x\": 0,\n \"x\": 0}]}", 3, 4),
            ("{\"a\": 1, \"\\u0061\": 2}", 1, 17),
        ] {
            let error = read(text).unwrap_err();
            assert_eq!((error.line(), error.column()), (line, column), "{error}");
        }
    }
}
