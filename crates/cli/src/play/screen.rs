//! The whole screen: squares, a cursor or arrows, the mouse, hints and what every move is worth.

use std::io;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use quandary_core::Direction;
use quandary_core::rules::Turn;
use quandary_core::{Exhausted, Stop};
use quandary_runtime::{Limits, Runtime};
use quandary_verbs::Entry;
use quandary_verbs::play::{AnyHint, AnySession, Occupant, Scene, Square, Steering, Tone, Touch};
use ratatui::Frame;
use ratatui::crossterm::event::{
    self, DisableMouseCapture, EnableMouseCapture, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers,
    MouseButton, MouseEventKind,
};
use ratatui::crossterm::execute;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Paragraph, Wrap};

use super::{Beyond, hint_limits, save, standing};
use crate::arguments::Common;

/// Plays on the whole screen.
pub(super) fn play(
    entry: &'static Entry,
    session: Box<dyn AnySession>,
    file: Option<&str>,
    common: &Common,
) -> io::Result<()> {
    let mut terminal = ratatui::init();
    let _ = execute!(io::stdout(), EnableMouseCapture);
    let file = file.map_or_else(|| format!("{}.quandary.json", entry.name), ToOwned::to_owned);
    let mut game = Game::new(session, file);
    let result = run(&mut terminal, &mut game, common);
    let _ = execute!(io::stdout(), DisableMouseCapture);
    ratatui::restore();
    result
}

fn run(terminal: &mut ratatui::DefaultTerminal, game: &mut Game, common: &Common) -> io::Result<()> {
    let mut waiting = None;
    loop {
        match game.due().filter(|_| waiting.is_none()) {
            Some(Work::Hint) => {
                waiting = refine(terminal, game, common)?;
                continue;
            }
            Some(work) => {
                game.message = "thinking … (Esc stops it)".into();
                terminal.draw(|frame| game.draw(frame))?;
                game.message.clear();
                patiently(game, work, common)?;
                continue;
            }
            None => {}
        }
        terminal.draw(|frame| game.draw(frame))?;
        match waiting.take().map_or_else(event::read, Ok)? {
            Event::Key(key) if key.kind != KeyEventKind::Release && !game.key(key) => return Ok(()),
            Event::Mouse(mouse) => {
                let touch = match mouse.kind {
                    MouseEventKind::Down(MouseButton::Left) => Some(false),
                    MouseEventKind::Down(_) => Some(true),
                    _ => None,
                };
                if let Some((mark, (row, column))) = touch.zip(game.square_at(mouse.column, mouse.row)) {
                    game.cursor = (row, column);
                    if mark {
                        game.touch(Touch::Mark(row, column));
                    } else {
                        game.press(row, column);
                    }
                }
            }
            _ => {}
        }
    }
}

/// What takes a moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Work {
    Reply,
    Hint,
    Summary,
}

/// What came of it.
enum Done {
    Reply(Result<Option<String>, Stop>),
    Summary(Result<Option<String>, Stop>),
}

/// Works on a thread of its own; Esc or Ctrl-C ends it.
fn patiently(game: &mut Game, work: Work, common: &Common) -> io::Result<()> {
    let runtime = Runtime::open(&Limits { quiet: true, ..common.limits });
    let context = runtime.context();
    let session = &mut game.session;
    let done = std::thread::scope(|scope| {
        // The context belongs to this thread; the session comes back with the answer.
        let worker = scope.spawn(|| match work {
            Work::Reply => Done::Reply(session.reply(&context)),
            Work::Hint | Work::Summary => Done::Summary(session.summary(&context)),
        });
        while !worker.is_finished() {
            if event::poll(Duration::from_millis(30))?
                && let Event::Key(key) = event::read()?
                && (key.code == KeyCode::Esc || is_ctrl_c(key))
            {
                runtime.stop().raise(Exhausted::Cancelled);
            }
        }
        worker.join().map_err(|_| io::Error::other("the work failed"))
    })?;
    game.take(done);
    Ok(())
}

