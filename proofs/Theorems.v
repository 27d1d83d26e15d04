(* Every statement of Statements.v, Programs.v and Runs.v is proved. *)
From Bluff Require Import Statements Programs Runs.
From Bluff Require OneStreet Laws ThreeCards Certificate Tables Sound SoundRuns.

Theorem one_street : One_street. Proof. exact OneStreet.one_street. Qed.
Theorem value_formula : Value_formula. Proof. exact OneStreet.value_formula. Qed.
Theorem reciprocity : Reciprocity. Proof. exact Laws.reciprocity. Qed.
Theorem period : Period. Proof. exact Laws.period. Qed.
Theorem exact_decks : Exact_decks. Proof. exact Laws.exact_decks. Qed.
Theorem bounds : Bounds. Proof. exact Laws.bounds. Qed.
Theorem enclosure : Enclosure. Proof. exact Laws.enclosure. Qed.
Theorem larger_menu : Larger_menu. Proof. exact Laws.larger_menu. Qed.
Theorem three_cards : Three_cards. Proof. exact ThreeCards.three_cards. Qed.
Theorem judge : Judge. Proof. exact Certificate.judge. Qed.
Theorem tables : Statements.Tables.
Proof.
  exact (conj Tables.bets_1 (conj Tables.bets_2 (conj Tables.bets_4 Tables.bets_1o2))).
Qed.

Theorem all : All.
Proof.
  exact (conj one_street (conj value_formula (conj reciprocity (conj period (conj exact_decks
    (conj bounds (conj enclosure (conj larger_menu (conj three_cards (conj judge tables)))))))))).
Qed.

Theorem programs : Programs.Programs.
Proof. exact (conj Sound.deck_sound Sound.family_sound). Qed.
Theorem runs : Runs_sound. Proof. exact SoundRuns.runs_sound. Qed.
