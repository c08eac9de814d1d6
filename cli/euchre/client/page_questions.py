"""The rule books, the rules and the problem types (contract §8)."""

from __future__ import annotations

from euchre.client.asking import Asking
from euchre.client.pages import About, ProblemPage, Problems, Rule, Rules, Variant, Variants


class PageQuestions(Asking):
    """What the service knows; a rule book or a rule that there is not raises Refused."""

    def about(self) -> About:
        """What the service is: contract, rule books with their revisions, limits."""
        return self._page(About, "v1")

    def variants(self) -> Variants:
        """All rule books."""
        return self._page(Variants, "v1", "variants")

    def variant(self, name: str) -> Variant:
        """One rule book, by id or alias."""
        return self._page(Variant, "v1", "variants", name)

    def rules(self, *, variant: str | None = None, q: str | None = None) -> Rules:
        """The rules, those of a variant, or those with a word."""
        return self._page(Rules, "v1", "rules", variant=variant, q=q)

    def rule(self, name: str) -> Rule:
        """One rule."""
        return self._page(Rule, "v1", "rules", name)

    def problems(self) -> Problems:
        """All problem types."""
        return self._page(Problems, "problems")

    def problem(self, name: str) -> ProblemPage:
        """One problem type."""
        return self._page(ProblemPage, "problems", name)
