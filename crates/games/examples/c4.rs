use quandary_core::Budget;
use quandary_games::connect_four::*;
use std::time::Instant;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let limit: usize = a[2].parse().unwrap();
    if a[1] == "empty" {
        for weak in [true, false] {
            let mut s = Solver::new(STANDARD, limit as u32);
            let t = Instant::now();
            let r = if weak {
                s.solve_weakly(Position::START, &mut Budget::unlimited())
            } else {
                s.solve(Position::START, &mut Budget::unlimited())
            }
            .unwrap();
            println!("empty weak {weak}: {:?} {:.1}s", r, t.elapsed().as_secs_f64());
        }
        return;
    }
    let text = std::fs::read_to_string(format!("/work/shared/data/connect-four/{}.txt", a[1])).unwrap();
    let mut s = Solver::new(STANDARD, 24);
    let t = Instant::now();
    let (mut n, mut ok, mut nodes) = (0, 0, 0);
    for l in text.lines().take(limit) {
        let (m, sc) = l.split_once(' ').unwrap();
        let p = STANDARD.after(m.bytes().map(|b| (b - b'1') as u32)).unwrap();
        let r = s.solve(p, &mut Budget::unlimited()).ok().unwrap();
        n += 1;
        nodes += r.nodes;
        if r.score == sc.parse::<i32>().unwrap() {
            ok += 1
        }
    }
    let e = t.elapsed().as_secs_f64();
    println!(
        "{}: {ok}/{n} mean nodes {:.1} {:.1} us/pos {:.2} Mn/s",
        a[1],
        nodes as f64 / n as f64,
        e / n as f64 * 1e6,
        nodes as f64 / e / 1e6
    );
}
