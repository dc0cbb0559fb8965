//! What stands around the table: header, players, log, list of offers, keys.

use boxwood_scene::{Key, Player, Seat};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

use super::canvas::cut;
use super::pieces::chip;
use crate::guide::{Run, Weight};
use crate::markdown::wrap;
use crate::play::screen::{Mode, Screen};
use crate::play::seating::Sitter;
use crate::theme::{self, Theme};

const BOLD: Modifier = Modifier::BOLD;

/// The name of the game, the clock, what is going on.
pub fn header(buffer: &mut Buffer, area: Rect, screen: &Screen, theme: Theme) {
    buffer.set_style(area, theme.on(theme::INK2, theme::PAPER));
    let title = screen.plan.game.info().title;
    let line = Line::from(vec![
        Span::styled(" Boxwood ", theme.text(theme::LEAF).add_modifier(BOLD)),
        Span::styled("· ", theme.text(theme::EDGE)),
        Span::styled(title, theme.text(theme::INK).add_modifier(BOLD)),
    ]);
    buffer.set_line(area.x, area.y, &line, area.width);
    let mut right = vec![];
    for (clock, left) in screen.times_left() {
        let seconds = left.as_millis().div_ceil(1000);
        let hurry = if seconds <= 5 { theme::EMBER } else { theme::TRACE };
        // A window of one seat says whose it is.
        let text = match clock.seat {
            Some(seat) => format!("{} {seconds} s ", name(screen, seat)),
            None => format!("{seconds} s left "),
        };
        right.push(Span::styled(text, theme.text(hurry).add_modifier(BOLD)));
    }
    let status = screen.table().game().status();
    if status.over {
        right.push(Span::styled("the game is over ", theme.text(theme::INK2)));
    } else if let Some(seat) = screen.asked {
        let name = screen.table().seating().name(seat);
        let is_alone = screen.table().seating().only_person().is_some();
        let text = if is_alone { "your turn ".into() } else { format!("{name}'s turn ") };
        right.push(Span::styled(text, theme.text(theme::PLUM).add_modifier(BOLD)));
    } else if let Some(seat) = screen.thinking() {
        let name = screen.table().seating().name(seat);
        right.push(Span::styled(format!("{name} is thinking "), theme.text(theme::INK2)));
    }
    let right = Line::from(right);
    let width = u16::try_from(right.width()).unwrap_or(0).min(area.width);
    buffer.set_line(area.right() - width, area.y, &right, width);
}

/// The keys that matter most now.
pub fn footer(buffer: &mut Buffer, area: Rect, screen: &Screen, theme: Theme) {
    buffer.set_style(area, theme.on(theme::INK3, theme::PAPER));
    let keys: &[(&str, &str)] = match (&screen.mode, screen.table().game().status().over) {
        (Mode::Leave, _) => &[("y", "leave"), ("any other key", "stay")],
        (Mode::List { .. }, _) => {
            &[("↑ ↓", "move"), ("type", "search"), ("Enter", "choose"), ("Esc", "back")]
        }
        (Mode::Look(_), _) => &[("arrows", "look around"), ("Enter", "touch it: why not?"), ("Esc", "back")],
        (_, true) => &[("r", "play again"), ("l", "log"), ("?", "rules"), ("q", "leave")],
        _ if screen.asked.is_none() => {
            &[("any key", "go on at once"), ("l", "log"), ("?", "rules"), ("u", "undo"), ("q", "leave")]
        }
        _ => &[
            ("arrows", "move"),
            ("Enter", "touch"),
            ("Esc", "back"),
            ("o", "list"),
            ("h", "hint"),
            ("u", "undo"),
            ("?", "rules"),
            ("q", "leave"),
            ("F1", "keys"),
            ("w", "look"),
            ("l", "log"),
        ],
    };
    let mut x = area.x + 1;
    for (key, what) in keys {
        let width = u16::try_from(key.width() + what.width() + 3).unwrap_or(20);
        if x + width > area.right() + 1 {
            break;
        }
        let line = Line::from(vec![
            Span::styled(key.to_string(), theme.text(theme::INK).add_modifier(BOLD)),
            Span::styled(format!(" {what}"), theme.text(theme::INK3)),
        ]);
        buffer.set_line(x, area.y, &line, area.right() - x);
        x += width;
    }
}

/// What everybody should notice, in lines of this width.
fn banner_lines(screen: &Screen, width: u16) -> Vec<String> {
    let scene = &screen.scene;
    let text = scene.tags.iter().chain(&scene.banner).cloned().collect::<Vec<_>>().join(" · ");
    let lines = wrap(&[Run::new(text, Weight::Plain)], usize::from(width.saturating_sub(2)).max(10), "", "");
    lines.iter().take(3).map(|line| line.iter().map(|run| run.text.as_str()).collect()).collect()
}

/// How many lines the banner takes.
pub fn banner_rows(screen: &Screen, width: u16) -> u16 {
    banner_lines(screen, width).len() as u16
}

