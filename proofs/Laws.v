(* Laws for all decks: reciprocity, period, decks worth exactly V, bounds, enclosure, and menus
   that are large enough. *)
Require Import Reals Lra Lia ZArith.
From Bluff Require Import Statements Sums Phi Ranks OneStreet.
Open Scope R_scope.

(* ---------- Reciprocity: G is even in (x, eta) ---------- *)

Lemma formula_even k s x eta : formula k s (- x) (- eta) = formula k s x eta.
Proof.
  unfold formula. rewrite phi_even. f_equal. apply sum_ext. intros j _.
  rewrite <- phi_even. do 2 f_equal. ring.
Qed.

Theorem reciprocity : Reciprocity.
Proof.
  intros k s x m. assert (A : forall y, least (formula k s y) m -> least (formula k s (- y)) m).
  { intros y [[z E] L]. split. { exists (- z). rewrite formula_even. exact E. }
    intros w. rewrite <- (Ropp_involutive w), formula_even. apply L. }
  split; [apply A|]. intros L. rewrite <- (Ropp_involutive x). apply A, L.
Qed.

(* ---------- The limit ---------- *)
Section Limit.
Variables (k : nat) (s : nat -> R).
Hypothesis M : menu k s.

Lemma kappa_nonneg : 0 <= kappa k s.
Proof.
  apply sum_nonneg. intros j L. pose proof (delta_pos k s M j L). pose proof (e_pos k s M j L).
  apply Rmult_le_pos; nra.
Qed.

Lemma limit_kappa : kappa k s * (1 - limit k s) = limit k s.
Proof. pose proof kappa_nonneg. unfold limit. field. lra. Qed.

Lemma limit_range : 0 <= limit k s < 1.
Proof.
  pose proof kappa_nonneg. pose proof limit_kappa as K.
  destruct (Rle_dec 1 (limit k s)); [nra|]. split; nra.
Qed.

(* The quadratic part of G around its continuous minimum V x. *)
Lemma square x z : z * z + (x - z) * (x - z) * kappa k s
  = limit k s * x * x + (1 + kappa k s) * ((z - limit k s * x) * (z - limit k s * x)).
Proof. pose proof kappa_nonneg. unfold limit. field. lra. Qed.

(* ---------- Period ---------- *)

Lemma formula_shift x eta P : is_period k s P ->
  formula k s (x + P) (eta + limit k s * P)
  = formula k s x eta + limit k s * ((x + P) * (x + P) - x * x).
Proof.
  intros [[v Ev] Ej]. pose proof limit_kappa as K. set (V := limit k s) in *. unfold formula.
  rewrite Ev, phi_shift, <- Ev.
  rewrite (sum_ext _ (fun j => delta s j * phi (e s j * (x - eta))
    + (2 * (1 - V) * P * (x - eta) + (1 - V) * (1 - V) * P * P) * (delta s j * (e s j * e s j)))).
  - rewrite sum_plus, sum_scal. fold (kappa k s).
    replace ((2 * (1 - V) * P * (x - eta) + (1 - V) * (1 - V) * P * P) * kappa k s)
      with ((kappa k s * (1 - V)) * (2 * P * (x - eta) + (1 - V) * P * P)) by ring.
    rewrite K. ring.
  - intros j L. destruct (Ej j L) as [z Ez].
    replace (e s j * (x + P - (eta + V * P)))
      with (e s j * (x - eta) + (1 - V) * e s j * P) by ring.
    rewrite Ez, phi_shift, <- Ez. ring.
Qed.

Lemma least_shift x P m : is_period k s P -> least (formula k s x) m ->
  least (formula k s (x + P)) (m + limit k s * ((x + P) * (x + P) - x * x)).
Proof.
  intros HP [[z E] L]. split.
  - exists (z + limit k s * P). rewrite formula_shift, E by auto. reflexivity.
  - intros w. replace w with (w - limit k s * P + limit k s * P) by ring.
    rewrite formula_shift by auto. pose proof (L (w - limit k s * P)). lra.
