"""What the service is measured against, on the same server: a bare echo, and the service one would write oneself."""

from __future__ import annotations

from typing import Any

import pyspiel
from flask import Flask, abort, jsonify, request

from euchred.server.bridge import Bridge

PATH = "/v1/legal-moves"


def echo() -> Bridge:
    """What HTTP, Flask and JSON cost without any work."""
    app = Flask("echo")
    app.post(PATH)(lambda: jsonify(request.get_json()))
    return Bridge(app)


def do_it_yourself() -> Bridge:
    """The obvious service over OpenSpiel: replays the actions of a hand of euchre, answers the legal ones."""
    game = pyspiel.load_game("euchre")
    app = Flask("do-it-yourself")

    @app.post(PATH)
    def legal_moves() -> Any:
        state = game.new_initial_state()
        for place, action in enumerate(request.get_json()["actions"]):
            if action not in state.legal_actions():
                abort(422, f"action {place} is not legal")
            state.apply_action(action)
        seat = state.current_player()
        moves = [state.action_to_string(seat, action) for action in state.legal_actions()]
        return jsonify(seat=seat, phase=state.current_phase().name, moves=moves)

    return Bridge(app)
