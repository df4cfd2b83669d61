"""Rounds of people from elsewhere: what is logged is what is imported, and what is broken is explained by its line."""

import json
import random
import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kibitz
from brettspielwelt import NAMES, log
from conftest import Command
from kibitz import Record, State, _core
from kibitz.games.tichu.logs import read
from kibitz.logs import Fault, Round, reader_of

GAME = kibitz.Game("tichu", "bsw")


def match(players: str, seed: int, rounds: int) -> list[Record]:
    """Rounds of one match, as long as it goes."""
    found: list[Record] = []
    state: State | None = None
    for number in range(rounds):
        state = _round(GAME.deal(_core.deal_seed(seed, number), after=state), players, seed + number)
        found.append(state.record())
        if state.match_over:
            break
    return found


def _round(state: State, players: str, seed: int) -> State:
    agents = [kibitz.agent(players, seed * 4 + seat) for seat in range(4)]
    while not state.over:
        seat = state.to_act[0]
        state = state.play(seat, agents[seat].act(state.view(seat)))
    return state


MATCHES = [match(players, seed, 12) for seed in range(6) for players in ("rules", "random")]
RECORDS = [record for records in MATCHES for record in records]


def imported(text: str | bytes, *, names: bool = False) -> list[Round | Fault]:
    return list(read(text.encode() if isinstance(text, str) else text, names=names))


def rounds(text: str | bytes, *, names: bool = False) -> list[Round]:
    found = imported(text, names=names)
    assert not [each for each in found if isinstance(each, Fault)]
    return [each for each in found if isinstance(each, Round)]


def faults(text: str | bytes) -> list[str]:
    return [str(each) for each in imported(text) if isinstance(each, Fault)]


def parts(record: Record) -> dict[str, object]:
    """What a log tells of a record: not the seed, nor how the moves stand in lines."""
    told = json.loads(record.to_json())
    return {"deal": told["deal"], "moves": record.moves, "result": record.result, "rules": told["rules"]}


# --- What is written is what is read ----------------------------------------------------------------------------------


@pytest.mark.parametrize("records", MATCHES, ids=range(len(MATCHES)))
def test_a_match_that_is_written_as_a_log_comes_back(records: list[Record]) -> None:
    found = rounds("".join(map(log, records)))
    assert len(found) == len(records)
    for record, each in zip(records, found, strict=True):
        assert parts(record) in [parts(reading) for reading in each.readings]
        for reading in each.readings:
            assert reading.replay().returns == record.result


def test_the_deals_have_what_logs_have() -> None:
    """Else the test above would show little."""
    moves = [move for record in RECORDS for _, move in record.moves]
    assert {"grand", "tichu"} <= set(moves)
    for beginning in ("wish:-", "wish:K", "dragon>", "Do", "Ph"):
        assert any(move.startswith(beginning) for move in moves), beginning
    assert any("Ph=" in move for move in moves)
    assert any(sum(record.result[:2]) in (200, 0) for record in RECORDS if record.result)
    assert any(_out_of_turn(record) for record in RECORDS)
    assert any(len(each.readings) > 1 for records in MATCHES for each in rounds("".join(map(log, records))))


def _out_of_turn(record: Record) -> bool:
    from kibitz.analysis.positions import positions

    return any(
        len(at.move.split()) >= 4 and at.seat not in at.before.settled().to_act
        for at in positions(record)
        if at.before.phase in ("play", "dragon") and at.move != "tichu"
    )


def test_a_round_knows_the_score_before_it() -> None:
    first, second, *_ = MATCHES[0]
    *_, found = rounds(log(first) + log(second))
    assert first.result is not None
    ours, theirs = first.result[:2]
    assert json.loads(found.readings[0].to_json())["deal"]["totals"] == f"{ours} {theirs}"


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.replace("\n", "\r\n"),
        lambda text: text.replace("\n", "\r"),
        lambda text: text.replace("\n", "   \n\n \n"),
        lambda text: text.replace(" \n", "\n"),
        lambda text: text.replace("passt.", "passt"),
        lambda text: text.rstrip("\n"),
        lambda text: "\ufeff" + text,
        lambda text: text.encode("utf-16"),
        lambda text: re.sub(r"(Ergebnis: -?\d+) - ", r"\1 -", text),
        lambda text: text.replace("Tichu: (1)bob\n", "Tichu: (1)bob\nTichu: (1)bob\n"),
        lambda text: "".join(line for line in text.splitlines(keepends=True) if not line.startswith("BOMBE")),
    ],
)
def test_how_the_lines_are_written_does_not_matter(change: "object") -> None:
    assert callable(change)
    for record in RECORDS[:20]:
        (plain,) = rounds(log(record))
        assert rounds(change(log(record)))[0].readings == plain.readings


