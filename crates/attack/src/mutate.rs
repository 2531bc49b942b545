//! Ways to change a JSON value, from a small change to nonsense.

use quandary_core::Stream;
use serde_json::{Map, Number, Value, json};

/// Changes one part of a value.
pub fn change(value: &mut Value, stream: &mut Stream) {
    let inner = match value {
        Value::Array(list) => list.len(),
        Value::Object(map) => map.len(),
        _ => 0,
    };
    // Usually deeper inside: the top level has few parts.
    if inner > 0 && stream.chance(0.85) {
        let chosen = stream.index(inner);
        let below = match value {
            Value::Array(list) => list.get_mut(chosen),
            Value::Object(map) => map.values_mut().nth(chosen),
            _ => None,
        };
        if let Some(below) = below {
            return change(below, stream);
        }
    }
    if stream.chance(0.04) {
        *value = something(stream);
        return;
    }
    match value {
        Value::Null => *value = something(stream),
        Value::Bool(flag) => *flag = !*flag,
        Value::Number(number) => *value = other_number(number, stream),
        Value::String(text) => other_text(text, stream),
        Value::Array(list) => other_list(list, stream),
        Value::Object(map) => other_object(map, stream),
    }
}

/// A value of some other kind.
fn something(stream: &mut Stream) -> Value {
    match stream.below(9) {
        0 => Value::Null,
        1 => json!(true),
        2 => json!(false),
        3 => json!(stream.below(10)),
        4 => json!(-1),
        5 => json!(""),
        6 => json!([]),
        7 => json!({}),
        _ => json!([[[[]]], {"goal": 1}, "1"]),
    }
}

/// Numbers that break arithmetic.
const EXTREME: [u64; 12] = [
    0,
    1,
    255,
    256,
    65_535,
    1 << 31,
    1 << 32,
    (1 << 53) + 1,
    i64::MAX as u64,
    1 << 63,
    u64::MAX - 1,
    u64::MAX,
];

fn other_number(number: &Number, stream: &mut Stream) -> Value {
    let float = number.as_f64().unwrap_or(0.0);
    let whole = number.as_i64().unwrap_or(float as i64);
    match stream.below(12) {
        0 | 1 => json!(whole.wrapping_add(1)),
        2 | 3 => json!(whole.wrapping_sub(1)),
        4 => json!(whole.wrapping_neg()),
        5 => json!((whole as u64).wrapping_add(1 << 32)),
        6 => json!(EXTREME[stream.index(EXTREME.len())]),
        7 => json!(float + 0.5),
        8 => json!(float),
        9 => json!(float * (1.0 + 1e-10) + 1e-10),
        10 => json!([1e308, -1e308, 5e-324, -0.0, 1e19][stream.index(5)]),
        _ => json!(whole.to_string()),
    }
}

/// Characters that parsers may handle badly.
const ODD: [char; 22] = [
    '\0', '\u{1b}', '\n', '\r', '\t', ' ', '/', ':', ',', '-', '+', '.', '#', 'x', '?', '*', '%', '\u{7f}',
    '\u{202e}', '\u{feff}', 'ß', '𝟙',
];