/// Looks for a hint on a thread of its own. The first is shown as soon as there is one, and better ones in its place. Esc
/// ends the search; once a hint is there, so does every other key and click, which is given back to be obeyed.
fn refine(
    terminal: &mut ratatui::DefaultTerminal,
    game: &mut Game,
    common: &Common,
) -> io::Result<Option<Event>> {
    (game.wants, game.refining.again, game.refining.thinking) = (None, false, true);
    let runtime = Runtime::open(&Limits { quiet: true, ..hint_limits(common, game.refining.looks) });
    let (better, mut beyond) = (Mutex::new(None), Beyond::hints(game.refining.met));
    // The board stays on the screen meanwhile, so the search has a game of its own.
    let loaded = quandary_registry::find(game.session.puzzle())
        .ok_or_else(|| io::Error::other("the puzzle is gone"))?
        .load(&game.session.save())
        .map_err(|error| io::Error::other(error.to_string()))?;
    let mut waiting = None;
    let found = std::thread::scope(|scope| {
        let worker = scope.spawn(|| {
            let mut show = |hint: &AnyHint| {
                if beyond.is_news() {
                    *better.lock().unwrap_or_else(PoisonError::into_inner) = Some(hint.clone());
                }
            };
            // The session is Send and not Sync: this thread owns it.
            let session = loaded;
            session.refine(&runtime.context(), &mut show)
        });
        while !worker.is_finished() {
            if let Some(hint) = better.lock().unwrap_or_else(PoisonError::into_inner).take() {
                game.hint = Some(hint);
            }
            terminal.draw(|frame| game.draw(frame))?;
            if !event::poll(Duration::from_millis(30))? {
                continue;
            }
            match event::read()? {
                Event::Key(key) if key.code == KeyCode::Esc || is_ctrl_c(key) => {
                    runtime.stop().raise(Exhausted::Cancelled);
                }
                // More of the hint is no reason to end the search for a better one.
                Event::Key(key) if matches!(key.code, KeyCode::Char('h' | 'v')) => game.pressed(key),
                said if game.hint.is_some() && is_asked(&said) => {
                    waiting = Some(said);
                    runtime.stop().raise(Exhausted::Cancelled);
                }
                _ => {}
            }
        }
        worker.join().map_err(|_| io::Error::other("the work failed"))
    })?;
    game.refining.thinking = false;
    match found {
        // Cut short before it was where the last search ended, it knows less.
        Ok(hint) if game.hint.is_none() || beyond.is_there() => {
            (game.hint, game.refining.met) = (Some(hint), beyond.met);
        }
        Ok(_) => {}
        Err(_) if game.hint.is_some() => {}
        Err(stop) => {
            game.message = stop.to_string();
            (game.shown, game.wants) = (HintLevel::Nothing, None);
        }
    }
    Ok(waiting)
}

/// Whether an event asks for something, and is not only a mouse that moves or a key that is let go.
fn is_asked(said: &Event) -> bool {
    match said {
        Event::Key(key) => key.kind != KeyEventKind::Release,
        Event::Mouse(mouse) => matches!(mouse.kind, MouseEventKind::Down(_)),
        _ => false,
    }
}

fn is_ctrl_c(key: KeyEvent) -> bool {
    key.code == KeyCode::Char('c') && key.modifiers.contains(KeyModifiers::CONTROL)
}

/// The game on the screen.
struct Game {
    session: Box<dyn AnySession>,
    file: String,
    cursor: (usize, usize),
    /// The hint of this position, once it was asked for, and how much of it is shown.
    hint: Option<AnyHint>,
    shown: HintLevel,
    wants: Option<Work>,
    refining: Refining,
    values: bool,
    message: String,
    summary: Option<String>,
    summed: bool,
    /// A move being typed.
    typing: Option<String>,
    /// The square of the piece that was taken up.
    held: Option<(usize, usize)>,
    /// Where the squares are: the area, and the size of one.
    board: Rect,
    cell: (u16, u16),
}

