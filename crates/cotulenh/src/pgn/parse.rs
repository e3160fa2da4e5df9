//! One game: from its text to a tree.

use crate::game_tree::{Comment, GameTree, NodeId, TreeTurn};
use crate::headers::{DERIVED, HeaderError, Headers};
use crate::moves::Move;
use crate::parse::{MAX_MOVE_TEXT_LENGTH, ParseMoveError, Strictness};
use crate::position::Position;
use crate::role::Role;
use crate::rule_options::RuleOptions;

use super::error::{PgnError, PgnErrorKind};
use super::token::{Token, Tokens};
use super::{MAX_DROPPED, glyph_number, is_result};

/// What a reader accepts and keeps.
#[derive(Clone, Copy, Debug)]
pub(super) struct Policy {
    pub strictness: Strictness,
    pub options: RuleOptions,
    /// Faults are reported, and the rest of the game is kept.
    pub tolerant: bool,
    /// Keeps variations; otherwise they are counted.
    pub variations: bool,
    /// Keeps glyphs; otherwise they are not even checked.
    pub glyphs: bool,
    /// Ignores words that are not moves.
    pub skip_unknown_moves: bool,
    /// The most turns of a game, those of variations included.
    pub max_turns: usize,
}

impl Policy {
    pub fn new(strictness: Strictness) -> Policy {
        Policy {
            strictness,
            options: RuleOptions::default(),
            tolerant: false,
            variations: true,
            glyphs: true,
            skip_unknown_moves: false,
            max_turns: usize::MAX,
        }
    }
}

/// A game that was read.
pub(super) struct Parsed {
    pub tree: GameTree,
    pub dropped: Vec<PgnError>,
    pub dropped_count: usize,
    pub skipped_variations: usize,
}

/// A line of moves that is being read.
struct OpenLine {
    /// The last turn of it; before the first one, the node from which it branches off.
    at: NodeId,
    /// It has a turn of its own.
    has_turns: bool,
    /// Whether its next turn becomes the first child of `at`. False while a variation only repeats
    /// turns of its parent line.
    leads: bool,
    /// The same for `at` itself among the children of its parent.
    led: bool,
    /// Comments that belong to the next turn.
    before: Vec<Comment>,
    /// The next comment belongs to the next turn: a number or a variation precedes it.
    before_next: bool,
    /// A turn could not be played, so the rest is dropped.
    broken: bool,
    /// Variations that are open in what is dropped.
    dropped_depth: usize,
    /// Where its parenthesis is.
    start: (usize, usize),
}

/// What the headers tell about the position the game begins with.
#[derive(Default)]
struct StartHeaders {
    fen: Option<(String, (usize, usize))>,
    last_guard_promotion: Option<String>,
}

impl OpenLine {
    fn from(at: NodeId, start: (usize, usize), before_next: bool, broken: bool) -> OpenLine {
        OpenLine {
            at,
            has_turns: false,
            leads: false,
            led: false,
            before: Vec::new(),
            before_next,
            broken,
            dropped_depth: 0,
            start,
        }
    }
}

pub(super) struct Parser<'a> {
    tokens: Tokens<'a>,
    policy: Policy,
    tree: GameTree,
    /// The present line, after those that contain it.
    lines: Vec<OpenLine>,
    result: Option<&'a str>,
    dropped: Vec<PgnError>,
    dropped_count: usize,
    skipped_variations: usize,
}

