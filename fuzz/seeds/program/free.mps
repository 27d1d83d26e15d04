OBJSENSE MAX
ROWS
 N f
 L a
 G b
COLUMNS
 x f 1 a 1
 x b 1
 y f -1/3 a 2.5
 z b 1e3
RHS
 a 4
BOUNDS
 UP x -1
 FX y 1/7
 FR z
ENDATA
