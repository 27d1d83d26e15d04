(* Rules of the game, the formula, and every theorem that the other files prove.
   This file has no proofs and needs nothing of ours. A reader who believes these definitions, the
   kernel of Coq and its real numbers need read no further. docs/ALL_DECKS.md goes beside it. *)
Require Import Reals QArith Qreals List.
Import ListNotations.
Open Scope R_scope.

(* f 0 + ... + f (n-1) *)
Fixpoint sum (f : nat -> R) (n : nat) : R :=
  match n with O => 0 | S m => sum f m + f m end.

(* ---------- The game ----------
   The deck is 1..n. I holds card i, II another card j; both have paid an ante of 1.
   I takes an action a: 0 is the check, a > 0 the bet of size s a. II calls a bet or folds. *)

Definition showdown (i j : nat) : R := if Nat.ltb j i then 1 else -1.

(* Net gain of I, in antes. *)
Definition payoff (s : nat -> R) (i j a : nat) (called : bool) : R :=
  match a with
  | O => showdown i j
  | S _ => if called then (1 + s a) * showdown i j else 1
  end.

(* p i a: probability that I takes action a with card i; there are k bets.
   q j a: probability that II calls bet a with card j. *)
Definition strategyI (n k : nat) (p : nat -> nat -> R) : Prop :=
  forall i, (1 <= i <= n)%nat ->
    (forall a, (a <= k)%nat -> 0 <= p i a) /\ sum (p i) (S k) = 1.
Definition strategyII (n k : nat) (q : nat -> nat -> R) : Prop :=
  forall j a, (1 <= j <= n)%nat -> (1 <= a <= k)%nat -> 0 <= q j a <= 1.

(* Sums over the cards of a player, and over the n(n-1) deals of two different cards. *)
Definition over_deck (n : nat) (f : nat -> R) : R := sum (fun i => f (S i)) n.
Definition over_deals (n : nat) (f : nat -> nat -> R) : R :=
  over_deck n (fun i => over_deck n (fun j => if Nat.eqb i j then 0 else f i j)).
Definition deals (n : nat) : R := INR n * (INR n - 1).

Definition gain (n k : nat) (s : nat -> R) (p q : nat -> nat -> R) : R :=
  over_deals n (fun i j => sum (fun a =>
    p i a * (q j a * payoff s i j a true + (1 - q j a) * payoff s i j a false)) (S k)) / deals n.

(* Optimal strategies p and q: p is sure of v against every q', q allows no p' more than v. *)
Definition solves (n k : nat) (s : nat -> R) (p q : nat -> nat -> R) (v : R) : Prop :=
  strategyI n k p /\ strategyII n k q /\
  (forall q', strategyII n k q' -> v <= gain n k s p q') /\
  (forall p', strategyI n k p' -> gain n k s p' q <= v).
Definition value (n k : nat) (s : nat -> R) (v : R) : Prop := exists p q, solves n k s p q v.

(* A menu of real bets 0 < s 1 < ... < s k; s 0 = 0 stands for the check. *)
Definition menu (k : nat) (s : nat -> R) : Prop :=
  s O = 0 /\ forall j, (j < k)%nat -> s j < s (S j).

(* ---------- The formula ---------- *)

(* The whole number nearest to t, the distance to it, and phi t = t^2 - (distance)^2. *)
Definition nearest (t : R) : Z := Int_part (t + / 2).
Definition dist (t : R) : R := Rabs (t - IZR (nearest t)).
Definition phi (t : R) : R := t * t - dist t * dist t.

(* Two numbers for each step from a bet to the next one; the chapter counts them from 1. *)
Definition delta (s : nat -> R) (j : nat) : R := s (S j) - s j.
Definition e (s : nat -> R) (j : nat) : R := 2 / ((s j + 2) * (s (S j) + 2)).

(* The function G of the chapter. The deck enters by x = n - 1/2 only. *)
Definition formula (k : nat) (s : nat -> R) (x eta : R) : R :=
  phi eta + sum (fun j => delta s j * phi (e s j * (x - eta))) k.