/// Changes a text somewhere.
pub fn other_text(text: &mut String, stream: &mut Stream) {
    let mut letters: Vec<char> = text.chars().collect();
    let length = letters.len();
    let place = stream.index(length.max(1));
    let kin = |stream: &mut Stream, letters: &[char]| {
        // Mostly a letter from elsewhere in the text, so that it can still be parsed.
        stream.choose(letters).copied().filter(|_| stream.chance(0.8)).unwrap_or(ODD[stream.index(ODD.len())])
    };
    match stream.below(16) {
        0..=3 if length > 0 => letters[place] = kin(stream, &letters),
        4 | 5 => {
            let letter = kin(stream, &letters);
            letters.insert(place.min(length), letter);
        }
        6 | 7 if length > 0 => {
            letters.remove(place);
        }
        8 if length > 1 => letters.swap(place, stream.index(length)),
        9 => letters.truncate(place),
        10 => {
            let part: Vec<char> = letters[place.min(length)..].to_vec();
            letters.extend(part);
        }
        11 => {
            // A number within the text becomes another one.
            if let Some(from) = letters.iter().skip(place).position(char::is_ascii_digit).map(|at| at + place)
            {
                let digits = letters[from..].iter().take_while(|letter| letter.is_ascii_digit()).count();
                let old: u64 =
                    letters[from..from + digits].iter().collect::<String>().parse().unwrap_or(u64::MAX);
                let new = match stream.below(4) {
                    0 => old.wrapping_add(1),
                    1 => old.wrapping_sub(1),
                    2 => stream.below(130),
                    _ => EXTREME[stream.index(EXTREME.len())],
                };
                letters.splice(from..from + digits, new.to_string().chars());
            }
        }
        12 => {
            // Two of its words, or lines, change places.
            let between = if text.contains('\n') { "\n" } else { " " };
            let mut parts: Vec<&str> = text.split(between).collect();
            let (one, other) = (stream.index(parts.len()), stream.index(parts.len()));
            parts.swap(one, other);
            letters = parts.join(between).chars().collect();
        }
        13 => letters.insert(place.min(length), ODD[stream.index(ODD.len())]),
        14 if stream.chance(0.1) => letters = letters.repeat(1 + 2000 / (length + 1)),
        15 if stream.chance(0.2) => letters.clear(),
        _ => letters.reverse(),
    }
    *text = letters.into_iter().collect();
}

fn other_list(list: &mut Vec<Value>, stream: &mut Stream) {
    let length = list.len();
    if length == 0 {
        list.push(something(stream));
        return;
    }
    let (one, other) = (stream.index(length), stream.index(length));
    match stream.below(6) {
        0 => {
            list.remove(one);
        }
        1 => list.insert(other, list[one].clone()),
        2 => list.swap(one, other),
        3 => list.push(something(stream)),
        4 => list.truncate(one),
        _ => list.reverse(),
    }
}

fn other_object(map: &mut Map<String, Value>, stream: &mut Stream) {
    let keys: Vec<String> = map.keys().cloned().collect();
    let Some(key) = stream.choose(&keys).cloned() else {
        map.insert("remark".into(), something(stream));
        return;
    };
    let value = map.get(&key).cloned().unwrap_or_default();
    match stream.below(5) {
        0 => {
            map.remove(&key);
        }
        1 => {
            map.insert("remark".into(), value);
        }
        2 => {
            map.remove(&key);
            let mut name = key;
            other_text(&mut name, stream);
            map.insert(name, value);
        }
        3 => {
            let other = keys[stream.index(keys.len())].clone();
            if let Some(second) = map.insert(other, value) {
                map.insert(key, second);
            }
        }
        _ => {
            map.insert(key, something(stream));
        }
    }
}

/// Damages bytes, as a disk, a network or an attacker would.
pub fn other_bytes(bytes: &mut Vec<u8>, stream: &mut Stream) {
    for _ in 0..=stream.below(3) {
        let length = bytes.len();
        let place = stream.index(length.max(1)).min(length);
        match stream.below(7) {
            0 if length > 0 => bytes[place.min(length - 1)] ^= 1 << stream.below(8),
            1 if length > 0 => bytes[place.min(length - 1)] = stream.next_u64() as u8,
            2 => bytes.insert(place, b"0123456789 \n/x-.,:#?*+%\t\"{}[]<>&;"[stream.index(33)]),
            3 if length > 0 => {
                bytes.remove(place.min(length - 1));
            }
            4 => bytes.truncate(place),
            5 => {
                let end = (place + stream.index(16)).min(length);
                let part = bytes[place..end].to_vec();
                let to = stream.index(length + 1);
                bytes.splice(to..to, part);
            }
            _ => {
                let digits = EXTREME[stream.index(EXTREME.len())].to_string();
                bytes.splice(place..place, digits.bytes());
            }
        }
    }
}
