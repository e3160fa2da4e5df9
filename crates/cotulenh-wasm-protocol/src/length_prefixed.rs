//! A length-prefixed text encoding (like netstrings) of `cotulenh::view` values, for answers that
//! are not hot.
//!
//! A value is a mark and its contents. In a list each value, and in an object each key and value,
//! follows its length in UTF-16 units and a colon, so texts need no escapes. `js/src/data.ts` reads
//! it.

use core::fmt::{self, Display};

use serde::ser::{
    Error, Impossible, Serialize, SerializeMap, SerializeSeq, SerializeStruct, SerializeTuple, Serializer,
};

/// The first character of a value, which tells its type.
pub mod mark {
    /// Nothing.
    pub const NULL: char = '0';
    /// True.
    pub const TRUE: char = '+';
    /// False.
    pub const FALSE: char = '-';
    /// A number.
    pub const NUMBER: char = '#';
    /// A text.
    pub const TEXT: char = '=';
    /// A list.
    pub const LIST: char = '[';
    /// An object: keys and values in turn.
    pub const OBJECT: char = '{';
}

/// Writes a value. Types that no view contains, such as fractions, are an error.
pub fn encode(value: &(impl Serialize + ?Sized)) -> Result<String, UnsupportedData> {
    value.serialize(DataWriter)
}

/// A value of a type that the encoding does not have.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnsupportedData(String);

impl Display for UnsupportedData {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl core::error::Error for UnsupportedData {}

impl Error for UnsupportedData {
    fn custom<T: Display>(message: T) -> UnsupportedData {
        UnsupportedData(message.to_string())
    }
}

/// Appends a text after its length.
pub fn push_text(text: &str, out: &mut String) {
    push_number(if text.is_ascii() { text.len() } else { text.encode_utf16().count() }, out);
    out.push(':');
    out.push_str(text);
}

/// Every part has a length, and formatting takes much longer than this.
fn push_number(number: usize, out: &mut String) {
    if number >= 10 {
        push_number(number / 10, out);
    }
    out.push(char::from(b'0' + (number % 10) as u8));
}

/// Reads texts that follow their lengths; `None` if the text is not such a list.
pub fn read_texts(mut list: &str) -> Option<Vec<&str>> {
    let mut texts = Vec::new();
    while !list.is_empty() {
        let (length, rest) = list.split_once(':')?;
        let length: usize = length.parse().ok()?;
        let mut units = 0;
        let mut characters = rest.char_indices();
        let end = loop {
            if units == length {
                break characters.offset();
            }
            units += characters.next()?.1.len_utf16();
        };
        let text = rest.get(..end)?;
        texts.push(text);
        list = &rest[end..];
    }
    Some(texts)
}

struct DataWriter;

type Written<T = String> = Result<T, UnsupportedData>;

fn unsupported<T>() -> Written<T> {
    Err(UnsupportedData("the encoding does not have values of this type".into()))
}

fn marked(mark: char, contents: &str) -> Written {
    let mut value = String::with_capacity(1 + contents.len());
    value.push(mark);
    value.push_str(contents);
    Ok(value)
}

/// A list or an object.
struct Parts(String);

impl Parts {
    fn new(mark: char) -> Parts {
        let mut parts = String::with_capacity(256);
        parts.push(mark);
        Parts(parts)
    }

    fn push(&mut self, value: &(impl Serialize + ?Sized)) -> Written<()> {
        push_text(&encode(value)?, &mut self.0);
        Ok(())
    }
}

/// Implements a trait of serde for [`Parts`]: each of its methods appends one part.
macro_rules! compound {
    ($Trait:ident: $($method:ident)+) => {
        impl $Trait for Parts {
            type Ok = String;
            type Error = UnsupportedData;

            $(fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Written<()> {
                self.push(value)
            })+

            fn end(self) -> Written {
                Ok(self.0)
            }
        }
    };
}

compound!(SerializeSeq: serialize_element);
compound!(SerializeTuple: serialize_element);
compound!(SerializeMap: serialize_key serialize_value);

impl SerializeStruct for Parts {
    type Ok = String;
    type Error = UnsupportedData;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, key: &'static str, value: &T) -> Written<()> {
        self.push(key)?;
        self.push(value)
    }

    fn end(self) -> Written {
        Ok(self.0)
    }
}