/// How far the search for a better hint is.
#[derive(Clone, Copy, Debug, Default)]
struct Refining {
    /// How many times a hint for this position was asked for, and whether to look for one again.
    looks: u32,
    again: bool,
    /// How many hints the search has given, each better than the one before.
    met: usize,
    /// Whether a better hint is being looked for.
    thinking: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum HintLevel {
    Nothing,
    Nudge,
    Everything,
}

impl Game {
    fn new(session: Box<dyn AnySession>, file: String) -> Game {
        Game {
            session,
            file,
            cursor: (0, 0),
            hint: None,
            shown: HintLevel::Nothing,
            wants: None,
            refining: Refining { looks: 1, ..Refining::default() },
            values: false,
            message: String::new(),
            summary: None,
            summed: false,
            typing: None,
            held: None,
            board: Rect::default(),
            cell: (1, 1),
        }
    }

    /// The work that is due before anything else.
    fn due(&self) -> Option<Work> {
        let over = matches!(self.session.turn(), Turn::Over(_));
        if self.session.awaits_reply() && self.message.is_empty() {
            Some(Work::Reply)
        } else if over && !self.summed {
            Some(Work::Summary)
        } else {
            self.wants.filter(|_| self.hint.is_none() || self.refining.again)
        }
    }

    fn take(&mut self, done: Done) {
        match done {
            Done::Reply(Ok(Some(chosen))) => {
                self.changed();
                self.message = format!("reply: {chosen}");
            }
            Done::Reply(Ok(None)) => {}
            Done::Reply(Err(stop)) => self.message = format!("no reply: {stop}"),
            Done::Summary(summary) => {
                self.summed = true;
                self.summary = summary.ok().flatten();
            }
        }
    }

    fn changed(&mut self) {
        self.held = None;
        self.hint = None;
        self.shown = HintLevel::Nothing;
        self.wants = self.values.then_some(Work::Hint);
        (self.refining.looks, self.refining.again, self.refining.met) = (1, false, 0);
        self.message.clear();
        self.summary = None;
        self.summed = false;
    }

    fn touch(&mut self, touch: Touch) {
        match self.session.touch(touch) {
            Ok(true) => self.changed(),
            Ok(false) => self.message = "nothing to do there".into(),
            Err(error) => self.message = error.to_string(),
        }
    }

    /// Enter or a click: where pieces are carried, the first takes one up and the second puts it down.
    fn press(&mut self, row: usize, column: usize) {
        let scene = self.session.scene();
        if scene.steering != Steering::Pieces {
            return self.touch(Touch::Press(row, column));
        }
        let carried = self.held.take().filter(|from| *from != (row, column));
        match carried.and_then(|from| self.session.move_of(Touch::Carry(from, (row, column)))) {
            Some(chosen) => self.play(&chosen),
            None => {
                let square = scene.rows.get(row).and_then(|row| row.get(column));
                let piece = square.is_some_and(|square| matches!(square.tone, Tone::First | Tone::Second));
                self.held = piece.then_some((row, column));
                self.message = if piece { "where to?".into() } else { "nothing to do there".into() };
            }
        }
    }

    fn play(&mut self, chosen: &str) {
        match self.session.play(chosen) {
            Ok(()) => self.changed(),
            Err(error) => self.message = error.to_string(),
        }
    }

    /// A key that does not end the game, when it goes down.
    fn pressed(&mut self, key: KeyEvent) {
        if key.kind != KeyEventKind::Release {
            self.key(key);
        }
    }

