(* Von Neumann's game with the bet 2, for every deck of at least two cards at once.

   A file of this shape states v(n) = V - c(n mod P) / (n (n - 1)) for every n >= 2:

     Theorem answer : every_deck BETS V CONSTANTS.
     Proof. by_minimisers ETAS. Qed.

   BETS       the bets, without the check, increasing and positive: [B1; ...; Bk]
   V          the limit of large decks, in parentheses
   CONSTANTS  [c(0); c(1); ...; c(P - 1)], by the residue of n; their number is the period
   ETAS       [eta(2); eta(3); ...; eta(P + 1)]: for each deck of 2, ..., P + 1 cards any eta at
              which its formula is least

   Any multiple of the least period will do. A rational is written P, or P # Q with Q > 0, and need
   not be in lowest terms. Lines may break at any space. `coqc -Q proofs Bluff FILE.v` checks it. *)
From Bluff Require Import Answers.
Open Scope Q_scope.

Theorem answer : every_deck
  [2]
  (1 # 9)
  [0; 0; 2 # 9; 2 # 3; 1 # 3; 2 # 9; 1 # 3; 2 # 3; 2 # 9].
Proof. by_minimisers
  [-1 # 2; 1 # 2; 1 # 2; 1 # 2; 1 # 2; 1 # 2; 1 # 2; 1 # 2; 1 # 2].
Qed.

Print Assumptions answer.