# --- Names ------------------------------------------------------------------------------------------------------------

STRANGE = [
    ("", "", "", ""),
    ("Ma", "R10", "passt.", "Tichu:"),
    ("a - b", "x: y", "gibt:", "(2)"),
    ("Jürgen", "näh\u00a0maschine", "!!-1-!!", "a|b"),
    ("name: R2 R3", "two words", "12", "\u2028"),
]


@pytest.mark.parametrize("names", STRANGE)
def test_any_name_can_be_read(names: Sequence[str]) -> None:
    for record in RECORDS[:6]:
        (found,) = rounds(log(record, names))
        assert parts(record)["moves"] in [reading.moves for reading in found.readings]


def test_names_in_latin_1_are_read_though_they_hold_line_ends_of_unicode() -> None:
    names = ("Jürgen", "x\x85y", "ÿ", "é\x1cè")
    (found,) = rounds(log(RECORDS[0], names).encode("latin-1"), names=True)
    assert found.readings[0].players == ["Jürgen", "x y", "ÿ", "é è"]


def test_no_name_is_stored_unless_it_is_asked_for() -> None:
    (found,) = rounds(log(RECORDS[0]))
    assert "players" not in json.loads(found.to_json())
    assert not [name for name in NAMES if name in found.to_json()]
    (named,) = rounds(log(RECORDS[0]), names=True)
    assert named.readings[0].players == list(NAMES)
    text = str(rounds(log(RECORDS[0], STRANGE[3]), names=True)[0].readings[0])
    assert Record(text).players == ["Jürgen", "näh maschine", "!!-1-!!", "a/b"]


# --- What a log leaves open -------------------------------------------------------------------------------------------


def scripted(hands: Sequence[str], moves: Sequence[str], players: str = "rules", seed: int = 1) -> Record:
    """A round with these cards in the play, which nobody exchanges: each gets back what it gives."""
    give = [hand.split()[:3] for hand in hands]
    # Seat s gives to s+1, s+2, s+3 and gets from them: deal what makes the hands after the exchange.
    dealt = []
    for seat, hand in enumerate(hands):
        back = [give[(seat + step) % 4][3 - step] for step in (1, 2, 3)]
        dealt.append([*back, *hand.split()[3:]])
    deal = {str(seat): " ".join([*cards[:8], "|", *cards[8:]]) for seat, cards in enumerate(dealt)}
    steps = [f"{seat} no-grand" for seat in range(4)]
    for seat in range(4):
        back = [give[(seat + step) % 4][3 - step] for step in (1, 2, 3)]
        steps.append(f"{seat} give " + " ".join(f"{card}>{(seat + step) % 4}" for step, card in enumerate(back, 1)))
    record = {"game": "tichu", "rules": "bsw", "deal": deal, "moves": ["; ".join([*steps, *moves])]}
    state = Record.from_json(json.dumps(record)).replay()
    return _round(state, players, seed).record()


AMBIGUOUS = (
    "3j 4j 5j 6s Ph Ma 2j Kj Ks Kp As Ap Qj Tj",
    "3s 4s 5s 6p 7s 9j 9s 9p Qs Jj Js Jp 8j 8s",
    "3p 4p 5p 6r 2s 2p 7j 7p 8p Ts Tp Qp Qr Jr",
    "3r 4r 5r 6j 2r 7r 8r 9r Tr Kr Aj Ar Do Dr",
)


def test_a_phoenix_at_either_end_is_kept_in_both_readings() -> None:
    record = scripted(AMBIGUOUS, ["0 3j 4j 5j 6s Ph=7", "1 pass", "2 pass", "3 pass"])
    (found,) = rounds(log(record))
    meant = {move for reading in found.readings for _, move in reading.moves if "Ph=" in move}
    assert meant == {"3j 4j 5j 6s Ph=2", "3j 4j 5j 6s Ph=7"}
    told = json.loads(found.to_json())
    both = [told["moves"], *told["other_readings"]]
    assert [Record.from_json(json.dumps(told | {"moves": moves})) for moves in both] == list(found.readings)
    assert Record.from_json(found.to_json()) == found.readings[0]


def test_a_later_play_says_what_the_phoenix_was() -> None:
    record = scripted(AMBIGUOUS, ["0 3j 4j 5j 6s Ph=2", "1 3s 4s 5s 6p 7s", "2 pass", "3 pass", "0 pass"])
    (found,) = rounds(log(record))
    assert [reading.moves for reading in found.readings] == [record.moves]


