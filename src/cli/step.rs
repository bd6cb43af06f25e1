//! A step as JSON: what it concludes, why it holds, how it is drawn.

use crate::grid::{Candidate, Cell, CellSet, Shape};
use crate::logic::{Board, Deadly, Drawing, Evidence, Step};
use serde::Serialize;
use std::collections::BTreeMap;

/// A step of `solve --json --trace` and `--all-steps`.
#[derive(Serialize)]
pub(crate) struct StepLine {
    strategy: &'static str,
    placed: Vec<String>,
    eliminated: Vec<String>,
    evidence: EvidenceLine,
    pub(super) text: String,
    drawing: DrawingLine,
}

/// Why a step holds.
#[derive(Serialize)]
struct EvidenceLine {
    bases: Vec<String>,
    covers: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    fins: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    nodes: Vec<NodeLine>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    links: Vec<LinkLine>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    sets: Vec<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    deadly: Option<DeadlyLine>,
    #[serde(skip_serializing_if = "Option::is_none")]
    weights: Option<WeightsLine>,
}

/// How often each base and each cover of a sum counts, and further covers.
#[derive(Serialize)]
struct WeightsLine {
    bases: Vec<u32>,
    covers: Vec<u32>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    exclusive: Vec<ExclusiveLine>,
}

/// Candidates of which each excludes all others, and how often they count as a cover.
#[derive(Serialize)]
struct ExclusiveLine {
    candidates: Vec<String>,
    times: u32,
}

/// A node of a chain.
#[derive(Serialize)]
struct NodeLine {
    cells: Vec<String>,
    digit: String,
    on: bool,
}

/// A link of a chain between two nodes, which are counted from 0.
#[derive(Serialize)]
struct LinkLine {
    from: usize,
    to: usize,
    strong: bool,
}

/// An arrangement that a puzzle with one solution cannot have.
#[derive(Serialize)]
#[serde(tag = "pattern", rename_all = "lowercase")]
enum DeadlyLine {
    /// A unique rectangle or a longer loop.
    Loop { cells: Vec<String>, digits: Vec<String> },
    /// A bivalue universal grave but for these candidates.
    Bug { extra: Vec<String> },
}

/// What a picture of the step shows.
#[derive(Serialize)]
struct DrawingLine {
    /// Candidates that take part, by the name of their role.
    roles: BTreeMap<&'static str, Vec<String>>,
    /// Cells of the houses of the bases.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    base_cells: Vec<String>,
    /// Cells of the houses of the covers.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    cover_cells: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    arrows: Vec<ArrowLine>,
}

/// An arrow between the candidates of two nodes.
#[derive(Serialize)]
struct ArrowLine {
    from: Vec<String>,
    to: Vec<String>,
    strong: bool,
}

impl StepLine {
    /// The step, and the board before it.
    pub(crate) fn new(step: &Step, board: &Board) -> StepLine {
        let shape = board.shape();
        StepLine {
            strategy: step.strategy().name(),
            placed: names(shape, step.placed()),
            eliminated: step.eliminated().iter().map(|c| c.eliminated_name(shape)).collect(),
            evidence: EvidenceLine::new(shape, step.evidence()),
            text: step.sentence(board).into(),
            drawing: DrawingLine::new(&Drawing::new(board.clone(), Some(step))),
        }
    }
}

impl EvidenceLine {
    fn new(shape: Shape, evidence: &Evidence) -> EvidenceLine {
        let geometry = &*shape.geometry();
        let nodes = evidence.nodes.iter().map(|node| NodeLine {
            cells: cell_names(shape, node.cells.iter().copied()),
            digit: node.digit.to_string(),
            on: node.is_on,
        });
        let links = evidence.links.iter().map(|link| LinkLine { from: link.from, to: link.to, strong: link.is_strong });
        EvidenceLine {
            bases: evidence.bases.iter().map(|c| c.name(geometry)).collect(),
            covers: evidence.covers.iter().map(|c| c.name(geometry)).collect(),
            fins: names(shape, &evidence.fins),
            nodes: nodes.collect(),
            links: links.collect(),
            sets: evidence.sets.iter().map(|set| cell_names(shape, set.cells.iter().copied())).collect(),
            deadly: evidence.deadly.as_ref().map(|deadly| match deadly {
                Deadly::Loop { cells, digits } => DeadlyLine::Loop {
                    cells: cell_names(shape, cells.iter().copied()),
                    digits: digits.iter().map(ToString::to_string).collect(),
                },
                Deadly::Bug(extra) => DeadlyLine::Bug { extra: names(shape, extra) },
            }),
            weights: evidence.weights.as_ref().map(|weights| WeightsLine {
                bases: weights.bases.clone(),
                covers: weights.covers.clone(),
                exclusive: (weights.exclusive.iter())
                    .map(|(candidates, times)| ExclusiveLine { candidates: names(shape, candidates), times: *times })
                    .collect(),
            }),
        }
    }
}

impl DrawingLine {
    fn new(drawing: &Drawing) -> DrawingLine {
        let shape = drawing.board.shape();
        let mut roles: BTreeMap<&'static str, Vec<String>> = BTreeMap::new();
        for (candidate, role) in &drawing.marks {
            roles.entry(role.name()).or_default().push(candidate.placed_name(shape));
        }
        let cells = |cells: &CellSet| cell_names(shape, cells.iter());
        let arrows = drawing.arrows.iter().map(|arrow| ArrowLine {
            from: names(shape, &arrow.from),
            to: names(shape, &arrow.to),
            strong: arrow.is_strong,
        });
        DrawingLine {
            roles,
            base_cells: cells(&drawing.base_cells),
            cover_cells: cells(&drawing.cover_cells),
            arrows: arrows.collect(),
        }
    }
}