    /// Whether to go on.
    fn key(&mut self, key: KeyEvent) -> bool {
        if let Some(typed) = &mut self.typing {
            match key.code {
                KeyCode::Enter => {
                    let chosen = std::mem::take(typed);
                    self.typing = None;
                    self.play(&chosen);
                }
                KeyCode::Esc => self.typing = None,
                KeyCode::Backspace => {
                    typed.pop();
                }
                KeyCode::Char(letter) => typed.push(letter),
                _ => {}
            }
            return true;
        }
        if is_ctrl_c(key) {
            return false;
        }
        match key.code {
            KeyCode::Char('q') => return false,
            KeyCode::Up => self.arrow(Direction::Up),
            KeyCode::Down => self.arrow(Direction::Down),
            KeyCode::Left => self.arrow(Direction::Left),
            KeyCode::Right => self.arrow(Direction::Right),
            KeyCode::Enter | KeyCode::Char(' ') => self.press(self.cursor.0, self.cursor.1),
            KeyCode::Char('f' | 'x') => self.touch(Touch::Mark(self.cursor.0, self.cursor.1)),
            KeyCode::Char('u') => {
                let done = self.session.undo();
                self.stepped("undo", done);
            }
            KeyCode::Char('r') => {
                let done = self.session.redo();
                self.stepped("redo", done);
            }
            KeyCode::Char('h') => {
                self.shown = match self.shown {
                    HintLevel::Nothing => HintLevel::Nudge,
                    HintLevel::Nudge => HintLevel::Everything,
                    // Everything is shown: what is left is to look for longer.
                    HintLevel::Everything => {
                        self.refining.looks += 1;
                        self.refining.again = true;
                        HintLevel::Everything
                    }
                };
                self.wants = Some(Work::Hint);
            }
            KeyCode::Char('v') => {
                self.values = !self.values;
                self.wants = self.values.then_some(Work::Hint);
            }
            KeyCode::Char(':' | 'm') => self.typing = Some(String::new()),
            KeyCode::Char('s') => {
                self.message = match save(self.session.as_ref(), &self.file) {
                    Ok(()) => format!("saved; go on with --load {}", self.file),
                    Err(error) => format!("`{}` was not written: {error}", self.file),
                };
            }
            _ => {}
        }
        true
    }

    fn stepped(&mut self, word: &str, done: bool) {
        if done {
            self.changed();
        } else {
            self.message = format!("nothing to {word}");
        }
    }

    fn arrow(&mut self, arrow: Direction) {
        let scene = self.session.scene();
        if scene.steering == Steering::Arrows {
            return self.touch(Touch::Arrow(arrow));
        }
        let (rows, columns) = (scene.rows.len(), scene.rows.first().map_or(0, Vec::len));
        let (row, column) = &mut self.cursor;
        match arrow {
            Direction::Up => *row = row.saturating_sub(1),
            Direction::Down => *row = (*row + 1).min(rows.saturating_sub(1)),
            Direction::Left => *column = column.saturating_sub(1),
            Direction::Right => *column = (*column + 1).min(columns.saturating_sub(1)),
        }
    }

    /// The square under the mouse.
    fn square_at(&self, x: u16, y: u16) -> Option<(usize, usize)> {
        let inside = self.board.contains((x, y).into());
        inside.then(|| {
            (usize::from((y - self.board.y) / self.cell.1), usize::from((x - self.board.x) / self.cell.0))
        })
    }

