* names with blanks, a range, a second objective
NAME          two words
ROWS
 N  the cost
 G  row 1
 L  row 2
 E  row 3
 N  free row
COLUMNS
    a column  the cost           1.5   row 1               1.
    a column  row 2               1.
    b         the cost            1.   row 1             0.25
    b         row 3              -1.   free row            7.
RHS
    rhs       row 1               2.   row 2             1e-1
    rhs       the cost           -3.
RANGES
    range     row 2              2.5   row 3              -4.
BOUNDS
 UP bounds    a column            9.
 MI bounds    b
ENDATA
