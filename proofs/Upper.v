(* Upper bound: II calls bet s with her best cards, of mass 2 mu / (s + 2). Then no strategy of I
   gets more than G(eta), eta = n - 1/2 - mu, for any mu in [0, n]. *)
Require Import Reals Lra Lia ZArith.
From Bluff Require Import Statements Sums Phi Ranks.
Open Scope R_scope.

Section Upper.
Variables (k : nat) (s : nat -> R) (n : nat) (mu : R).
Hypothesis M : menu k s.
Hypothesis n2 : (2 <= n)%nat.
Hypothesis mu_range : 0 <= mu <= INR n.

Definition call_mass (j : nat) : R := 2 * mu / (s (S j) + 2).
Definition call_down (u a : nat) : R :=
  match a with O => 0 | S j => share (call_mass j - INR u) end.

Lemma call_down_valid : rank_strategyII k n call_down.
Proof. intros u j _ _. apply share_range. Qed.

Lemma call_mass_range j : (j < k)%nat -> 0 <= call_mass j <= INR n.
Proof.
  intros L. pose proof (s_nonneg k s M (S j) L). unfold call_mass. split.
  - apply Rmult_le_pos; [lra|]. left. apply Rinv_0_lt_compat. lra.
  - apply (Rmult_le_reg_r (s (S j) + 2)); [lra|].
    unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. nra.
Qed.

(* A bet is at most a bluff or a value bet. The card that is called in part needs no third case. *)
Lemma bet_worth t j : (t < n)%nat -> (j < k)%nat -> 2 * INR t + calls s n call_down t j <=
  Rmax 0 (2 * INR t - 2 * mu) + Rmax 0 (s (S j) * (call_mass j - (2 * INR t + 1))).
Proof.
  intros Ht Hj. destruct (call_mass_range j Hj) as [Q0 Qn].
  pose proof (s_nonneg k s M (S j) Hj) as s0.
  assert (E : (s (S j) + 2) * call_mass j = 2 * mu) by (unfold call_mass; field; lra).
  set (c := s (S j)) in *. set (Q := call_mass j) in *.
  assert (C : calls s n call_down t j = c * (Q - Rmin Q (INR t + 1)) - (c + 2) * Rmin Q (INR t)).
  { unfold calls, call. cbn [call_down]. fold c. fold Q.
    rewrite (sum_ext _ (fun u => c * (share (Q - INR u) * W t u)
      - (c + 2) * (share (Q - INR u) * W u t))) by (intros; ring).
    rewrite sum_minus, !sum_scal, sum_worse, sum_better, !sum_share, S_INR by (lra || lia).
    rewrite (Rmin_left Q (INR n)) by lra. reflexivity. }
  rewrite C. pose proof (pos_INR t).
  pose proof (Rmax_l 0 (2 * INR t - 2 * mu)). pose proof (Rmax_r 0 (2 * INR t - 2 * mu)).
  pose proof (Rmax_l 0 (c * (Q - (2 * INR t + 1)))).
  pose proof (Rmax_r 0 (c * (Q - (2 * INR t + 1)))).
  unfold Rmin. destruct (Rle_dec Q (INR t + 1)); destruct (Rle_dec Q (INR t)); nra.
Qed.

(* The value of a bet is a sum of increments from size to size: at most their positive parts. *)
Definition increments (t : nat) : R :=
  sum (fun j => delta s j * Rmax 0 (2 * (e s j * mu) - (2 * INR t + 1))) k.

Lemma increment_nonneg t j : (j < k)%nat ->
  0 <= delta s j * Rmax 0 (2 * (e s j * mu) - (2 * INR t + 1)).
Proof.
  intros L. apply Rmult_le_pos; [|apply Rmax_l]. pose proof (delta_pos k s M j L). lra.
Qed.

Lemma value_bet t j : (j < k)%nat ->
  Rmax 0 (s (S j) * (call_mass j - (2 * INR t + 1))) <= increments t.
Proof.
  intros Hj. apply Rmax_lub; [apply sum_nonneg, increment_nonneg|]. set (d := 2 * INR t + 1).
  apply Rle_trans with (sum (fun i => delta s i * Rmax 0 (2 * (e s i * mu) - d)) (S j));
    [|apply sum_prefix_le; [exact Hj|apply increment_nonneg]].
  replace (s (S j) * (call_mass j - d))
    with (sum (fun i => 2 * mu * (delta s i * e s i) - d * delta s i) (S j)).
  - apply sum_le. intros i L. pose proof (delta_pos k s M i ltac:(lia)).
    pose proof (Rmax_r 0 (2 * (e s i * mu) - d)). nra.
  - rewrite sum_minus, !sum_scal, (sum_delta_e k), (sum_delta k) by auto.
    pose proof (s_nonneg k s M (S j) Hj). unfold call_mass. field. lra.
Qed.

Theorem upper_bound p : rank_strategyI k n p ->
  total k s n p call_down <= formula k s (INR n - / 2) (INR n - / 2 - mu).
Proof.
  intros V.
  apply Rle_trans with (sum (fun t => Rmax 0 (2 * INR t - 2 * mu) + increments t) n).
  - apply total_le; auto.
    + intros t _. apply Rplus_le_le_0_compat; [apply Rmax_l|].
      apply sum_nonneg, increment_nonneg.
    + intros t j Ht Hj. pose proof (bet_worth t j Ht Hj). pose proof (value_bet t j Hj). lra.
  - rewrite sum_plus. unfold formula. apply Rplus_le_compat.
    + rewrite sum_rev.
      rewrite (sum_ext _ (fun r => Rmax 0 (2 * (INR n - / 2 - mu) - (2 * INR r + 1))));
        [apply sum_pos_le|].
      intros r Hr. f_equal. rewrite !minus_INR by lia. simpl. lra.
    + unfold increments. rewrite sum_swap. apply sum_le. intros j Hj. rewrite sum_scal.
      pose proof (delta_pos k s M j Hj). apply Rmult_le_compat_l; [lra|].
      replace (INR n - / 2 - (INR n - / 2 - mu)) with mu by ring. apply sum_pos_le.
Qed.
End Upper.
