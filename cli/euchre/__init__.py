"""The judge of euchre and its family, for Python programs: `from euchre import Judge`; and the command `euchre`.

The names are loaded when they are asked for: the command line starts without them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from euchre.client.errors import BadSetting, Refused, Unreachable
    from euchre.client.judge import Judge
else:

    def __getattr__(name: str) -> object:
        from importlib import import_module

        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(import_module(f"euchre.client.{'judge' if name == 'Judge' else 'errors'}"), name)


__all__ = ["BadSetting", "Judge", "Refused", "Unreachable"]
