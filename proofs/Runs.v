(* A program that judges two strategies by runs of cards, for decks of any size, and what it means
   that it accepts them. It does not know the formula. *)
Require Import Reals QArith Qreals List Bool.
From Bluff Require Import Statements.
Import ListNotations.
Open Scope Q_scope.

(* Neighbouring cards that both players play alike: a probability for each action of I, the check
   first, and for II's call of each bet. *)
Record run : Set := Run { cards : N; first : list Q; second : list Q }.

(* The run of the card with u cards below it. *)
Fixpoint at_card (runs : list run) (u : nat) : run :=
  match runs with
  | [] => Run 0 [] []
  | r :: rest => if Nat.ltb u (N.to_nat (cards r)) then r else at_card rest (u - N.to_nat (cards r))
  end.
Definition act (a : nat) (r : run) : Q := nth a (first r) 0.
Definition reply (a : nat) (r : run) : Q := nth a (0 :: second r) 0.
Definition run_strategyI (runs : list run) (i a : nat) : R :=
  Q2R (act a (at_card runs (i - 1))).
Definition run_strategyII (runs : list run) (j a : nat) : R :=
  Q2R (reply a (at_card runs (j - 1))).

Definition count (runs : list run) : N := fold_right (fun r n => (cards r + n)%N) 0%N runs.
Definition number (n : N) : Q := inject_Z (Z.of_N n).

(* Cards that act in a way, in sum. *)
Fixpoint mass (g : run -> Q) (runs : list run) : Q :=
  match runs with [] => 0 | r :: rest => Qred (number (cards r) * g r + mass g rest) end.

(* A worth that is linear in the card: at the first card of a run, and the step to the next one. *)
Definition line : Set := (Q * Q)%type.
Definition last_of (m : N) (l : line) : Q := fst l + (number m - 1) * snd l.
Definition total_of (m : N) (l : line) : Q :=
  number m * fst l + snd l * (number m * (number m - 1) * (1 # 2)).
Definition at_most (m : N) (l l' : line) : bool :=
  Qle_bool (fst l) (fst l') && Qle_bool (last_of m l) (last_of m l').

Section Judge.
Variables (bets : list Q) (runs : list run).
Let n : Q := number (count runs).
Definition size (a : nat) : Q := nth a (0 :: bets) 0.

(* Worth of I's action, and of II's call, on the run r that follows the runs [below]. *)
Definition action_line (below : list run) (r : run) (a : nat) : line :=
  match a with
  | O => (2 * number (count below) + 1 - n, 2)
  | S _ =>
      let s := size a in let under := mass (reply a) below in
      (Qred (n - 1 + s * under - (s + 2) * (mass (reply a) runs - under - reply a r)),
       reply a r * (2 * s + 2))
  end.
Definition call_line (below : list run) (r : run) (a : nat) : line :=
  let s := size a in let under := mass (act a) below in
  (Qred (s * (mass (act a) runs - under - act a r) - (s + 2) * under), - (act a r * (2 * s + 2))).

(* Sums over the deck of I's best actions and of II's best calls. On each run one action must be
   the best throughout, and a call must be good or bad throughout; an equilibrium is so. *)
Definition best_on (below : list run) (r : run) : option Q :=
  let lines := map (action_line below r) (seq 0 (S (length bets))) in
  match find (fun l => forallb (fun l' => at_most (cards r) l' l) lines) lines with
  | Some l => Some (total_of (cards r) l)
  | None => None
  end.
Definition call_on (a : nat) (below : list run) (r : run) : option Q :=
  let l := call_line below r a in
  if at_most (cards r) l (0, 0) then Some (total_of (cards r) l)
  else if at_most (cards r) (0, 0) l then Some 0 else None.
(* If II always folds. *)
Definition fold_on (below : list run) (r : run) : option Q :=
  Some (act 0 r * total_of (cards r) (action_line below r 0)
    + (1 - act 0 r) * (number (cards r) * (n - 1))).

Fixpoint over_runs (f : list run -> run -> option Q) (below rest : list run) : option Q :=
  match rest with
  | [] => Some 0
  | r :: rest' =>
      match f below r, over_runs f (below ++ [r]) rest' with
      | Some x, Some y => Some (Qred (x + y))
      | _, _ => None
      end
  end.
Fixpoint over_bets (k : nat) : option Q :=
  match k with
  | O => Some 0
  | S m =>
      match over_bets m, over_runs (call_on (S m)) [] runs with
      | Some x, Some y => Some (x + y)
      | _, _ => None
      end
  end.

Fixpoint sumQ (f : nat -> Q) (m : nat) : Q :=
  match m with O => 0 | S m' => sumQ f m' + f m' end.
Definition run_ok (r : run) : bool :=
  forallb (fun a => Qle_bool 0 (act a r)) (seq 0 (S (length bets)))
  && Qeq_bool (sumQ (fun a => act a r) (S (length bets))) 1
  && forallb (fun a => Qle_bool 0 (reply a r) && Qle_bool (reply a r) 1) (seq 1 (length bets)).

Definition by_runs (v : Q) : bool :=
  let total := n * (n - 1) * v in
  (2 <=? count runs)%N && forallb run_ok runs &&
  match over_runs best_on [] runs, over_runs fold_on [] runs, over_bets (length bets) with
  | Some upper, Some folds, Some calls => Qeq_bool upper total && Qeq_bool (folds + calls) total
  | _, _, _ => false
  end.
End Judge.

Definition Runs_sound : Prop := forall bets runs v, by_runs bets runs v = true ->
  solves (N.to_nat (count runs)) (length bets) (sizes bets)
    (run_strategyI runs) (run_strategyII runs) (Q2R v).
