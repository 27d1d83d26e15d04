(* The proved programs as OCaml. Numbers stay Coq's own binary ones; nothing is replaced but
   booleans, lists, pairs and options by OCaml's. *)
From Bluff Require Import Programs Runs.
Require Import ZArith QArith ExtrOcamlBasic.
Extraction Language OCaml.
Extraction "judge/answers.ml" deck family by_runs Z.add Z.mul Z.opp Z.to_N.
