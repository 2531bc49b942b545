//! The main colours of an image: clusters of its pixels.

/// Red, green, blue.
pub(super) type Rgb = [u8; 3];

/// Rounds of moving centres and pixels; images settle much earlier.
const MOST_ROUNDS: usize = 50;

fn distance(a: Rgb, b: Rgb) -> u32 {
    a.iter().zip(b).map(|(&a, b)| u32::from(a.abs_diff(b)).pow(2)).sum()
}

fn nearest_of(centres: &[Rgb], pixel: Rgb) -> usize {
    (0..centres.len()).min_by_key(|&centre| distance(centres[centre], pixel)).unwrap_or(0)
}

/// At most `count` colours, and for each pixel the number of the nearest: Lloyd's algorithm (1982).
///
/// It starts with the most frequent colour and then, each time, with the pixel farthest from all centres so far: the
/// same image gives the same colours. Fewer are returned when the image has fewer.
pub(super) fn main_colours(pixels: &[Rgb], count: usize) -> (Vec<Rgb>, Vec<usize>) {
    let mut sorted = pixels.to_vec();
    sorted.sort_unstable();
    let common = sorted.chunk_by(|a, b| a == b).max_by_key(|same| same.len()).map(|same| same[0]);
    let mut centres: Vec<Rgb> = common.into_iter().collect();
    sorted.dedup();
    while centres.len() < count {
        let gap = |pixel: Rgb| distance(centres[nearest_of(&centres, pixel)], pixel);
        let Some(&farthest) = sorted.iter().max_by_key(|&&pixel| gap(pixel)).filter(|&&pixel| gap(pixel) > 0)
        else {
            break;
        };
        centres.push(farthest);
    }
    let mut nearest: Vec<usize> = Vec::new();
    for _ in 0..MOST_ROUNDS {
        let found: Vec<usize> = pixels.iter().map(|&pixel| nearest_of(&centres, pixel)).collect();
        if found == nearest {
            break;
        }
        nearest = found;
        let mut sums = vec![([0_u64; 3], 0_u64); centres.len()];
        for (&pixel, &centre) in pixels.iter().zip(&nearest) {
            for (sum, part) in sums[centre].0.iter_mut().zip(pixel) {
                *sum += u64::from(part);
            }
            sums[centre].1 += 1;
        }
        for (centre, (sum, size)) in centres.iter_mut().zip(sums) {
            if size > 0 {
                *centre = sum.map(|sum| (sum / size) as u8);
            }
        }
    }
    (centres, nearest)
}
