//! Proofs of uniqueness that a search found, step by step: each is accepted as it is, and with any part left out or changed it is
//! not, even if its digest is right.

use quandary_check::verify;
use quandary_core::Certificate;
use serde_json::json;

struct Proof {
    instance: &'static str,
    solution: &'static [&'static str],
    steps: &'static [&'static str],
}

/// With hints for rows and columns, the clause of the picture itself (`s`), steps that set a cell either way, and boards that are not
/// square, so that a row is never mistaken for a column. The last proof was made from the second by hand: it rests on a clause of two
/// literals, and ends with one of none.
const PROOFS: [Proof; 4] = [
    Proof {
        instance: "5 6\n1 1\n3\n1 1\n2\n3\n3\n2 1\n2 1\n2 2\n1 1 1\n1 1\n",
        solution: &[".#.#.", "###..", "#.#..", "...##", "###..", "..###"],
        steps: &["1: -1 | r1 c1 c2 r2 r3 c4 c3 r1"],
    },
    Proof {
        instance: "5 6\n1 2\n1 2\n1 2\n1 1\n2\n1 1\n2 1\n2 1\n1\n3 1\n4\n",
        solution: &[".#.##", ".#.##", "#..##", "#...#", ".##..", "#..#."],
        steps: &["1: -29 | r6 c4 c5 r5 r2 c2 c5 r2 r6 r1 c1 r3 r4 r1 s r5", "2: 17 | c2 r2 r6 c5"],
    },
    Proof {
        instance: "5 6\n3\n1 1\n1\n1 2\n2\n2 2\n3 1\n1 1\n1 1\n1 3\n1 1 1\n",
        solution: &[".###.", "#...#", "#....", "#..##", "..##.", "##.##"],
        steps: &["1: 5 | r1 c5 c2 r2 r4 c4 s c1"],
    },
    Proof {
        instance: "5 6\n1 2\n1 2\n1 2\n1 1\n2\n1 1\n2 1\n2 1\n1\n3 1\n4\n",
        solution: &[".#.##", ".#.##", "#..##", "#...#", ".##..", "#..#."],
        steps: &[
            "1: 29 17 | c2 r2 c1 r1 r3 r4 r6 c2 r5 c4",
            "2: -29 | r6 c4 r5 c2 r2 r6 c1 r1 r3 r4 r5 s",
            "3: | #1 r4 c1 r2 r6 c2",
        ],
    },
];

impl Proof {
    fn accepts(&self, steps: &[String]) -> bool {
        let lines = [self.instance, "unique"].into_iter().chain(self.solution.iter().copied());
        let lines = lines.chain(steps.iter().map(String::as_str));
        let bytes = lines.flat_map(|line| line.bytes().chain([b'\n']));
        let sum = bytes.fold(0xcbf2_9ce4_8422_2325_u64, |sum, byte| {
            (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3)
        });
        let evidence = json!({"solution": self.solution, "steps": steps, "digest": format!("{sum:016x}")});
        verify(&Certificate::new("nonogram", "unique", self.instance, evidence)).is_ok()
    }

    fn steps(&self) -> Vec<String> {
        self.steps.iter().map(|&step| step.to_owned()).collect()
    }
}

#[test]
fn a_proof_is_accepted_as_it_was_found_and_not_without_one_of_its_steps() {
    for proof in PROOFS {
        assert!(proof.accepts(&proof.steps()), "{}", proof.instance);
        for left_out in 0..proof.steps.len() {
            let mut steps = proof.steps();
            steps.remove(left_out);
            assert!(!proof.accepts(&steps), "{} without step {}", proof.instance, left_out + 1);
        }
    }
}

#[test]
fn a_step_that_contradicts_one_hint_too_late_or_never_is_refused() {
    let mut refused = 0;
    for proof in PROOFS {
        for (number, step) in proof.steps.iter().enumerate() {
            let (clause, hints) = step.split_once(" | ").unwrap();
            let hints: Vec<&str> = hints.split(' ').collect();
            // Nothing follows from fewer hints, and nothing may follow the contradiction.
            let short = hints[..hints.len() - 1].join(" ");
            let long = format!("{} r1", hints.join(" "));
            // A cell that is known by then needs no clause.
            let idle = format!("{} r1 r1", hints[..hints.len() - 1].join(" "));
            for hints in [short, long, idle] {
                let mut steps = proof.steps();
                steps[number] = format!("{clause} | {hints}");
                assert!(!proof.accepts(&steps), "{}: {}", proof.instance, steps[number]);
                refused += 1;
            }
        }
    }
    assert_eq!(refused, 21);
}

#[test]
fn a_row_is_not_a_column_and_a_step_has_the_next_number() {
    for proof in PROOFS {
        let mut turned = proof.steps();
        turned[0] = turned[0].replace('c', "x").replace('r', "c").replace('x', "r");
        assert!(!proof.accepts(&turned), "{}", turned[0]);
        let mut numbered = proof.steps();
        numbered[0] = numbered[0].replacen('1', "2", 1);
        assert!(!proof.accepts(&numbered), "{}", numbered[0]);
    }
}
