"""Programs as users write them, of a few statements of each kind."""

from random import Random

CHOICES = (
    "{p(1..3)}.",
    "{p(2); p(10)}.",
    "1 {p(1..3)} 2.",
    "{p(X): X=1..4} = 2.",
    "p(1). {p(2)}. p(3) :- p(2).",
    "p(1); p(2). {q}.",
    "#count{X: p(X): X=1..3} = 1.",
    '{p(a); p(b); p(10); p("x"); p(f(2))}.',
    "{p((1,2)); p((1,10)); p((2,))}.",
    "{p(X)} :- X=1..2. q :- not p(1).",
)

STATEMENTS = {
    "outputs": (
        "%*! p(X): chosen. output *%",
        "%*! q: said; output. *%",
        "%! p(X)",
    ),
    "shows": (
        "#show p/1.",
        "#show.",
        "#show q/0.",
        "#show p(X): p(X).",
        "#show X: p(X), X!=2.",
        "#show -p/1.",
        '#show gone(1,"a.b"): q.',
        "#show p/1. #show q/0.",
        "#show s/1.",
        "#show p/1. #show t(X): p(X).",
    ),
    "projects": (
        "#project p/1.",
        "#project q/0.",
        "#project p(X): X=1..2.",
        "#project _a/0.",
        "#project -p/1.",
    ),
    "others": (
        "{aux}.",
        "{_a}.",
        "{_a; _b}. q :- _a.",
        "{-p(1)}.",
        "{q}.",
        "_h(1..2).",
        "{x'}.",
    ),
    "constants": (
        "#const n=2. {s(1..n)}.",
        "#const n=2. s(n).",
        "#const k=(1,2). s(k).",
        "#const m=m2. s(m).",
    ),
    "externals": (
        "#external e. s(0) :- e.",
        "#external e(1..2). s(X) :- e(X).",
        "#external e. [true] s(0) :- not e.",
        "#external e: q. [free] q :- s(9).",
        "#external e(X): p(X). s(X) :- e(X).",
    ),
    "optimization": (
        "#minimize{X@1,X: p(X)}.",
        "#maximize{1@2,X: p(X)}.",
        ":~ p(X). [X@1,X]",
    ),
    "parts": (
        "#program extra. r(1).",
        "#program extra(t). r(t).",
        "#program base. r(2).",
        "#program extra. {r(3)}. #program base. r(4).",
        "#program base(x). r(x).",
    ),
    "comments": (
        "% #show p/1.",
        "%* #show p/1. *%",
        "% #program extra.",
        "%* a %* nested *% #show. *%",
        's("% no comment").',
        "% #project p/1.",
        's("#show p/1."). s("a.b").',
        "%%% p(1). #const n=3.",
    ),
    "aggregates": (
        ":- #sum{X: p(X)} > 5.",
        "q :- #sum+{X: p(X)} >= 2.",
        "s(N) :- N = #count{X: p(X)}.",
        "s(N) :- N = #max{X: p(X)}.",
        "s(N) :- N = #min{X: p(X)}.",
        "q :- 1 {p(1..2)} 1.",
        "q :- not not p(1).",
    ),
    "terms": (
        "#defined u/1. q :- u(1).",
        "q :- u(1).",
        "#heuristic p(1). [1,true]",
        's(X) :- X=(1;2;"z").',
        r"s(|-3|). s(2**3). s(7/2). s(7\2). s(-7/2).",
        "s(#inf). s(#sup). s(-3). s(b). s(c(d)).",
        ":- p(1), q.",
        "s(X) :- X=1..3, not p(X).",
        "s(X+1) :- p(X).",
        "#edge(X,Y): p(X), p(Y), X!=Y.",
        "s(1..3). s(f(1),2).",
        "s(f(-1)). s(-g(1)). s(((),)).",
        "p(X) :- q, X=1..2. -p(1) :- q.",
        "q :- #true. :- #false.",
        "s(0x1F). s(0b11).",
    ),
}

REFUSED = ("a :-", "p(X).", "{p(1..2)}. #show p/1", "{a}.\nb(X :- a.")


def programs(number: int, seed: int = 1) -> list[str]:
    """Return different programs; a smaller number of them has each kind, too."""
    random, found = Random(seed), dict.fromkeys(REFUSED)
    while len(found) < number:
        kinds = random.sample([*STATEMENTS], random.randint(1, 4))
        lines = [random.choice(CHOICES)]
        lines += [random.choice(STATEMENTS[kind]) for kind in kinds]
        if random.random() < 0.3:
            random.shuffle(lines)
        found["\n".join(lines)] = None
    return [*found]
