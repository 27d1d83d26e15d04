(* The function phi: a maximum of lines, its half slopes [down t, nearest t], Fenchel's relations
   with psi, and the sums over a deck that it stands for. *)
Require Import Reals Lra Lia ZArith.
From Bluff Require Import Statements Sums.
Open Scope R_scope.

(* The nearest whole number, downwards at a tie; [nearest] goes upwards. *)
Definition down (t : R) : Z := (- nearest (- t))%Z.

Lemma nearest_spec t : IZR (nearest t) <= t + / 2 < IZR (nearest t) + 1.
Proof. unfold nearest. destruct (base_Int_part (t + / 2)). lra. Qed.

Lemma down_spec t : IZR (down t) - 1 < t - / 2 <= IZR (down t).
Proof. unfold down. rewrite opp_IZR. pose proof (nearest_spec (- t)). lra. Qed.

Lemma Zle_of_lt a b : IZR a < IZR b + 1 -> (a <= b)%Z.
Proof. intros L. assert (a < b + 1)%Z by (apply lt_IZR; rewrite plus_IZR; lra). lia. Qed.

Lemma nearest_unique t m : IZR m <= t + / 2 < IZR m + 1 -> nearest t = m.
Proof. intros B. pose proof (nearest_spec t). apply Z.le_antisymm; apply Zle_of_lt; lra. Qed.

Lemma INR_to_nat z : (0 <= z)%Z -> INR (Z.to_nat z) = IZR z.
Proof. intros. rewrite INR_IZR_INZ, Z2Nat.id by lia. reflexivity. Qed.

Lemma down_le t : (down t <= nearest t)%Z.
Proof. apply Zle_of_lt. pose proof (nearest_spec t). pose proof (down_spec t). lra. Qed.

Lemma down_le_R t : IZR (down t) <= IZR (nearest t).
Proof. apply IZR_le, down_le. Qed.

Lemma nearest_le_down_1 t : (nearest t <= down t + 1)%Z.
Proof.
  apply Zle_of_lt. rewrite plus_IZR. pose proof (nearest_spec t). pose proof (down_spec t). lra.
Qed.

(* Slopes of a convex function increase. *)
Lemma nearest_le_down x y : x < y -> (nearest x <= down y)%Z.
Proof. intros. apply Zle_of_lt. pose proof (nearest_spec x). pose proof (down_spec y). lra. Qed.

Lemma nearest_0 : nearest 0 = 0%Z. Proof. apply nearest_unique; lra. Qed.
Lemma down_0 : down 0 = 0%Z.
Proof. unfold down. rewrite Ropp_0, nearest_0. reflexivity. Qed.
Lemma down_nonneg t : 0 <= t -> (0 <= down t)%Z.
Proof. intros. apply Zle_of_lt. pose proof (down_spec t). lra. Qed.

(* ---------- Phi is the greatest of the lines 2mt - m^2, m whole ---------- *)

Lemma dist_range t : 0 <= dist t <= / 2.
Proof.
  unfold dist. split; [apply Rabs_pos|]. pose proof (nearest_spec t). apply Rabs_le. lra.
Qed.

Lemma phi_line t : phi t = 2 * IZR (nearest t) * t - IZR (nearest t) * IZR (nearest t).
Proof.
  unfold phi, dist. pose proof (Rsqr_abs (t - IZR (nearest t))) as A. unfold Rsqr in A.
  rewrite <- A. ring.
Qed.

Lemma phi_ge t (m : Z) : 2 * IZR m * t - IZR m * IZR m <= phi t.
Proof.
  rewrite phi_line. pose proof (nearest_spec t). set (k := nearest t) in *.
  destruct (Ztrichotomy_inf m k) as [[L|E]|L].
  - assert (IZR m + 1 <= IZR k) by (rewrite <- plus_IZR; apply IZR_le; lia). nra.
  - rewrite E. lra.
  - assert (IZR k + 1 <= IZR m) by (rewrite <- plus_IZR; apply IZR_le; lia). nra.
Qed.

Lemma phi_even t : phi (- t) = phi t.
Proof.
  assert (A : forall u, phi (- u) <= phi u).
  { intros u. rewrite (phi_line (- u)). pose proof (phi_ge u (- nearest (- u))) as B.
    rewrite opp_IZR in B. lra. }
  apply Rle_antisym; [apply A|]. pose proof (A (- t)) as B. rewrite Ropp_involutive in B. exact B.
Qed.

Lemma phi_line_down t : phi t = 2 * IZR (down t) * t - IZR (down t) * IZR (down t).
Proof. rewrite <- phi_even, phi_line. unfold down. rewrite opp_IZR. ring. Qed.

Lemma phi_shift t (m : Z) : phi (t + IZR m) = phi t + 2 * IZR m * t + IZR m * IZR m.
Proof.
  assert (E : nearest (t + IZR m) = (nearest t + m)%Z).
  { apply nearest_unique. rewrite plus_IZR. pose proof (nearest_spec t). lra. }
  rewrite !phi_line, E, plus_IZR. ring.
Qed.