Qed.

Lemma is_period_mult P (m : nat) : is_period k s P -> is_period k s (INR m * P).
Proof.
  assert (A : forall y, whole y -> whole (INR m * y)).
  { intros y [z ->]. exists (Z.of_nat m * z)%Z. rewrite mult_IZR, INR_IZR_INZ. reflexivity. }
  intros [Wv We]. split; [|intros j L].
  - replace (limit k s * (INR m * P)) with (INR m * (limit k s * P)) by ring. apply A, Wv.
  - replace ((1 - limit k s) * e s j * (INR m * P))
      with (INR m * ((1 - limit k s) * e s j * P)) by ring. apply A, We, L.
Qed.

(* x = 1/2 stands for a deck of one card: nothing is won. *)
Lemma least_half : least (formula k s (/ 2)) 0.
Proof.
  assert (Z : forall t, - / 2 < t < / 2 -> phi t = 0).
  { intros t B. rewrite phi_line, (nearest_unique t 0) by lra. ring. }
  split.
  - exists 0. unfold formula. rewrite Z, sum_zero; [ring| |lra]. intros j L.
    pose proof (e_half k s M j L). pose proof (e_pos k s M j L). rewrite Z by nra. ring.
  - intros y. unfold formula. apply Rplus_le_le_0_compat; [apply phi_nonneg|].
    apply sum_nonneg. intros j L. pose proof (delta_pos k s M j L).
    apply Rmult_le_pos; [lra|apply phi_nonneg].
Qed.
End Limit.

