(* What a theorem file imports: the statements, and a tactic for each kind of answer. *)
Require Export QArith List.
From Bluff Require Export Statements.
From Bluff Require Programs Sound.
Export ListNotations.

(* One deck, by the minimiser eta of the formula. *)
Ltac by_minimiser eta :=
  apply (Sound.deck_sound _ _ eta _); vm_cast_no_check (eq_refl true).

(* All decks, by the minimisers of the decks of 2, 3, ..., P + 1 cards. *)
Ltac by_minimisers etas :=
  apply (Sound.family_sound _ _ _ etas); vm_cast_no_check (eq_refl true).