impl<'a> Parser<'a> {
    /// For a text that begins at this line and column.
    pub fn new(text: &'a str, start: (usize, usize), policy: Policy) -> Parser<'a> {
        Parser {
            tokens: Tokens::new(text, start),
            policy,
            tree: GameTree::new(),
            lines: Vec::new(),
            result: None,
            dropped: Vec::new(),
            dropped_count: 0,
            skipped_variations: 0,
        }
    }

    /// Reports a part that is not kept; an error unless the reader is tolerant.
    pub fn drop_part(&mut self, fault: PgnError) -> Result<(), PgnError> {
        if !self.policy.tolerant {
            return Err(fault);
        }
        self.dropped_count += 1;
        if self.dropped.len() < MAX_DROPPED {
            self.dropped.push(fault);
        }
        Ok(())
    }

    fn drop_token(&mut self, token: &str, kind: PgnErrorKind) -> Result<(), PgnError> {
        let place = self.tokens.location();
        self.drop_part(PgnError::new(place, token, kind))
    }

    pub fn parse(mut self) -> Result<Parsed, PgnError> {
        let first = self.preamble()?;
        for token in first.into_iter() {
            self.token(token)?;
        }
        while let Some(token) = self.tokens.next() {
            self.token(token)?;
        }
        while self.lines.len() > 1 {
            let start = self.line().start;
            self.drop_part(PgnError::new(start, "(", PgnErrorKind::BadVariation))?;
            self.end_line();
        }
        self.end_line();
        self.set_result();
        let Parser { tree, dropped, dropped_count, skipped_variations, .. } = self;
        Ok(Parsed { tree, dropped, dropped_count, skipped_variations })
    }

    /// Reads the headers and the comments before and between them, and returns the token after
    /// them.
    fn preamble(&mut self) -> Result<Option<Token<'a>>, PgnError> {
        let mut headers = Headers::default();
        let mut start = StartHeaders::default();
        let mut comments = Vec::new();
        let mut next = None;
        while let Some(token) = self.tokens.next() {
            match token {
                Token::Header(text) => self.header(text, &mut headers, &mut start)?,
                Token::Comment(text) => comments.push(Comment::new(text)),
                other => {
                    next = Some(other);
                    break;
                }
            }
        }
        self.tokens.end_headers();
        self.begin(start)?;
        *self.tree.headers_mut() = headers;
        self.tree.annotate(self.tree.root(), |annotations| annotations.after = comments);
        Ok(next)
    }

    fn header(
        &mut self,
        text: &str,
        headers: &mut Headers,
        start: &mut StartHeaders,
    ) -> Result<(), PgnError> {
        let Some((name, value)) = parse_header(text) else {
            return self.drop_token(text, PgnErrorKind::BadHeader);
        };
        let changes = match name.as_str() {
            "FEN" => {
                let place = self.tokens.location();
                start.fen.get_or_insert_with(|| (value.clone(), place)).0 != value
            }
            "LastGuardPromotion" => *start.last_guard_promotion.get_or_insert_with(|| value.clone()) != value,
            name if DERIVED.contains(&name) => false,
            name => {
                let known = headers.iter_set().find(|(known, _)| *known == name);
                let known = known.map(|(_, value)| value.to_owned());
                match headers.set(name, &value) {
                    Ok(()) => known.is_some_and(|known| headers.get(name) != Some(&known)),
                    Err(HeaderError::TooMany) => {
                        return self.drop_token(text, PgnErrorKind::TooManyHeaders);
                    }
                    Err(_) => return self.drop_token(text, PgnErrorKind::BadHeader),
                }
            }
        };
        // A game is read in spite of these faults.
        if !self.policy.variations {
            return Ok(());
        }
        if changes {
            self.drop_token(text, PgnErrorKind::DuplicateHeader)?;
        }
        if name == "Result" && !is_result(&value) {
            headers.remove(&name);
            self.drop_token(text, PgnErrorKind::BadResult)?;
        }
        Ok(())
    }

    /// The position the game begins with.
    fn begin(&mut self, start: StartHeaders) -> Result<(), PgnError> {
        let mut options = self.policy.options;
        if let Some(promotion) = start.last_guard_promotion {
            options = options.with_skip_last_guard_promotion(promotion == "off");
        }
        let position = match start.fen {
            None => Position::start().with_options(options),
            Some((fen, place)) => Position::from_fen_with(&fen, options)
                .map_err(|error| PgnError::new(place, &fen, PgnErrorKind::BadFen(error)))?,
        };
        self.tree = GameTree::from(position);
        // The open deploy of the FEN is the first turn.
        let opened = self.tree.main_line().next();
        let mut line = OpenLine::from(opened.unwrap_or(self.tree.root()), (0, 0), false, false);
        (line.has_turns, line.leads, line.led) = (opened.is_some(), true, true);
        self.lines.push(line);
        Ok(())
    }

    fn line(&mut self) -> &mut OpenLine {
        self.lines.last_mut().unwrap_or_else(|| unreachable!("the main line is never closed"))
    }

    fn token(&mut self, token: Token<'a>) -> Result<(), PgnError> {
        match token {
            Token::Comment(text) => self.comment(text),
            Token::OpenComment(text) => {
                self.drop_token("{", PgnErrorKind::OpenComment)?;
                self.comment(text);
            }
            Token::Number => self.line().before_next = true,
            Token::Glyph(text) => self.glyph(text)?,
            Token::VariationStart => self.variation_start()?,
            Token::VariationEnd if self.line().dropped_depth > 0 => self.line().dropped_depth -= 1,
            Token::VariationEnd if self.lines.len() == 1 => {
                self.drop_token(")", PgnErrorKind::BadVariation)?;
            }
            Token::VariationEnd => {
                self.end_line();
                self.line().before_next = true;
            }
            Token::Result(text) => {
                if self.lines.len() == 1 && self.line().dropped_depth == 0 {
                    self.result = Some(text);
                    // What follows the result belongs to the last turn.
                    self.line().before_next = false;
                }
            }
            Token::Header(text) | Token::Word(text) => self.word(text)?,
        }
        Ok(())
    }