Lemma phi_bounds t : t * t - / 4 <= phi t <= t * t.
Proof. unfold phi. pose proof (dist_range t). nra. Qed.

Lemma phi_nonneg t : 0 <= phi t.
Proof. pose proof (phi_ge t 0). lra. Qed.

(* Every g in the half slope gives a line below phi that touches it at t. *)
Lemma phi_slope t x g :
  IZR (down t) <= g <= IZR (nearest t) -> phi t + 2 * g * (x - t) <= phi x.
Proof.
  intros B. pose proof (phi_ge x (down t)). pose proof (phi_ge x (nearest t)).
  pose proof (phi_line t). pose proof (phi_line_down t).
  destruct (Rle_dec 0 (x - t)); nra.
Qed.

(* ---------- Sums of positive parts over a deck ---------- *)

(* The terms decrease, so the sum is one of the lines, and the greatest one: phi is an upper
   bound without any condition on x. Nothing else is used. *)
Lemma sum_pos_line x n : exists m, (m <= n)%nat /\
  sum (fun r => Rmax 0 (2 * x - (2 * INR r + 1))) n = 2 * INR m * x - INR m * INR m /\
  ((m < n)%nat -> 2 * x - (2 * INR m + 1) <= 0).
Proof.
  induction n as [|n (m & L & E & Z)].
  - exists O. simpl. repeat split; [lia|lra|lia].
  - simpl sum. rewrite E. destruct (Nat.eq_dec m n) as [->|].
    + destruct (Rle_dec (2 * x - (2 * INR n + 1)) 0).
      * exists n. rewrite Rmax_left by lra. repeat split; [lia|lra|lra].
      * exists (S n). rewrite Rmax_right, S_INR by lra. repeat split; [lia|ring|lia].
    + assert (m < n)%nat as M by lia. specialize (Z M).
      assert (INR m <= INR n) by (apply le_INR; lia).
      exists m. rewrite Rmax_left by lra. repeat split; [lia|lra|auto].
Qed.

Lemma sum_pos_le x n : sum (fun r => Rmax 0 (2 * x - (2 * INR r + 1))) n <= phi x.
Proof. destruct (sum_pos_line x n) as (m & _ & -> & _). rewrite INR_IZR_INZ. apply phi_ge. Qed.

(* ---------- Fenchel: phi x is the maximum over T of 2Tx - psi T, taken on the half slope ------ *)

Lemma fenchel_le n x T : 0 <= T <= INR n -> 2 * T * x - psi n T <= phi x.
Proof.
  intros B. destruct (base_Int_part T) as [A C]. set (z := Int_part T) in *.
  assert (z0 : (0 <= z)%Z) by (apply Zle_of_lt; lra).
  pose proof (INR_to_nat z z0) as K.
  rewrite (psi_eq n (Z.to_nat z)) by lra. destruct (Nat.leb_spec n (Z.to_nat z)) as [L|_].
  - apply le_INR in L. assert (T = INR n) by lra. subst T.
    pose proof (phi_ge x (Z.of_nat n)) as F. rewrite <- INR_IZR_INZ in F. lra.
  - rewrite K. pose proof (phi_ge x z). pose proof (phi_ge x (z + 1)) as F.
    rewrite plus_IZR in F. nra.
Qed.

Lemma fenchel_eq n x T : IZR (down x) <= T <= IZR (nearest x) -> 0 <= T ->
  IZR (nearest x) <= INR n -> psi n T = 2 * T * x - phi x.
Proof.
  intros B T0 Hn. apply Rle_antisym.
  2:{ pose proof (fenchel_le n x T ltac:(lra)). lra. }
  (* On [d, h] psi is at most a line with slope 2d + 1, which is 2x unless d = h. *)
  rewrite phi_line. pose proof (nearest_spec x) as Hh. pose proof (down_spec x) as Hd.
  pose proof (down_le x) as O1. pose proof (nearest_le_down_1 x) as O2.
  set (h := nearest x) in *. set (d := down x) in *.
  assert (h0 : (0 <= h)%Z) by (apply Zle_of_lt; lra).
  destruct (Z.eq_dec h d) as [E|E].
  - assert (T = IZR h) by (rewrite <- E in B; lra). subst T.
    pose proof (INR_to_nat h h0) as K. rewrite (psi_eq n (Z.to_nat h)), K by lra.
    destruct (Nat.leb_spec n (Z.to_nat h)) as [L|_]; [|lra].
    apply le_INR in L. assert (INR n = IZR h) as -> by lra. lra.
  - assert (X : IZR h = IZR d + 1) by (replace h with (d + 1)%Z by lia; apply plus_IZR).
    assert (x = IZR d + / 2) by lra. destruct (Z_lt_le_dec d 0).
    + assert (Eh : h = 0%Z) by lia. rewrite Eh in *. assert (T = 0) by lra. subst T.
      rewrite psi_0. lra.
    + pose proof (INR_to_nat d ltac:(lia)) as K. rewrite (psi_eq n (Z.to_nat d)), K by lra.
      destruct (Nat.leb_spec n (Z.to_nat d)) as [L|_]; [apply le_INR in L; lra|]. nra.
Qed.
