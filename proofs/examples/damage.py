"""A test file in which numbers of an example's theorem are damaged: `damage.py EXAMPLE.v`.

The proof stays as it is. Coq must accept the undamaged theorem and refuse the others: one for each
number, or 20 of them spread over the theorem if there are more.
"""

import re
import sys

text = open(sys.argv[1]).read()
statement, tactic = re.search(
    r"^Theorem answer : (.*?)\.\nProof\. (.*?)\.\s*Qed\.", text, re.DOTALL | re.MULTILINE
).groups()

print("From Bluff Require Import Answers.\nOpen Scope Q_scope.")
print(f"Definition sound : {statement} := ltac:({tactic}).")
numbers = list(re.finditer(r"\d+", statement))
for place in sorted({i * len(numbers) // 20 for i in range(20)}):
    number = numbers[place]
    more = str(int(number[0]) + 1)
    damaged = statement[: number.start()] + more + statement[number.end() :]
    print(f"Fail Definition damaged_{place} : {damaged} := ltac:({tactic}).")
