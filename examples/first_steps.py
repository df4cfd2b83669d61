"""The examples of the README: a deal, an agent of one's own, and two matches."""

import kibitz

game = kibitz.Game("tichu", rules="official")
state = game.deal(seed=7)  # a state never changes; playing gives a new one
agent = kibitz.agent("rules")
while not state.over:
    seat = state.to_act[0]
    view = state.view(seat)  # the information set of the seat: all it may know, and nothing else
    state = state.play(seat, agent.act(view))
print(state.returns)
print(state.record())


class Cautious:
    """Passes if it may, else plays its first legal move. Any object with act(view) is an agent."""

    def act(self, view: kibitz.View) -> kibitz.Move:
        moves = view.legal()
        return next((move for move in moves if move.is_pass), moves[0])


print(kibitz.match("tichu", "rules", Cautious(), deals=20, seed=1, rules="epfl2017"))
print(kibitz.match("tichu", "rules", "random", deals=500, seed=1, rules="epfl2017"))
