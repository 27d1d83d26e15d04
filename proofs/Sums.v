(* Finite sums, and the share of a card in a mass that is filled from the top. *)
Require Import Reals Lra Lia ZArith.
From Bluff Require Import Statements.
Open Scope R_scope.

(* ---------- Sums ---------- *)

Lemma sum_ext f g n : (forall i, (i < n)%nat -> f i = g i) -> sum f n = sum g n.
Proof.
  induction n as [|n IH]; intros E; simpl; [reflexivity|].
  rewrite IH, E by (intros; auto with arith). reflexivity.
Qed.

Lemma sum_le f g n : (forall i, (i < n)%nat -> f i <= g i) -> sum f n <= sum g n.
Proof.
  induction n as [|n IH]; intros L; simpl; [lra|].
  apply Rplus_le_compat; [apply IH; intros|]; apply L; lia.
Qed.

Lemma sum_const c n : sum (fun _ => c) n = INR n * c.
Proof. induction n; [simpl; lra|]. rewrite S_INR. simpl sum. lra. Qed.

Lemma sum_zero f n : (forall i, (i < n)%nat -> f i = 0) -> sum f n = 0.
Proof. intros Z. rewrite (sum_ext f (fun _ => 0)) by exact Z. rewrite sum_const. lra. Qed.

Lemma sum_nonneg f n : (forall i, (i < n)%nat -> 0 <= f i) -> 0 <= sum f n.
Proof. intros P. rewrite <- (sum_zero (fun _ => 0) n) by auto. apply sum_le; auto. Qed.

Lemma sum_plus f g n : sum (fun i => f i + g i) n = sum f n + sum g n.
Proof. induction n; simpl; lra. Qed.

Lemma sum_minus f g n : sum (fun i => f i - g i) n = sum f n - sum g n.
Proof. induction n; simpl; lra. Qed.

Lemma sum_scal c f n : sum (fun i => c * f i) n = c * sum f n.
Proof. induction n; simpl; lra. Qed.

Lemma sum_scal_r c f n : sum (fun i => f i * c) n = sum f n * c.
Proof. induction n; simpl; lra. Qed.

Lemma sum_swap (f : nat -> nat -> R) n m :
  sum (fun i => sum (fun j => f i j) m) n = sum (fun j => sum (fun i => f i j) n) m.
Proof.
  induction n as [|n IH]; simpl. { symmetry. apply sum_zero. auto. }
  rewrite IH, <- sum_plus. reflexivity.
Qed.

Lemma sum_first f n : sum f (S n) = f O + sum (fun i => f (S i)) n.
Proof. induction n; simpl in *; lra. Qed.

Lemma sum_rev f n : sum f n = sum (fun i => f (n - 1 - i)%nat) n.
Proof.
  induction n as [|n IH]; [reflexivity|]. rewrite (sum_first (fun i => f (S n - 1 - i)%nat)).
  replace (S n - 1 - 0)%nat with n by lia. simpl sum at 1. rewrite IH, Rplus_comm. f_equal.
  apply sum_ext. intros. f_equal. lia.
Qed.

Lemma sum_prefix_le f m n :
  (m <= n)%nat -> (forall i, (i < n)%nat -> 0 <= f i) -> sum f m <= sum f n.
Proof.
  induction n as [|n IH]; intros L P. { replace m with O by lia. lra. }
  destruct (Nat.eq_dec m (S n)) as [->|]; [lra|]. simpl.
  assert (sum f m <= sum f n) by (apply IH; [lia|intros; apply P; lia]).
  pose proof (P n ltac:(lia)). lra.
Qed.

Lemma term_le_sum f n : (forall i, (i < n)%nat -> 0 <= f i) ->
  forall i, (i < n)%nat -> f i <= sum f n.
Proof.
  intros P i L. apply Rle_trans with (sum f (S i)); [|apply sum_prefix_le; auto].
  assert (0 <= sum f i) by (apply sum_nonneg; intros; apply P; lia). simpl. lra.
Qed.

Lemma sum_abel (s T : nat -> R) k : s O = 0 ->
  sum (fun j => s (S j) * (T j - T (S j))) k
  = sum (fun j => (s (S j) - s j) * T j) k - s k * T k.
Proof. intros s0. induction k as [|k IH]; simpl; [rewrite s0; lra|]. rewrite IH. lra. Qed.

Lemma sum_INR n : 2 * sum INR n = INR n * (INR n - 1).
Proof. induction n; [simpl; lra|]. rewrite S_INR. simpl sum. lra. Qed.