fn names(shape: Shape, candidates: &[Candidate]) -> Vec<String> {
    candidates.iter().map(|c| c.placed_name(shape)).collect()
}

fn cell_names(shape: Shape, cells: impl Iterator<Item = Cell>) -> Vec<String> {
    cells.map(|cell| shape.cell_name(cell)).collect()
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::grid::Digit;
    use crate::logic::{Arrow, Role};
    use crate::sheet::seen::{Seen, examples, seen_on_paper};
    use serde_json::Value;
    use std::collections::BTreeSet;

    /// What a reader of the JSON lines sees of a step.
    pub(crate) fn seen_in_json(step: &Step, board: &Board) -> Seen {
        let shape = board.shape();
        let line = serde_json::to_value(StepLine::new(step, board)).expect("JSON");
        let drawing = &line["drawing"];
        let strings = |list: &Value| -> Vec<String> {
            let list = list.as_array().map_or(&[][..], |list| list);
            list.iter().map(|text| text.as_str().expect("a string").to_owned()).collect()
        };
        let cell = |name: &str| shape.cells().find(|&cell| shape.cell_name(cell) == name).expect("a cell");
        let candidate = |name: &String| {
            let (cell_name, digit) = name.split_once('=').expect("a candidate");
            Candidate::new(cell(cell_name), Digit::from_char(digit.chars().next().expect("a digit")).expect("a digit"))
        };
        let candidates = |list: &Value| -> Vec<Candidate> { strings(list).iter().map(candidate).collect() };
        let roles = drawing["roles"].as_object().expect("roles").iter().flat_map(|(name, list)| {
            let role = Role::ALL.into_iter().find(|role| role.name() == name).expect("a role");
            candidates(list).into_iter().map(move |candidate| (candidate, role))
        });
        let arrows = drawing["arrows"].as_array().into_iter().flatten().map(|arrow| Arrow {
            from: candidates(&arrow["from"]),
            to: candidates(&arrow["to"]),
            is_strong: arrow["strong"].as_bool().expect("strong or weak"),
        });
        let arrows: Vec<Arrow> = arrows.collect();
        // The links of the evidence say the same by the numbers of the nodes.
        let evidence = &line["evidence"];
        let node = |number: &Value| -> Vec<Candidate> {
            let node = &evidence["nodes"][number.as_u64().expect("a number") as usize];
            let digit = node["digit"].as_str().expect("a digit");
            strings(&node["cells"]).iter().map(|cell| candidate(&format!("{cell}={digit}"))).collect()
        };
        let links = evidence["links"].as_array().into_iter().flatten().map(|link| Arrow {
            from: node(&link["from"]),
            to: node(&link["to"]),
            is_strong: link["strong"].as_bool().expect("strong or weak"),
        });
        assert_eq!(links.collect::<Vec<_>>(), arrows);
        let cells = |list: &Value| -> BTreeSet<Cell> { strings(list).iter().map(|name| cell(name)).collect() };
        let cells = (cells(&drawing["base_cells"]), cells(&drawing["cover_cells"]));
        Seen::from_parts(shape, roles, cells, &arrows)
    }

    #[test]
    fn paper_web_page_and_json_show_the_same_step() {
        let mut roles = BTreeSet::new();
        let mut links = BTreeSet::new();
        for (step, drawing) in examples() {
            let sentence = step.sentence(&drawing.board);
            let expected = Seen::of(&drawing);
            for (output, seen) in seen_on_paper(&drawing) {
                assert_eq!(seen, expected, "{output}: {sentence}");
            }
            assert_eq!(seen_in_json(&step, &drawing.board), expected, "{sentence}");
            roles.extend(drawing.marks.iter().map(|&(_, role)| role));
            links.extend(drawing.arrows.iter().map(|arrow| arrow.is_strong));
        }
        assert_eq!(roles.len(), Role::ALL.len(), "every role occurs");
        assert_eq!(links.len(), 2, "both kinds of links occur");
    }

    #[test]
    fn json_names_the_deadly_pattern() {
        #[track_caller]
        fn check(strategy: &str, expected: &str) {
            let (step, drawing) = examples().find(|(step, _)| step.strategy().name() == strategy).expect("an example");
            let line = serde_json::to_value(StepLine::new(&step, &drawing.board)).expect("JSON");
            assert_eq!(line["evidence"]["deadly"].to_string(), expected, "{}", step.sentence(&drawing.board));
        }
        check("naked-single", "null");
        let rectangle = r#"{"cells":["r6c4","r6c5","r9c4","r9c5"],"digits":["4","8"],"pattern":"loop"}"#;
        check("unique-rectangle-1", rectangle);
        let long = r#"{"cells":["r4c2","r4c4","r6c4","r6c1","r8c1","r8c2"],"digits":["3","7"],"pattern":"loop"}"#;
        check("unique-loop", long);
        check("bug-plus-one", r#"{"extra":["r3c4=8"],"pattern":"bug"}"#);
    }
}