Theorem period : Period.
Proof.
  intros n k s P v v' n2 M HP Hv Hv'.
  apply value_formula in Hv; auto. apply value_formula in Hv'; [|lia|auto].
  pose proof (least_shift k s M _ _ _ HP Hv) as A. unfold deals in *. rewrite plus_INR in *.
  replace (INR n - / 2 + INR P) with (INR n + INR P - / 2) in A by ring.
  pose proof (least_unique _ _ _ Hv' A). lra.
Qed.

Theorem exact_decks : Exact_decks.
Proof.
  intros n k s P m n2 M HP E. apply value_formula; auto.
  assert (A : exists x, least (formula k s x) 0 /\ INR n - / 2 = x + INR m * P /\ x * x = / 4).
  { destruct E; [exists (- / 2)|exists (/ 2)]; (split; [|split; lra]).
    - apply (reciprocity k s (/ 2)), least_half, M.
    - apply least_half, M. }
  destruct A as (x & L & X & xx).
  pose proof (least_shift k s M x _ 0 (is_period_mult k s P m HP) L) as A. rewrite <- X, xx in A.
  replace (deals n * limit k s)
    with (0 + limit k s * ((INR n - / 2) * (INR n - / 2) - / 4)) by (unfold deals; field).
  exact A.
Qed.

(* ---------- Bounds ---------- *)

Theorem bounds : Bounds.
Proof.
  intros n k s v n2 M Hv. apply value_formula in Hv; auto. destruct Hv as [[z E] L].
  pose proof (limit_range k s M). set (V := limit k s) in *. set (x := INR n - / 2) in *.
  assert (X : deals n = x * x - / 4) by (unfold deals, x; field).
  assert (up : formula k s x (V * x) <= V * x * x).
  { pose proof (square k s M x (V * x)) as Q. fold V in Q.
    replace ((V * x - V * x) * (V * x - V * x)) with 0 in Q by ring.
    unfold formula. pose proof (phi_bounds (V * x)).
    assert (sum (fun j => delta s j * phi (e s j * (x - V * x))) k
      <= (x - V * x) * (x - V * x) * kappa k s) as C; [|lra].
    unfold kappa. rewrite <- sum_scal. apply sum_le. intros j Hj.
    pose proof (delta_pos k s M j Hj). pose proof (phi_bounds (e s j * (x - V * x))). nra. }
  assert (low : V * x * x - (1 + s k) / 4 <= formula k s x z).
  { pose proof (square k s M x z) as Q. fold V in Q. pose proof (kappa_nonneg k s M).
    assert (0 <= (1 + kappa k s) * ((z - V * x) * (z - V * x))) by
      (apply Rmult_le_pos; [lra|apply Rle_0_sqr]).
    unfold formula. pose proof (phi_bounds z).
    assert ((x - z) * (x - z) * kappa k s - / 4 * sum (delta s) k
      <= sum (fun j => delta s j * phi (e s j * (x - z))) k) as C.
    { unfold kappa. rewrite <- !sum_scal, <- sum_minus. apply sum_le. intros j Hj.
      pose proof (delta_pos k s M j Hj). pose proof (phi_bounds (e s j * (x - z))). nra. }
    rewrite (sum_delta k s M) in C by auto. lra. }
  pose proof (L (V * x)). rewrite E in low. rewrite X in *. split; nra.
Qed.

(* ---------- Enclosure ---------- *)

Lemma dist_near x y : dist x * dist x <= dist y * dist y + Rabs (x - y).
Proof.
  assert (A : dist x <= dist y + Rabs (x - y)).
  { apply Rle_trans with (Rabs (x - IZR (nearest y))).
    - apply Rsqr_incr_0_var; [|apply Rabs_pos]. rewrite <- Rsqr_abs.
      pose proof (phi_ge x (nearest y)). unfold phi, Rsqr in *. lra.
    - unfold dist. replace (x - IZR (nearest y)) with ((y - IZR (nearest y)) + (x - y)) by ring.
      apply Rabs_triang. }
  pose proof (dist_range x). pose proof (dist_range y). pose proof (Rabs_pos (x - y)).
  destruct (Rle_dec (dist x) (dist y)); nra.
Qed.

Definition far (t : R) : R := dist t * dist t.

(* G is a parabola minus squared distances. *)
Lemma formula_parabola k s x z : menu k s -> formula k s x z = limit k s * x * x
  + (1 + kappa k s) * ((z - limit k s * x) * (z - limit k s * x))
  - (far z + sum (fun j => delta s j * far (e s j * (x - z))) k).
Proof.
  intros M. rewrite <- (square k s M x z). unfold formula, phi, kappa. fold (far z).
  rewrite (sum_ext _ (fun j => (x - z) * (x - z) * (delta s j * (e s j * e s j))
    - delta s j * far (e s j * (x - z)))) by (intros; unfold far; ring).
  rewrite sum_minus, sum_scal. ring.
Qed.

(* Moving eta by d changes the squared distances by 2d at most. *)
Lemma far_moves k s x z y : menu k s ->
  far z + sum (fun j => delta s j * far (e s j * (x - z))) k <=
  far y + sum (fun j => delta s j * far (e s j * (x - y))) k + 2 * Rabs (z - y).
Proof.
  intros M. pose proof (dist_near z y) as A. fold (far z) (far y) in A.
  pose proof (Rabs_pos (z - y)).
  assert (C : sum (fun j => delta s j * far (e s j * (x - z))) k <= sum (fun j =>
    delta s j * far (e s j * (x - y)) + Rabs (z - y) * (delta s j * e s j)) k).
  { apply sum_le. intros j L. pose proof (delta_pos k s M j L). pose proof (e_pos k s M j L).
    pose proof (dist_near (e s j * (x - z)) (e s j * (x - y))) as B.
    replace (e s j * (x - z) - e s j * (x - y)) with (- (e s j * (z - y))) in B by ring.
    rewrite Rabs_Ropp, Rabs_mult, (Rabs_right (e s j)) in B by lra. unfold far. nra. }
  rewrite sum_plus, sum_scal, (sum_delta_e k s M) in C by auto.
  assert (s k / (s k + 2) <= 1); [|nra]. pose proof (s_nonneg k s M k (le_n k)).
  apply (Rmult_le_reg_r (s k + 2)); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra.
Qed.

Theorem enclosure : Enclosure.
Proof.
  intros n k s v n2 M Hv x. apply value_formula in Hv; auto. fold x in Hv.
  destruct Hv as [[y E] L]. rewrite <- E. pose proof (L (limit k s * x)) as U. rewrite <- E in U.
  pose proof (far_moves k s x y (limit k s * x) M) as A.
  rewrite !formula_parabola in * by auto. pose proof (kappa_nonneg k s M).
  change (gap k s x) with (far (limit k s * x)
    + sum (fun j => delta s j * far (e s j * (x - limit k s * x))) k).
  assert (I : (1 + kappa k s) * (1 - limit k s) = 1) by (unfold limit; field; lra).
  set (V := limit k s) in *. set (a := 1 + kappa k s) in *. split; [lra|].
  set (d := Rabs (y - V * x)) in *.
  assert (dd : (y - V * x) * (y - V * x) = d * d) by apply Rsqr_abs. rewrite dd in *.
  (* 2d - a d^2 <= 1/a = 1 - V *)
  assert (Q : 0 <= a * ((d - (1 - V)) * (d - (1 - V)))).
  { apply Rmult_le_pos; [unfold a; lra|apply Rle_0_sqr]. }
  replace (a * ((d - (1 - V)) * (d - (1 - V))))
    with (a * (d * d) - 2 * d * (a * (1 - V)) + (1 - V) * (a * (1 - V))) in Q by ring.
  rewrite I in Q. lra.
Qed.

(* ---------- Larger menus ---------- *)

(* Within the range of minima the term of the last bet is 0. *)
Theorem larger_menu : Larger_menu.
Proof.
  intros n k s v n2 M far_bet.
  assert (M' : menu k s) by (destruct M as [s0 inc]; split; [exact s0|intros; apply inc; lia]).
  assert (last : forall m eta, formula (S m) s (INR n - / 2) eta
    = formula m s (INR n - / 2) eta + delta s m * phi (e s m * (INR n - / 2 - eta))).
  { intros. unfold formula. simpl. ring. }
  destruct (masses_exist n k s n2 M') as (eta & T & B & range & zero & _).
  pose proof (slope_least k s _ M' eta zero) as [_ low]. set (x := INR n - / 2) in *.
  assert (Z : phi (e s k * (x - eta)) = 0).
  { pose proof (e_pos (S k) s M k ltac:(lia)) as e0.
    assert (E : e s k * ((s k + 2) * (s (S k) + 2)) = 2).
    { pose proof (s_nonneg (S k) s M k ltac:(lia)).
      pose proof (s_nonneg (S k) s M (S k) ltac:(lia)).
      unfold e. field. lra. }
    assert (0 <= e s k * (x - eta) <= / 2) by (unfold x in *; split; nra).
    assert (D : down (e s k * (x - eta)) = 0%Z).
    { unfold down. rewrite (nearest_unique _ 0); [reflexivity|lra]. }
    rewrite phi_line_down, D. ring. }
  assert (A : least (formula k s x) (formula k s x eta)) by (split; [exists eta|]; auto).
  assert (C : least (formula (S k) s x) (formula k s x eta)).
  { split; [exists eta; rewrite last, Z; ring|]. intros y. rewrite last.
    pose proof (low y). pose proof (phi_nonneg (e s k * (x - y))).
    pose proof (delta_pos (S k) s M k ltac:(lia)). nra. }
  split; intros V; apply value_formula in V; auto; apply value_formula; auto; fold x in V |- *.
  - rewrite (least_unique _ _ _ V A). exact C.
  - rewrite (least_unique _ _ _ V C). exact A.
Qed.
