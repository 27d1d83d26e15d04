(* The game in ranks: rank t has t better cards above it, so rank 0 is card n. *)
Require Import Reals Lra Lia ZArith.
From Bluff Require Import Statements Sums.
Open Scope R_scope.

Lemma deals_pos n : (2 <= n)%nat -> 0 < deals n.
Proof. intros. assert (2 <= INR n) by (apply (le_INR 2); auto). unfold deals. nra. Qed.

(* ---------- Menus ---------- *)
Section Menu.
Variables (k : nat) (s : nat -> R).
Hypothesis M : menu k s.

Lemma s_nonneg j : (j <= k)%nat -> 0 <= s j.
Proof.
  destruct M as [s0 inc]. induction j as [|j IH]; intros; [lra|].
  pose proof (inc j ltac:(lia)). pose proof (IH ltac:(lia)). lra.
Qed.

Lemma s_mono i j : (i <= j)%nat -> (j <= k)%nat -> s i <= s j.
Proof.
  destruct M as [_ inc]. induction j as [|j IH]; intros. { replace i with O by lia. lra. }
  destruct (Nat.eq_dec i (S j)) as [->|]; [lra|].
  pose proof (inc j ltac:(lia)). pose proof (IH ltac:(lia) ltac:(lia)). lra.
Qed.

Lemma delta_pos j : (j < k)%nat -> 0 < delta s j.
Proof. destruct M as [_ inc]. intros L. unfold delta. pose proof (inc j L). lra. Qed.

Lemma e_pos j : (j < k)%nat -> 0 < e s j.
Proof.
  intros. pose proof (s_nonneg j ltac:(lia)). pose proof (s_nonneg (S j) ltac:(lia)).
  unfold e. apply Rdiv_lt_0_compat; nra.
Qed.

Lemma e_half j : (j < k)%nat -> e s j <= / 2.
Proof.
  intros. unfold e. pose proof (s_nonneg j ltac:(lia)). pose proof (s_nonneg (S j) ltac:(lia)).
  apply (Rmult_le_reg_r ((s j + 2) * (s (S j) + 2))); [nra|].
  unfold Rdiv. rewrite Rmult_assoc, Rinv_l by nra. nra.
Qed.

Lemma e_decr j : (S j < k)%nat -> e s (S j) < e s j.
Proof.
  intros L. unfold e, Rdiv. apply Rmult_lt_compat_l; [lra|].
  pose proof (s_nonneg j ltac:(lia)). pose proof (delta_pos j ltac:(lia)).
  pose proof (delta_pos (S j) L). unfold delta in *.
  apply Rinv_lt_contravar; [repeat apply Rmult_lt_0_compat; lra|nra].
Qed.

(* A bet s is bluffed s/(s+2) times as often as it is made for value. *)
Lemma delta_e j : (j < k)%nat -> delta s j * e s j = s (S j) / (s (S j) + 2) - s j / (s j + 2).
Proof.
  intros. unfold delta, e.
  pose proof (s_nonneg j ltac:(lia)). pose proof (s_nonneg (S j) ltac:(lia)). field. lra.
Qed.

Lemma sum_delta m : (m <= k)%nat -> sum (delta s) m = s m.
Proof.
  destruct M as [s0 _]. induction m as [|m IH]; intros; simpl; [lra|].
  rewrite IH by lia. unfold delta. lra.
Qed.

Lemma sum_delta_e m : (m <= k)%nat -> sum (fun j => delta s j * e s j) m = s m / (s m + 2).
Proof.
  destruct M as [s0 _]. induction m as [|m IH]; intros. { simpl. rewrite s0. lra. }
  simpl sum. rewrite IH, delta_e by lia. ring.
Qed.
End Menu.

