//! How texts are compared in searches.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// Lower case without diacritics: `binh` finds `Bình`, and `d` finds `Đ`.
pub fn fold(text: &str) -> String {
    // Unicode does not decompose the stroke of `đ`, but people type `d` for it.
    let plain = |c| if c == 'đ' { 'd' } else { c };
    text.to_lowercase().nfd().filter(|&c| !is_combining_mark(c)).map(plain).collect()
}

#[cfg(test)]
mod tests {
    use super::fold;

    #[test]
    fn vietnamese_letters_lose_their_marks_however_they_are_written() {
        assert_eq!(fold("Nguyễn Thị BÌNH, Đặng Ướt"), "nguyen thi binh, dang uot");
        // The same letter with its marks behind it.
        assert_eq!(fold("e\u{302}\u{303}"), fold("ễ"));
        assert_eq!(fold("Ic6 (+FT)>xd8 100%"), "ic6 (+ft)>xd8 100%");
    }
}