    fn comment(&mut self, text: &str) {
        let comment = Comment::new(text);
        let line = self.line();
        if comment.is_empty() || line.broken {
            return;
        }
        if line.before_next {
            return line.before.push(comment);
        }
        let at = line.at;
        self.comment_on(at, comment);
    }

    /// A comment on an unfinished deploy belongs to this stage of it.
    fn comment_on(&mut self, at: NodeId, comment: Comment) {
        let turn = self.tree.at(at).turn();
        let open = turn.filter(|turn| turn.is_unfinished()).map(|turn| *turn.after());
        let annotations = self.tree.annotations_mut(at);
        match open {
            Some(open) => annotations.add_stage_comment(&open, comment),
            None => annotations.after.push(comment),
        }
    }

    fn glyph(&mut self, text: &str) -> Result<(), PgnError> {
        let &mut OpenLine { at, has_turns, broken, .. } = self.line();
        if !self.policy.glyphs || broken {
            return Ok(());
        }
        match glyph_number(text) {
            Some(glyph) if has_turns => {
                self.tree.annotations_mut(at).add_glyph(glyph);
                Ok(())
            }
            _ => self.drop_token(text, PgnErrorKind::BadGlyph),
        }
    }

    fn variation_start(&mut self) -> Result<(), PgnError> {
        let place = self.tokens.location();
        self.skipped_variations += usize::from(!self.policy.variations);
        let line = self.line();
        if line.broken {
            line.dropped_depth += 1;
            return Ok(());
        }
        let &mut OpenLine { at, has_turns, .. } = line;
        let parent = self.tree.at(at).parent().filter(|_| has_turns);
        if parent.is_none() && self.policy.variations {
            self.drop_token("(", PgnErrorKind::BadVariation)?;
        }
        let broken = parent.is_none() || !self.policy.variations;
        self.lines.push(OpenLine::from(parent.unwrap_or(at), place, true, broken));
        Ok(())
    }

    /// Ends the present line: comments without a turn after them belong to the turn before.
    fn end_line(&mut self) {
        let Some(OpenLine { at, before, has_turns, .. }) = self.lines.pop() else { return };
        for comment in before {
            // A variation without turns: its comments stay with the turn that it would replace.
            match self.lines.last_mut() {
                Some(outer) if !has_turns => outer.before.push(comment),
                _ => self.comment_on(at, comment),
            }
        }
        let turn = self.tree.at(at).turn().filter(|turn| has_turns && turn.is_unfinished());
        if let Some(open) = turn.map(|turn| *turn.after()) {
            // The last stage of an unfinished deploy is the deploy itself.
            let annotations = self.tree.annotations_mut(at);
            if let Some(last) = annotations.stages.pop_if(|stage| stage.position == open) {
                annotations.after.extend(last.comments);
            }
        }
    }

    /// Plays one word.
    fn word(&mut self, word: &str) -> Result<(), PgnError> {
        if self.line().broken {
            return Ok(());
        }
        let text = word.trim_end_matches(['+', '#', '!', '?']);
        let before = self.line().at;
        match self.turn(before, text) {
            Ok(turn) => {
                let at = self.advance(before, turn);
                let line = self.line();
                (line.at, line.has_turns, line.before_next) = (at, true, false);
                let comments = core::mem::take(&mut line.before);
                self.tree.annotations_mut(at).before.extend(comments);
                let suffix: String = word[text.len()..].chars().filter(|c| matches!(c, '!' | '?')).collect();
                if suffix.is_empty() { Ok(()) } else { self.glyph(&suffix) }
            }
            Err(_) if self.policy.skip_unknown_moves => Ok(()),
            Err(kind) => {
                self.drop_token(word, kind)?;
                self.line().broken = true;
                Ok(())
            }
        }
    }

