"""The rule set of an EGN file as options of `euchre`.

What the notation takes for granted is set too: only the caller goes alone, with the call, and the dealer who is
ordered up may put any of his six cards down.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from euchre.nodes import BadNode, Node

GRANTED = {"alone": "caller", "alone_timing": "with-call", "defend_alone": "off", "pick_up": "any-card"}
PACKS = {9: 24, 8: 28, 7: 32}
STANDARD = 24
LEADS = {"LEFT_OF_DEALER": "left-of-dealer", "LEFT_OF_LONER": "left-of-loner"}
# A lone defender's three tricks are worth four points in the notation, as his five are.
DEFEND_ALONE = {"defend_alone": "against-loner", "lone_defender_euchre": 4, "lone_defender_march": 4}
SWITCHES: dict[str, dict[str, Any]] = {
    "canadian": {"canadian_loner": True},
    "defend_alone": DEFEND_ALONE,
    "joker": {"joker": True},
    "allow_no_trump": {"no_trump": "round-two"},
    "go_under": {"farmers_hand": "swap-three"},
}
POINTS = {"loner_march_score": "lone_march", "loner_euchred_score": "lone_euchred", "winning_score": "target"}
DEFAULTS = {"loner_march_score": 4, "loner_euchred_score": 2, "winning_score": 10}
NO_END = 999


@dataclass(frozen=True, slots=True)
class Rules:
    """The options that a file's rule set comes to, and what of it is not ruled here."""

    options: dict[str, Any]
    warnings: tuple[str, ...]

    @property
    def left_over(self) -> int:
        """How many cards lie face down after the deal, the up-card not counted."""
        return int(self.options.get("pack", 24)) + bool(self.options.get("joker")) - 21


def read_rules(metadata: Node) -> Rules:
    """The rules in the metadata of a file; raises BadNode for a game that is not four-handed."""
    ruleset = metadata.get("ruleset") or Node(f"{metadata.pointer}/ruleset", {})
    given = ruleset.of(dict).value
    options: dict[str, Any] = {**GRANTED, "stick_the_dealer": True, "alone_lead": "left-of-dealer"}
    warnings: list[str] = []
    for name, value in given.items():
        made = _option(name, value)
        if made is None:
            warnings.append(f"the setting {name}={value} is not ruled here")
        else:
            options |= made
    if given.get("num_players", 4) != 4:
        raise BadNode(f"{ruleset.pointer}/num_players", "only games of four players are read")
    if given.get("num_deals"):
        options["target"] = NO_END
    return Rules(options, tuple(warnings))


def _option(name: str, value: Any) -> dict[str, Any] | None:
    """The options that one setting comes to; None where it has no like here."""
    if name == "std" and isinstance(value, bool):
        return {"stick_the_dealer": value}
    if name == "loner_lead" and isinstance(value, str) and value in LEADS:
        return {"alone_lead": LEADS[value]}
    if name == "min_rank" and type(value) is int and value in PACKS:
        return {"pack": PACKS[value]}
    if name in POINTS and type(value) is int and value > 0:
        return {POINTS[name]: value}
    if name in SWITCHES and value is True:
        return SWITCHES[name]
    return {} if value in (False, 0, None) or (name, value) == ("num_players", 4) else None


def write_rules(options: Mapping[str, Any], deals: int) -> dict[str, Any]:
    """The rule set that comes nearest to options of `euchre`, all of them given, in a game of so many deals."""
    leads = {value: name for name, value in LEADS.items()}
    ranks = {value: name for name, value in PACKS.items()}
    ruleset: dict[str, Any] = {
        "std": bool(options["stick_the_dealer"]),
        "loner_lead": leads.get(options["alone_lead"], "LEFT_OF_DEALER"),
    }
    if options["pack"] in ranks and options["pack"] != STANDARD:
        ruleset["min_rank"] = ranks[options["pack"]]
    ruleset |= {
        name: True
        for name, made in SWITCHES.items()
        if all(options[option] == value for option, value in made.items() if isinstance(value, (bool, str)))
    }
    if options["target"] == NO_END:
        ruleset["num_deals"] = deals
    ruleset |= {name: options[option] for name, option in POINTS.items() if options[option] != DEFAULTS[name]}
    if "num_deals" in ruleset:
        del ruleset["winning_score"]
    return ruleset