    fn draw(&mut self, frame: &mut Frame<'_>) {
        let [title, middle, keys] =
            Layout::vertical([Constraint::Length(1), Constraint::Min(1), Constraint::Length(2)])
                .areas(frame.area());
        let heading = format!(" {}  {} ", self.session.puzzle(), self.session.setup());
        frame.render_widget(
            Paragraph::new(heading).style(Style::new().add_modifier(Modifier::REVERSED)),
            title,
        );
        let scene = self.session.scene();
        let looks = Looks::of(&scene, middle);
        let wide = looks.width(&scene) + 2;
        // Beside the board where there is room for words, below it otherwise.
        let (board, words) = if middle.width >= wide + 24 {
            let [board, words] =
                Layout::horizontal([Constraint::Length(wide), Constraint::Min(1)]).areas(middle);
            (board, words)
        } else {
            let high = looks.height(&scene) + 1;
            let [board, words] =
                Layout::vertical([Constraint::Length(high), Constraint::Min(1)]).areas(middle);
            (board, words)
        };
        self.board(frame, &scene, &looks, board);
        frame.render_widget(
            Paragraph::new(self.words()).wrap(Wrap { trim: false }).block(Block::new()),
            words,
        );
        let help = vec![
            Line::from(format!(" {}", scene.keys)),
            Line::from(" h hint (again: move)  v values  u undo  r redo  : type a move  s save  q quit"),
        ];
        frame.render_widget(Paragraph::new(help).style(Style::new().fg(Color::DarkGray)), keys);
    }

    fn board(&mut self, frame: &mut Frame<'_>, scene: &Scene, looks: &Looks, area: Rect) {
        let mut lines: Vec<Line<'_>> = Vec::new();
        let left = " ".repeat(usize::from(looks.left));
        let high = scene.above.iter().map(Vec::len).max().unwrap_or(0);
        for line in 0..high {
            let label = |labels: &Vec<String>| {
                let text = (line + labels.len()).checked_sub(high).map_or("", |at| labels[at].as_str());
                Span::raw(centred(text, looks.cell.0))
            };
            let mut spans = vec![Span::raw(left.clone())];
            spans.extend(scene.above.iter().map(label));
            lines.push(Line::from(spans));
        }
        let above = lines.len() as u16;
        let worth = self.worth(scene);
        for (row, squares) in scene.rows.iter().enumerate() {
            for line in 0..looks.cell.1 {
                let middle = line == looks.cell.1 / 2;
                let label = scene.left.get(row).filter(|_| middle).map_or("", String::as_str);
                let label = format!("{label:>width$}", width = usize::from(looks.left));
                let mut spans = vec![Span::styled(label, Style::new().fg(Color::Gray))];
                for (column, square) in squares.iter().enumerate() {
                    let value = worth.get(row).and_then(|row| row.get(column)).and_then(Option::as_deref);
                    // A large square has room for the worth below what stands in it; a small one shows the worth alone.
                    let large = looks.cell.1 > 1;
                    let text = match (middle, value) {
                        (true, Some(value)) if !large => value,
                        (true, _) => &square.text,
                        (false, Some(value)) if line + 1 == looks.cell.1 => value,
                        (false, _) => "",
                    };
                    let mut style = style(square, value.is_some() && (!large || !middle));
                    if scene.steering != Steering::Arrows && self.cursor == (row, column) {
                        style = style.add_modifier(Modifier::REVERSED);
                    }
                    if self.held == Some((row, column)) {
                        style = style.add_modifier(Modifier::UNDERLINED | Modifier::BOLD);
                    }
                    spans.push(Span::styled(centred(text, looks.cell.0), style));
                }
                lines.push(Line::from(spans));
            }
        }
        frame.render_widget(Paragraph::new(lines), area);
        let (rows, columns) = (scene.rows.len() as u16, scene.rows.first().map_or(0, Vec::len) as u16);
        self.cell = looks.cell;
        self.board = Rect {
            x: area.x + looks.left,
            y: area.y + above,
            width: columns * looks.cell.0,
            height: rows * looks.cell.1,
        };
    }

    /// The worth of every square's move, where it is to be shown.
    fn worth(&self, scene: &Scene) -> Vec<Vec<Option<String>>> {
        let mut all: Vec<Vec<Option<String>>> = scene.rows.iter().map(|row| vec![None; row.len()]).collect();
        let Some(hint) = self.hint.as_ref().filter(|_| self.values) else { return all };
        for (other, place) in hint.alternatives.iter().zip(&hint.squares) {
            if let (Some((row, column)), Some(value)) = (place, other.value)
                && let Some(slot) = all.get_mut(*row).and_then(|row| row.get_mut(*column))
            {
                *slot = Some(if (0.0..=1.0).contains(&value) && hint.value_is.contains("robability") {
                    format!("{:.0}", 100.0 * value)
                } else {
                    format!("{value:.0}")
                });
            }
        }
        all
    }

