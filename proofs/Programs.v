(* Programs over rational numbers that judge a deck or a family of decks by the formula, and what it
   means that they accept one. A program that accepts too little is harmless. *)
Require Import Reals QArith Qround Qreals List Bool.
From Bluff Require Import Statements.
Import ListNotations.
Open Scope Q_scope.

(* ---------- The formula ---------- *)

Definition nearestQ (t : Q) : Z := Qfloor (t + (1 # 2)).
Definition downQ (t : Q) : Z := (- nearestQ (- t))%Z.
Definition phiQ (t : Q) : Q := let m := inject_Z (nearestQ t) in 2 * m * t - m * m.
Definition eQ (a b : Q) : Q := 2 / ((a + 2) * (b + 2)).

(* f s_0 s_1 + f s_1 s_2 + ..., where s_0 = a *)
Fixpoint steps (f : Q -> Q -> Q) (a : Q) (bets : list Q) : Q :=
  match bets with [] => 0 | b :: rest => Qred (f a b + steps f b rest) end.
Fixpoint increasing (a : Q) (bets : list Q) : bool :=
  match bets with [] => true | b :: rest => negb (Qle_bool b a) && increasing b rest end.

Definition formulaQ (bets : list Q) (x eta : Q) : Q :=
  phiQ eta + steps (fun a b => (b - a) * phiQ (eQ a b * (x - eta))) 0 bets.
Definition slope_lowQ (bets : list Q) (x eta : Q) : Q := inject_Z (downQ eta) -
  steps (fun a b => (b - a) * eQ a b * inject_Z (nearestQ (eQ a b * (x - eta)))) 0 bets.
Definition slope_highQ (bets : list Q) (x eta : Q) : Q := inject_Z (nearestQ eta) -
  steps (fun a b => (b - a) * eQ a b * inject_Z (downQ (eQ a b * (x - eta)))) 0 bets.

Definition dealsQ (n : N) : Q := inject_Z (Z.of_N n * (Z.of_N n - 1)).

(* One deck. The minimiser eta is the certificate. *)
Definition deck (n : N) (bets : list Q) (eta v : Q) : bool :=
  let x := inject_Z (Z.of_N n) - (1 # 2) in
  (2 <=? n)%N && increasing 0 bets
  && Qle_bool (slope_lowQ bets x eta) 0 && Qle_bool 0 (slope_highQ bets x eta)
  && Qeq_bool (formulaQ bets x eta) (dealsQ n * v).

Definition Deck_sound : Prop := forall n bets eta v,
  deck n bets eta v = true -> deck_value n bets v.

(* ---------- All decks: one period of them, by their minimisers, proves the others ---------- *)

Definition kappaQ (bets : list Q) : Q := steps (fun a b => (b - a) * (eQ a b * eQ a b)) 0 bets.
Definition wholeQ (q : Q) : bool := Z.eqb (Qnum q mod Zpos (Qden q)) 0.
Fixpoint all_whole (f : Q -> Q -> Q) (a : Q) (bets : list Q) : bool :=
  match bets with [] => true | b :: rest => wholeQ (f a b) && all_whole f b rest end.

(* Decks of n, n + 1, ... cards; c and etas are their constants and minimisers. *)
Fixpoint decks (n : N) (bets : list Q) (V : Q) (c etas : list Q) : bool :=
  match etas, c with
  | [], _ => true
  | eta :: etas', c0 :: c' =>
      deck n bets eta (V - c0 / dealsQ n) && decks (n + 1) bets V c' etas'
  | _ :: _, [] => false
  end.

(* c is indexed by the residue of n, etas begins with the deck of two cards. *)
Definition family (bets : list Q) (V : Q) (c etas : list Q) : bool :=
  let P := inject_Z (Z.of_nat (length c)) in
  negb (Nat.eqb (length c) 0) && Nat.eqb (length etas) (length c)
  && increasing 0 bets && Qeq_bool (V * (1 + kappaQ bets)) (kappaQ bets)
  && wholeQ (V * P) && all_whole (fun a b => (1 - V) * eQ a b * P) 0 bets
  && decks 2 bets V (skipn 2 (c ++ c ++ c)) etas.

Definition Family_sound : Prop := forall bets V c etas,
  family bets V c etas = true -> every_deck bets V c.

Definition Programs : Prop := Deck_sound /\ Family_sound.
