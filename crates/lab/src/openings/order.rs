//! The order in which a book is gone through.

use core::str::FromStr;

use serde::{Deserialize, Serialize};

/// How a book is gone through, as people say it.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Order {
    Sequential,
    #[default]
    Random,
}

/// The same with all that it takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Deal {
    InOrder,
    Shuffled { seed: u64 },
}

impl Order {
    pub fn deal(self, seed: u64) -> Deal {
        match self {
            Order::Sequential => Deal::InOrder,
            Order::Random => Deal::Shuffled { seed },
        }
    }
}

impl FromStr for Order {
    type Err = String;

    fn from_str(text: &str) -> Result<Order, String> {
        match text {
            "sequential" => Ok(Order::Sequential),
            "random" => Ok(Order::Random),
            _ => Err(format!("'{text}' is no order; expected random or sequential")),
        }
    }
}
