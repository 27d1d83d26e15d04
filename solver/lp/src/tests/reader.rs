//! Programs read from text: what is written reads back, and what is none is refused in words.

use std::collections::BTreeSet;

use super::super::{MAX_NAMES, NamedProgram, ProgramTextError};
use super::listing::Dice;
use super::{Column, LinearProgram, Outcome, TextFormat, answer, number, solved};
use bluff_exact::Rational;

/// Rows and columns in words, whatever their order.
fn in_words(named: &NamedProgram) -> BTreeSet<String> {
    let NamedProgram { program, columns, rows, .. } = named;
    let column = |column: Column| {
        let (cost, bounds) = (program.cost(column), program.column_bounds(column));
        format!("column {} {cost} {bounds:?}", columns[column.index()])
    };
    let row = |(row, name): (_, &String)| {
        let entries = program.entries(row);
        let entries: BTreeSet<_> =
            entries.map(|(column, entry)| (&columns[column.index()], entry)).collect();
        format!("row {name} {entries:?} {:?}", program.row_bounds(row))
    };
    program.columns().map(column).chain(program.rows().zip(rows).map(row)).collect()
}

fn written(problem: &LinearProgram, format: TextFormat) -> String {
    problem.to_text(format, |x| format!("x{}", x.index()), |row| format!("r{}", row.index()))
}

/// Checks that MPS text reads back as the same text, and CPLEX LP text as the same program.
pub(super) fn reads_back(problem: &LinearProgram) -> NamedProgram {
    let text = written(problem, TextFormat::Mps);
    let read: NamedProgram = text.parse().unwrap();
    let again = read.program.to_text(
        TextFormat::Mps,
        |column| read.columns[column.index()].clone(),
        |row| read.rows[row.index()].clone(),
    );
    let body = |text: &str| text.split_once('\n').unwrap().1.to_owned();
    assert_eq!(body(&again), body(&text));
    if problem.column_count() > 0 {
        let other: NamedProgram = written(problem, TextFormat::CplexLp).parse().unwrap();
        assert_eq!(in_words(&other), in_words(&read));
    }
    read
}

#[test]
fn what_is_written_has_the_same_optimum() {
    let mut dice = Dice(0xB1FF);
    for _ in 0..300 {
        let problem = dice.problem();
        let costs = problem.columns().map(|column| problem.cost(column));
        let scale = Rational::common_denominator(costs);
        let expected = match solved(&problem).outcome {
            Outcome::Optimal(best) => (best.objective * scale).to_string(),
            other => super::said(&other),
        };
        assert_eq!(answer(&reads_back(&problem).program), expected);
    }
}

fn objective(text: &str) -> String {
    let named: NamedProgram = text.parse().unwrap();
    match solved(&named.program).outcome {
        Outcome::Optimal(best) => named.objective_of(&best).to_string(),
        other => super::said(&other),
    }
}