/// Something everybody should notice.
pub fn banner(buffer: &mut Buffer, area: Rect, screen: &Screen, theme: Theme) {
    let style = theme.on(theme::TRACE, theme::AMBER_SOFT).add_modifier(BOLD);
    buffer.set_style(area, style);
    for (row, line) in banner_lines(screen, area.width).iter().take(area.height.into()).enumerate() {
        buffer.set_string(area.x + 1, area.y + row as u16, line, style);
    }
}

/// A player in one piece: turn sign, name, badge, score, facts.
fn player_spans(player: &Player, screen: &Screen, theme: Theme) -> (Vec<Span<'static>>, Vec<Line<'static>>) {
    let seating = screen.table().seating();
    let name = seating.name(player.seat).to_string();
    let is_you = seating.only_person() == Some(player.seat) && name != "You";
    let turn = if player.active { ("▸ ", theme::PLUM) } else { ("  ", theme::EDGE) };
    let mut name_style = theme.text(theme::INK).add_modifier(BOLD);
    if player.out {
        name_style = theme.text(theme::INK3).add_modifier(Modifier::CROSSED_OUT);
    }
    let mut spans = vec![
        Span::styled(turn.0, theme.text(turn.1).add_modifier(BOLD)),
        Span::styled(if is_you { format!("{name} (you)") } else { name }, name_style),
    ];
    if let Some(badge) = &player.badge {
        let (text, style) = chip(theme, badge);
        spans.push(Span::raw(" "));
        spans.push(Span::styled(format!(" {text} "), style));
    }
    if let Some(score) = player.score {
        spans.push(Span::styled(format!(" {score}"), theme.text(theme::INK).add_modifier(BOLD)));
    }
    if player.out {
        spans.push(Span::styled(" out", theme.text(theme::INK3)));
    }
    let mut facts = vec![];
    if let Sitter::Bot(level) = seating.sitter(player.seat) {
        facts.push(Line::styled(format!("{level} bot"), theme.text(theme::INK3)));
    }
    for fact in &player.facts {
        facts.push(Line::from(vec![
            Span::styled(format!("{} ", fact.label), theme.text(theme::INK3)),
            Span::styled(fact.value.clone(), theme.text(theme::INK)),
        ]));
    }
    (spans, facts)
}

/// The players above the table, in at most so many lines: with all facts if there is room for them,
/// otherwise with the facts left out, so that nobody is.
pub fn player_lines(screen: &Screen, width: u16, most: u16, theme: Theme) -> Vec<Line<'static>> {
    let most = usize::from(most);
    let lines = players(screen, width, theme, true);
    let lines = if lines.len() <= most { lines } else { players(screen, width, theme, false) };
    lines.into_iter().take(most).collect()
}

fn players(screen: &Screen, width: u16, theme: Theme, with_facts: bool) -> Vec<Line<'static>> {
    let mut lines = vec![Line::default()];
    for player in &screen.scene.players {
        let (mut spans, facts) = player_spans(player, screen, theme);
        for (number, fact) in facts.into_iter().enumerate().filter(|_| with_facts) {
            let joint = if number == 0 { " " } else { " · " };
            let used: usize = spans.iter().map(Span::width).sum();
            if used + joint.width() + fact.width() > width.into() {
                break; // half a fact misleads
            }
            spans.push(Span::styled(joint, theme.text(theme::EDGE)));
            spans.extend(fact.spans.into_iter().map(|span| span.patch_style(fact.style)));
        }
        spans.push(Span::raw("   "));
        let piece = Line::from(spans);
        let full = lines
            .last()
            .is_some_and(|line| !line.spans.is_empty() && line.width() + piece.width() > width.into());
        if full {
            lines.push(Line::default());
        }
        if let Some(line) = lines.last_mut() {
            line.spans.extend(piece.spans);
        }
    }
    lines
}

