//! Answers requests natively, a line of JSON each: what `answer.mjs` must answer too.

fn main() {
    for line in std::io::stdin().lines().map_while(Result::ok).filter(|line| !line.trim().is_empty()) {
        println!("{}", quandary_wasm::answer(&line));
    }
}