/// Each part of MPS text with the optimum that it leads to.
#[test]
fn mps_text() {
    let rows = "ROWS\n N cost\n L a\n G b\n E c\n N other\nCOLUMNS\n x cost 1 a 1\n x b 1\n \
                y cost -.5 c 1\n y other 7\n";
    let of = |head: &str, tail: &str| objective(&format!("{head}{rows}{tail}ENDATA\nbehind"));
    for (head, tail, expected) in [
        ("", "RHS\n rhs b 2 c 3\n rhs a 4\n", "1/2"),
        ("* no name\n\nNAME\n", "RHS\n b 2 c 3\n a 4\n", "1/2"),
        // The objective's right-hand side is taken away from it.
        ("NAME\n", "RHS\n rhs b 2 c 3\n rhs a 4 cost 1/2\n", "0"),
        ("NAME\nOBJSENSE\n MAX\n", "RHS\n rhs b 2 c 3\n rhs a 4 cost 0.5\n", "2"),
        ("OBJSENSE MAX\n", "RHS\n rhs b 2 c 3\n rhs a 4e0\n", "5/2"),
        // A range leads down from L, up from G, and from E where its sign says.
        ("", "RHS\n rhs a 4\nRANGES\n rng a 1\n", "3"),
        ("", "RHS\n rhs a 4\nRANGES\n rng a -1 b 9\n", "3"),
        ("OBJSENSE\n MAXIMIZE\n", "RANGES\n rng b 3 c 9\nRHS\n rhs a 8\n", "3"),
        ("", "RHS\n rhs c 5\nRANGES\n rng c 1\n", "-3"),
        ("", "RHS\n rhs c 5\nRANGES\n rng c -1\n", "-5/2"),
        // Bounds.
        ("", "RHS\n rhs a 4\nBOUNDS\n LO bnd x 3/2\n UP y 9\n", "3/2"),
        ("", "RHS\n rhs a 4 c 2\nBOUNDS\n FX bnd x 3\n fr y\n", "2"),
        ("", "RHS\n rhs a 4 b -7\nBOUNDS\n MI bnd x\n", "-7"),
        ("", "RHS\n rhs a 4 b -7\nBOUNDS\n UP bnd x -1\n", "-7"),
        ("", "RHS\n rhs a 4 b -7\nBOUNDS\n UP bnd x 0\n", "0"),
        ("", "RHS\n rhs b -7\nBOUNDS\n UP bnd x -1\n LO bnd x -2\n", "-2"),
        ("", "RHS\n rhs b -7\nBOUNDS\n LO bnd x 0\n UP bnd x -1\n", "infeasible"),
        ("", "RHS\n rhs a -4 b -7\nBOUNDS\n LO bnd x -inf\n PL bnd x\n", "-7"),
        ("OBJSENSE MAX\n", "BOUNDS\n UP bnd y 1e30\n MI bnd y\n UP bnd y Inf\nRHS\n r a 2\n", "2"),
        ("", "RHS\n rhs a -1\n", "infeasible"),
    ] {
        assert_eq!(of(head, tail), expected, "{head}{tail}");
    }
    // Two columns, of which one has no rows.
    assert_eq!(objective("ROWS\n N f\nCOLUMNS\n x f -1\nENDATA\n"), "unbounded");
}

/// Names with blanks, which stand in their places.
#[test]
fn fixed_mps_text() {
    let text = "\
NAME          two words
ROWS
 N  the cost
 G  row 1
 L  row 2
COLUMNS
    a column  the cost           1.5   row 1               1.
    a column  row 2               1.
    b         the cost            1.   row 1             0.25
RHS
              row 1               2.   row 2               1.
BOUNDS
 UP           a column            9.
 UP set 1     b                  40.
ENDATA
";
    let named: NamedProgram = text.parse().unwrap();
    assert_eq!((&named.columns[0], &named.rows[1]), (&"a column".into(), &"row 2".into()));
    assert_eq!(objective(text), "11/2");
    let crlf = text.replace('\n', "\r\n");
    assert_eq!(objective(&crlf), "11/2");
}

/// Each part of CPLEX LP text with the optimum that it leads to.
#[test]
fn cplex_lp_text() {
    for (text, expected) in [
        ("Minimize\nobj: x + y\nSubject To\nc1: x + 2 y >= 3\nEnd", "3/2"),
        ("minimum x+y\nst x+2y>=3\nEND\n junk [", "3/2"),
        ("\\ a comment\nMAX 3x - 2 \\ another\n y\ns.t.  x >= 4\nend", "unbounded"),
        ("MAX 3x - 2 \\ another\n y\ns.t.\nx <= 4\nend", "12"),
        ("max\nf: 1/2 x + 2.5e-1 - 1 + x\nsuch that\n - - x < 4\nend", "21/4"),
        (
            "min\nx\nst\nr: -1 <= x + y <= 5\nq: 7 >= x - y >= -2\nbounds\nx free\ny <= 3\nend",
            "-3/2",
        ),
        ("min x\nst\nr: 2 - x <= 0\nend", "2"),
        ("min x\nst\n3 = x + 1\nend", "2"),
        ("min x\nsubject to\n0 y <= 0\nBound\n-inf <= x <= 5\n-2.5 <= x\nend", "-5/2"),
        ("max x\nst\nbounds\nx = .5\nend", "1/2"),
        ("max x\nst\nbounds\nx >= 7\n9 >= x\nx <= +Infinity x <= 8\nend", "8"),
        ("min x + e9 + 2 e1x\nst\nfree: x + e9 >= -5\nfree\nx e9\nbounds\ne9 >= -9\nend", "-5"),
        ("min x\nst\nbounds\n3 <= x <= 2\nend", "infeasible"),
        // A negative upper bound leaves the lower one where it is, as in CPLEX.
        ("min x\nst\nbounds\nx <= -1\nend", "infeasible"),
        ("min\nst\nx >= 1\nend", "0"),
        ("max x\nst\na: x <= 5 b: x <= 4\nend", "4"),
    ] {
        assert_eq!(objective(text), expected, "{text}");
    }
}