def test_two_pairs_and_the_phoenix_are_either_full_house() -> None:
    hands = (AMBIGUOUS[0].replace("3j", "4s"), AMBIGUOUS[1].replace("4s", "3j"), *AMBIGUOUS[2:])
    record = scripted(hands, ["0 4j 4s Ks Kp Ph=4", "1 pass", "2 pass", "3 pass"])
    meant = {move for each in rounds(log(record)) for r in each.readings for _, move in r.moves if "Ph=" in move}
    assert meant == {"4j 4s Ks Kp Ph=4", "4j 4s Ks Kp Ph=K"}
    followed = scripted(hands, ["0 4j 4s Ks Kp Ph=4", "1 8j 8s 9j 9s 9p", "2 pass", "3 pass", "0 pass"])
    (found,) = rounds(log(followed))
    assert [reading.moves for reading in found.readings] == [followed.moves]


def test_a_call_may_come_between_the_mah_jong_and_its_wish() -> None:
    record = scripted(AMBIGUOUS, ["0 Ma", "2 tichu", "0 wish:8"])
    text = log(record)
    assert "(0)anna: Ma \nTichu: (2)carla\nWunsch:8\n" in text
    assert rounds(text)[0].readings[0].moves == record.moves
    refused = scripted(AMBIGUOUS, ["0 Ma", "2 tichu", "0 wish:-"])
    assert rounds(log(refused))[0].readings[0].moves == refused.moves


@pytest.mark.parametrize(
    ("moves", "first"),
    [
        (["0 tichu", "0 Ma", "0 wish:8"], "(0)anna: Ma \n"),
        (["0 tichu", "0 Ma", "0 wish:8"], "(0)anna: Ma \nWunsch:8\n"),
        (["0 Ma", "0 wish:8", "1 tichu", "1 8j"], "(1)bob: G8 \n"),
    ],
)
def test_a_call_written_right_after_the_first_card_was_made_with_it(moves: list[str], first: str) -> None:
    record = scripted(AMBIGUOUS, moves)
    call = next(line for line in log(record).splitlines(keepends=True) if line.startswith("Tichu:"))
    without = log(record).replace(call, "")
    assert first in without
    assert rounds(without.replace(first, first + call))[0].readings[0].moves == record.moves
    lines = without.splitlines(keepends=True)
    lines.insert(lines.index(first.splitlines(keepends=True)[0]) + 3, call)  # somebody else has played or passed
    (fault,) = faults("".join(lines))
    assert "Tichu" in fault


def test_what_is_written_after_the_last_card_changes_nothing() -> None:
    for record in RECORDS[:20]:
        text = log(record).replace("Ergebnis", "(1)bob passt.\nDrache an: (0)anna\nWunsch:K\nErgebnis")
        if not record.moves[-1][1].startswith(("dragon>", "Dr")):
            assert rounds(text)[0].readings == rounds(log(record))[0].readings


def test_a_lost_grand_tichu_is_not_booked_where_the_partner_has_made_his() -> None:
    told = []
    for record in RECORDS:
        calls = [(seat, move) for seat, move in record.moves if move in ("grand", "tichu")]
        out = record.replay().facts.as_map()["out"]
        if calls in ([(0, "grand"), (2, "grand")], [(1, "grand"), (3, "grand")]) and (out[0], "grand") in calls:
            (found,) = rounds(log(record))
            told += [sum(reading.result[:2]) for reading in found.readings if reading.result]
    assert told
    assert {points - 200 for points in told} <= {100, 200}  # cards or a double victory, and 200 once


def test_a_gift_of_the_dragon_that_is_not_written_at_the_end_is_found_by_the_score() -> None:
    last = [record for record in RECORDS if record.moves[-1][1].startswith("dragon>")]
    assert last
    for record in last:
        (found,) = rounds(log(record, gift=False))
        assert record.moves in [reading.moves for reading in found.readings]


BOMBED = (
    "2j 2s 2p 2r 3j Ma 5j 5s 9j 9s 9p Kj Ks Kp",
    "4j 4s 4p 4r 3s 5p 6s 6p 7s 7p 8s 8p Jj Qs",
    "3p 5r 6j 6r 7j 7r 8j 8r Tj Ts Tp Jr Qp Qr",
    "3r 9r Tr Js Jp Qj Kr Aj As Ap Ar Do Dr Ph",
)


