(* The two bounds meet: balanced masses exist, and there D equals the least G. *)
Require Import Reals Lra Lia ZArith.
From Bluff Require Import Statements Sums Phi Zero Ranks Upper Lower.
Open Scope R_scope.

Lemma value_unique n k s v v' : value n k s v -> value n k s v' -> v = v'.
Proof.
  intros (p & q & Hp & Hq & A & B) (p' & q' & Hp' & Hq' & A' & B').
  pose proof (A q' Hq'). pose proof (B' p Hp). pose proof (A' q Hq). pose proof (B p' Hp'). lra.
Qed.

Lemma least_unique f m m' : least f m -> least f m' -> m = m'.
Proof. intros [[x E] A] [[x' E'] A']. pose proof (A x'). pose proof (A' x). lra. Qed.

(* ---------- Half slopes of G: an interval [low, high] at each eta ---------- *)

Definition slope_low (k : nat) (s : nat -> R) (x eta : R) : R :=
  IZR (down eta) - sum (fun j => delta s j * e s j * IZR (nearest (e s j * (x - eta)))) k.
Definition slope_high (k : nat) (s : nat -> R) (x eta : R) : R :=
  IZR (nearest eta) - sum (fun j => delta s j * e s j * IZR (down (e s j * (x - eta)))) k.

Section Slopes.
Variables (k : nat) (s : nat -> R) (x : R).
Hypothesis M : menu k s.

Lemma weight_pos j : (j < k)%nat -> 0 < delta s j * e s j.
Proof. intros L. apply Rmult_lt_0_compat; [apply (delta_pos k)|apply (e_pos k)]; auto. Qed.

Lemma slope_order eta : slope_low k s x eta <= slope_high k s x eta.
Proof.
  unfold slope_low, slope_high. apply Rplus_le_compat; [apply down_le_R|].
  apply Ropp_le_contravar, sum_le. intros j L. pose proof (weight_pos j L).
  apply Rmult_le_compat_l; [lra|apply down_le_R].
Qed.

Lemma opp_sum (w f : nat -> R) : - sum (fun j => w j * f j) k = sum (fun j => w j * - f j) k.
Proof.
  rewrite (sum_ext (fun j => w j * - f j) (fun j => -1 * (w j * f j))) by (intros; ring).
  rewrite sum_scal. ring.
Qed.

Lemma lsc_ext f g y : (forall z, f z = g z) -> lsc f y -> lsc g y.
Proof.
  intros E (r & r0 & F). exists r. split; auto. intros z Z. rewrite <- !E. apply F, Z.
Qed.

Lemma lsc_slope_low y : lsc (slope_low k s x) y.
Proof.
  apply (lsc_ext (fun z => IZR (down z)
    + sum (fun j => delta s j * e s j * - IZR (nearest (e s j * (x - z)))) k)).
  { intros z. unfold slope_low. rewrite <- opp_sum. ring. }
  apply lsc_plus; [apply lsc_down|]. apply lsc_sum. intros j L. pose proof (weight_pos j L).
  apply lsc_scal; [lra|]. apply (lsc_affine (fun t => - IZR (nearest t))), lsc_neg_nearest.
Qed.

Lemma lsc_slope_high y : lsc (fun z => - slope_high k s x z) y.
Proof.
  apply (lsc_ext (fun z => - IZR (nearest z)
    + sum (fun j => delta s j * e s j * IZR (down (e s j * (x - z)))) k)).
  { intros z. unfold slope_high. ring. }
  apply (lsc_plus (fun z => - IZR (nearest z))); [apply lsc_neg_nearest|].
  apply lsc_sum. intros j L. pose proof (weight_pos j L).
  apply lsc_scal; [lra|]. apply (lsc_affine (fun t => IZR (down t))), lsc_down.
Qed.

(* The slope is negative at -1/2 and positive at x, so it contains 0 between them. *)
Lemma slope_zero : - / 2 <= x ->
  exists eta, - / 2 <= eta <= x /\ slope_low k s x eta <= 0 <= slope_high k s x eta.
Proof.
  intros x0. apply set_ivt; auto using slope_order, lsc_slope_low, lsc_slope_high.
  - unfold slope_low. assert (down (- / 2) = (-1)%Z) as ->.
    { unfold down. rewrite Ropp_involutive, (nearest_unique (/ 2) 1); [reflexivity|lra]. }
    assert (0 <= sum (fun j => delta s j * e s j * IZR (nearest (e s j * (x - - / 2)))) k); [|lra].
    apply sum_nonneg. intros j L. apply Rmult_le_pos; [pose proof (weight_pos j L); lra|].
    apply (IZR_le 0), Z.le_trans with (2 := down_le _), down_nonneg.
    apply Rmult_le_pos; [pose proof (e_pos k s M j L)|]; lra.
  - unfold slope_high. rewrite sum_zero.
    + rewrite Rminus_0_r. pose proof (nearest_spec x).
      apply (IZR_le 0), Zle_of_lt. lra.
    + intros j L. rewrite Rminus_diag_eq, Rmult_0_r, down_0 by reflexivity. ring.
Qed.

(* Where the slope contains 0, G is least, by lines below phi. *)
Lemma slope_least eta : slope_low k s x eta <= 0 <= slope_high k s x eta ->
  least (formula k s x) (formula k s x eta).
Proof.
  intros [A B]. split; [exists eta; auto|]. intros y.
  (* For any choice g of the half slopes of phi, one factor (y - eta) remains. *)
  assert (line : forall g0 g, IZR (down eta) <= g0 <= IZR (nearest eta) ->
    (forall j, IZR (down (e s j * (x - eta))) <= g j <= IZR (nearest (e s j * (x - eta)))) ->
    formula k s x eta + 2 * (y - eta) * (g0 - sum (fun j => delta s j * e s j * g j) k)
    <= formula k s x y).
  { intros g0 g H0 Hg. unfold formula.
    pose proof (phi_slope eta y g0 H0).
    assert (sum (fun j => delta s j * phi (e s j * (x - eta))
        - 2 * (y - eta) * (delta s j * e s j * g j)) k
      <= sum (fun j => delta s j * phi (e s j * (x - y))) k) as C.
    { apply sum_le. intros j L. pose proof (delta_pos k s M j L).
      pose proof (phi_slope (e s j * (x - eta)) (e s j * (x - y)) (g j) (Hg j)). nra. }
    rewrite sum_minus, sum_scal in C. lra. }
  pose proof (down_le_R eta) as O. destruct (Rle_dec eta y).
  - assert (C : formula k s x eta + 2 * (y - eta) * slope_high k s x eta <= formula k s x y).
    { apply (line (IZR (nearest eta)) (fun j => IZR (down (e s j * (x - eta)))));
        [lra|intros; split; [apply Rle_refl|apply down_le_R]]. }
    nra.
  - assert (C : formula k s x eta + 2 * (y - eta) * slope_low k s x eta <= formula k s x y).
    { apply (line (IZR (down eta)) (fun j => IZR (nearest (e s j * (x - eta)))));
        [lra|intros; split; [apply down_le_R|apply Rle_refl]]. }
    nra.
Qed.
End Slopes.

(* ---------- Balanced masses ---------- *)

(* A weight w that makes the mean of the two ends of the slope 0. *)
Lemma weight low high : low <= 0 <= high ->
  exists w, 0 <= w <= 1 /\ (1 - w) * low + w * high = 0.
Proof.
  intros B. destruct (Req_dec high low) as [E|E].
  - exists 0. split; lra.
  - exists (- low / (high - low)). assert (P : 0 < high - low) by lra. split; [|field; lra].
    split; apply (Rmult_le_reg_r (high - low)); auto;
      unfold Rdiv; rewrite ?Rmult_assoc, ?Rinv_l by lra; lra.
Qed.

(* The same weight in every half slope; the ends are whole, so the masses fit into the deck. *)
Lemma masses_exist n k s : (2 <= n)%nat -> menu k s ->
  exists eta T B, - / 2 <= eta <= INR n - / 2 /\
    slope_low k s (INR n - / 2) eta <= 0 <= slope_high k s (INR n - / 2) eta /\
    masses k s n T B /\ IZR (down eta) <= B <= IZR (nearest eta) /\
    forall j, (j < k)%nat -> IZR (down (e s j * (INR n - / 2 - eta))) <= T j
      <= IZR (nearest (e s j * (INR n - / 2 - eta))).
Proof.
  intros n2 M. assert (n2' : 2 <= INR n) by (apply (le_INR 2); auto). set (x := INR n - / 2).
  destruct (slope_zero k s x M) as (eta & Heta & zero); [unfold x; lra|].
  destruct (weight _ _ zero) as (w & w01 & E).
  set (mu := x - eta). assert (mu0 : 0 <= mu) by (unfold mu; lra).
  set (T := fun j => if Nat.ltb j k
    then (1 - w) * IZR (nearest (e s j * mu)) + w * IZR (down (e s j * mu)) else 0).
  assert (TT : forall j, (j < k)%nat ->
    IZR (down (e s j * mu)) <= T j <= IZR (nearest (e s j * mu))).
  { intros j L. unfold T. destruct (Nat.ltb_spec j k); [|lia].
    pose proof (down_le_R (e s j * mu)). nra. }
  assert (T0 : forall j, (j < k)%nat -> 0 <= T j).
  { intros j L. pose proof (TT j L). pose proof (e_pos k s M j L).
    assert (0 <= IZR (down (e s j * mu))); [|lra].
    apply (IZR_le 0), down_nonneg, Rmult_le_pos; lra. }
  assert (Tk : T k = 0) by (unfold T; destruct (Nat.ltb_spec k k); [lia|auto]).
  assert (h0 : (0 <= nearest eta)%Z) by (apply Zle_of_lt; pose proof (nearest_spec eta); lra).
  exists eta, T, ((1 - w) * IZR (down eta) + w * IZR (nearest eta)).
  split; [exact Heta|]. split; [exact zero|]. split; [split|split; [|exact TT]].
  - exact Tk.
  - intros j L. destruct (Nat.eq_dec (S j) k) as [Ek|Ek]; [rewrite Ek, Tk; auto|].
    pose proof (TT (S j) ltac:(lia)). pose proof (TT j L). destruct mu0 as [P|P].
    + apply Rle_trans with (IZR (down (e s j * mu))); [|lra].
      apply Rle_trans with (IZR (nearest (e s (S j) * mu))); [lra|].
      apply IZR_le, nearest_le_down, Rmult_lt_compat_r; [exact P|].
      apply (e_decr k); [exact M|lia].
    + rewrite <- P, !Rmult_0_r, down_0, nearest_0 in *. lra.
  - exists (if Nat.ltb 0 k then Z.to_nat (nearest (e s 0%nat * mu)) else O).
    exists (Z.to_nat (nearest eta)). rewrite (INR_to_nat _ h0).
    pose proof (down_le_R eta). pose proof (nearest_spec eta). split; [|split; [nra|]].
    + destruct (Nat.ltb_spec 0 k) as [L|L].
      * pose proof (TT O L). pose proof (T0 O L). rewrite INR_to_nat; [lra|]. apply le_IZR. lra.
      * assert (T O = T k) as -> by (f_equal; lia). rewrite Tk. simpl. lra.
    + apply Nat2Z.inj_le, Zle_of_lt. rewrite <- !INR_IZR_INZ, plus_INR, (INR_to_nat _ h0).
      destruct (Nat.ltb_spec 0 k) as [L|L]; [|simpl; unfold mu, x in *; lra].
      pose proof (e_half k s M O L). pose proof (e_pos k s M O L).
      pose proof (TT O L). pose proof (T0 O L).
      rewrite INR_to_nat by (apply le_IZR; lra). pose proof (nearest_spec (e s 0%nat * mu)).
      unfold mu, x in *. nra.
  - unfold slope_low, slope_high in E. fold mu in E.
    rewrite (sum_ext _ (fun j => (1 - w) * (delta s j * e s j * IZR (nearest (e s j * mu)))
      + w * (delta s j * e s j * IZR (down (e s j * mu))))).
    + rewrite sum_plus, !sum_scal. lra.
    + intros j L. unfold T. destruct (Nat.ltb_spec j k); [ring|lia].
  - pose proof (down_le_R eta). nra.
Qed.

(* ---------- The theorem ---------- *)

Theorem one_street : One_street.
Proof.
  intros n k s n2 M. assert (n2' : 2 <= INR n) by (apply (le_INR 2); auto).
  destruct (masses_exist n k s n2 M) as (eta & T & B & Heta & Z & F & HB & HT).
  set (x := INR n - / 2) in *.
  pose proof (B_nonneg k s n T B M F) as B0.
  assert (E : D k s n T B = formula k s x eta).
  { unfold D, formula. fold x.
    rewrite (fenchel_eq n eta B) by (auto; pose proof (nearest_spec eta); unfold x in *; lra).
    rewrite (sum_ext (fun j => delta s j * psi n (T j)) (fun j =>
      2 * (x - eta) * (delta s j * e s j * T j) - delta s j * phi (e s j * (x - eta)))).
    - rewrite sum_minus, sum_scal, <- (balance _ _ _ _ _ F). ring.
    - intros j L. pose proof (T_nonneg k s n T B F j ltac:(lia)).
      pose proof (nearest_spec (e s j * (x - eta))).
      pose proof (e_half k s M j L). pose proof (e_pos k s M j L).
      rewrite (fenchel_eq n (e s j * (x - eta)) (T j)); [ring|auto|auto|unfold x in *; nra]. }
  exists (flip n (balanced s n T B)), (flip n (call_down s (x - eta))), (formula k s x eta).
  split; [apply slope_least; auto|]. apply solves_by_ranks; auto.
  - apply balanced_valid; auto.
  - apply call_down_valid.
  - intros q V. rewrite <- E. apply lower_bound; auto.
  - intros p V. replace eta with (x - (x - eta)) at 2 by ring. unfold x.
    apply upper_bound; auto. unfold x in *. lra.
Qed.

Theorem value_formula : Value_formula.
Proof.
  intros n k s v n2 M. destruct (one_street n k s n2 M) as (p & q & m & L & S).
  pose proof (deals_pos n n2) as P.
  assert (X : deals n * (m / deals n) = m) by (field; lra). split; intros A.
  - rewrite (value_unique n k s v (m / deals n)); [rewrite X; auto|auto|exists p, q; auto].
  - pose proof (least_unique _ _ _ A L) as Y. exists p, q.
    replace v with (m / deals n) by (rewrite <- Y; field; lra). exact S.
Qed.
