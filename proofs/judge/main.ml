(* A judge of one-street answers: reads them from standard input, one after the other. The programs
   in answers.ml are proved; this file only reads numbers. A claim is one line:

     deck N BETS ETA VALUE            n cards, by the minimiser eta of the formula
     family BETS V CONSTANTS ETAS     every deck, by the minimisers of 2, ..., P + 1 cards
     runs COUNT BETS VALUE            strategies by runs of cards, which COUNT lines describe

   Lists have commas; no bets are `-`. A run, from the lowest cards up, is one line:

     CARDS FIRST SECOND   number of cards; I's probability of the check and of each bet with such a
                          card; II's probability of a call of each bet *)

open Answers

exception Unreadable of string

(* Nothing but digits: a sign or a point in a wrong place must not pass. *)
let natural text =
  let ten = Zpos (XO (XI (XO XH))) in
  let rec small d = if d = 0 then Z0 else Z.add (Zpos XH) (small (d - 1)) in
  let digit z c = match c with
    | '0' .. '9' -> Z.add (Z.mul z ten) (small (Char.code c - Char.code '0'))
    | _ -> raise (Unreadable text) in
  if text = "" then raise (Unreadable text) else Seq.fold_left digit Z0 (String.to_seq text)

let whole text =
  if text <> "" && text.[0] = '-' then Z.opp (natural (String.sub text 1 (String.length text - 1)))
  else natural text

let rational text =
  match String.split_on_char '/' text with
  | [ p ] -> { qnum = whole p; qden = XH }
  | [ p; q ] ->
    (match natural q with
     | Zpos q -> { qnum = whole p; qden = q }
     | _ -> raise (Unreadable text))
  | _ -> raise (Unreadable text)

let rationals text =
  if text = "-" then [] else List.map rational (String.split_on_char ',' text)

let words line = List.filter (( <> ) "") (String.split_on_char ' ' (String.trim line))

let rec read_runs count =
  if count = 0 then []
  else
    let line = read_line () in
    match words line with
    | [ cards; first; second ] ->
      let run = { cards = Z.to_N (natural cards);
                  first = rationals first; second = rationals second } in
      run :: read_runs (count - 1)
    | _ -> raise (Unreadable line)

let accepted line =
  match words line with
  | [ "deck"; n; bets; eta; value ] ->
    deck (Z.to_N (natural n)) (rationals bets) (rational eta) (rational value)
  | [ "family"; bets; limit; constants; etas ] ->
    family (rationals bets) (rational limit) (rationals constants) (rationals etas)
  | [ "runs"; count; bets; value ] ->
    let count = match int_of_string_opt count with
      | Some count when count >= 0 -> count
      | _ -> raise (Unreadable line) in
    let runs = read_runs count in
    by_runs (rationals bets) runs (rational value)
  | _ -> raise (Unreadable line)

(* Exit code 0: every answer is proved; 1: one is refused; 2: one cannot be read. *)
let () =
  let rec judge code =
    match read_line () with
    | exception End_of_file -> code
    | line ->
      if accepted line then (print_endline "proved"; judge code)
      else (print_endline ("refused: " ^ line); judge 1) in
  match judge 0 with
  | code -> exit code
  | exception Unreadable text -> prerr_endline ("cannot be read: " ^ text); exit 2
  | exception End_of_file -> prerr_endline "cannot be read: lines are missing"; exit 2