(* ---------- Comparing ranks: rank 0 is the best card ---------- *)

Definition W (t u : nat) : R := if Nat.ltb t u then 1 else 0.

Lemma W_lt t u : (t < u)%nat -> W t u = 1.
Proof. unfold W. destruct (Nat.ltb_spec t u); auto; lia. Qed.
Lemma W_ge t u : (u <= t)%nat -> W t u = 0.
Proof. unfold W. destruct (Nat.ltb_spec t u); auto; lia. Qed.

(* Splits the goal into t better than u, worse, and equal. *)
Ltac ranks t u :=
  unfold W; destruct (Nat.ltb_spec t u); destruct (Nat.ltb_spec u t); try lia.

Lemma sum_better f t n : (t <= n)%nat -> sum (fun u => f u * W u t) n = sum f t.
Proof.
  induction n as [|n IH]; intros L. { replace t with O by lia. reflexivity. }
  simpl. destruct (Nat.eq_dec t (S n)) as [->|].
  - rewrite W_lt by lia. simpl. rewrite (sum_ext _ f); [lra|]. intros. rewrite W_lt by lia. lra.
  - rewrite IH, W_ge by lia. lra.
Qed.

Lemma sum_worse f t n : (t < n)%nat -> sum (fun u => f u * W t u) n = sum f n - sum f (S t).
Proof.
  induction n as [|n IH]; intros L; [lia|]. simpl sum at 1 2.
  destruct (Nat.eq_dec t n) as [->|].
  - rewrite W_ge by lia. rewrite sum_zero; [simpl; lra|]. intros. rewrite W_ge by lia. lra.
  - rewrite IH, W_lt by lia. lra.
Qed.

Lemma count_better t n : (t <= n)%nat -> sum (fun u => W u t) n = INR t.
Proof.
  intros. rewrite (sum_ext _ (fun u => 1 * W u t)) by (intros; lra).
  rewrite sum_better, sum_const by auto. lra.
Qed.

Lemma count_worse t n : (t < n)%nat -> sum (fun u => W t u) n = INR n - 1 - INR t.
Proof.
  intros. rewrite (sum_ext _ (fun u => 1 * W t u)) by (intros; lra).
  rewrite sum_worse, !sum_const, S_INR by auto. lra.
Qed.

(* ---------- Masses ---------- *)

(* A mass x filled from rank 0 on takes share (x - r) of the card of rank r. *)
Definition share (y : R) : R := Rmax 0 (Rmin 1 y).

Ltac shares := unfold share, Rmax, Rmin; repeat destruct Rle_dec; lra.

Lemma share_range y : 0 <= share y <= 1. Proof. shares. Qed.
Lemma share_0 y : y <= 0 -> share y = 0. Proof. shares. Qed.
Lemma share_1 y : 1 <= y -> share y = 1. Proof. shares. Qed.
Lemma share_id y : 0 <= y <= 1 -> share y = y. Proof. shares. Qed.
Lemma share_mono x y : x <= y -> share x <= share y. Proof. shares. Qed.

Lemma sum_share x n : 0 <= x -> sum (fun r => share (x - INR r)) n = Rmin x (INR n).
Proof.
  intros P. induction n as [|n IH].
  - simpl. unfold Rmin. destruct Rle_dec; lra.
  - rewrite S_INR. simpl sum. rewrite IH. shares.
Qed.

(* Cost of a mass x: the card of rank r costs 2r + 1. The square of x at whole numbers. *)
Definition psi (n : nat) (x : R) : R := sum (fun r => (2 * INR r + 1) * share (x - INR r)) n.

Lemma psi_eq n k x : INR k <= x <= INR k + 1 -> psi n x =
  if Nat.leb n k then INR n * INR n else INR k * INR k + (2 * INR k + 1) * (x - INR k).
Proof.
  intros Hx. unfold psi. induction n as [|n IH]; [simpl; lra|].
  simpl sum. rewrite IH, S_INR.
  destruct (Nat.leb_spec n k); destruct (Nat.leb_spec (S n) k); try lia.
  - assert (INR n + 1 <= INR k) by (rewrite <- S_INR; apply le_INR; lia).
    rewrite share_1 by lra. ring.
  - replace n with k by lia. rewrite share_id by lra. ring.
  - assert (INR k + 1 <= INR n) by (rewrite <- S_INR; apply le_INR; lia).
    rewrite share_0 by lra. ring.
Qed.

Lemma psi_0 n : psi n 0 = 0.
Proof. rewrite (psi_eq n 0) by (simpl; lra). destruct n; simpl; lra. Qed.
