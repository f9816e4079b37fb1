//! Numeric parameters of a line: a word followed by a whole number, in any order. Each is declared
//! once, as a field; parser and writer are derived from that.

use core::fmt;

/// A numeric parameter of a `T`.
pub(crate) struct Number<T> {
    pub(crate) name: &'static str,
    pub(crate) get: fn(&T) -> Option<i64>,
    pub(crate) set: fn(&mut T, Option<i64>),
}

/// Declares a struct whose `numbers` are optional fields. Each group of them is also a constant
/// list, in writing order, and `Self::number` finds one by its word.
macro_rules! with_numbers {
    (
        $(#[$about:meta])*
        pub struct $name:ident {
            $( numbers $group:ident { $( $(#[$doc:meta])* $number:ident, )* } )*
            $( $(#[$other_doc:meta])* pub $field:ident: $type:ty, )*
        }
    ) => {
        $(#[$about])*
        pub struct $name {
            $( $( $(#[$doc])* pub $number: Option<i64>, )* )*
            $( $(#[$other_doc])* pub $field: $type, )*
        }

        impl $name {
            $(
                const $group: &'static [$crate::numbers::Number<$name>] = &[
                    $( $crate::numbers::Number {
                        name: stringify!($number),
                        get: |this| this.$number,
                        set: |this, number| this.$number = number,
                    }, )*
                ];
            )*

            fn number(name: &str) -> Option<&'static $crate::numbers::Number<$name>> {
                [$( $name::$group ),*].into_iter().flatten().find(|number| number.name == name)
            }
        }
    };
}

pub(crate) use with_numbers;

/// Writes the numbers that are set, each after a space.
pub(crate) fn write_numbers<T>(
    f: &mut fmt::Formatter<'_>,
    numbers: &[Number<T>],
    of: &T,
) -> fmt::Result {
    numbers.iter().try_for_each(|number| match (number.get)(of) {
        Some(value) => write!(f, " {} {value}", number.name),
        None => Ok(()),
    })
}