(* ---------- I's gain, rank by rank ---------- *)
Section Total.
Variables (k : nat) (s : nat -> R) (n : nat).

(* p t a: probability that rank t takes action a; q u a: that rank u calls bet a. *)
Definition rank_strategyI (p : nat -> nat -> R) : Prop := forall t, (t < n)%nat ->
  (forall a, (a <= k)%nat -> 0 <= p t a) /\ sum (p t) (S k) = 1.
Definition rank_strategyII (q : nat -> nat -> R) : Prop := forall u j, (u < n)%nat ->
  (j < k)%nat -> 0 <= q u (S j) <= 1.

(* Change for I, with rank t, when ranks of II call bet j+1 instead of folding. *)
Definition call (j t u : nat) : R := s (S j) * W t u - (s (S j) + 2) * W u t.
Definition calls (q : nat -> nat -> R) (t j : nat) : R :=
  sum (fun u => q u (S j) * call j t u) n.

(* Checks cancel over all deals; a bet that is folded to pays 2t more than a check. *)
Definition total (p q : nat -> nat -> R) : R :=
  sum (fun t => sum (fun j => p t (S j) * (2 * INR t + calls q t j)) k) n.

Lemma total_le p q f : rank_strategyI p -> (forall t, (t < n)%nat -> 0 <= f t) ->
  (forall t j, (t < n)%nat -> (j < k)%nat -> 2 * INR t + calls q t j <= f t) ->
  total p q <= sum f n.
Proof.
  intros V P L. apply sum_le. intros t Ht. destruct (V t Ht) as [p0 E]. rewrite sum_first in E.
  apply Rle_trans with (sum (fun j => p t (S j) * f t) k).
  - apply sum_le. intros j Hj. apply Rmult_le_compat_l; [apply p0; lia|auto].
  - rewrite sum_scal_r. pose proof (p0 O ltac:(lia)). pose proof (P t Ht). nra.
Qed.

(* Folds and calls apart; the calls by the rank of II. *)
Lemma total_split p q : total p q = sum (fun t => 2 * INR t * sum (fun j => p t (S j)) k) n +
  sum (fun j => sum (fun u => q u (S j) * sum (fun t => p t (S j) * call j t u) n) n) k.
Proof.
  unfold total. rewrite (sum_ext (fun j => sum (fun u => _) n)
    (fun j => sum (fun t => p t (S j) * calls q t j) n)).
  - rewrite (sum_swap (fun j t => p t (S j) * calls q t j)), <- sum_plus.
    apply sum_ext. intros t _. rewrite <- sum_scal, <- sum_plus. apply sum_ext. intros. ring.
  - intros j _. symmetry. unfold calls.
    rewrite (sum_ext _ (fun t => sum (fun u => q u (S j) * (p t (S j) * call j t u)) n)).
    + rewrite sum_swap. apply sum_ext. intros. apply sum_scal.
    + intros. rewrite <- sum_scal. apply sum_ext. intros. ring.
Qed.
End Total.

(* ---------- From ranks to cards ---------- *)

Definition flip (n : nat) (p : nat -> nat -> R) : nat -> nat -> R := fun i => p (n - i)%nat.

Lemma over_deck_ranks n f : over_deck n f = sum (fun t => f (n - t)%nat) n.
Proof. unfold over_deck. rewrite sum_rev. apply sum_ext. intros. f_equal. lia. Qed.

Lemma deal_payoff k s n p q t u : (t < n)%nat -> (u < n)%nat ->
  (if Nat.eqb (n - t) (n - u) then 0 else sum (fun a => p (n - t)%nat a *
     (q (n - u)%nat a * payoff s (n - t) (n - u) a true
      + (1 - q (n - u)%nat a) * payoff s (n - t) (n - u) a false)) (S k))
  = flip n p t O * (W t u - W u t) + sum (fun j =>
      flip n p t (S j) * (W t u + W u t) + flip n p t (S j) * (flip n q u (S j) * call s j t u)) k.
Proof.
  intros Ht Hu. destruct (Nat.eqb_spec (n - t) (n - u)) as [E|E].
  - replace u with t by lia. rewrite sum_zero by (intros; unfold call; rewrite W_ge by lia; ring).
    rewrite W_ge by lia. ring.
  - rewrite sum_first. unfold flip, payoff, showdown, call.
    assert ((if Nat.ltb (n - u) (n - t) then 1 else -1) = W t u - W u t) as ->.
    { destruct (Nat.ltb_spec (n - u) (n - t)); ranks t u; lra. }
    assert (S1 : W t u + W u t = 1) by (ranks t u; lra).
    f_equal; [ring|]. apply sum_ext. intros. replace (W u t) with (1 - W t u) by lra. ring.
Qed.

Lemma gain_total k s n p q : (2 <= n)%nat -> strategyI n k p ->
  gain n k s p q = total k s n (flip n p) (flip n q) / deals n.
Proof.
  intros n2 V. unfold gain, over_deals. f_equal. rewrite over_deck_ranks.
  rewrite (sum_ext _ (fun t => (INR n - 1 - 2 * INR t)
    + sum (fun j => flip n p t (S j) * (2 * INR t + calls s n (flip n q) t j)) k)).
  { rewrite sum_plus, sum_minus, sum_const, sum_scal, sum_INR. unfold total. ring. }
  intros t Ht. rewrite over_deck_ranks.
  rewrite (sum_ext _ _ _ (fun u => deal_payoff k s n p q t u Ht)).
  destruct (V (n - t)%nat ltac:(lia)) as [_ E]. rewrite sum_first in E.
  fold (flip n p t) in E.
  rewrite sum_plus, sum_scal, sum_swap, sum_minus, count_better, count_worse by lia.
  rewrite (sum_ext _ (fun j => flip n p t (S j) * (INR n - 1 - 2 * INR t) +
    flip n p t (S j) * (2 * INR t + calls s n (flip n q) t j))).
  - rewrite sum_plus, sum_scal_r. unfold flip in *.
    replace (p (n - t)%nat O) with (1 - sum (fun j => p (n - t)%nat (S j)) k) by lra. ring.
  - intros j _. rewrite sum_plus, !sum_scal, sum_plus, count_better, count_worse by lia.
    unfold calls. ring.
Qed.

Lemma ranksI n k p : strategyI n k p -> rank_strategyI k n (flip n p).
Proof. intros V t Ht. unfold flip. apply V. lia. Qed.
Lemma ranksII n k q : strategyII n k q -> rank_strategyII k n (flip n q).
Proof. intros V u j Hu Hj. unfold flip. apply V; lia. Qed.
Lemma cardsI n k p : rank_strategyI k n p -> strategyI n k (flip n p).
Proof. intros V i Hi. unfold flip. apply V. lia. Qed.
Lemma cardsII n k q : rank_strategyII k n q -> strategyII n k (flip n q).
Proof. intros V j [|a] Hj Ha; [lia|]. unfold flip. apply V; lia. Qed.

Lemma flip_flip n p t : (t < n)%nat -> flip n (flip n p) t = p t.
Proof. intros. unfold flip. f_equal. lia. Qed.

Lemma total_ext n k s p p' q q' :
  (forall t, (t < n)%nat -> p t = p' t) -> (forall u, (u < n)%nat -> q u = q' u) ->
  total k s n p q = total k s n p' q'.
Proof.
  intros Hp Hq. apply sum_ext. intros t Ht. apply sum_ext. intros j _. rewrite Hp by auto.
  do 2 f_equal. apply sum_ext. intros u Hu. rewrite Hq by auto. reflexivity.
Qed.

(* Strategies by ranks that guarantee m, each to its player, solve the game. *)
Lemma solves_by_ranks n k s p q m : (2 <= n)%nat -> rank_strategyI k n p ->
  rank_strategyII k n q -> (forall q', rank_strategyII k n q' -> m <= total k s n p q') ->
  (forall p', rank_strategyI k n p' -> total k s n p' q <= m) ->
  solves n k s (flip n p) (flip n q) (m / deals n).
Proof.
  intros n2 Vp Vq A B. pose proof (deals_pos n n2) as P.
  assert (I : 0 <= / deals n) by (left; apply Rinv_0_lt_compat; exact P).
  split; [apply cardsI; auto|]. split; [apply cardsII; auto|]. split.
  - intros q' V. rewrite gain_total by auto using cardsI. apply Rmult_le_compat_r; [exact I|].
    rewrite (total_ext n k s _ p _ (flip n q')) by auto using flip_flip. apply A, ranksII, V.
  - intros p' V. rewrite gain_total by auto. apply Rmult_le_compat_r; [exact I|].
    rewrite (total_ext n k s _ (flip n p') _ q) by auto using flip_flip. apply B, ranksI, V.
Qed.