Definition least (f : R -> R) (m : R) : Prop := (exists x, f x = m) /\ forall x, m <= f x.

(* The limit V of large decks. *)
Definition kappa (k : nat) (s : nat -> R) : R := sum (fun j => delta s j * (e s j * e s j)) k.
Definition limit (k : nat) (s : nat -> R) : R := kappa k s / (1 + kappa k s).

(* ---------- The theorem, for every deck and every menu of real bets ---------- *)

Definition One_street : Prop := forall n k s, (2 <= n)%nat -> menu k s ->
  exists p q m, least (formula k s (INR n - / 2)) m /\ solves n k s p q (m / deals n).

Definition Value_formula : Prop := forall n k s v, (2 <= n)%nat -> menu k s ->
  (value n k s v <-> least (formula k s (INR n - / 2)) (deals n * v)).

(* ---------- Its consequences ---------- *)

(* x = n - 1/2 becomes -x when n becomes 1 - n. *)
Definition Reciprocity : Prop := forall k s x m,
  least (formula k s x) m <-> least (formula k s (- x)) m.

Definition whole (x : R) : Prop := exists z : Z, x = IZR z.
Definition is_period (k : nat) (s : nat -> R) (P : R) : Prop :=
  whole (limit k s * P) /\
  forall j, (j < k)%nat -> whole ((1 - limit k s) * e s j * P).

