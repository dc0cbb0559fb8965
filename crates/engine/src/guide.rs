//! The rules of a guide, one by one: a refusal names a rule, and whoever reads it finds it there.
//!
//! A guide is Markdown. Under its heading `## Rules` stands a numbered list, whose item 4 is "rule 4".
//! A point of any other list that begins with a name in bold, `**R2**` or `**L3**`, is "ruling R2" or
//! "limit L3". These are the names that [`Illegal`](crate::Illegal) uses.

/// The names of all rules of a guide, in its order: "rule 1", "ruling R2", "limit L3".
pub fn rules(guide: &str) -> Vec<String> {
    points(guide).map(|(name, _)| name).collect()
}

/// The point of the guide with this name, as Markdown, its number or name included.
///
/// The name is one that [`rules`] gives, or only its last word: "rule 4" or "4", "ruling R2" or "r2".
pub fn rule<'a>(guide: &'a str, name: &str) -> Option<&'a str> {
    let wanted = name.trim();
    let is_wanted = |name: &str| {
        let last = name.rsplit(' ').next().unwrap_or(name);
        wanted.eq_ignore_ascii_case(name) || wanted.eq_ignore_ascii_case(last)
    };
    points(guide).find(|(name, _)| is_wanted(name)).map(|(_, text)| text)
}

/// Every point of the guide that has a name, with its text.
fn points(guide: &str) -> impl Iterator<Item = (String, &str)> {
    let mut section = "";
    let mut at = 0;
    let mut named = vec![];
    for line in guide.split_inclusive('\n') {
        if let Some(heading) = line.strip_prefix("## ") {
            section = heading.trim();
        }
        let name = match number(line) {
            Some(number) => (section == "Rules").then(|| format!("rule {number}")),
            None => bold_name(line),
        };
        named.extend(name.map(|name| (name, at)));
        at += line.len();
    }
    named.into_iter().map(|(name, at)| (name, point(&guide[at..])))
}

/// The number that a line of a list at the margin begins with.
fn number(line: &str) -> Option<u32> {
    let (number, _) = line.split_once(". ")?;
    number.bytes().all(|digit| digit.is_ascii_digit()).then(|| number.parse().ok())?
}

/// What a point `- **R2** …` or `- **L3**: …` is called.
fn bold_name(line: &str) -> Option<String> {
    let (name, _) = line.strip_prefix("- **")?.split_once("**")?;
    let kind = match name.as_bytes().split_first()? {
        (b'R', digits) if is_number(digits) => "ruling",
        (b'L', digits) if is_number(digits) => "limit",
        _ => return None,
    };
    Some(format!("{kind} {name}"))
}

fn is_number(digits: &[u8]) -> bool {
    !digits.is_empty() && digits.iter().all(u8::is_ascii_digit)
}

/// The point of a list that the text begins with: its first line and whatever is indented below it.
fn point(text: &str) -> &str {
    let mut lines = text.split_inclusive('\n');
    let first = lines.next().map_or(0, str::len);
    let more = lines.take_while(|line| line.trim().is_empty() || line.starts_with([' ', '\t']));
    text[..first + more.map(str::len).sum::<usize>()].trim_end()
}

#[cfg(test)]
mod tests {
    use super::*;

    const GUIDE: &str = "\
# Lantern Row

## In short

1. Hang a lantern.
2. Do not count these.

## Rules

1. **Deal** three lanterns.
2. Hang one.
   It must fit:
   - it is brighter, or
   - of another colour.

   Otherwise you are out.

### The end

10. The last one wins.
For example, Anna.

## Rulings

- **R1** (rule 2): the first one fits.
- **R12**: an empty deck
  is no trouble.
- **Ready** is no name, nor is **R**.

## Limits

- **L3** At most nine.
";

    #[test]
    fn every_rule_has_its_name() {
        assert_eq!(rules(GUIDE), ["rule 1", "rule 2", "rule 10", "ruling R1", "ruling R12", "limit L3"]);
    }

    #[test]
    fn a_rule_is_found_with_everything_that_belongs_to_it() {
        let second = "2. Hang one.\n   It must fit:\n   - it is brighter, or\n   - of another colour.\n\n   Otherwise you are out.";
        for (name, expected) in [
            ("rule 1", Some("1. **Deal** three lanterns.")),
            ("2", Some(second)),
            (" Rule 2 ", Some(second)),
            ("10", Some("10. The last one wins.")),
            ("ruling R12", Some("- **R12**: an empty deck\n  is no trouble.")),
            ("r1", Some("- **R1** (rule 2): the first one fits.")),
            ("limit L3", Some("- **L3** At most nine.")),
            ("rule 3", None),
            ("ruling 1", None),
            ("rule R1", None),
            ("", None),
        ] {
            assert_eq!(rule(GUIDE, name), expected, "{name:?}");
        }
    }

    #[test]
    fn only_the_list_under_its_heading_has_rules() {
        assert_eq!(rules("# Nim\n\n## How it goes\n\n1. Take.\n2. Win.\n"), Vec::<String>::new());
    }
}
