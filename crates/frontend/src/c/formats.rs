//! Formats of `printf`: which of the arguments behind one are strings, that is, are read through pointers.

/// What a format does with an argument that is a pointer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Use {
    /// The argument at this position is a string, of which at most so much is read.
    Reads { position: usize, most: Most },
    /// Something is written through the argument.
    Writes,
}

/// How much of a string is read, if it does not end before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Most {
    /// All of it.
    All,
    /// So many bytes.
    Bytes(u64),
    /// As many bytes as the argument at this position says; all if it is negative.
    Argument(usize),
}

/// What the format does with pointers. Nothing is known of formats that name arguments by their numbers.
pub fn uses(format: &str) -> Vec<Use> {
    let mut found = Vec::new();
    let mut rest = format.chars().peekable();
    let mut position = 0;
    while let Some(character) = rest.next() {
        if character != '%' {
            continue;
        }
        let mut most = Most::All;
        let mut is_precision = false;
        let conversion = loop {
            match rest.next() {
                None => return found,
                Some('$') => return Vec::new(),
                Some('*') => {
                    if is_precision {
                        most = Most::Argument(position);
                    }
                    position += 1;
                }
                Some('.') => (is_precision, most) = (true, Most::Bytes(0)),
                Some(digit @ '0'..='9') => {
                    if let (true, Most::Bytes(count)) = (is_precision, most) {
                        let digit = u64::from(digit.to_digit(10).unwrap_or_default());
                        most = Most::Bytes(count.saturating_mul(10).saturating_add(digit));
                    }
                }
                Some('-' | '+' | ' ' | '#' | '\'' | 'h' | 'l' | 'L' | 'q' | 'j' | 'z' | 't') => {}
                Some(conversion) => break conversion,
            }
        };
        match conversion {
            '%' | 'm' => continue,
            's' => found.push(Use::Reads { position, most }),
            'n' => found.push(Use::Writes),
            _ => {}
        }
        position += 1;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reads(position: usize, most: Most) -> Use {
        Use::Reads { position, most }
    }

    #[test]
    fn strings_are_found_behind_whatever_else_takes_arguments() {
        assert_eq!(uses("%d %% %s and %-10s"), [reads(1, Most::All), reads(2, Most::All)]);
        assert_eq!(uses("%*d%s%lld%zu%s"), [reads(2, Most::All), reads(5, Most::All)]);
        assert_eq!(uses("100%"), []);
        assert_eq!(uses("%m %s"), [reads(0, Most::All)]);
    }

    #[test]
    fn precision_says_how_much_is_read() {
        assert_eq!(
            uses("%.12s %.*s %.s"),
            [reads(0, Most::Bytes(12)), reads(2, Most::Argument(1)), reads(3, Most::Bytes(0))]
        );
        assert_eq!(uses("%5.2f%5s"), [reads(1, Most::All)]);
    }

    #[test]
    fn what_writes_is_told_and_numbered_arguments_are_not_followed() {
        assert_eq!(uses("%d%n"), [Use::Writes]);
        assert_eq!(uses("%2$s"), []);
    }
}