fn refused(text: &str) -> String {
    text.parse::<NamedProgram>().unwrap_err().to_string()
}

#[test]
fn bad_mps_text_is_refused() {
    let head = "NAME\nROWS\n N f\n L a\nCOLUMNS\n x f 1 a 1\n";
    let sections = "expected a section, one of: NAME, OBJSENSE, ROWS, COLUMNS, RHS, RANGES, \
                    BOUNDS, ENDATA";
    let bounds = "expected one of the bounds UP, LO, FX, FR, MI, PL: variables must be continuous";
    let example = "expected a number, for instance 2, -1/3 or 0.25";
    for (tail, words) in [
        ("", "line 6: the end of the text, expected ENDATA".to_owned()),
        ("QUADOBJ\n", format!("line 7: “QUADOBJ”, {sections}")),
        ("x f 1\n", format!("line 7: “X”, {sections}")),
        (" x a 2\n", "line 7: row “a” a second time, expected one number for each row".to_owned()),
        (
            " y f 1 a 2\n x f 1\n",
            "line 8: column “x” a second time, expected each name once".into(),
        ),
        (" y b 1\n", "line 7: “b”, expected the name of a row".into()),
        (" y a nan\n", format!("line 7: “nan”, {example}")),
        (" y a -inf\n", format!("line 7: “-inf”, {example}")),
        (" y a 1e4000\n", "line 7: “1e4000”, expected a power of ten up to 1000".into()),
        (
            " y a\n",
            "line 7: “y a”, expected a column, and one or two rows with their numbers".into(),
        ),
        (" m1 'MARKER' 'INTORG'\n", "line 7: a marker, expected continuous variables".into()),
        ("RHS\n r a 1\n r a 2\n", "line 9: “r a 2”, expected one number for each row".into()),
        ("RHS\n 1\n", "line 8: “1”, expected a set, and one or two rows with their numbers".into()),
        ("BOUNDS\n BV b x\n", format!("line 8: “BV”, {bounds}")),
        ("BOUNDS\n LI b x 3\n", format!("line 8: “LI”, {bounds}")),
        ("BOUNDS\n UP b z 3\n", "line 8: “z”, expected the name of a column".into()),
        ("BOUNDS\n UP b x -inf\n", "line 8: “-inf”, expected a number or inf".into()),
        ("BOUNDS\n LO b x inf\n", "line 8: “inf”, expected a number or -inf".into()),
        ("BOUNDS\n FX b x inf\n", format!("line 8: “inf”, {example}")),
        ("BOUNDS\n UP x\n", "line 8: “x”, expected a set, a column, a number".into()),
        ("ROWS\n G a\n", "line 8: row “a” a second time, expected each name once".into()),
        ("ROWS\n Q q\n", "line 8: “Q q”, expected a row as N, L, G or E and its name".into()),
        ("OBJSENSE\n MOST\n", "line 8: “MOST”, expected MIN or MAX".into()),
        ("NAME\n word\n", "line 8: “word”, expected a section with lines of its own".into()),
        ("RNGES\n", format!("line 7: “RNGES”, {sections}; did you mean RANGES?")),
    ] {
        assert_eq!(refused(&format!("{head}{tail}")), words);
    }
    let long = format!("{head} {} f 1\nENDATA", "n".repeat(10_000_000));
    assert_eq!(refused(&long), "line 7: a name of 10000000 bytes, expected at most 255");
}