    /// Plays a turn after a node, or in the place of an unfinished one.
    fn advance(&mut self, before: NodeId, turn: TreeTurn) -> NodeId {
        let goes_on = self.tree.at(before).turn().is_some_and(TreeTurn::is_unfinished);
        let known = self.tree.nodes_ever();
        let at = self.tree.advance(before, turn);
        let is_new = self.tree.nodes_ever() > known;
        let line = self.line();
        if !goes_on {
            line.led = line.leads;
            line.leads |= is_new;
            if line.led {
                self.tree.put_first(at);
            }
        } else if at != before {
            // The deploy turns out to be one that the tree has already.
            line.leads = line.led;
        }
        at
    }

    /// The turn that a word stands for at this node.
    fn turn(&self, at: NodeId, text: &str) -> Result<TreeTurn, PgnErrorKind> {
        if self.tree.len() > self.policy.max_turns {
            return Err(PgnErrorKind::TooManyTurns(self.policy.max_turns));
        }
        let node = self.tree.at(at);
        let strictness = self.policy.strictness;
        let here = node.position();
        // In an open deploy: where its turn began.
        let turn_start =
            node.parent().filter(|_| here.session().is_some()).map(|id| self.tree.at(id).position());
        if text.ends_with("...") {
            if text.len() > MAX_MOVE_TEXT_LENGTH {
                return Err(PgnErrorKind::BadMove(ParseMoveError::TooLong(text.len())));
            }
            let open = turn_start.unwrap_or(here).with_open_session(text);
            return match open {
                Ok(open) => Ok(TreeTurn::unfinished(open)),
                Err(reason) => Err(PgnErrorKind::BadDeploy(reason.to_string())),
            };
        }
        let read = TreeTurn::of_text(here, text, strictness).or_else(|error| match turn_start {
            Some(start) => TreeTurn::of_text(start, text, strictness),
            None => match self.long_move(here, text) {
                Some(step) => Ok(TreeTurn::of_legal_step(here, step)),
                None => Err(error),
            },
        });
        read.map_err(PgnErrorKind::BadMove)
    }

    /// A long algebraic move without a capture sign, such as `Ag6-g4`. Prefers a move of the whole
    /// unit to a deploy step, as RULES 14.4 does.
    fn long_move(&self, position: &Position, text: &str) -> Option<Move> {
        if self.policy.strictness == Strictness::Strict {
            return None;
        }
        let role = Role::from_letter(text.chars().next().filter(char::is_ascii_uppercase)?)?;
        let points = &text[1..];
        let (end, _) = points.char_indices().skip(1).find(|(_, c)| !c.is_ascii_digit())?;
        let (from, to) = points.split_at(end);
        let (from, to) = (from.parse().ok()?, to.strip_prefix('-').unwrap_or(to).parse().ok()?);
        position.preferred_move(from, to, Some(role))
    }

    /// The result of the text counts where neither the header nor the rules give one.
    fn set_result(&mut self) {
        let Some(result) = self.result.filter(|&result| result != "*") else { return };
        let known = self.tree.headers().get("Result");
        if known.is_none_or(|known| known == "*" || !is_result(known)) && self.tree.outcome().is_none() {
            let _ = self.tree.headers_mut().set("Result", result);
        }
    }
}

/// The headers before the moves, and the `FEN` among them.
pub(super) fn parse_headers(
    text: &str,
    start: (usize, usize),
) -> Result<(Headers, Option<String>), PgnError> {
    let mut tokens = Tokens::new(text, start);
    let (mut headers, mut fen) = (Headers::default(), None);
    while let Some(token) = tokens.next() {
        match token {
            Token::Header(text) => {
                let header = parse_header(text).filter(|(name, value)| {
                    if name == "FEN" {
                        fen.get_or_insert_with(|| value.clone());
                    }
                    DERIVED.contains(&name.as_str()) || headers.set(name, value).is_ok()
                });
                if header.is_none() {
                    return Err(PgnError::new(tokens.location(), text, PgnErrorKind::BadHeader));
                }
            }
            Token::Comment(_) => {}
            _ => break,
        }
    }
    Ok((headers, fen))
}

/// `[Name "value"]` with `\"` and `\\` inside the value.
fn parse_header(text: &str) -> Option<(String, String)> {
    let inside = text.trim_end().strip_prefix('[')?.strip_suffix(']')?.trim();
    let (name, value) = inside.split_once(char::is_whitespace)?;
    let value = value.trim().strip_prefix('"')?.strip_suffix('"')?;
    let mut unescaped = String::with_capacity(value.len());
    let mut chars = value.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => unescaped.push(chars.next()?),
            '"' => return None,
            _ => unescaped.push(c),
        }
    }
    Some((name.into(), unescaped))
}