def test_a_bomb_on_an_own_trick_before_it_is_taken_is_on_that_trick() -> None:
    """Seat 0 wins kings, lays its bomb on them instead of taking them, and is bombed: all of it is seat 1's."""
    on_it = ["0 Kj Ks Kp", "1 pass", "2 pass", "0 2j 2s 2p 2r", "1 4j 4s 4p 4r", "2 pass", "3 pass", "0 pass"]
    bomb, told = "(0)anna: R2 B2 S2 G2 \n", []
    for seed in range(8):
        record = scripted(BOMBED, on_it, "random", seed)
        (found,) = rounds(log(record).replace(bomb, f"(3)dora passt.\n{bomb}"))
        told.append([reading.moves for reading in found.readings] == [record.moves])
        assert found.readings[0].result == record.result
    assert any(told)  # else, by the score, it may as well have been a lead


# --- What is broken ---------------------------------------------------------------------------------------------------

TEXT = "".join(map(log, MATCHES[0][:3]))
LINES = TEXT.splitlines()
AT = {
    word: next(n for n, line in enumerate(LINES) if word in line)
    for word in ("Wunsch:", "Ergebnis", "gibt", "(0)anna:")
}


@pytest.mark.parametrize(
    ("place", "instead", "said"),
    [
        (1, "(0)anna RK RK S2 S3 S4 S5 S6 S7", "line 2: "),
        (1, "(0)anna RK", "line 2: "),
        (1, "(4)anna RK", "line 2: "),
        (1, "(²)anna RK", "line 2: "),
        (2, LINES[1], "line 3: "),
        (AT["gibt"], "(0)anna gibt: bob: R2 - carla: R3 -", f"line {AT['gibt'] + 1}: "),
        (AT["Wunsch:"], "Wunsch:1", f"line {AT['Wunsch:'] + 1}: "),
        (AT["(0)anna:"], "(0)anna: R11", f"line {AT['(0)anna:'] + 1}: "),
        (AT["(0)anna:"], "(0)anna", f"line {AT['(0)anna:'] + 1}: "),
        (AT["(0)anna:"], "What is this?", f"line {AT['(0)anna:'] + 1}: "),
        (AT["(0)anna:"], "Grosses Tichu: (0)anna", f"line {AT['(0)anna:'] + 1}: "),
        (AT["(0)anna:"], "Drache an: (0)anna", f"line {AT['(0)anna:'] + 1}: "),
        (AT["(0)anna:"], "Ergebnis: 50 - 50", f"line {AT['(0)anna:'] + 1}: "),
        (AT["Ergebnis"], "Ergebnis: 50 - x", f"line {AT['Ergebnis'] + 1}: "),
        (AT["Ergebnis"], "Ergebnis: 5000 - 0", f"line {AT['Ergebnis'] + 1}: "),
        (AT["Ergebnis"], "Ergebnis: 99 - 1", f"line {AT['Ergebnis'] + 1}: "),
        (AT["Ergebnis"], "", f"line {AT['Ergebnis']}: the round that began in line 1 breaks off here"),
    ],
)
def test_what_is_broken_is_explained_by_its_line(place: int, instead: str, said: str) -> None:
    found = imported("\n".join([*LINES[:place], instead, *LINES[place + 1 :]]))
    fault = next(str(each) for each in found if isinstance(each, Fault))
    assert fault.startswith(said)
    assert fault.endswith(".")
    assert len([each for each in found if isinstance(each, Round)]) == 2


def test_a_round_that_begins_again_within_a_line_is_read() -> None:
    first, whole = log(RECORDS[0]), log(RECORDS[1])
    for cut in (3, 40, 200, 900, 1400):
        found = imported(first[:cut] + whole)
        assert isinstance(found[-1], Round)
        assert found[-1].readings == rounds(whole)[0].readings
        assert all(isinstance(each, Fault) for each in found[:-1])


def test_words_between_rounds_are_explained_and_lose_no_round() -> None:
    first, second = log(RECORDS[0]), log(RECORDS[1])
    found = imported(f"hello\n{first}Spielende\n{second}")
    assert [type(each) for each in found] == [Fault, Round, Fault, Round]


def test_a_missing_part_is_named() -> None:
    text = "".join(line for line in log(RECORDS[0]).splitlines(keepends=True) if "gibt" not in line)
    assert faults(text) == ['line 1: the round that begins here has no "Schupfen:" line of seat 0, 1, 2, 3.']


