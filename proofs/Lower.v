(* Lower bound: I bets size j+1 or more for value with his best cards, of mass T j, and bluffs with
   his worst cards, of mass B, each size in proportion to its value bets. Then no strategy of II
   holds him below D. *)
Require Import Reals Lra Lia ZArith.
From Bluff Require Import Statements Sums Phi Ranks.
Open Scope R_scope.

(* What the masses guarantee, before division by the number of deals. *)
Definition D (k : nat) (s : nat -> R) (n : nat) (T : nat -> R) (B : R) : R :=
  2 * (INR n - / 2) * B - psi n B - sum (fun j => delta s j * psi n (T j)) k.

(* Masses that fit into the deck: value bets into the top a cards, bluffs into the last c. *)
Record masses (k : nat) (s : nat -> R) (n : nat) (T : nat -> R) (B : R) : Prop := {
  none_above : T k = 0;
  decreasing : forall j, (j < k)%nat -> T (S j) <= T j;
  disjoint : exists a c, T O <= INR a /\ B <= INR c /\ (a + c <= n)%nat;
  balance : B = sum (fun j => delta s j * e s j * T j) k }.

Section Lower.
Variables (k : nat) (s : nat -> R) (n : nat) (T : nat -> R) (B : R).
Hypothesis M : menu k s.
Hypothesis F : masses k s n T B.

Lemma T_nonneg j : (j <= k)%nat -> 0 <= T j.
Proof.
  intros L. replace j with (k - (k - j))%nat by lia. generalize (k - j)%nat. intros m.
  induction m as [|m IH]. { rewrite Nat.sub_0_r, (none_above _ _ _ _ _ F). lra. }
  destruct (le_lt_dec k m). { replace (k - S m)%nat with (k - m)%nat by lia. exact IH. }
  pose proof (decreasing _ _ _ _ _ F (k - S m) ltac:(lia)) as A.
  replace (S (k - S m)) with (k - m)%nat in A by lia. lra.
Qed.

