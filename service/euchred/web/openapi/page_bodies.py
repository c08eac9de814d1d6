"""The bodies of lists and pages, as the published contract describes them (contract §8)."""

from __future__ import annotations

from .bodies import Problem
from .shapes import CARDS, MOVES, SEAT, TEXT, WHOLE, Answer, Inside, Several, Shown, component, listed


class Limits(Answer):
    """What a request may hold."""

    body_bytes = Shown(WHOLE, "The bytes of a body.")
    batch_bytes = Shown(WHOLE, "The bytes of the body of a batch.")
    line_bytes = Shown(WHOLE, "The bytes of a line of a batch.")
    nesting = Shown(WHOLE, "The levels of arrays and objects in a body.")
    moves = Shown(WHOLE, "The moves of a record.")
    deals = Shown(WHOLE, "The deals of a game.")
    game_moves = Shown(WHOLE, "The moves of all deals of a game.")
    unseen_gifts = Shown(WHOLE, "The cards of a game that were given and that nobody names.")
    cards_tried = Shown(WHOLE, "The cards that are tried for a claim or for solve, before it is given up.")
    options = Shown(WHOLE, "The options of a variant or of a rule book.")
    name_characters = Shown(WHOLE, "The characters of a player's name.")
    score = Shown(WHOLE, "The highest total, and without its sign the lowest.")
    errors = Shown(WHOLE, "The defects that a problem lists; it counts the others.")


class About(Answer):
    """What this service is."""

    contract = Shown(TEXT, "The version of this contract.")
    variants = Shown({"type": "object", "additionalProperties": WHOLE}, "The rule books: id and revision.")
    limits = Inside(Limits, "What a request may hold.")


class Source(Answer):
    """Where a rule was published."""

    id = Shown(TEXT, "Its tag.")
    title = Shown(TEXT, "What it is.")
    note = Shown(TEXT, "What it was used for.")


class Revision(Answer):
    """A revision of a rule book."""

    revision = Shown(WHOLE, "Its number.")
    note = Shown(TEXT, "What changed with it.")


class OptionSchemas(Answer):
    """The options of a rule book, as a JSON Schema of the field `options`; its `additionalProperties` is false."""

    # That keyword is no field here: generators keep what they do not know under its name, and the two would clash.
    type = Shown(TEXT, "Always `object`.")
    properties = Shown(
        {"type": "object", "additionalProperties": component("OptionSchema")},
        "Each option and the schema of its value.",
    )


class Variant(Answer):
    """A rule book."""

    id = Shown(TEXT, "Its id.")
    name = Shown(TEXT, "What people call it.")
    aliases = Shown(listed(TEXT), "Other ids that are accepted.")
    revision = Shown(WHOLE, "Its revision; a default or meaning changes only with it.")
    history = Several(Revision, "All revisions.")
    provisional = Shown(listed(TEXT), "What is not certain in its sources; empty when nothing is.")
    summary = Shown(TEXT, "The game in a sentence.")
    auction = Shown(TEXT, "How trump is found: `turn-up` or `bids`.")
    seats = Shown(WHOLE, "The number of seats.")
    sides = Shown(listed(listed(SEAT)), "The seats of each side.")
    hand_size = Shown(WHOLE, "The cards dealt to a seat.")
    pack = Shown(CARDS, "The cards of the pack, with the default options; a card that is there twice stands twice.")
    options = Inside(
        OptionSchemas, "The options: what each decides, its values, what they mean and where they are played."
    )
    actions = Shown(MOVES, "Every move that the game has under any of its options; fixed within a revision.")
    sources = Several(Source, "Where its rules and options were published.")
    href = Shown(TEXT, "Its address.")


class Variants(Answer):
    """The rule books."""

    variants = Several(Variant, "Every rule book.")


class Fact(Answer):
    """A fact that rulings of a rule give."""

    name = Shown(TEXT, "Its name in `facts`.")
    type = Shown(TEXT, "What its value is.")


class Rule(Answer):
    """A rule of the judge."""

    rule = Shown(TEXT, "Its id, as rulings name it.")
    title = Shown(TEXT, "What it is about.")
    statement = Shown(TEXT, "What it says.")
    facts = Several(Fact, "What its rulings rest on.")
    options = Shown(listed(TEXT), "The options that can decide it.")
    variants = Shown(listed(TEXT), "The games in which it can come up.")
    sources = Several(Source, "Where it was published.")
    cases = Shown(listed(component("WorkedCase")), "Worked cases: what to post, and what comes back.")
    href = Shown(TEXT, "Its address.")


class Rules(Answer):
    """Rules of the judge."""

    rules = Several(Rule, "The rules found.")


class ProblemInShort(Answer):
    """A problem type."""

    type = Shown(TEXT, "The type as problems name it; its address.")
    title = Shown(TEXT, "The type in words.")
    status = Shown(WHOLE, "The status that it comes with.")
    meaning = Shown(TEXT, "When it is answered, and what to do.")


class Problems(Answer):
    """The problem types."""

    problems = Several(ProblemInShort, "Every problem type.")


class Member(Answer):
    """A member of a problem."""

    name = Shown(TEXT, "Its name.")
    description = Shown(TEXT, "What it says.")


class ExampleRequest(Answer):
    """A request that leads to a problem."""

    method = Shown(TEXT, "The method.")
    path = Shown(TEXT, "The path.")
    headers = Shown({"type": "object", "additionalProperties": TEXT}, "Headers that matter.")
    body = Shown(TEXT, "The body as text, or null.", null=True)


class ProblemExample(Answer):
    """A problem as it is answered, and to what."""

    request = Inside(ExampleRequest, "A request that leads to it; null where none should.", null=True)
    answer = Inside(Problem, "The answer.")


class ProblemPage(ProblemInShort):
    """A problem type in full."""

    members = Several(Member, "The members of every problem.")
    example = Inside(ProblemExample, "A worked example.")


class Alive(Answer):
    """The process answers."""

    status = Shown(TEXT, "Always `alive`.")


class Ready(Answer):
    """Every rule book has been tested."""

    status = Shown(TEXT, "Always `ready`.")
    variants = Shown({"type": "object", "additionalProperties": WHOLE}, "The rule books: id and revision.")
