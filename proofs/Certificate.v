(* The certificate of one deck: best responses bound every strategy, so equal bounds are the value.
   Nothing about the formula is used. *)
Require Import Reals Lra Lia ZArith.
From Bluff Require Import Statements Sums Ranks.
Open Scope R_scope.

Lemma over_deck_le n f g : (forall i, (1 <= i <= n)%nat -> f i <= g i) ->
  over_deck n f <= over_deck n g.
Proof. intros L. apply sum_le. intros i Hi. apply L. lia. Qed.

Lemma over_deck_ext n f g : (forall i, (1 <= i <= n)%nat -> f i = g i) ->
  over_deck n f = over_deck n g.
Proof. intros E. apply sum_ext. intros i Hi. apply E. lia. Qed.

Lemma greatest_ge f k a : (a <= k)%nat -> f a <= greatest f k.
Proof.
  induction k as [|k IH]; intros L; simpl. { replace a with O by lia. lra. }
  destruct (Nat.eq_dec a (S k)) as [->|]; [apply Rmax_r|].
  apply Rle_trans with (greatest f k); [apply IH; lia|apply Rmax_l].
Qed.

Lemma upper_sound n k s p q : strategyI n k p ->
  over_deals n (fun i j => sum (fun a => p i a * (q j a * payoff s i j a true
    + (1 - q j a) * payoff s i j a false)) (S k)) <= upper n k s q.
Proof.
  intros V. apply over_deck_le. intros i Hi. destruct (V i Hi) as [p0 E].
  apply Rle_trans with (sum (fun a => p i a * action_worth n s q i a) (S k)).
  - right. unfold action_worth, over_deck.
    rewrite (sum_ext (fun a => p i a * _) (fun a => sum (fun j => if Nat.eqb i (S j) then 0 else
      p i a * (q (S j) a * payoff s i (S j) a true
        + (1 - q (S j) a) * payoff s i (S j) a false)) n)).
    + rewrite sum_swap. apply sum_ext. intros j _.
      destruct (Nat.eqb i (S j)); [symmetry; apply sum_zero; auto|reflexivity].
    + intros a _. rewrite <- sum_scal. apply sum_ext. intros j _.
      destruct (Nat.eqb i (S j)); [ring|reflexivity].
  - apply Rle_trans with (sum (fun a => p i a * greatest (action_worth n s q i) k) (S k)).
    + apply sum_le. intros a L. apply Rmult_le_compat_l; [apply p0; lia|].
      apply greatest_ge. lia.
    + rewrite sum_scal_r, E. lra.
Qed.

(* I's sum is that against folding, and the worth of II's calls. *)
Lemma split_calls n k s p q :
  over_deals n (fun i j => sum (fun a => p i a * (q j a * payoff s i j a true
    + (1 - q j a) * payoff s i j a false)) (S k))
  = over_deals n (fun i j => sum (fun a => p i a * payoff s i j a false) (S k))
    + over_deck n (fun j => sum (fun a => q j (S a) * call_worth n s p j (S a)) k).
Proof.
  unfold over_deals, over_deck.
  rewrite (sum_ext (fun j => sum (fun a => q (S j) (S a) * _) k) (fun j => sum (fun i =>
    if Nat.eqb (S i) (S j) then 0 else sum (fun a => p (S i) (S a) * (q (S j) (S a) *
      (payoff s (S i) (S j) (S a) true - payoff s (S i) (S j) (S a) false))) k) n)).
  - rewrite (sum_swap (fun j i => if Nat.eqb (S i) (S j) then 0 else _)), <- sum_plus.
    apply sum_ext. intros i _. rewrite <- sum_plus. apply sum_ext. intros j _.
    destruct (Nat.eqb (S i) (S j)); [ring|]. rewrite !(sum_first _ k).
    rewrite Rplus_assoc, <- sum_plus. f_equal; [simpl; ring|]. apply sum_ext. intros. ring.
  - intros j _. unfold call_worth, over_deck.
    rewrite (sum_ext _ (fun a => sum (fun i => if Nat.eqb (S i) (S j) then 0 else
      p (S i) (S a) * (q (S j) (S a) *
        (payoff s (S i) (S j) (S a) true - payoff s (S i) (S j) (S a) false))) n)).
    + rewrite sum_swap. apply sum_ext. intros i _.
      destruct (Nat.eqb (S i) (S j)); [apply sum_zero; auto|reflexivity].
    + intros a _. rewrite <- sum_scal. apply sum_ext. intros i _.
      destruct (Nat.eqb (S i) (S j)); ring.
Qed.

Lemma lower_sound n k s p q : strategyII n k q -> lower n k s p <=
  over_deals n (fun i j => sum (fun a => p i a * (q j a * payoff s i j a true
    + (1 - q j a) * payoff s i j a false)) (S k)).
Proof.
  intros V. rewrite split_calls. unfold lower. apply Rplus_le_compat_l, over_deck_le.
  intros j Hj. apply sum_le. intros a L. pose proof (V j (S a) Hj ltac:(lia)).
  unfold Rmin. destruct Rle_dec; nra.
Qed.

Theorem judge : Judge.
Proof.
  intros n k s p q n2 Vp Vq E. pose proof (deals_pos n n2) as P.
  assert (I : 0 <= / deals n) by (left; apply Rinv_0_lt_compat; exact P).
  split; [exact Vp|]. split; [exact Vq|]. split.
  - intros q' V. rewrite <- E. apply Rmult_le_compat_r; [exact I|]. apply lower_sound, V.
  - intros p' V. apply Rmult_le_compat_r; [exact I|]. apply upper_sound, V.
Qed.
