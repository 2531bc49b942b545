//! Text across the border to JavaScript: the caller asks for room, fills it, calls [`quandary_answer`], reads the answer
//! behind its length, and gives both back.
//!
//! ```text
//! quandary_room(length) -> place            place: length bytes to fill with UTF-8
//! quandary_answer(place, length) -> place'  takes the room back; place': 4 bytes length (little-endian), then the text
//! quandary_free(place')                     gives the answer back
//! ```
#![allow(unsafe_code, reason = "raw memory is the only thing that WebAssembly and JavaScript share")]

/// Makes room for a request.
#[unsafe(no_mangle)]
pub extern "C" fn quandary_room(length: usize) -> *mut u8 {
    Box::into_raw(vec![0_u8; length].into_boxed_slice()).cast()
}

/// Answers the request in the room, which is taken back.
///
/// # Safety
/// `place` must come from [`quandary_room`] with the same `length`, filled or not, and not have been used since.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quandary_answer(place: *mut u8, length: usize) -> *mut u8 {
    // SAFETY: by the contract above this is the box that `quandary_room` gave away.
    let request = unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(place, length)) };
    let answer = crate::answer(&String::from_utf8_lossy(&request));
    // An address in WebAssembly has 32 bits, so a length has no more.
    let length = u32::try_from(answer.len()).unwrap_or(0);
    let mut bytes = length.to_le_bytes().to_vec();
    bytes.extend_from_slice(&answer.as_bytes()[..length as usize]);
    Box::into_raw(bytes.into_boxed_slice()).cast()
}

/// Gives an answer back.
///
/// # Safety
/// `place` must come from [`quandary_answer`] and not have been given back before.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quandary_free(place: *mut u8) {
    // SAFETY: an answer begins with its length, and by the contract above this is one.
    let length = unsafe { std::ptr::read_unaligned(place.cast::<[u8; 4]>()) };
    let whole = 4 + u32::from_le_bytes(length) as usize;
    // SAFETY: the box was made with exactly this length.
    drop(unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(place, whole)) });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_crosses_the_border_both_ways() {
        let request = br#"{"ask": "sit", "puzzle": "lights-out", "seed": 3}"#;
        let place = quandary_room(request.len());
        // SAFETY: the room has this length, and the answer is read within the length it states.
        let answer = unsafe {
            std::ptr::copy_nonoverlapping(request.as_ptr(), place, request.len());
            let answer = quandary_answer(place, request.len());
            let length = u32::from_le_bytes(std::ptr::read_unaligned(answer.cast::<[u8; 4]>())) as usize;
            let text = String::from_utf8(std::slice::from_raw_parts(answer.add(4), length).to_vec()).unwrap();
            quandary_free(answer);
            text
        };
        assert_eq!(answer, crate::answer(std::str::from_utf8(request).unwrap()));
        assert!(answer.contains("\"status\":\"answered\""), "{answer}");
    }
}
