//! Lists of named numbers, such as `elo0=0,elo1=10`.

/// An error in a list.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum KeyValueError {
    #[error("expected NAME=NUMBER with NAME one of {1}, found {0:?}")]
    Form(String, String),
    #[error("{name}: expected {expected}")]
    Value { name: &'static str, expected: &'static str },
    #[error("{0} is given twice")]
    Twice(&'static str),
    #[error("{0} is missing")]
    Missing(&'static str),
}

/// The numbers of the named entries, which may be in any order or missing.
pub fn key_values<const N: usize>(
    text: &str,
    names: [&'static str; N],
) -> Result<[Option<f64>; N], KeyValueError> {
    let mut values = [None; N];
    for word in text.split(',').filter(|word| !word.is_empty()) {
        let read = || {
            let (name, value) = word.split_once('=')?;
            let place = names.iter().position(|known| *known == name.trim())?;
            let value: f64 = value.trim().parse().ok()?;
            value.is_finite().then_some((place, value))
        };
        let Some((place, value)) = read() else {
            return Err(KeyValueError::Form(cotulenh::excerpt(word), names.join(", ")));
        };
        if values[place].replace(value).is_some() {
            return Err(KeyValueError::Twice(names[place]));
        }
    }
    Ok(values)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_has_one_value() {
        let read = |text| key_values(text, ["x", "y"]);
        assert_eq!(read("y=2, x=1.5"), Ok([Some(1.5), Some(2.0)]));
        assert_eq!(read("y=2"), Ok([None, Some(2.0)]));
        assert_eq!(read("x=1,y=2,x=1"), Err(KeyValueError::Twice("x")));
        assert_eq!(read("x=1,z=2"), Err(KeyValueError::Form("z=2".into(), "x, y".into())));
    }
}
