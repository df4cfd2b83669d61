"""The engine protocol: positions in, moves and analyses out, a JSON object a line (docs/engine.md).

``kibitz engine`` speaks it (``serving``), ``engine(CMD)`` seats a program that does (``process``), and
``kibitz compliance CMD`` checks one (``compliance``). All messages are in ``messages``.
"""
