(* Soundness of the programs: what they accept is true. *)
Require Import Reals Lra Lia ZArith Bool List.
Require Import QArith Qround Qreals Qminmax.
From Bluff Require Import Statements Sums Phi Ranks OneStreet Laws Certificate Programs.
Import ListNotations.
Open Scope Q_scope.

(* ---------- From rational to real numbers ---------- *)

Lemma Q2R_Z z : Q2R (inject_Z z) = IZR z.
Proof. unfold Q2R, inject_Z. simpl. rewrite Rinv_1. ring. Qed.
Lemma Q2R_half : Q2R (1 # 2) = (/ 2)%R.
Proof. unfold Q2R. simpl. lra. Qed.
Lemma Q2R_2 : Q2R 2 = 2%R.
Proof. unfold Q2R. simpl. lra. Qed.
Lemma Q2R_1 : Q2R 1 = 1%R.
Proof. unfold Q2R. simpl. lra. Qed.
Lemma Q2R_m1 : Q2R (-1) = (-1)%R.
Proof. unfold Q2R. simpl. lra. Qed.
Lemma Q2R_0 : Q2R 0 = 0%R.
Proof. unfold Q2R. simpl. lra. Qed.
Lemma Q2R_red q : Q2R (Qred q) = Q2R q.
Proof. apply Qeq_eqR, Qred_correct. Qed.

Ltac to_R := repeat rewrite ?Q2R_red, ?Q2R_plus, ?Q2R_minus, ?Q2R_mult, ?Q2R_opp, ?Q2R_Z,
  ?Q2R_half, ?Q2R_2, ?Q2R_1, ?Q2R_m1, ?Q2R_0.

Lemma le_R a b : Qle_bool a b = true -> (Q2R a <= Q2R b)%R.
Proof. intros L. apply Qle_Rle, Qle_bool_iff, L. Qed.
Lemma eq_R a b : Qeq_bool a b = true -> Q2R a = Q2R b.
Proof. intros E. apply Qeq_eqR, Qeq_bool_eq, E. Qed.

Lemma nearestQ_ok t : nearest (Q2R t) = nearestQ t.
Proof.
  apply nearest_unique. unfold nearestQ. pose proof (Qfloor_le (t + (1 # 2))) as A.
  pose proof (Qlt_floor (t + (1 # 2))) as B. apply Qle_Rle in A. apply Qlt_Rlt in B.
  rewrite ?Q2R_plus, ?Q2R_Z, ?Q2R_half in *. rewrite plus_IZR in B. lra.
Qed.
Lemma downQ_ok t : down (Q2R t) = downQ t.
Proof. unfold down, downQ. rewrite <- Q2R_opp, nearestQ_ok. reflexivity. Qed.
Lemma phiQ_ok t : Q2R (phiQ t) = phi (Q2R t).
Proof. rewrite phi_line, nearestQ_ok. unfold phiQ. cbv zeta. to_R. reflexivity. Qed.

(* ---------- Lists of bets ---------- *)

Local Notation bet a l j := (nth j (a :: l) 0%Q).

Lemma steps_ok f a l : Q2R (steps f a l) =
  sum (fun j => Q2R (f (bet a l j) (bet a l (S j)))) (length l).
Proof.
  revert a. induction l as [|b l IH]; intros a; [apply Q2R_0|].
  cbn [steps length]. rewrite sum_first. to_R. rewrite IH. reflexivity.
Qed.

Lemma increasing_ok a l : increasing a l = true -> forall j, (j < length l)%nat ->
  (Q2R (bet a l j) < Q2R (bet a l (S j)))%R.
Proof.
  revert a. induction l as [|b l IH]; intros a I j L; [simpl in L; lia|].
  simpl in I. apply andb_prop in I. destruct I as [A B]. destruct j as [|j].
  - apply Qlt_Rlt, Qnot_le_lt. intros C. apply Qle_bool_iff in C. simpl in C.
    rewrite C in A. discriminate.
  - simpl in L. apply (IH b B j). lia.
Qed.

Section Bets.
Variable l : list Q.
Hypothesis I : increasing 0 l = true.
Local Notation k := (length l).
Local Notation s := (sizes l).

Lemma sizes_menu : menu k s.
Proof. split; [apply Q2R_0|]. exact (increasing_ok 0 l I). Qed.

Lemma eQ_ok j : (j < k)%nat -> Q2R (eQ (bet 0%Q l j) (bet 0%Q l (S j))) = e s j.
Proof.
  intros L. pose proof (s_nonneg k s sizes_menu j ltac:(lia)) as A.
  pose proof (s_nonneg k s sizes_menu (S j) L) as B. unfold sizes in A, B. unfold eQ, e, sizes.
  rewrite Q2R_div; [to_R; reflexivity|]. intros C. apply Qeq_eqR in C.
  rewrite Q2R_mult, !Q2R_plus, Q2R_2, Q2R_0 in C. nra.
Qed.

Lemma delta_ok j : (Q2R (bet 0%Q l (S j)) - Q2R (bet 0%Q l j))%R = delta s j.
Proof. reflexivity. Qed.

Variables (n : N) (eta : Q).
Let x := inject_Z (Z.of_N n) - (1 # 2).

Lemma x_ok : Q2R x = (INR (N.to_nat n) - / 2)%R.
Proof. unfold x. to_R. rewrite INR_IZR_INZ, N_nat_Z. reflexivity. Qed.

Lemma arg_ok j : (j < k)%nat ->
  Q2R (eQ (bet 0%Q l j) (bet 0%Q l (S j)) * (x - eta))
  = (e s j * (INR (N.to_nat n) - / 2 - Q2R eta))%R.
Proof. intros. rewrite Q2R_mult, Q2R_minus, x_ok, eQ_ok by auto. reflexivity. Qed.

Lemma formulaQ_ok :
  Q2R (formulaQ l x eta) = formula k s (INR (N.to_nat n) - / 2) (Q2R eta).
Proof.
  unfold formulaQ, formula. rewrite Q2R_plus, phiQ_ok, steps_ok. f_equal. apply sum_ext.
  intros j L. rewrite Q2R_mult, Q2R_minus, delta_ok, phiQ_ok, arg_ok by auto. reflexivity.
Qed.

Lemma slope_lowQ_ok :
  Q2R (slope_lowQ l x eta) = slope_low k s (INR (N.to_nat n) - / 2) (Q2R eta).
Proof.
  unfold slope_lowQ, slope_low. rewrite Q2R_minus, Q2R_Z, downQ_ok, steps_ok. f_equal.
  apply sum_ext. intros j L.
  rewrite !Q2R_mult, Q2R_minus, delta_ok, eQ_ok, Q2R_Z, <- nearestQ_ok, arg_ok by auto. reflexivity.
Qed.

Lemma slope_highQ_ok :
  Q2R (slope_highQ l x eta) = slope_high k s (INR (N.to_nat n) - / 2) (Q2R eta).
Proof.
  unfold slope_highQ, slope_high. rewrite Q2R_minus, Q2R_Z, nearestQ_ok, steps_ok. f_equal.
  apply sum_ext. intros j L.
  rewrite !Q2R_mult, Q2R_minus, delta_ok, eQ_ok, Q2R_Z, <- downQ_ok, arg_ok by auto. reflexivity.
Qed.

Lemma kappaQ_ok : Q2R (kappaQ l) = kappa k s.
Proof.
  unfold kappaQ, kappa. rewrite steps_ok. apply sum_ext. intros j L.
  rewrite !Q2R_mult, Q2R_minus, delta_ok, eQ_ok by auto. reflexivity.
Qed.
End Bets.

(* ---------- One deck ---------- *)

Lemma dealsQ_ok n : Q2R (dealsQ n) = deals (N.to_nat n).
Proof.
  unfold dealsQ, deals. rewrite Q2R_Z, mult_IZR, minus_IZR, INR_IZR_INZ, N_nat_Z. reflexivity.
Qed.

(* Takes a conjunction of booleans apart. *)
Ltac split_and A :=
  repeat match type of A with _ && _ = true =>
    let B := fresh "T" in apply andb_prop in A; destruct A as [A B] end.

Theorem deck_sound : Deck_sound.
Proof.
  intros n bets eta v A. unfold deck in A. split_and A.
  apply N.leb_le in A. assert (n2 : (2 <= N.to_nat n)%nat) by lia.
  apply eq_R in T. apply le_R in T0, T1. rewrite Q2R_0 in *.
  rewrite formulaQ_ok, Q2R_mult, dealsQ_ok in T by auto.
  rewrite slope_highQ_ok in T0 by auto. rewrite slope_lowQ_ok in T1 by auto.
  apply value_formula; auto using sizes_menu.
  rewrite <- T. apply slope_least; auto using sizes_menu.
Qed.

(* ---------- All decks ---------- *)

Lemma wholeQ_ok q : wholeQ q = true -> whole (Q2R q).
Proof.
  intros A. apply Z.eqb_eq, Z.mod_divide in A; [|discriminate]. destruct A as [z E]. exists z.
  unfold Q2R. rewrite E, mult_IZR. field. apply IZR_neq. discriminate.
Qed.

Lemma all_whole_ok f a l : all_whole f a l = true -> forall j, (j < length l)%nat ->
  whole (Q2R (f (bet a l j) (bet a l (S j)))).
Proof.
  revert a. induction l as [|b l IH]; intros a A j L; [simpl in L; lia|].
  simpl in A. apply andb_prop in A. destruct A as [A B]. destruct j as [|j].
  - apply wholeQ_ok, A.
  - simpl in L. apply (IH b B j). lia.
Qed.

Lemma decks_ok bets V etas : forall n c, (2 <= n)%N -> decks n bets V c etas = true ->
  forall i, (i < length etas)%nat -> value (N.to_nat n + i) (length bets) (sizes bets)
    (Q2R V - Q2R (nth i c 0%Q) / deals (N.to_nat n + i)).
Proof.
  induction etas as [|eta etas IH]; intros n c n2 A i L; [simpl in L; lia|].
  destruct c as [|c0 c]; [discriminate|]. apply andb_prop in A. destruct A as [A B].
  destruct i as [|i].
  - apply deck_sound in A. unfold deck_value in A. rewrite Nat.add_0_r. cbn [nth].
    pose proof (deals_pos (N.to_nat n) ltac:(lia)) as P.
    rewrite Q2R_minus, Q2R_div, dealsQ_ok in A; [exact A|].
    intros Z. apply Qeq_eqR in Z. rewrite dealsQ_ok, Q2R_0 in Z. lra.
  - simpl in L. specialize (IH (n + 1)%N c ltac:(lia) B i ltac:(lia)).
    replace (N.to_nat (n + 1) + i)%nat with (N.to_nat n + S i)%nat in IH by lia. exact IH.
Qed.

(* The list c, repeated, holds the constant of each residue. *)
Lemma nth_repeated (c : list Q) i : (i < 3 * length c)%nat ->
  nth i (c ++ c ++ c) 0 = nth (i mod length c) c 0.
Proof.
  intros L. assert (A : forall m, (i = m * length c + i mod length c)%nat -> (m < 3)%nat ->
    nth i (c ++ c ++ c) 0 = nth (i mod length c) c 0).
  { intros m E L3. pose proof (Nat.mod_upper_bound i (length c) ltac:(lia)) as B.
    rewrite E at 1. set (r := (i mod length c)%nat) in *.
    destruct m as [|[|[|]]]; [| | |lia]; simpl Nat.mul.
    - apply app_nth1. lia.
    - rewrite app_nth2, app_nth1 by lia. f_equal. lia.
    - rewrite app_nth2, app_nth2 by lia. f_equal. lia. }
  apply (A (i / length c)%nat).
  - rewrite Nat.mul_comm. apply Nat.div_mod. lia.
  - apply Nat.div_lt_upper_bound; lia.
Qed.

Lemma nth_skip_2 (l : list Q) i : nth i (skipn 2 l) 0 = nth (2 + i) l 0.
Proof. destruct l as [|a [|b l]]; destruct i; reflexivity. Qed.

Theorem family_sound : Family_sound.
Proof.
  intros bets V c etas A. unfold family in A. split_and A. rename T3 into I.
  apply Nat.eqb_eq in T4. apply negb_true_iff, Nat.eqb_neq in A.
  pose proof (sizes_menu bets I) as M.
  set (k := length bets) in *. set (s := sizes bets) in *.
  assert (VV : Q2R V = limit k s).
  { apply eq_R in T2. rewrite Q2R_mult, Q2R_plus, Q2R_1, kappaQ_ok in T2 by exact I.
    fold k s in T2. pose proof (kappa_nonneg k s M). unfold limit. rewrite <- T2 at 1. field. lra. }
  assert (HP : is_period k s (INR (length c))).
  { unfold is_period. rewrite INR_IZR_INZ, <- VV, <- Q2R_Z. split.
    - rewrite <- Q2R_mult. apply wholeQ_ok, T1.
    - intros j L. pose proof (all_whole_ok _ _ _ T0 j L) as B. cbv beta in B.
      rewrite !Q2R_mult, Q2R_minus, Q2R_1, eQ_ok in B by auto. exact B. }
  intros n n2. rewrite VV. induction n as [n IH] using lt_wf_ind.
  destruct (le_lt_dec (2 + length c) n) as [L|L].
  - set (m := (n - length c)%nat). assert (E : n = (m + length c)%nat) by lia.
    specialize (IH m ltac:(lia) ltac:(lia)).
    replace (n mod length c)%nat with (m mod length c)%nat.
    2:{ replace n with (m + 1 * length c)%nat by lia. rewrite Nat.mod_add by lia. reflexivity. }
    destruct (one_street n k s n2 M) as (p & q & w & _ & S).
    assert (Hv : value n k s (w / deals n)) by (exists p, q; exact S).
    pose proof (deals_pos n n2). pose proof (deals_pos m ltac:(lia)).
    pose proof (period m k s (length c) _ (w / deals n)%R ltac:(lia) M HP IH) as B.
    rewrite <- E in B. specialize (B Hv). set (d := Q2R (nth (m mod length c) c 0%Q)) in *.
    replace (limit k s - d / deals n)%R with (w / deals n)%R; [exact Hv|].
    replace (deals m * (limit k s - (limit k s - d / deals m)))%R with d in B by (field; lra).
    rewrite B. field. lra.
  - pose proof (decks_ok bets V etas 2 _ ltac:(lia) T (n - 2) ltac:(lia)) as B.
    change (N.to_nat 2) with 2%nat in B.
    rewrite nth_skip_2 in B. replace (2 + (n - 2))%nat with n in B by lia.
    rewrite nth_repeated, VV in B by lia. exact B.
Qed.
