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

fn unsupported<T>() -> Result<T, UnsupportedData> {
    Err(UnsupportedData("the encoding does not have values of this type".into()))
}

fn marked(mark: char, contents: &str) -> Result<String, UnsupportedData> {
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

    fn push(&mut self, value: &(impl Serialize + ?Sized)) -> Result<(), UnsupportedData> {
        push_text(&encode(value)?, &mut self.0);
        Ok(())
    }
}

impl SerializeSeq for Parts {
    type Ok = String;
    type Error = UnsupportedData;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), UnsupportedData> {
        self.push(value)
    }

    fn end(self) -> Result<String, UnsupportedData> {
        Ok(self.0)
    }
}

impl SerializeTuple for Parts {
    type Ok = String;
    type Error = UnsupportedData;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), UnsupportedData> {
        self.push(value)
    }

    fn end(self) -> Result<String, UnsupportedData> {
        Ok(self.0)
    }
}

impl SerializeMap for Parts {
    type Ok = String;
    type Error = UnsupportedData;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), UnsupportedData> {
        self.push(key)
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), UnsupportedData> {
        self.push(value)
    }

    fn end(self) -> Result<String, UnsupportedData> {
        Ok(self.0)
    }
}

impl SerializeStruct for Parts {
    type Ok = String;
    type Error = UnsupportedData;

    fn serialize_field<T: Serialize + ?Sized>(
        &mut self,
        key: &'static str,
        value: &T,
    ) -> Result<(), UnsupportedData> {
        self.push(key)?;
        self.push(value)
    }

    fn end(self) -> Result<String, UnsupportedData> {
        Ok(self.0)
    }
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

    fn serialize_bool(self, value: bool) -> Result<String, UnsupportedData> {
        marked(if value { mark::TRUE } else { mark::FALSE }, "")
    }

    fn serialize_i8(self, value: i8) -> Result<String, UnsupportedData> {
        self.serialize_i64(value.into())
    }

    fn serialize_i16(self, value: i16) -> Result<String, UnsupportedData> {
        self.serialize_i64(value.into())
    }

    fn serialize_i32(self, value: i32) -> Result<String, UnsupportedData> {
        self.serialize_i64(value.into())
    }

    fn serialize_i64(self, value: i64) -> Result<String, UnsupportedData> {
        marked(mark::NUMBER, &value.to_string())
    }

    fn serialize_u8(self, value: u8) -> Result<String, UnsupportedData> {
        self.serialize_u64(value.into())
    }

    fn serialize_u16(self, value: u16) -> Result<String, UnsupportedData> {
        self.serialize_u64(value.into())
    }

    fn serialize_u32(self, value: u32) -> Result<String, UnsupportedData> {
        self.serialize_u64(value.into())
    }

    fn serialize_u64(self, value: u64) -> Result<String, UnsupportedData> {
        marked(mark::NUMBER, &value.to_string())
    }

    fn serialize_f32(self, _: f32) -> Result<String, UnsupportedData> {
        unsupported()
    }

    fn serialize_f64(self, _: f64) -> Result<String, UnsupportedData> {
        unsupported()
    }

    fn serialize_char(self, value: char) -> Result<String, UnsupportedData> {
        self.serialize_str(value.encode_utf8(&mut [0; 4]))
    }

    fn serialize_str(self, value: &str) -> Result<String, UnsupportedData> {
        marked(mark::TEXT, value)
    }

    fn serialize_bytes(self, _: &[u8]) -> Result<String, UnsupportedData> {
        unsupported()
    }

    fn serialize_none(self) -> Result<String, UnsupportedData> {
        self.serialize_unit()
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<String, UnsupportedData> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<String, UnsupportedData> {
        marked(mark::NULL, "")
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<String, UnsupportedData> {
        self.serialize_unit()
    }

    fn serialize_unit_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
    ) -> Result<String, UnsupportedData> {
        self.serialize_str(variant)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<String, UnsupportedData> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<String, UnsupportedData> {
        let mut parts = Parts::new(mark::OBJECT);
        parts.serialize_field(variant, value)?;
        Ok(parts.0)
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Parts, UnsupportedData> {
        Ok(Parts::new(mark::LIST))
    }

    fn serialize_tuple(self, _: usize) -> Result<Parts, UnsupportedData> {
        Ok(Parts::new(mark::LIST))
    }

    fn serialize_tuple_struct(
        self,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeTupleStruct, UnsupportedData> {
        unsupported()
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeTupleVariant, UnsupportedData> {
        unsupported()
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Parts, UnsupportedData> {
        Ok(Parts::new(mark::OBJECT))
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Parts, UnsupportedData> {
        Ok(Parts::new(mark::OBJECT))
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeStructVariant, UnsupportedData> {
        unsupported()
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