(* c(n) = n(n-1) (V - v(n)) has the period P. *)
Definition Period : Prop := forall n k s (P : nat) v v', (2 <= n)%nat -> menu k s ->
  is_period k s (INR P) -> value n k s v -> value (n + P) k s v' ->
  deals n * (limit k s - v) = deals (n + P) * (limit k s - v').

(* Decks of mP and of mP + 1 cards have the value V exactly. *)
Definition Exact_decks : Prop := forall n k s P m, (2 <= n)%nat -> menu k s ->
  is_period k s P -> (INR n = INR m * P \/ INR n = INR m * P + 1) -> value n k s (limit k s).

Definition Bounds : Prop := forall n k s v, (2 <= n)%nat -> menu k s -> value n k s v ->
  - limit k s / 4 <= deals n * (limit k s - v) <= (1 + s k - limit k s) / 4.

(* H(n) of the chapter: the squared distances at V x, where the continuous game has its minimum. *)
Definition gap (k : nat) (s : nat -> R) (x : R) : R :=
  let far t := dist t * dist t in
  let V := limit k s in
  far (V * x) + sum (fun j => delta s j * far (e s j * (x - V * x))) k.
Definition Enclosure : Prop := forall n k s v, (2 <= n)%nat -> menu k s -> value n k s v ->
  let x := INR n - / 2 in
  0 <= limit k s * x * x - deals n * v - gap k s x <= 1 - limit k s.

(* One more bet, as large as this, changes nothing. So all whole bets are a finite menu. *)
Definition Larger_menu : Prop := forall n k s v, (2 <= n)%nat -> menu (S k) s ->
  4 * INR n <= (s k + 2) * (s (S k) + 2) -> (value n k s v <-> value n (S k) s v).

(* Three cards and one real bet b: the best bet of all is 2 sqrt 2 - 2. *)
Definition one (b : R) (j : nat) : R := match j with O => 0 | S _ => b end.
Definition worth3 (b : R) : R := b * (2 - b) / (6 * (b + 2)).
Definition Three_cards : Prop :=
  (forall b, 0 < b <= 2 -> value 3 1 (one b) (worth3 b) /\ worth3 b <= 1 - 2 * sqrt 2 / 3) /\
  (forall b, 2 <= b -> value 3 1 (one b) 0) /\
  let best := 2 * sqrt 2 - 2 in 0 < best <= 2 /\ worth3 best = 1 - 2 * sqrt 2 / 3.

(* ---------- Certificate of one deck: any two strategies, judged by best responses ---------- *)

(* I's sum over all deals against the best reply to p: II calls where a call costs I something. *)
Definition call_worth (n : nat) (s : nat -> R) (p : nat -> nat -> R) (j a : nat) : R :=
  over_deck n (fun i => if Nat.eqb i j then 0 else
    p i a * (payoff s i j a true - payoff s i j a false)).
Definition lower (n k : nat) (s : nat -> R) (p : nat -> nat -> R) : R :=
  over_deals n (fun i j => sum (fun a => p i a * payoff s i j a false) (S k)) +
  over_deck n (fun j => sum (fun a => Rmin 0 (call_worth n s p j (S a))) k).

(* I's sum over all deals with the best action for each card against q. *)
Definition action_worth (n : nat) (s : nat -> R) (q : nat -> nat -> R) (i a : nat) : R :=
  over_deck n (fun j => if Nat.eqb i j then 0 else
    q j a * payoff s i j a true + (1 - q j a) * payoff s i j a false).
Fixpoint greatest (f : nat -> R) (k : nat) : R :=
  match k with O => f O | S m => Rmax (greatest f m) (f (S m)) end.
Definition upper (n k : nat) (s : nat -> R) (q : nat -> nat -> R) : R :=
  over_deck n (fun i => greatest (action_worth n s q i) k).

Definition Judge : Prop := forall n k s p q, (2 <= n)%nat ->
  strategyI n k p -> strategyII n k q -> lower n k s p = upper n k s q ->
  solves n k s p q (upper n k s q / deals n).

(* ---------- Answers in rational numbers: what a generated file states ---------- *)

(* Bets given as a list. *)
Definition sizes (bets : list Q) (j : nat) : R := Q2R (nth j (0%Q :: bets) 0%Q).

(* One deck. The number of cards is binary, so that it can be 10^18. *)
Definition deck_value (n : N) (bets : list Q) (v : Q) : Prop :=
  value (N.to_nat n) (length bets) (sizes bets) (Q2R v).

(* All decks: v(n) = V - c/(n(n-1)), where the list c is indexed by the residue of n. *)
Definition every_deck (bets : list Q) (V : Q) (c : list Q) : Prop :=
  forall n, (2 <= n)%nat -> value n (length bets) (sizes bets)
    (Q2R V - Q2R (nth (n mod length c) c 0%Q) / deals n).

Open Scope Q_scope.
Definition Tables : Prop :=
  every_deck [1] (1 # 10)
    [0; 0; 1 # 5; 4 # 15; 1 # 5; 1 # 3; 1 # 3; 1 # 5; 4 # 15; 1 # 5] /\
  every_deck [2] (1 # 9) [0; 0; 2 # 9; 2 # 3; 1 # 3; 2 # 9; 1 # 3; 2 # 3; 2 # 9] /\
  every_deck [4] (1 # 10)
    [0; 0; 1 # 5; 3 # 5; 6 # 5; 2 # 3; 1 # 3; 1 # 5; 4 # 15; 8 # 15;
     1; 1; 8 # 15; 4 # 15; 1 # 5; 1 # 3; 2 # 3; 6 # 5; 3 # 5; 1 # 5] /\
  every_deck [1 # 2] (2 # 27)
    [0; 0; 4 # 27; 13 # 90; 17 # 90; 38 # 135; 2 # 9; 14 # 45; 67 # 270; 7 # 30; 4 # 15; 4 # 27;
     8 # 45; 1 # 18; -1 # 54; 1 # 18; 8 # 45; 4 # 27; 4 # 15; 7 # 30; 67 # 270; 14 # 45; 2 # 9;
     38 # 135; 17 # 90; 13 # 90; 4 # 27].

Definition All : Prop :=
  One_street /\ Value_formula /\ Reciprocity /\ Period /\ Exact_decks /\ Bounds /\ Enclosure /\
  Larger_menu /\ Three_cards /\ Judge /\ Tables.
