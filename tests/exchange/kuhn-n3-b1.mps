* kuhn/n3-b1: the program of player II.
* Minus the optimum, divided by 6, is the value of the game to player II, plus
* 0 that no choice changes.
* X2_c = probability of (player II, facing a check: bet 1), summed over cards 1..c
* X4_c = probability of (player II, facing bet 1: call), summed over cards 1..c
* q0_c = payoff left at (player I, first to act) with card c
* reply1_c: (player I, first to act: check) with card c
* reply2_c: (player I, first to act: bet 1) with card c
* q2_c = payoff left at (player I, facing bet 1 after a check) with card c
* reply3_c: (player I, facing bet 1 after a check: fold) with card c
* reply4_c: (player I, facing bet 1 after a check: call) with card c
* objective multiplied by 1
NAME bluff
ROWS
 N obj
 G plan0_lower
 L plan0_upper
 G plan1_lower
 L plan1_upper
 G plan2_lower
 L plan2_upper
 G plan3_lower
 L plan3_upper
 G reply1_1
 G reply1_2
 G reply1_3
 G reply2_1
 G reply2_2
 G reply2_3
 G reply3_1
 G reply3_2
 G reply3_3
 G reply4_1
 G reply4_2
 G reply4_3
COLUMNS
 X2_1 plan0_lower -1
 X2_1 plan0_upper -1
 X2_1 reply1_1 1
 X2_1 reply1_2 1
 X2_1 reply3_1 -1
 X2_1 reply3_2 1
 X2_1 reply4_1 -2
 X2_1 reply4_2 -2
 X2_2 plan0_lower 1
 X2_2 plan0_upper 1
 X2_2 plan1_lower -1
 X2_2 plan1_upper -1
 X2_2 reply1_2 1
 X2_2 reply1_3 1
 X2_2 reply3_2 -1
 X2_2 reply3_3 1
 X2_2 reply4_2 -2
 X2_2 reply4_3 -2
 X2_3 plan1_lower 1
 X2_3 plan1_upper 1
 X2_3 reply1_1 -1
 X2_3 reply1_2 -1
 X2_3 reply3_1 1
 X2_3 reply3_2 1
 X2_3 reply4_1 2
 X2_3 reply4_2 2
 X4_1 plan2_lower -1
 X4_1 plan2_upper -1
 X4_1 reply2_1 -3
 X4_1 reply2_2 -1
 X4_2 plan2_lower 1
 X4_2 plan2_upper 1
 X4_2 plan3_lower -1
 X4_2 plan3_upper -1
 X4_2 reply2_2 -3
 X4_2 reply2_3 -1
 X4_3 plan3_lower 1
 X4_3 plan3_upper 1
 X4_3 reply2_1 3
 X4_3 reply2_2 3
 q0_1 obj -1
 q0_1 reply1_1 -1
 q0_1 reply2_1 -1
 q0_2 obj -1
 q0_2 reply1_2 -1
 q0_2 reply2_2 -1
 q0_3 obj -1
 q0_3 reply1_3 -1
 q0_3 reply2_3 -1
 q2_1 reply1_1 1
 q2_1 reply3_1 -1
 q2_1 reply4_1 -1
 q2_2 reply1_2 1
 q2_2 reply3_2 -1
 q2_2 reply4_2 -1
 q2_3 reply1_3 1
 q2_3 reply3_3 -1
 q2_3 reply4_3 -1
RHS
 rhs plan0_upper 1
 rhs plan1_upper 1
 rhs plan2_upper 1
 rhs plan3_upper 1
 rhs reply1_1 -2
 rhs reply1_3 2
 rhs reply2_1 2
 rhs reply2_2 2
 rhs reply2_3 2
BOUNDS
 LO bounds X2_1 0
 UP bounds X2_1 1
 FR bounds X2_2
 FR bounds X2_3
 LO bounds X4_1 0
 UP bounds X4_1 1
 FR bounds X4_2
 FR bounds X4_3
 FR bounds q0_1
 FR bounds q0_2
 FR bounds q0_3
 FR bounds q2_1
 FR bounds q2_2
 FR bounds q2_3
ENDATA
