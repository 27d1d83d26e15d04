(* A deck of three cards and one real bet b: the value, and the best bet. *)
Require Import Reals Lra Lia ZArith.
From Bluff Require Import Statements Sums Phi OneStreet.
Open Scope R_scope.

Lemma one_menu b : 0 < b -> menu 1 (one b).
Proof. intros. split; [reflexivity|]. intros j L. replace j with O by lia. exact H. Qed.

(* The least G is at eta = 1/2. *)
Lemma three_cards_value b : 0 < b <= 2 -> value 3 1 (one b) (worth3 b).
Proof.
  intros Hb. pose proof (one_menu b ltac:(lra)) as M. apply value_formula; [lia|exact M|].
  replace (INR 3 - / 2) with (5 / 2) by (simpl; lra).
  assert (d : delta (one b) 0 = b) by (unfold delta, one; ring).
  assert (e0 : e (one b) 0 = / (b + 2)) by (unfold e, one; field; lra).
  assert (arg : e (one b) 0 * (5 / 2 - / 2) = 2 / (b + 2)) by (rewrite e0; field; lra).
  assert (c : (b + 2) * / (b + 2) = 1) by (field; lra). set (r := / (b + 2)) in *.
  assert (r0 : / 4 <= r < / 2) by (split; nra).
  assert (n1 : nearest (2 * r) = 1%Z) by (apply nearest_unique; lra).
  assert (nh : nearest (/ 2) = 1%Z) by (apply nearest_unique; lra).
  assert (dh : down (/ 2) = 0%Z) by (unfold down; rewrite (nearest_unique (- / 2) 0); auto; lra).
  change (2 / (b + 2)) with (2 * r) in arg.
  replace (deals 3 * worth3 b) with (formula 1 (one b) (5 / 2) (/ 2)).
  - apply slope_least; [exact M|]. unfold slope_low, slope_high. cbn [sum].
    rewrite arg, n1, nh, dh, d, e0. pose proof (down_le_R (2 * r)) as A. rewrite n1 in A. nra.
  - unfold formula. cbn [sum]. rewrite arg, d, !phi_line, n1, nh. unfold deals, worth3. simpl.
    unfold r. field. lra.
Qed.

(* A bet of 2 or more is worth nothing. *)
Lemma three_cards_zero b : 2 <= b -> value 3 1 (one b) 0.
Proof.
  intros Hb. apply value_formula; [lia|apply one_menu; lra|]. rewrite Rmult_0_r.
  replace (INR 3 - / 2) with (5 / 2) by (simpl; lra). unfold formula. cbn [sum]. split.
  - exists (/ 2). replace (e (one b) 0 * (5 / 2 - / 2)) with (2 * / (b + 2)).
    + assert (c : (b + 2) * / (b + 2) = 1) by (field; lra). set (r := / (b + 2)) in *.
      assert (0 <= r <= / 4) by (split; nra).
      rewrite (phi_line_down (/ 2)), (phi_line_down (2 * r)).
      assert (Z : forall t, 0 <= t <= / 2 -> down t = 0%Z).
      { intros t B. unfold down. rewrite (nearest_unique (- t) 0); [reflexivity|lra]. }
      rewrite !Z by lra. ring.
    + unfold e, one. field. lra.
  - intros y. pose proof (phi_nonneg y). pose proof (phi_nonneg (e (one b) 0 * (5 / 2 - y))).
    unfold delta, one in *. nra.
Qed.

Theorem three_cards : Three_cards.
Proof.
  pose proof (sqrt_sqrt 2 ltac:(lra)) as S. pose proof (sqrt_lt_R0 2 ltac:(lra)) as S0.
  unfold Three_cards, worth3. set (r := sqrt 2) in *. assert (r1 : 1 < r <= 2) by nra.
  split; [intros b Hb; split; [apply three_cards_value, Hb|]|].
  - apply (Rmult_le_reg_r (6 * (b + 2))); [lra|].
    unfold Rdiv. rewrite (Rmult_assoc _ (/ _)), Rinv_l by lra.
    pose proof (Rle_0_sqr (b + 2 - 2 * r)) as Q. unfold Rsqr in Q. nra.
  - split; [exact three_cards_zero|]. split; [lra|].
    apply (Rmult_eq_reg_r (6 * (2 * r - 2 + 2))); [|lra].
    unfold Rdiv. rewrite (Rmult_assoc _ (/ _)), Rinv_l by lra. nra.
Qed.
