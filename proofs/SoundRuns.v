(* Soundness of [by_runs]: worths are linear on a run, so two cards of it decide. *)
Require Import Reals Lra Lia ZArith Bool List.
Require Import QArith Qreals.
From Bluff Require Import Statements Sums Ranks Certificate Sound Runs.
Import ListNotations.
Open Scope R_scope.

(* ---------- Worths by sums over the cards below ---------- *)
Section Worths.
Variables (n : nat) (s : nat -> R) (g : nat -> nat -> R).

Definition under (a t : nat) : R := sum (fun u => g (S u) a) t.

Lemma action_worth_0 t : (t < n)%nat -> action_worth n s g (S t) 0 = 2 * INR t + 1 - INR n.
Proof.
  intros L. unfold action_worth, over_deck. rewrite (sum_ext _ (fun u => W u t - W t u)).
  - rewrite sum_minus, count_better, count_worse by lia. lra.
  - intros u _. unfold payoff, showdown. destruct (Nat.eqb_spec (S t) (S u)) as [E|N].
    + replace u with t by lia. rewrite W_ge by lia. ring.
    + destruct (Nat.ltb_spec (S u) (S t)); ranks t u; ring.
Qed.

Lemma action_worth_S t a : (t < n)%nat -> action_worth n s g (S t) (S a) = INR n - 1
  + s (S a) * under (S a) t - (s (S a) + 2) * (under (S a) n - under (S a) (S t)).
Proof.
  intros L. unfold action_worth, over_deck, under.
  rewrite (sum_ext _ (fun u => (W u t + W t u) + (s (S a) * (g (S u) (S a) * W u t)
    - (s (S a) + 2) * (g (S u) (S a) * W t u)))).
  - rewrite sum_plus, sum_plus, sum_minus, !sum_scal, count_better, count_worse by lia.
    rewrite sum_better, sum_worse by lia. ring.
  - intros u _. unfold payoff, showdown. destruct (Nat.eqb_spec (S t) (S u)) as [E|N].
    + replace u with t by lia. rewrite W_ge by lia. ring.
    + destruct (Nat.ltb_spec (S u) (S t)); ranks t u; ring.
Qed.

Lemma call_worth_S t a : (t < n)%nat -> call_worth n s g (S t) (S a) =
  s (S a) * (under (S a) n - under (S a) (S t)) - (s (S a) + 2) * under (S a) t.
Proof.
  intros L. unfold call_worth, over_deck, under.
  rewrite (sum_ext _ (fun u => s (S a) * (g (S u) (S a) * W t u)
    - (s (S a) + 2) * (g (S u) (S a) * W u t))).
  - rewrite sum_minus, !sum_scal, sum_better, sum_worse by lia. ring.
  - intros u _. unfold payoff, showdown. destruct (Nat.eqb_spec (S u) (S t)) as [E|N].
    + replace u with t by lia. rewrite W_ge by lia. ring.
    + destruct (Nat.ltb_spec (S t) (S u)); ranks t u; ring.
Qed.
End Worths.

(* ---------- Runs ---------- *)

Definition length_of (runs : list run) : nat := N.to_nat (count runs).

Lemma length_of_cons r rest : length_of (r :: rest) = (N.to_nat (cards r) + length_of rest)%nat.
Proof. unfold length_of. simpl. lia. Qed.

Lemma length_of_app A B : length_of (A ++ B) = (length_of A + length_of B)%nat.
Proof. induction A as [|r A IH]; [reflexivity|]. simpl app. rewrite !length_of_cons, IH. lia. Qed.

Lemma at_card_app A B u : at_card (A ++ B) (length_of A + u) = at_card B u.
Proof.
  induction A as [|r A IH]; [reflexivity|]. rewrite length_of_cons. simpl.
  destruct (Nat.ltb_spec (N.to_nat (cards r) + length_of A + u) (N.to_nat (cards r))); [lia|].
  rewrite <- IH. f_equal. lia.
Qed.

Lemma at_card_in A r B u : (u < N.to_nat (cards r))%nat ->
  at_card (A ++ r :: B) (length_of A + u) = r.
Proof.
  intros L. rewrite at_card_app. simpl. destruct (Nat.ltb_spec u (N.to_nat (cards r))); [auto|lia].
Qed.