Lemma T_deck j : (j <= k)%nat -> T j <= INR n.
Proof.
  intros L. apply Rle_trans with (T O).
  - induction j as [|j IH]; [lra|].
    pose proof (decreasing _ _ _ _ _ F j L). pose proof (IH ltac:(lia)). lra.
  - destruct (disjoint _ _ _ _ _ F) as (a & c & A & _ & L'). apply Rle_trans with (INR a); auto.
    apply le_INR. lia.
Qed.

Lemma B_deck : B <= INR n.
Proof.
  destruct (disjoint _ _ _ _ _ F) as (a & c & _ & C & L). apply Rle_trans with (INR c); auto.
  apply le_INR. lia.
Qed.

(* ---------- The strategy ---------- *)

Definition bluffs (j : nat) : R := s (S j) / (s (S j) + 2) * (T j - T (S j)).
Definition at_least (j t : nat) : R := share (T j - INR t).
Definition value_bets (j t : nat) : R := at_least j t - at_least (S j) t.
Definition bluff (t : nat) : R := share (B - INR (n - 1 - t)).
Definition portion (j : nat) : R := bluffs j * / B.
Definition balanced (t a : nat) : R :=
  match a with
  | O => 1 - at_least O t - bluff t
  | S j => value_bets j t + portion j * bluff t
  end.

Lemma bluffs_nonneg j : (j < k)%nat -> 0 <= bluffs j.
Proof.
  intros L. unfold bluffs. pose proof (decreasing _ _ _ _ _ F j L).
  pose proof (s_nonneg k s M (S j) L). apply Rmult_le_pos; [|lra].
  apply Rmult_le_pos; [lra|]. left. apply Rinv_0_lt_compat. lra.
Qed.

Lemma sum_bluffs : sum bluffs k = B.
Proof.
  unfold bluffs. rewrite (sum_abel (fun j => s j / (s j + 2))) by (destruct M as [-> _]; lra).
  rewrite (none_above _ _ _ _ _ F), Rmult_0_r, Rminus_0_r, (balance _ _ _ _ _ F).
  apply sum_ext. intros. rewrite (delta_e k) by auto. reflexivity.
Qed.

Lemma B_nonneg : 0 <= B.
Proof. rewrite <- sum_bluffs. apply sum_nonneg, bluffs_nonneg. Qed.

Lemma portion_B j : (j < k)%nat -> 0 <= portion j /\ portion j * B = bluffs j.
Proof.
  intros L. pose proof (bluffs_nonneg j L). unfold portion. destruct B_nonneg as [P|Z].
  - split; [|field; lra]. apply Rmult_le_pos; [auto|]. left. apply Rinv_0_lt_compat, P.
  - pose proof (term_le_sum bluffs k bluffs_nonneg j L) as A. rewrite sum_bluffs in A.
    assert (bluffs j = 0) as -> by lra. lra.
Qed.

Lemma sum_portion t : sum (fun j => portion j * bluff t) k = bluff t.
Proof.
  rewrite sum_scal_r. unfold portion. rewrite sum_scal_r, sum_bluffs. destruct B_nonneg as [P|Z].
  - rewrite Rinv_r by lra. lra.
  - assert (bluff t = 0) as ->; [|lra]. unfold bluff. apply share_0. rewrite <- Z.
    pose proof (pos_INR (n - 1 - t)). lra.
Qed.

Lemma value_bets_nonneg j t : (j < k)%nat -> 0 <= value_bets j t.
Proof.
  intros L. unfold value_bets, at_least. pose proof (decreasing _ _ _ _ _ F j L).
  pose proof (share_mono (T (S j) - INR t) (T j - INR t)). lra.
Qed.

Lemma sum_value_bets t : sum (fun j => value_bets j t) k = at_least O t.
Proof.
  assert (E : forall m, sum (fun j => value_bets j t) m = at_least O t - at_least m t).
  { induction m as [|m IH]; simpl; [lra|]. rewrite IH. unfold value_bets. lra. }
  rewrite E. unfold at_least at 2. rewrite (none_above _ _ _ _ _ F), share_0; [lra|].
  pose proof (pos_INR t). lra.
Qed.

Lemma sum_bets t : sum (fun j => balanced t (S j)) k = at_least O t + bluff t.
Proof. simpl. rewrite sum_plus, sum_value_bets, sum_portion. reflexivity. Qed.

(* Whole cards lie between value bets and bluffs. *)
Lemma one_card t : (t < n)%nat -> at_least O t + bluff t <= 1.
Proof.
  intros L. unfold at_least, bluff. destruct (disjoint _ _ _ _ _ F) as (a & c & A & C & L').
  pose proof (share_range (T O - INR t)). pose proof (share_range (B - INR (n - 1 - t))).
  destruct (le_lt_dec a t) as [G|G].
  - apply le_INR in G. rewrite (share_0 (T O - INR t)) by lra. lra.
  - assert (INR c <= INR (n - 1 - t)) by (apply le_INR; lia).
    rewrite (share_0 (B - INR (n - 1 - t))) by lra. lra.
Qed.

Lemma balanced_valid : rank_strategyI k n balanced.
Proof.
  intros t Ht. split.
  - intros [|j] Hj; simpl. { pose proof (one_card t Ht). lra. }
    pose proof (value_bets_nonneg j t ltac:(lia)).
    destruct (portion_B j ltac:(lia)) as [P _].
    pose proof (share_range (B - INR (n - 1 - t))). fold (bluff t) in *. nra.
  - rewrite sum_first, sum_bets. simpl. ring.
Qed.

(* ---------- Sums over the deck ---------- *)

Lemma sum_at_least j : (j <= k)%nat -> sum (at_least j) n = T j.
Proof.
  intros L. unfold at_least. rewrite sum_share by (apply T_nonneg; auto).
  apply Rmin_left, T_deck, L.
Qed.

Lemma sum_bluff : sum bluff n = B.
Proof.
  rewrite sum_rev. unfold bluff. rewrite (sum_ext _ (fun r => share (B - INR r))).
  - rewrite sum_share by apply B_nonneg. apply Rmin_left, B_deck.
  - intros. do 3 f_equal. lia.
Qed.

Lemma ranks_at_least j : (j <= k)%nat ->
  sum (fun t => 2 * INR t * at_least j t) n = psi n (T j) - T j.
Proof.
  intros L. rewrite <- (sum_at_least j L) at 2. unfold psi, at_least. rewrite <- sum_minus.
  apply sum_ext. intros. ring.
Qed.

Lemma ranks_bluff : sum (fun t => 2 * INR t * bluff t) n = 2 * (INR n - / 2) * B - psi n B.
Proof.
  rewrite sum_rev. unfold bluff, psi. rewrite (sum_ext _ (fun r =>
    2 * (INR n - / 2) * share (B - INR r) - (2 * INR r + 1) * share (B - INR r))).
  - rewrite sum_minus, sum_scal, sum_share by apply B_nonneg. rewrite Rmin_left by apply B_deck.
    reflexivity.
  - intros r L. replace (n - 1 - (n - 1 - r))%nat with r by lia.
    rewrite !minus_INR by lia. simpl. field.
Qed.

Lemma sum_value_bets_deck j : (j < k)%nat -> sum (value_bets j) n = T j - T (S j).
Proof. intros. unfold value_bets. rewrite sum_minus, !sum_at_least by lia. reflexivity. Qed.

Lemma ranks_value_bets j : (j < k)%nat -> sum (fun t => 2 * INR t * value_bets j t) n
  = (psi n (T j) - psi n (T (S j))) - sum (value_bets j) n.
Proof.
  intros. rewrite sum_value_bets_deck by auto. unfold value_bets.
  rewrite (sum_ext _ (fun t => 2 * INR t * at_least j t - 2 * INR t * at_least (S j) t))
    by (intros; ring).
  rewrite sum_minus, !ranks_at_least by lia. ring.
Qed.

(* ---------- One call by the card of rank u ---------- *)

(* A lower bound of its worth to I: as if it beat every bluff and tied with nothing. *)
Definition worst (j u : nat) : R :=
  s (S j) * sum (fun t => value_bets j t * W t u) n
  - (s (S j) + 2) * sum (fun t => value_bets j t * W u t) n - s (S j) * sum (value_bets j) n.

Lemma worst_le j u : (j < k)%nat -> (u < n)%nat ->
  worst j u <= sum (fun t => balanced t (S j) * call s j t u) n.
Proof.
  intros Hj Hu. unfold worst. pose proof (s_nonneg k s M (S j) Hj).
  destruct (portion_B j Hj) as [P PB].
  assert (s (S j) * sum (value_bets j) n = (s (S j) + 2) * (portion j * sum bluff n)) as ->.
  { rewrite sum_bluff, PB, sum_value_bets_deck by auto. unfold bluffs. field. lra. }
  rewrite <- !sum_scal, <- !sum_minus. apply sum_le. intros t _. unfold call. simpl.
  pose proof (share_range (B - INR (n - 1 - t))). fold (bluff t) in *.
  assert (0 <= portion j * bluff t) by nra. set (z := portion j * bluff t) in *.
  ranks t u; nra.
Qed.

Lemma worst_neg j u : (j < k)%nat -> worst j u <= 0.
Proof.
  intros Hj. unfold worst. pose proof (s_nonneg k s M (S j) Hj).
  rewrite <- !sum_scal, <- !sum_minus, <- (sum_zero (fun _ => 0) n) by auto.
  apply sum_le. intros t _. pose proof (value_bets_nonneg j t Hj). ranks t u; nra.
Qed.

Lemma sum_worst j : (j < k)%nat -> sum (worst j) n =
  - s (S j) * (psi n (T j) - psi n (T (S j))) - sum (fun t => 2 * INR t * value_bets j t) n.
Proof.
  intros Hj. unfold worst. rewrite !sum_minus, !sum_scal, sum_const.
  rewrite (sum_swap (fun u t => value_bets j t * W t u)).
  rewrite (sum_swap (fun u t => value_bets j t * W u t)).
  rewrite (sum_ext (fun t => sum (fun u => value_bets j t * W t u) n)
    (fun t => (INR n - 1) * value_bets j t - / 2 * (2 * INR t * value_bets j t)))
    by (intros; rewrite sum_scal, count_worse by auto; field).
  rewrite (sum_ext (fun t => sum (fun u => value_bets j t * W u t) n)
    (fun t => / 2 * (2 * INR t * value_bets j t)))
    by (intros; rewrite sum_scal, count_better by lia; field).
  rewrite sum_minus, !sum_scal. pose proof (ranks_value_bets j Hj). nra.
Qed.

Theorem lower_bound q : rank_strategyII k n q -> D k s n T B <= total k s n balanced q.
Proof.
  intros V. rewrite total_split.
  rewrite (sum_ext (fun t => 2 * INR t * sum _ k)
    (fun t => 2 * INR t * at_least O t + 2 * INR t * bluff t))
    by (intros; rewrite sum_bets; ring).
  rewrite sum_plus, ranks_at_least, ranks_bluff by lia.
  apply Rle_trans with (psi n (T O) - T O + (2 * (INR n - / 2) * B - psi n B)
    + sum (fun j => sum (worst j) n) k).
  - rewrite (sum_ext _ (fun j => -1 * (s (S j) * (psi n (T j) - psi n (T (S j))))
      - sum (fun t => 2 * INR t * value_bets j t) n)) by (intros; rewrite sum_worst by auto; ring).
    rewrite sum_minus, sum_scal, sum_swap.
    rewrite (sum_ext (fun t => sum _ k) (fun t => 2 * INR t * at_least O t))
      by (intros; rewrite sum_scal, sum_value_bets; reflexivity).
    rewrite ranks_at_least, (sum_abel s (fun j => psi n (T j))) by (lia || apply M).
    rewrite (none_above _ _ _ _ _ F), psi_0. unfold D, delta. lra.
  - apply Rplus_le_compat_l, sum_le. intros j Hj. apply sum_le. intros u Hu.
    pose proof (worst_le j u Hj Hu). pose proof (worst_neg j u Hj). pose proof (V u j Hu Hj). nra.
Qed.
End Lower.