/// Draws lines one below the other.
pub fn draw_lines(buffer: &mut Buffer, area: Rect, lines: &[Line<'static>]) {
    for (row, line) in lines.iter().take(area.height.into()).enumerate() {
        buffer.set_line(area.x, area.y + row as u16, line, area.width);
    }
}

/// The last lines of the log below the prompt.
pub fn log_strip(buffer: &mut Buffer, area: Rect, screen: &Screen, theme: Theme) {
    buffer.set_style(area, theme.on(theme::INK3, theme::LINEN));
    log_lines(buffer, area, screen, theme);
}

/// The end of the log, what is new standing out.
fn log_lines(buffer: &mut Buffer, area: Rect, screen: &Screen, theme: Theme) {
    let mut lines: Vec<(String, bool)> = vec![];
    for (number, entry) in screen.log.iter().enumerate().rev() {
        let runs = [Run::new(entry.as_str(), Weight::Plain)];
        let is_new = number >= screen.fresh;
        let sign = if is_new { "▪ " } else { "  " };
        let wrapped = wrap(&runs, usize::from(area.width.max(12)) - 2, sign, "  ");
        for line in wrapped.iter().rev() {
            lines.push((line.iter().map(|run| run.text.as_str()).collect(), is_new));
        }
        if lines.len() >= area.height.into() {
            break;
        }
    }
    lines.truncate(area.height.into());
    lines.reverse();
    for (row, (text, is_new)) in lines.iter().enumerate() {
        let style = if *is_new { theme.text(theme::TRACE) } else { theme.text(theme::INK3) };
        buffer.set_string(area.x + 1, area.y + row as u16, text, style);
    }
}

/// How many lines the prompt takes: its text, the chips, and what Enter does.
pub fn prompt_lines(screen: &Screen, width: u16, theme: Theme) -> u16 {
    super::controls::rows(screen, width, theme)
}

/// The right column of a wide screen: players, offers, log.
pub fn column(buffer: &mut Buffer, area: Rect, screen: &Screen, theme: Theme) {
    let mut y = area.y;
    y = heading(buffer, Rect { y, ..area }, "Players", theme);
    for player in &screen.scene.players {
        let (spans, facts) = player_spans(player, screen, theme);
        let mut lines = vec![Line::from(spans)];
        for fact in facts {
            let fits = lines.len() > 1
                && lines.last().is_some_and(|line| line.width() + 3 + fact.width() <= area.width.into());
            if !fits {
                lines.push(Line::from(Span::raw("  ")));
            }
            let Some(line) = lines.last_mut() else { continue };
            if fits {
                line.spans.push(Span::styled(" · ", theme.text(theme::EDGE)));
            }
            line.spans.extend(fact.spans.into_iter().map(|span| span.patch_style(fact.style)));
        }
        for line in lines {
            if y < area.bottom() {
                buffer.set_line(area.x, y, &line, area.width);
                y += 1;
            }
        }
    }
    y += 1;
    let offers = screen.narrowing.remaining().count();
    if offers > 0 || matches!(screen.mode, Mode::List { .. }) {
        let room = area.bottom().saturating_sub(y);
        let height = (u16::try_from(offers).unwrap_or(99) + 3).min(room * 3 / 5);
        list(buffer, Rect { y, height, ..area }, screen, theme);
        y += height + 1;
    }
    if y + 2 < area.bottom() {
        y = heading(buffer, Rect { y, ..area }, "Log", theme);
        log_lines(buffer, Rect { y, height: area.bottom() - y, ..area }, screen, theme);
    }
}

fn heading(buffer: &mut Buffer, area: Rect, text: &str, theme: Theme) -> u16 {
    buffer.set_stringn(area.x, area.y, text, area.width.into(), theme.text(theme::LEAF).add_modifier(BOLD));
    area.y + 1
}

/// Everything that can be done, as a list.
pub fn list(buffer: &mut Buffer, area: Rect, screen: &Screen, theme: Theme) {
    if area.height < 2 {
        return;
    }
    let ground = theme.on(theme::INK, theme::PAPER);
    for y in area.top()..area.bottom() {
        buffer.set_string(area.x, y, " ".repeat(area.width.into()), ground);
    }
    let (typed, at, active) = match &screen.mode {
        Mode::List { typed, at } => (typed.as_str(), Some(*at), true),
        _ => ("", None, false),
    };
    let offers = screen.listed(typed);
    let key = screen.stop_key();
    let depth = screen.narrowing.touched().len();
    let fits_cursor = |path: &[Key]| key.is_some() && path.get(depth) == key.as_ref();
    let at = at.or_else(|| offers.iter().position(|chosen| fits_cursor(&chosen.offer.path)));
    let title = match (active, typed.is_empty()) {
        (true, false) => format!(" Search: {typed}▏ {} fit", offers.len()),
        (true, true) => " Type to search, or a number ▏".into(),
        (false, _) if offers.len() == 1 => " 1 choice".into(),
        (false, _) => format!(" {} choices, o to search", offers.len()),
    };
    let style = theme.on(if active { theme::PLUM } else { theme::LEAF }, theme::PAPER).add_modifier(BOLD);
    buffer.set_string(area.x, area.y, cut(&title, area.width.into()), style);
    let rows = usize::from(area.height) - 1;
    let first = at.map_or(0, |at| at.saturating_sub(rows / 2)).min(offers.len().saturating_sub(rows));
    let all: Vec<_> = screen.narrowing.remaining().collect();
    for (row, chosen) in offers.iter().skip(first).take(rows).enumerate() {
        let index = first + row;
        let number = all.iter().position(|other| std::ptr::eq(*other, *chosen)).unwrap_or(index) + 1;
        let here = at == Some(index);
        let style: Style = match (here && active, fits_cursor(&chosen.offer.path)) {
            (true, _) => theme.focus(),
            (false, true) if !active => theme.on(theme::PLUM, theme::PAPER).add_modifier(BOLD),
            _ => ground,
        };
        let sign = if here { "›" } else { " " };
        let text = format!("{sign}{number:>3}  {}", chosen.offer.label);
        buffer.set_string(area.x, area.y + 1 + row as u16, cut(&text, area.width.into()), style);
    }
    if offers.is_empty() {
        let text = " Nothing fits. Enter asks the game about it.";
        buffer.set_string(
            area.x,
            area.y + 1,
            cut(text, area.width.into()),
            theme.on(theme::INK3, theme::PAPER),
        );
    }
}

/// The name at a seat, for pages.
pub fn name(screen: &Screen, seat: Seat) -> String {
    screen.table().seating().name(seat).to_string()
}
