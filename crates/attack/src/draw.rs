//! Questions for the program: verbs of every puzzle with hostile options and inputs, drawn from a stream.

use std::path::Path;

use quandary_core::Stream;
use quandary_verbs::{Entry, InputSpec, Kind, OptionSpec, Verb};

use crate::mutate::other_bytes;

/// One question with its limits, for a command or a request.
pub(crate) struct RandomQuestion {
    pub(crate) entry: &'static Entry,
    pub(crate) verb: &'static Verb,
    /// Names and values of options; a switch has an empty value.
    pub(crate) options: Vec<(&'static str, String)>,
    pub(crate) input: Option<Vec<u8>>,
    pub(crate) nodes: Option<u64>,
    pub(crate) threads: usize,
    pub(crate) seconds: f64,
}

/// A verb of a puzzle with up to three options, an input, and limits.
pub(crate) fn draw(stream: &mut Stream, folder: &Path, seconds: &[f64]) -> RandomQuestion {
    let entries = quandary_registry::all();
    let entry = entries[stream.index(entries.len())];
    let verb = &entry.verbs[stream.index(entry.verbs.len())];
    let options = options(verb.spec.options, stream, folder);
    let takes_input = !matches!(verb.spec.input, InputSpec::None) || stream.chance(0.02);
    RandomQuestion {
        entry,
        verb,
        options,
        input: takes_input.then(|| input_for(verb, stream)),
        nodes: if stream.chance(0.3) { Some([1, 100, 20_000][stream.index(3)]) } else { None },
        threads: if stream.chance(0.2) { [2, 0, 3][stream.index(3)] } else { 1 },
        seconds: seconds[stream.index(seconds.len())],
    }
}

/// Up to three options with values.
pub(crate) fn options(
    specs: &'static [OptionSpec],
    stream: &mut Stream,
    folder: &Path,
) -> Vec<(&'static str, String)> {
    let mut chosen: Vec<(&'static str, String)> = Vec::new();
    for _ in 0..stream.below(4) {
        let Some(option) = stream.choose(specs) else { break };
        if chosen.iter().any(|(name, _)| *name == option.name) {
            continue;
        }
        let words = option.value.split(' ').count();
        let value = if option.is_switch() {
            String::new()
        } else if words > 1 {
            (0..words).map(|_| hostile_value(stream)).collect::<Vec<_>>().join(" ")
        } else {
            value_for(option, stream, folder)
        };
        chosen.push((option.name, value.replace('\0', "")));
    }
    chosen
}

/// Values that no option expects, and some that only just fit.
pub(crate) fn hostile_value(stream: &mut Stream) -> String {
    const VALUES: [&str; 41] = [
        "",
        " ",
        "-1",
        "0",
        "1",
        "2",
        "-0",
        "NaN",
        "nan",
        "inf",
        "-inf",
        "1e308",
        "1e-320",
        "0.5",
        "1/0",
        "0/0",
        "1/3",
        "4294967295",
        "4294967296",
        "9223372036854775807",
        "9223372036854775808",
        "18446744073709551615",
        "18446744073709551616",
        "99999999999999999999999999",
        "1000000",
        "0x10",
        "1 000",
        "5s",
        "1GB",
        "true",
        "--json",
        "-",
        "/",
        "\u{1b}[2J",
        "a\tb\nc",
        "\u{202e}x",
        "ß𝟙",
        "1x1",
        "99999x99999",
        "1000x1000/999999",
        "2x2/1",
    ];
    match stream.below(12) {
        0 => "9".repeat(1 + stream.index(400)),
        1 => "x".repeat(stream.index(20_000)),
        _ => VALUES[stream.index(VALUES.len())].to_owned(),
    }
}

/// A value for an option: a valid one, or one that it should refuse.
fn value_for(option: &OptionSpec, stream: &mut Stream, folder: &Path) -> String {
    let path = folder.join("out.csv").display().to_string();
    match option.kind {
        // No endless device is among them: nobody could read it to its end.
        Kind::File => {
            let paths =
                [path.as_str(), "/nonexistent/folder/x.csv", ".", "", "/dev/null", "x\u{7}.jsonl", "stderr"];
            return paths[stream.index(paths.len())].to_owned();
        }
        Kind::Output => {
            let paths =
                [path.as_str(), "/nonexistent/folder/x.csv", ".", "", "/dev/full", "x\u{7}.jsonl", "out.svg"];
            return paths[stream.index(paths.len())].to_owned();
        }
        _ => {}
    }
    if stream.chance(0.5) {
        return hostile_value(stream);
    }
    match option.kind {
        Kind::Whole { least, most } => match stream.below(5) {
            0 => least.to_string(),
            1 => most.to_string(),
            2 => most.wrapping_add(1).to_string(),
            3 => least.wrapping_sub(1).to_string(),
            _ => (least + stream.below((most - least).clamp(1, 10_000))).to_string(),
        },
        Kind::Real { low, high } => match stream.below(3) {
            0 => low.to_string(),
            1 => high.to_string(),
            _ => (low + stream.unit() * (high - low).min(1e6)).to_string(),
        },
        _ => {
            let known: Vec<&str> = option.known().iter().copied().chain(option.default).collect();
            stream.choose(&known).map_or_else(|| hostile_value(stream), |value| (*value).to_owned())
        }
    }
}

/// An input: that of an example of the verb, damaged or not, or nonsense.
pub(crate) fn input_for(verb: &Verb, stream: &mut Stream) -> Vec<u8> {
    let quoted: Vec<&str> = verb
        .spec
        .examples
        .iter()
        .filter_map(|example| {
            let quote = example.find(['"', '\''])?;
            let mark = &example[quote..=quote];
            example[quote + 1..].split(mark).next()
        })
        .collect();
    let plain = verb.spec.examples.iter().filter_map(|example| {
        example.split_whitespace().nth(2).filter(|word| !word.starts_with(['-', '"', '\'']))
    });
    let known: Vec<&str> = quoted.iter().copied().chain(plain).filter(|word| !word.contains('.')).collect();
    let mut bytes = stream.choose(&known).map(|text| text.as_bytes().to_vec()).unwrap_or_default();
    match stream.below(10) {
        0..=3 => {}
        4..=6 => other_bytes(&mut bytes, stream),
        7 => bytes = (0..stream.below(2000)).map(|_| stream.next_u64() as u8).collect(),
        8 => bytes = bytes.repeat(1 + 100_000 / (bytes.len() + 1)),
        _ => {
            let (open, depth) = (["[", "{\"a\":", "<a>", "1 "][stream.index(4)], stream.index(60_000));
            bytes = open.repeat(depth).into_bytes();
        }
    }
    bytes
}