    fn words(&self) -> Vec<Line<'_>> {
        let standing = standing(self.session.as_ref());
        let mut lines = Vec::new();
        if !standing.is_empty() {
            lines.push(Line::styled(standing, Style::new().add_modifier(Modifier::BOLD)));
        }
        lines.push(Line::from(format!(
            "{} played",
            quandary_core::words::count(self.session.played().len() as u64, "move")
        )));
        if let Some(typed) = &self.typing {
            lines.push(Line::from(format!("move: {typed}_")));
        }
        if !self.message.is_empty() {
            lines.push(Line::styled(self.message.clone(), Style::new().fg(Color::Yellow)));
        }
        if let Some(summary) = &self.summary {
            lines.push(Line::default());
            lines.extend(summary.lines().map(|line| Line::from(line.to_owned())));
        }
        if self.refining.thinking {
            let text = if self.hint.is_some() { "looking further …" } else { "thinking …" };
            lines.push(Line::styled(format!("{text} (Esc stops it)"), Style::new().fg(Color::DarkGray)));
        }
        let Some(hint) = &self.hint else { return lines };
        lines.push(Line::default());
        match self.shown {
            HintLevel::Nothing => {}
            HintLevel::Nudge if !hint.nudge.is_empty() => {
                lines.push(Line::styled(hint.nudge.clone(), Style::new().fg(Color::Cyan)));
            }
            _ => lines.push(Line::styled(hint.text.clone(), Style::new().fg(Color::Green))),
        }
        if self.values && !hint.alternatives.is_empty() {
            lines.push(Line::default());
            lines.push(Line::styled(format!("values: {}", hint.value_is), Style::new().fg(Color::Gray)));
            let rows = hint.alternatives.iter().take(12);
            lines.extend(rows.map(|other| Line::from(format!("{:<8} {}", other.chosen, other.text))));
        }
        lines
    }
}

/// How large squares are drawn.
struct Looks {
    cell: (u16, u16),
    left: u16,
}

impl Looks {
    fn of(scene: &Scene, area: Rect) -> Looks {
        let widest = |texts: &mut dyn Iterator<Item = usize>| texts.max().unwrap_or(0) as u16;
        let squares = widest(&mut scene.rows.iter().flatten().map(|square| square.text.chars().count()));
        let above = widest(&mut scene.above.iter().flatten().map(|label| label.chars().count()));
        let left = widest(&mut scene.left.iter().map(|label| label.chars().count()));
        let left = if scene.left.is_empty() { 1 } else { left + 1 };
        let (rows, columns) = (scene.rows.len() as u16, scene.rows.first().map_or(0, Vec::len) as u16);
        let narrow = squares.max(above).max(2) + u16::from(squares > 1);
        let labels = scene.above.iter().map(Vec::len).max().unwrap_or(0) as u16;
        // Few squares are drawn large where there is room.
        let large = (narrow + 4, 3);
        let fits =
            columns * large.0 + left <= area.width.saturating_sub(28) && rows * 3 + labels <= area.height;
        let wide = columns * (narrow + 1) + left <= area.width;
        Looks {
            cell: if fits {
                large
            } else if wide {
                (narrow + 1, 1)
            } else {
                (narrow, 1)
            },
            left,
        }
    }

    fn width(&self, scene: &Scene) -> u16 {
        self.left + scene.rows.first().map_or(0, Vec::len) as u16 * self.cell.0
    }

    fn height(&self, scene: &Scene) -> u16 {
        let above = scene.above.iter().map(Vec::len).max().unwrap_or(0) as u16;
        above + scene.rows.len() as u16 * self.cell.1
    }
}

