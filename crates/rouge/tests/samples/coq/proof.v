(* A list that is (* nested *) reversed twice. *)
Require Import Coq.Lists.List Nat.
Import ListNotations.
Set Implicit Arguments.
Module Type Shape.
Inductive tree (A : Type) : Type := leaf | node (l : tree A) (x : A) (r : tree A).
Fixpoint size {A} (t : tree A) : nat := match t with leaf _ => 0 | node l _ r => 1 + size l + size r end.
Notation "x '+++' y" := (app x y) (at level 60).
Definition pi' := 3.14e-2 + -7. Check _under.
Theorem rev_rev : forall (A : Type) (l : list A), rev (rev l) = l /\ True -> ∀ x ∈ l, x ≠ 0.
Proof.
  intros A l; induction l as [|x xs IH].
  - reflexivity.
  + simpl. rewrite rev_app_distr, IH; try congruence. { exact I. }
  1,2: auto. all: eauto. [goal]: { now f_equal. }
Qed.
Ltac go := repeat (destruct ?x || fail 1 "no ""way""") ; omega.
Compute String.length "abc". @bad $ `{x} '\n' 'c'.
Unset Printing Notations.