Lemma at_card_listed runs u : (u < length_of runs)%nat -> In (at_card runs u) runs.
Proof.
  revert u. induction runs as [|r rest IH]; intros u L; [unfold length_of in L; simpl in L; lia|].
  rewrite length_of_cons in L. simpl. destruct (Nat.ltb_spec u (N.to_nat (cards r))); [auto|].
  right. apply IH. lia.
Qed.

Lemma sum_app f a b : sum f (a + b) = sum f a + sum (fun i => f (a + i)%nat) b.
Proof.
  induction b as [|b IH]; [rewrite Nat.add_0_r; simpl; lra|].
  rewrite Nat.add_succ_r. simpl. rewrite IH. lra.
Qed.

Lemma number_ok m : Q2R (number m) = INR (N.to_nat m).
Proof. unfold number. rewrite Q2R_Z, INR_IZR_INZ, N_nat_Z. reflexivity. Qed.

Lemma mass_ok g A B :
  sum (fun u => Q2R (g (at_card (A ++ B) u))) (length_of A) = Q2R (mass g A).
Proof.
  induction A as [|r A IH]; [symmetry; apply Q2R_0|].
  rewrite length_of_cons, sum_app. cbn [mass]. to_R. rewrite <- IH, number_ok, <- sum_const.
  f_equal; apply sum_ext; intros u L; simpl.
  - destruct (Nat.ltb_spec u (N.to_nat (cards r))); [reflexivity|lia].
  - destruct (Nat.ltb_spec (N.to_nat (cards r) + u) (N.to_nat (cards r))); [lia|].
    do 3 f_equal. lia.
Qed.

Lemma mass_part g A r B x : (x <= N.to_nat (cards r))%nat ->
  sum (fun u => Q2R (g (at_card (A ++ r :: B) u))) (length_of A + x)
  = Q2R (mass g A) + INR x * Q2R (g r).
Proof.
  intros L. rewrite sum_app, mass_ok, <- sum_const. f_equal. apply sum_ext. intros u Lu.
  rewrite at_card_in by lia. reflexivity.
Qed.

(* ---------- Lines ---------- *)

Definition on (l : line) (t : nat) : R := Q2R (fst l) + INR t * Q2R (snd l).

Lemma total_of_ok m l : sum (on l) (N.to_nat m) = Q2R (total_of m l).
Proof.
  unfold on, total_of. rewrite sum_plus, sum_const, sum_scal_r. to_R. rewrite number_ok.
  pose proof (sum_INR (N.to_nat m)) as E.
  replace (sum (fun i => INR i) (N.to_nat m)) with (sum INR (N.to_nat m)) by reflexivity.
  replace (sum INR (N.to_nat m)) with (/ 2 * (INR (N.to_nat m) * (INR (N.to_nat m) - 1))) by lra.
  ring.
Qed.