#[test]
fn bad_cplex_lp_text_is_refused() {
    let line = "expected a new line: behind a relation stands one number, and no column";
    let sections =
        "expected one of the sections Subject To, Bounds, Free, End; variables must be continuous";
    let example = "expected a number, for instance 2, -1/3 or 0.25";
    for (text, words) in [
        ("", "line 1: “”, expected Minimize or Maximize".to_owned()),
        ("x + y", "line 1: “x”, expected Minimize or Maximize".into()),
        ("min x", "line 1: the end of the text, expected End".into()),
        ("min x\nst\nx >= 1\n", "line 4: the end of the text, expected End".into()),
        ("min x\nst\nx >=", "line 3: the end of the text, expected a number".into()),
        ("min x\nst\nx + >= 2\nend", "line 3: “>=”, expected a number or a name".into()),
        ("min x\nst\nx y >= 2\nend", "line 3: “y”, expected <=, >= or =".into()),
        ("min x\nst\nx == 2\nend", "line 3: “==”, expected <=, >= or =".into()),
        ("min x\nst\nx >= y\nend", format!("line 3: “y”, {example}")),
        ("max x\nst\n3 x <= 2 y + 1\ny <= 4\nend", format!("line 3: “y”, {line}")),
        ("max x\nst\na: x <= 1 - y\nb: y <= 4\nend", format!("line 3: “-”, {line}")),
        ("min x\nst\n0 <= x <= 2 y\nend", format!("line 3: “y”, {line}")),
        (
            "min x\nst\nx >= 1e4000\nend",
            "line 3: “1e4000”, expected a power of ten up to 1000".into(),
        ),
        ("min x\nst\nx >= 1/0\nend", "line 3: “1/0”, expected a denominator of at least 1".into()),
        ("min x\nst\n1 <= 2\nend", "line 4: “end”, expected the name of a column".into()),
        ("min nan x\nend", format!("line 1: “x”, {sections}")),
        ("min inf x\nend", format!("line 1: “inf”, {sections}")),
        (
            "min x\nst\n1 <= x >= 3\nend",
            "line 3: another relation, expected one relation, or <= twice, or >= twice".into(),
        ),
        (
            "min x\nst\na: x >= 1\na: x <= 3\nend",
            "line 4: row “a” a second time, expected each \
                                                  name once"
                .into(),
        ),
        ("min [ x ^ 2 ]\nend", format!("line 1: “[”, {sections}")),
        ("min x\nst\nx >= 1\nGenerals\nx\nend", format!("line 4: “Generals”, {sections}")),
        ("min x\nst\nx >= 1\nbinary\nx\nend", format!("line 4: “binary”, {sections}")),
        ("min x\nbounds\nx <= -inf\nend", "line 3: “-inf”, expected a number or inf".into()),
        ("min x\nbounds\ninf <= x\nend", "line 3: “inf”, expected a number or -inf".into()),
        ("min x\nbounds\n2 x <= 3\nend", "line 3: “x”, expected <=, >= or =".into()),
    ] {
        assert_eq!(refused(text), words, "{text}");
    }
    // Words that a person means otherwise are no names.
    for (row, word) in [("2 (x + y) <= 1", "(x"), ("x/3 <= 1", "x/3")] {
        let text = refused(&format!("min x\nst\n{row}\nend"));
        assert!(text.starts_with(&format!("line 3: “{word}”, expected ")), "{text}");
    }
    let names = "min x(1,2)\nst\nx(1,2) >= 1\nend";
    assert!(names.parse::<NamedProgram>().is_ok());
    let read = |sign: &str| format!("min x\nst\n{sign}x <= 1\nend").parse::<NamedProgram>();
    assert_eq!(read("\u{2212}").unwrap().columns, read("-").unwrap().columns);
}

/// A text that is cut short anywhere is refused by its line.
#[test]
fn texts_cut_short_are_refused() {
    let mps = "NAME\nROWS\n N f\n L a\nCOLUMNS\n x f 1 a 2\nRHS\n r a 4\nRANGES\n r a 1\nBOUNDS\n \
               UP b x 1/2\nENDATA";
    let cplex = "Maximize\n f: 2 x + 1.5e0 y\nSubject To\n a: -1 <= x + y <= 4\nBounds\n -inf <= x \
                 <= 3\n y free\nEnd";
    for text in [mps, cplex] {
        assert!(text.parse::<NamedProgram>().is_ok());
        for end in 0..text.len() {
            assert!(refused(&text[..end]).starts_with("line "), "{}", &text[..end]);
        }
    }
}

/// Sizes are refused where they are reached, whatever follows.
#[test]
fn too_many_columns_are_refused() {
    let mut text = String::from("min ");
    (0..=MAX_NAMES).for_each(|at| text += &format!("+ x{at}\n"));
    let refused = refused(&text);
    assert_eq!(refused, "line 500001: column 500001, expected at most 500000");
    let long = " ".repeat((256 << 20) + 1);
    assert_eq!(long.parse::<NamedProgram>().unwrap_err(), ProgramTextError::TooLong(long.len()));
    assert_eq!(number("1/10"), number("0.1"));
}
