(* Newman's game with the whole bets 1..60 and 10^18 cards.

   A file of this shape states the value of one deck of a one-street game:

     Theorem answer : deck_value N BETS VALUE.
     Proof. by_minimiser ETA. Qed.

   N      number of cards, whole and at least 2, in decimal digits, without parentheses
   BETS   the bets, without the check, increasing and positive: [B1; ...; Bk]; [] is allowed
   VALUE  the value in antes per hand, in parentheses
   ETA    any eta at which the formula is least, in parentheses

   A rational is written P, or P # Q with Q > 0, and need not be in lowest terms. A minus stands
   before P. Lines may break at any space. `coqc -Q proofs Bluff FILE.v` checks the file. *)
From Bluff Require Import Answers.
Open Scope Q_scope.

Theorem answer : deck_value 1000000000000000000
  [1; 2; 3; 4; 5; 6; 7; 8; 9; 10; 11; 12; 13; 14; 15; 16; 17; 18; 19; 20; 21; 22; 23; 24; 25; 26;
   27; 28; 29; 30; 31; 32; 33; 34; 35; 36; 37; 38; 39; 40; 41; 42; 43; 44; 45; 46; 47; 48; 49; 50;
   51; 52; 53; 54; 55; 56; 57; 58; 59; 60]
  (1451810035683899824142056419534647465408076262198696292601463
   # 10555954322346627377938345677653372611505700000000000000000000).
Proof. by_minimiser (275069404688586627 # 2). Qed.

Print Assumptions answer.