fn centred(text: &str, width: u16) -> String {
    format!("{text:^width$}", width = usize::from(width))
}

/// Colours of the scale. They differ in brightness as well as in hue.
const SCALE: [Color; 12] = [
    Color::Indexed(244),
    Color::Indexed(33),
    Color::Indexed(35),
    Color::Indexed(208),
    Color::Indexed(171),
    Color::Indexed(196),
    Color::Indexed(45),
    Color::Indexed(220),
    Color::Indexed(250),
    Color::Indexed(118),
    Color::Indexed(213),
    Color::Indexed(231),
];

fn style(square: &Square, worth: bool) -> Style {
    if worth {
        return Style::new().fg(Color::Black).bg(Color::Indexed(152));
    }
    let style = match square.tone {
        Tone::Plain => Style::new().fg(Color::White).bg(Color::Indexed(238)),
        Tone::Dim => Style::new().fg(Color::DarkGray),
        Tone::Closed => Style::new().fg(Color::Black).bg(Color::Indexed(247)),
        Tone::Filled => Style::new().fg(Color::Black).bg(Color::Indexed(252)),
        Tone::First => Style::new().fg(Color::Indexed(208)).add_modifier(Modifier::BOLD),
        Tone::Second => Style::new().fg(Color::Indexed(39)).add_modifier(Modifier::BOLD),
        Tone::Good => Style::new().fg(Color::Black).bg(Color::Indexed(114)),
        Tone::Bad => Style::new().fg(Color::White).bg(Color::Indexed(160)),
        Tone::Marked => Style::new().fg(Color::Black).bg(Color::Indexed(220)),
        Tone::Scale(step) => {
            Style::new().fg(SCALE[usize::from(step).min(SCALE.len() - 1)]).add_modifier(Modifier::BOLD)
        }
    };
    // The player and what was given stand out among what can be moved or changed.
    match square.occupant {
        Some(Occupant::Player | Occupant::Given) => style.add_modifier(Modifier::BOLD),
        _ => style,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quandary_core::{Context, Seed};
    use ratatui::Terminal;
    use ratatui::backend::TestBackend;

    fn game(entry: &'static Entry) -> Game {
        let session = entry.begin(&entry.options([]).unwrap(), Seed(1), &Context::bare()).unwrap();
        Game::new(session, "game.json".into())
    }

    #[test]
    fn every_puzzle_can_be_seen_on_screens_of_all_sizes() {
        for entry in quandary_registry::all() {
            for (width, height) in [(30, 10), (80, 24), (160, 50)] {
                let mut game = game(entry);
                let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
                terminal.draw(|frame| game.draw(frame)).unwrap();
                let seen = terminal.backend().to_string();
                assert!(seen.contains(entry.name), "{} on {width}x{height}", entry.name);
                assert!(width < 80 || seen.contains("q quit"), "{} on {width}x{height}", entry.name);
            }
        }
    }

    #[test]
    fn keys_play_take_back_and_quit() {
        let mut game = game(quandary_registry::find("lights-out").unwrap());
        let before = game.session.text();
        let press = |game: &mut Game, code| game.key(KeyEvent::new(code, KeyModifiers::NONE));
        assert!(press(&mut game, KeyCode::Down));
        assert!(press(&mut game, KeyCode::Enter));
        assert_eq!(game.session.played(), ["2,1"]);
        assert!(press(&mut game, KeyCode::Char('u')));
        assert_eq!(game.session.text(), before);
        assert!(press(&mut game, KeyCode::Char('r')));
        assert_eq!(game.session.played(), ["2,1"]);
        for key in [':', '1', ',', '1'] {
            press(&mut game, KeyCode::Char(key));
        }
        press(&mut game, KeyCode::Enter);
        assert_eq!(game.session.played(), ["2,1", "1,1"]);
        assert!(!press(&mut game, KeyCode::Char('q')));
    }
}
