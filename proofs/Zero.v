(* A set-valued intermediate value theorem: an increasing slope [L x, U x] with L a <= 0 <= U b
   contains 0 somewhere. Slopes of convex functions have the one-sided continuity it asks for. *)
Require Import Reals Lra Lia.
From Bluff Require Import Statements Sums Phi.
Open Scope R_scope.

(* f is nowhere near x less than at x: lower semicontinuity of a function with steps. *)
Definition lsc (f : R -> R) (x : R) : Prop :=
  exists r, 0 < r /\ forall y, Rabs (y - x) < r -> f x <= f y.

Lemma lsc_down x : lsc (fun y => IZR (down y)) x.
Proof.
  pose proof (down_spec x) as B. exists (x - / 2 - (IZR (down x) - 1)). split; [lra|].
  intros y Y. apply Rabs_def2 in Y. apply IZR_le, Zle_of_lt. pose proof (down_spec y). lra.
Qed.

Lemma lsc_neg_nearest x : lsc (fun y => - IZR (nearest y)) x.
Proof.
  pose proof (nearest_spec x) as B. exists (IZR (nearest x) + 1 - (x + / 2)). split; [lra|].
  intros y Y. apply Rabs_def2 in Y. apply Ropp_le_contravar, IZR_le, Zle_of_lt.
  pose proof (nearest_spec y). lra.
Qed.

Lemma lsc_affine f a c x : lsc f (a * (c - x)) -> lsc (fun y => f (a * (c - y))) x.
Proof.
  intros (r & r0 & F). assert (P : 0 < Rabs a + 1) by (pose proof (Rabs_pos a); lra).
  exists (r / (Rabs a + 1)). split. { apply Rdiv_lt_0_compat; lra. }
  intros y Y. apply F. replace (a * (c - y) - a * (c - x)) with (- a * (y - x)) by ring.
  rewrite Rabs_mult, Rabs_Ropp. pose proof (Rabs_pos a). pose proof (Rabs_pos (y - x)).
  apply (Rmult_lt_compat_r (Rabs a + 1)) in Y; [|exact P].
  unfold Rdiv in Y. rewrite Rmult_assoc, Rinv_l in Y by lra. nra.
Qed.

Lemma lsc_scal f a x : 0 <= a -> lsc f x -> lsc (fun y => a * f y) x.
Proof.
  intros P (r & r0 & F). exists r. split; auto. intros y Y. apply Rmult_le_compat_l; auto.
Qed.

Lemma lsc_plus f g x : lsc f x -> lsc g x -> lsc (fun y => f y + g y) x.
Proof.
  intros (r & r0 & F) (r' & r0' & F'). exists (Rmin r r'). split. { apply Rmin_pos; lra. }
  intros y Y. pose proof (Rmin_l r r'). pose proof (Rmin_r r r').
  apply Rplus_le_compat; [apply F|apply F']; lra.
Qed.

Lemma lsc_sum (f : nat -> R -> R) k x :
  (forall j, (j < k)%nat -> lsc (f j) x) -> lsc (fun y => sum (fun j => f j y) k) x.
Proof.
  induction k as [|k IH]; intros F; simpl.
  - exists 1. split; [lra|]. intros. lra.
  - apply (lsc_plus (fun y => sum (fun j => f j y) k) (f k)); [apply IH; intros|]; apply F; lia.
Qed.

Lemma set_ivt (L U : R -> R) (a b : R) : a <= b -> (forall x, L x <= U x) ->
  (forall x, lsc L x) -> (forall x, lsc (fun y => - U y) x) -> L a <= 0 -> 0 <= U b ->
  exists x, a <= x <= b /\ L x <= 0 <= U x.
Proof.
  intros ab LU lL lU La Ub.
  destruct (completeness (fun x => a <= x <= b /\ L x <= 0)) as [x [above least]].
  - exists b. intros y [? _]. lra.
  - exists a. split; lra.
  - assert (ax : a <= x) by (apply above; split; lra).
    assert (xb : x <= b) by (apply least; intros y [? _]; lra).
    exists x. split; [lra|]. split.
    + destruct (Rle_dec (L x) 0) as [|N]; auto. exfalso. destruct (lL x) as (r & r0 & F).
      assert (x <= x - r); [|lra]. apply least. intros y [By Ly].
      destruct (Rle_dec y (x - r)); auto. exfalso.
      assert (y <= x) by (apply above; auto).
      assert (L x <= L y) by (apply F; apply Rabs_def1; lra). lra.
    + destruct (Rle_dec 0 (U x)) as [|N]; auto. exfalso. destruct (lU x) as (r & r0 & F).
      assert (x < b) by (destruct (Req_dec x b); [subst; lra|lra]).
      set (y := Rmin (x + r / 2) b).
      assert (Y : x < y <= x + r / 2 /\ y <= b) by (unfold y, Rmin; destruct Rle_dec; lra).
      assert (- U x <= - U y) by (apply F; apply Rabs_def1; lra). pose proof (LU y).
      assert (y <= x) by (apply above; split; lra). lra.
Qed.