JUNK = ["", " ", "(", "(9)", "(0)", "(0):", "Tichu:", "Wunsch:", "Drache an:", "Ergebnis:", "Ergebnis: 1", "Schupfen:",
        "---------------Gr.Tichukarten------------------", "---------------Startkarten------------------",
        "---------------Rundenverlauf------------------", "(1)bob: Ph", "(2)carla passt.", "Tichu: (3)dora", "\x00\xff",
        "Wunsch:K", "Drache an: (2)carla", "Grosses Tichu: (1)bob", "(0)anna gibt: : Ma - : Ma - : Ma - "]  # fmt: skip


def mutated(text: str, chance: random.Random) -> str:
    """A log with one to three lines changed, dropped, moved or doubled, or letters changed in them."""
    found = text.splitlines()
    for _ in range(chance.randint(1, 3)):
        place, other = chance.randrange(len(found)), chance.randrange(len(found))
        match chance.randrange(6):
            case 0:
                del found[place]
            case 1:
                found.insert(place, chance.choice(JUNK))
            case 2:
                found[place], found[other] = found[other], found[place]
            case 3:
                found.insert(place, found[other])
            case 4:
                found[place] = found[place][: chance.randrange(len(found[place]) + 1)]
            case _:
                letters = list(found[place] or "x")
                letters[chance.randrange(len(letters))] = chance.choice("0123RGBS :-()2KADx\x85é")
                found[place] = "".join(letters)
    return "\n".join(found)


@given(st.integers(0, len(RECORDS) - 1), st.randoms(use_true_random=False))
def test_whatever_is_wrong_is_a_fault_with_a_line(number: int, chance: random.Random) -> None:
    for _ in range(20):
        text = mutated(log(RECORDS[number]) + log(RECORDS[number - 1]), chance)
        for found in imported(text):
            if isinstance(found, Fault):
                assert 1 <= found.line <= text.count("\n") + 1
                assert str(found).startswith(f"line {found.line}: ")
            else:
                for reading in found.readings:
                    assert reading.replay().returns == reading.result


@given(st.binary(max_size=200))
def test_any_bytes_are_read(data: bytes) -> None:
    assert all(isinstance(each, Fault) for each in imported(data))


def test_a_log_is_known_by_its_suffix_or_by_what_is_in_it() -> None:
    assert reader_of(".TCH", b"") is not None
    assert reader_of(".txt", log(RECORDS[0]).encode()) is not None
    assert reader_of(".txt", log(RECORDS[0]).encode("utf-16")) is not None
    assert reader_of(".txt", b"kibitz 1") is None


# --- The command ------------------------------------------------------------------------------------------------------


def test_a_folder_becomes_records_that_others_take(tmp_path: Path, kibitz_command: Command) -> None:
    (tmp_path / "below").mkdir()
    (tmp_path / "1.tch").write_text(log(RECORDS[0]) + log(RECORDS[1]))
    (tmp_path / "below" / "2.TCH").write_text(log(RECORDS[2]).replace("Ergebnis", "Ergebniss"))
    (tmp_path / "3.tch").touch()
    (tmp_path / "notes.txt").write_text("nothing")
    out = tmp_path / "people.jsonl"
    told = kibitz_command("import", str(tmp_path), "--out", str(out))
    assert told.code == 0
    assert told.out.startswith("2 rounds from 3 files")
    assert told.out.endswith("; 2 left out.\n")
    assert "3.tch, line 1: there is no round in this file." in told.err
    assert f"2.TCH, line {log(RECORDS[2]).count(chr(10))}: " in told.err
    replayed = kibitz_command("replay", str(out))
    assert replayed.code == 0
    assert len(replayed.out.splitlines()) == len(out.read_text().splitlines()) >= 2


def test_records_are_printed_where_no_file_is_named(tmp_path: Path, kibitz_command: Command) -> None:
    file = tmp_path / "game.txt"
    file.write_text(log(RECORDS[0]))
    told = kibitz_command("import", str(file), "--names")
    assert json.loads(told.out.splitlines()[0])["players"] == list(NAMES)
    assert told.err.startswith("1 round from 1 file")


def test_when_nothing_was_imported_the_command_says_so_by_its_code(tmp_path: Path, kibitz_command: Command) -> None:
    file = tmp_path / "game.txt"
    file.write_text("What is this?")
    told = kibitz_command("import", str(file))
    assert (told.code, told.out) == (1, "")
    assert "game.txt, line 1: this is not the beginning of a log that can be imported." in told.err
    assert kibitz_command("import", str(tmp_path / "none.tch")).code == 2
    (tmp_path / "empty").mkdir()
    assert kibitz_command("import", str(tmp_path / "empty")).err.endswith("their names end in .tch.\n")
