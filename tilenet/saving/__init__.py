"""A game as readable JSON, and back: everything that its attributes lead to, and nothing that would be executed.

    null, true, 1, "text", 0.5          as in JSON; floats are exact
    [3, 4]                              a tuple
    {"list": [...]}                     and so are "set", "frozenset", "deque", "range"
    {"dict": {"a": 1}}                  a dict whose keys are all str
    {"dict": [[key, value], ...]}       any other; and so is "Counter"
    {"float": "inf"}, {"bytes": "0aff"} what JSON has no word for
    {"enum": "rules.Kind.SET"}          a class by its module and name, without the game's package
    {"player": "id"}                    somebody whom the reader knows by the same id
    {"chance": "seed", "at": 17}        a `tilenet.chance.Chance`; {"random": [...]} any other seeded `Random`
    {"class": "rules.Match", "board": ..., ...}
    {..., "as": 3} and {"same": 3}      the same thing twice: it is written where it is met first

A game needs no line for this. Attributes that only remember what was drawn can be left out: its class lists them in
`caches`, with the values that they have before anything is drawn.
"""
