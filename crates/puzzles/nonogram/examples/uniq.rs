use quandary_nonogram::{Nonogram, solve::learn::Learner};
use quandary_core::Budget;
use std::time::Instant;
fn main() {
    for path in std::env::args().skip(1) {
        let text = std::fs::read_to_string(&path).unwrap();
        let mut it = text.lines();
        let d: Vec<usize> = it.next().unwrap().split_whitespace().map(|w| w.parse().unwrap()).collect();
        let mut cl = || -> Vec<usize> { it.next().unwrap().split_whitespace().map(|w| w.parse().unwrap()).filter(|&x| x>0).collect() };
        let rows = (0..d[1]).map(|_| cl()).collect(); let columns = (0..d[0]).map(|_| cl()).collect();
        let p = Nonogram::new(rows, columns).unwrap();
        let t = Instant::now();
        let mut l = Learner::<u64>::new(&p);
        if std::env::var("NOPROOF").is_err() { l.keep_proof(); }
        let r = l.search(&mut Budget::unlimited()).unwrap().unwrap();
        assert!(p.fits(&r));
        let (t1, c1) = (t.elapsed().as_secs_f64(), l.conflicts);
        l.exclude(&r);
        let second = l.search(&mut Budget::unlimited()).unwrap();
        let t2 = t.elapsed().as_secs_f64();
        let proof = l.proof(&p);
        let t3 = t.elapsed().as_secs_f64();
        println!("{} {}x{} first {t1:.3} ({c1} conflicts) {} {t2:.3} ({} conflicts) proof {t3:.3} steps {:?} bytes {:?}", path.rsplit('/').next().unwrap(), p.width(), p.height(), if second.is_some() {"MULTIPLE"} else {"unique"}, l.conflicts, proof.as_ref().map(|p| p.len()), proof.as_ref().map(|p| p.iter().map(|s| s.len()).sum::<usize>()));
    }
}
