use quandary_nonogram::{Nonogram, solve::learn::Learner};
use quandary_core::Budget;
use std::time::Instant;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let text = std::fs::read_to_string(&args[1]).unwrap().replace('\r', "");
    let step: usize = args.get(2).map_or(1, |s| s.parse().unwrap());
    let n = 25;
    let mut total = 0.0; let mut times = vec![]; let mut conf = 0; let mut solves = 0; let mut ex = 0;
    for (i, part) in text.split('$').skip(1).enumerate() {
        if i % step != 0 { continue; }
        let lines: Vec<Vec<usize>> = part.lines().skip(1).take(2*n).map(|l| l.split_whitespace().map(|w| w.parse().unwrap()).collect()).collect();
        let (columns, rows) = (lines[..n].to_vec(), lines[n..].to_vec());
        let p = Nonogram::new(rows, columns).unwrap();
        let t = Instant::now();
        let mut l = Learner::<u64>::new(&p);
        let r = l.search(&mut Budget::unlimited()).unwrap().unwrap();
        assert!(p.fits(&r));
        let dt = t.elapsed().as_secs_f64();
        total += dt; times.push((dt, i)); conf += l.conflicts; solves += l.solves; ex += l.explains;
        if std::env::var("V").is_ok() { println!("{i} {dt:.4} conf {} dec {} solves {}", l.conflicts, l.decisions, l.solves); }
    }
    times.sort_by(|a,b| b.0.total_cmp(&a.0));
    println!("total {total:.3} median {:.4} max {:.3} (#{}) second {:.3} p90 {:.3} conflicts {conf} solves {solves} explains {ex}", times[times.len()/2].0, times[0].0, times[0].1, times[1].0, times[times.len()/10].0);
}