/// Methods of a serializer that write a value as a wider type.
macro_rules! widened {
    ($($method:ident($Type:ty) as $wider:ident;)+) => {
        $(fn $method(self, value: $Type) -> Written {
            self.$wider(value.into())
        })+
    };
}

/// Methods of a serializer for types that no view contains.
macro_rules! refused {
    ($($method:ident($($Argument:ty),+) -> $Result:ty;)+) => {
        $(fn $method(self, $(_: $Argument),+) -> Written<$Result> {
            unsupported()
        })+
    };
}

impl Serializer for DataWriter {
    type Ok = String;
    type Error = UnsupportedData;
    type SerializeSeq = Parts;
    type SerializeTuple = Parts;
    type SerializeTupleStruct = Impossible<String, UnsupportedData>;
    type SerializeTupleVariant = Impossible<String, UnsupportedData>;
    type SerializeMap = Parts;
    type SerializeStruct = Parts;
    type SerializeStructVariant = Impossible<String, UnsupportedData>;

    widened! {
        serialize_i8(i8) as serialize_i64;
        serialize_i16(i16) as serialize_i64;
        serialize_i32(i32) as serialize_i64;
        serialize_u8(u8) as serialize_u64;
        serialize_u16(u16) as serialize_u64;
        serialize_u32(u32) as serialize_u64;
    }

    refused! {
        serialize_f32(f32) -> String;
        serialize_f64(f64) -> String;
        serialize_bytes(&[u8]) -> String;
        serialize_tuple_struct(&'static str, usize) -> Self::SerializeTupleStruct;
        serialize_tuple_variant(&'static str, u32, &'static str, usize) -> Self::SerializeTupleVariant;
        serialize_struct_variant(&'static str, u32, &'static str, usize) -> Self::SerializeStructVariant;
    }

    fn serialize_bool(self, value: bool) -> Written {
        marked(if value { mark::TRUE } else { mark::FALSE }, "")
    }

    fn serialize_i64(self, value: i64) -> Written {
        marked(mark::NUMBER, &value.to_string())
    }

    fn serialize_u64(self, value: u64) -> Written {
        marked(mark::NUMBER, &value.to_string())
    }

    fn serialize_char(self, value: char) -> Written {
        self.serialize_str(value.encode_utf8(&mut [0; 4]))
    }

    fn serialize_str(self, value: &str) -> Written {
        marked(mark::TEXT, value)
    }

    fn serialize_none(self) -> Written {
        self.serialize_unit()
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Written {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Written {
        marked(mark::NULL, "")
    }

    fn serialize_unit_struct(self, _: &'static str) -> Written {
        self.serialize_unit()
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Written {
        self.serialize_str(variant)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Written {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Written {
        let mut parts = Parts::new(mark::OBJECT);
        parts.serialize_field(variant, value)?;
        Ok(parts.0)
    }

    fn serialize_seq(self, _: Option<usize>) -> Written<Parts> {
        Ok(Parts::new(mark::LIST))
    }

    fn serialize_tuple(self, _: usize) -> Written<Parts> {
        Ok(Parts::new(mark::LIST))
    }

    fn serialize_map(self, _: Option<usize>) -> Written<Parts> {
        Ok(Parts::new(mark::OBJECT))
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Written<Parts> {
        Ok(Parts::new(mark::OBJECT))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_have_marks_and_parts_have_lengths() {
        assert_eq!(encode(&Some(true)).unwrap(), "+");
        assert_eq!(encode(&(7, "a:b", None::<u8>)).unwrap(), "[2:#74:=a:b1:0");
        let faults = cotulenh::check_fen("x");
        let view = cotulenh::view::FaultView::from(&faults[0]);
        assert!(encode(&view).unwrap().starts_with("{5:=code19:=FEN_INVALID_FORMAT8:=variant"));
        assert!(encode(&0.5).is_err());
    }

    #[test]
    fn texts_are_read_as_they_were_written() {
        let texts = ["", "1:a", "Cờ Tư Lệnh", "𝄞", "\n"];
        let mut list = String::new();
        texts.iter().for_each(|text| push_text(text, &mut list));
        assert_eq!(read_texts(&list).unwrap(), texts);
        assert!(list.contains("2:𝄞"), "lengths are those of JavaScript");
        for broken in ["1", "2:a", "x:a", "1:𝄞", "-1:a"] {
            assert_eq!(read_texts(broken), None, "{broken}");
        }
    }
}