Lemma at_most_ok m l l' t : at_most m l l' = true -> (t < N.to_nat m)%nat -> on l t <= on l' t.
Proof.
  intros A L. apply andb_prop in A. destruct A as [A B]. apply le_R in A, B. unfold last_of in B.
  rewrite !Q2R_plus, !Q2R_mult, Q2R_minus, Q2R_1, number_ok in B. unfold on.
  assert (T : INR t <= INR (N.to_nat m) - 1).
  { replace (INR (N.to_nat m) - 1) with (INR (N.to_nat m - 1)).
    - apply le_INR. lia.
    - rewrite minus_INR by lia. reflexivity. }
  pose proof (pos_INR t). set (x := INR t) in *. set (y := INR (N.to_nat m) - 1) in *.
  set (d := Q2R (snd l') - Q2R (snd l)).
  assert (0 <= Q2R (fst l') - Q2R (fst l) + x * d); [|unfold d in *; lra].
  destruct (Rle_dec 0 d); unfold d in *; nra.
Qed.

Lemma on_zero t : on (0%Q, 0%Q) t = 0.
Proof. unfold on. simpl. rewrite Q2R_0. ring. Qed.

(* ---------- One run ---------- *)
Section Runs.
Variables (bets : list Q) (runs : list run).
Local Notation n := (length_of runs).
Local Notation k := (length bets).
Local Notation s := (sizes bets).
Local Notation p := (run_strategyI runs).
Local Notation q := (run_strategyII runs).

Lemma under_act a t : under p a t = sum (fun u => Q2R (act a (at_card runs u))) t.
Proof. apply sum_ext. intros. unfold run_strategyI. do 3 f_equal. lia. Qed.
Lemma under_reply a t : under q a t = sum (fun u => Q2R (reply a (at_card runs u))) t.
Proof. apply sum_ext. intros. unfold run_strategyII. do 3 f_equal. lia. Qed.

Lemma mass_all g : sum (fun u => Q2R (g (at_card runs u))) n = Q2R (mass g runs).
Proof. pose proof (mass_ok g runs []) as E. rewrite app_nil_r in E. exact E. Qed.

Variables (A : list run) (r : run) (B : list run).
Hypothesis here : runs = A ++ r :: B.
Variable t : nat.
Hypothesis inside : (t < N.to_nat (cards r))%nat.

Lemma inside_deck : (length_of A + t < n)%nat.
Proof. rewrite here, length_of_app, length_of_cons. lia. Qed.

Lemma part g : sum (fun u => Q2R (g (at_card runs u))) (length_of A + t)
  = Q2R (mass g A) + INR t * Q2R (g r).
Proof. rewrite here. apply mass_part. lia. Qed.

Lemma part_S g : sum (fun u => Q2R (g (at_card runs u))) (S (length_of A + t))
  = Q2R (mass g A) + INR t * Q2R (g r) + Q2R (g r).
Proof.
  replace (S (length_of A + t)) with (length_of A + S t)%nat by lia.
  rewrite here, mass_part, S_INR by lia. ring.
Qed.

Lemma action_line_ok a :
  action_worth n s q (S (length_of A + t)) a = on (action_line bets runs A r a) t.
Proof.
  unfold on. destruct a as [|a].
  - rewrite action_worth_0, plus_INR by exact inside_deck. simpl. to_R.
    rewrite !number_ok. unfold length_of. ring.
  - rewrite action_worth_S, !under_reply by exact inside_deck.
    rewrite mass_all, part, part_S. cbn [action_line fst snd]. to_R. rewrite number_ok.
    unfold length_of, size, sizes. ring.
Qed.

Lemma call_line_ok a :
  call_worth n s p (S (length_of A + t)) (S a) = on (call_line bets runs A r (S a)) t.
Proof.
  rewrite call_worth_S, !under_act by exact inside_deck. rewrite mass_all, part, part_S.
  unfold on, call_line. cbn [fst snd]. to_R. unfold size, sizes. ring.
Qed.
End Runs.

(* ---------- The deck, run by run ---------- *)
Section Deck.
Variables (bets : list Q) (runs : list run).
Local Notation n := (length_of runs).
Local Notation k := (length bets).
Local Notation s := (sizes bets).
Local Notation p := (run_strategyI runs).
Local Notation q := (run_strategyII runs).

Lemma over_runs_ok f h : (forall A r B x, runs = A ++ r :: B -> f A r = Some x ->
    sum (fun t => h (length_of A + t)%nat) (N.to_nat (cards r)) = Q2R x) ->
  forall x, over_runs f [] runs = Some x -> sum h n = Q2R x.
Proof.
  intros F. assert (G : forall rest A x, runs = A ++ rest -> over_runs f A rest = Some x ->
    sum (fun t => h (length_of A + t)%nat) (length_of rest) = Q2R x).
  { induction rest as [|r rest IH]; intros A x E O; cbn [over_runs] in O.
    - inversion O. symmetry. apply Q2R_0.
    - destruct (f A r) as [y|] eqn:Fy; [|discriminate].
      destruct (over_runs f (A ++ [r]) rest) as [z|] eqn:Oz; [|discriminate].
      assert (X : Qred (y + z) = x) by congruence. rewrite <- X.
      rewrite Q2R_red, Q2R_plus, <- (F A r rest y E Fy), length_of_cons, sum_app. f_equal.
      rewrite <- (IH (A ++ [r]) z); [|rewrite <- app_assoc; exact E|exact Oz].
      apply sum_ext. intros u _. f_equal. rewrite length_of_app, (length_of_cons r []).
      change (length_of []) with 0%nat. lia. }
  intros x O. exact (G runs [] x eq_refl O).
Qed.

Lemma best_on_ok x : over_runs (best_on bets runs) [] runs = Some x -> upper n k s q = Q2R x.
Proof.
  apply (over_runs_ok _ (fun t => greatest (action_worth n s q (S t)) k)).
  intros A r B y E O. unfold best_on in O. cbv zeta in O.
  destruct (find _ _) as [l|] eqn:Fl; [|discriminate]. inversion O.
  apply find_some in Fl. destruct Fl as [Il Al]. rewrite forallb_forall in Al.
  rewrite <- total_of_ok. apply sum_ext. intros t L. apply in_map_iff in Il.
  destruct Il as (a & <- & Ia). apply in_seq in Ia. apply Rle_antisym.
  - assert (Le : forall m, (m <= k)%nat -> greatest (action_worth n s q (S (length_of A + t))) m
      <= on (action_line bets runs A r a) t).
    { induction m as [|m IH]; intros; simpl; [|apply Rmax_lub; [apply IH; lia|]];
        rewrite (action_line_ok bets runs A r B E t L);
        apply (at_most_ok (cards r)); auto; apply Al, in_map, in_seq; lia. }
    apply Le. lia.
  - rewrite <- (action_line_ok bets runs A r B E t L). apply greatest_ge. lia.
Qed.

Lemma call_on_ok a x : over_runs (call_on bets runs (S a)) [] runs = Some x ->
  sum (fun u => Rmin 0 (call_worth n s p (S u) (S a))) n = Q2R x.
Proof.
  apply (over_runs_ok _ (fun u => Rmin 0 (call_worth n s p (S u) (S a)))).
  intros A r B y E O. unfold call_on in O. cbv zeta in O.
  destruct (at_most _ _ (0, 0)%Q) eqn:M; [|destruct (at_most _ (0, 0)%Q _) eqn:M';
    [|discriminate]]; inversion O.
  - rewrite <- total_of_ok. apply sum_ext. intros t L.
    rewrite (call_line_ok bets runs A r B E t L).
    pose proof (at_most_ok _ _ _ t M L) as Z. rewrite on_zero in Z. apply Rmin_right, Z.
  - rewrite Q2R_0. apply sum_zero. intros t L. rewrite (call_line_ok bets runs A r B E t L).
    pose proof (at_most_ok _ _ _ t M' L) as Z. rewrite on_zero in Z. apply Rmin_left, Z.
Qed.

Lemma over_bets_ok m x : over_bets bets runs m = Some x ->
  over_deck n (fun j => sum (fun a => Rmin 0 (call_worth n s p j (S a))) m) = Q2R x.
Proof.
  unfold over_deck. rewrite sum_swap. revert x. induction m as [|m IH]; intros x O.
  - inversion O. symmetry. apply Q2R_0.
  - cbn [over_bets] in O. destruct (over_bets bets runs m) as [y|]; [|discriminate].
    destruct (over_runs _ [] runs) as [z|] eqn:Oz; [|discriminate]. inversion O.
    rewrite Q2R_plus, <- (IH y eq_refl), <- (call_on_ok m z Oz). reflexivity.
Qed.

Lemma sumQ_ok f m : Q2R (sumQ f m) = sum (fun a => Q2R (f a)) m.
Proof. induction m as [|m IH]; [apply Q2R_0|]. simpl. rewrite Q2R_plus, IH. reflexivity. Qed.

Hypothesis ok : forallb (run_ok bets) runs = true.

Lemma run_valid u : (u < n)%nat -> run_ok bets (at_card runs u) = true.
Proof. intros L. rewrite forallb_forall in ok. apply ok, at_card_listed, L. Qed.

Lemma valid_first : strategyI n k p.
Proof.
  intros i Hi. pose proof (run_valid (i - 1) ltac:(lia)) as V. unfold run_ok in V. split_and V.
  rewrite forallb_forall in V. unfold run_strategyI. split.
  - intros a L. rewrite <- Q2R_0. apply le_R, V, in_seq. lia.
  - apply eq_R in T0. rewrite sumQ_ok, Q2R_1 in T0. exact T0.
Qed.

Lemma valid_second : strategyII n k q.
Proof.
  intros j a Hj Ha. pose proof (run_valid (j - 1) ltac:(lia)) as V. unfold run_ok in V.
  split_and V. rewrite forallb_forall in T. specialize (T a ltac:(apply in_seq; lia)).
  apply andb_prop in T. destruct T as [C D]. apply le_R in C, D. rewrite Q2R_0 in C.
  rewrite Q2R_1 in D. exact (conj C D).
Qed.

(* Against folds a check is worth its showdowns, a bet 1 for each deal. *)
Lemma fold_worth t : (t < n)%nat -> over_deck n (fun j => if Nat.eqb (S t) j then 0 else
    sum (fun a => p (S t) a * payoff s (S t) j a false) (S k))
  = p (S t) O * (2 * INR t + 1 - INR n) + (1 - p (S t) O) * (INR n - 1).
Proof.
  intros L. unfold over_deck.
  destruct (valid_first (S t) ltac:(lia)) as [_ V]. rewrite sum_first in V.
  rewrite (sum_ext _ (fun u => p (S t) O * (W u t - W t u) + (1 - p (S t) O) * (W u t + W t u))).
  - rewrite sum_plus, !sum_scal, sum_minus, sum_plus, count_better, count_worse by lia. ring.
  - intros u _. rewrite sum_first. simpl payoff. unfold showdown.
    replace (1 - p (S t) O) with (sum (fun a => p (S t) (S a)) k) by lra. rewrite sum_scal_r.
    destruct (Nat.eqb_spec (S t) (S u)) as [E|N].
    + replace u with t by lia. rewrite W_ge by lia. ring.
    + destruct (Nat.ltb_spec (S u) (S t)); ranks t u; ring.
Qed.

Lemma fold_on_ok x : over_runs (fold_on bets runs) [] runs = Some x ->
  over_deals n (fun i j => sum (fun a => p i a * payoff s i j a false) (S k)) = Q2R x.
Proof.
  intros O. unfold over_deals. unfold over_deck at 1. rewrite (sum_ext _ _ _ fold_worth).
  revert x O. apply (over_runs_ok _ (fun t => p (S t) O * (2 * INR t + 1 - INR n)
    + (1 - p (S t) O) * (INR n - 1))).
  intros A r B y E O. inversion O. to_R. rewrite <- total_of_ok, !number_ok.
  rewrite (sum_ext _ (fun t => Q2R (act 0 r) * on (action_line bets runs A r 0) t
    + (1 - Q2R (act 0 r)) * (INR n - 1))).
  - rewrite sum_plus, sum_scal, sum_const. unfold length_of. simpl. ring.
  - intros t L. unfold run_strategyI.
    replace (S (length_of A + t) - 1)%nat with (length_of A + t)%nat by lia.
    rewrite E at 1 3. rewrite at_card_in by exact L.
    rewrite <- (action_line_ok bets runs A r B E t L), action_worth_0; [reflexivity|].
    exact (inside_deck runs A r B E t L).
Qed.
End Deck.

Theorem runs_sound : Runs_sound.
Proof.
  intros bets runs v O. unfold by_runs in O. cbv zeta in O. split_and O.
  apply N.leb_le in O. assert (n2 : (2 <= length_of runs)%nat) by (unfold length_of; lia).
  destruct (over_runs (best_on bets runs) [] runs) as [up|] eqn:Ou; [|discriminate].
  destruct (over_runs (fold_on bets runs) [] runs) as [folds|] eqn:Of; [|discriminate].
  destruct (over_bets bets runs (length bets)) as [calls|] eqn:Oc; [|discriminate].
  apply andb_prop in T. destruct T as [Eu El]. apply eq_R in Eu, El.
  apply best_on_ok in Ou. apply (fold_on_ok bets) in Of; [|exact T0]. apply over_bets_ok in Oc.
  rewrite Q2R_plus in El. fold (length_of runs).
  assert (E : Q2R (number (count runs) * (number (count runs) - 1) * v)
    = deals (length_of runs) * Q2R v) by (to_R; rewrite number_ok; reflexivity).
  rewrite E in *. pose proof (deals_pos _ n2).
  assert (J : lower (length_of runs) (length bets) (sizes bets) (run_strategyI runs)
    = upper (length_of runs) (length bets) (sizes bets) (run_strategyII runs)).
  { unfold lower. rewrite Of, Oc, El, Ou, Eu. reflexivity. }
  pose proof (judge _ _ _ _ _ n2 (valid_first bets runs T0) (valid_second bets runs T0) J) as S.
  rewrite Ou, Eu in S.
  replace (Q2R v) with (deals (length_of runs) * Q2R v / deals (length_of runs)) by (field; lra).
  exact S.
Qed.
