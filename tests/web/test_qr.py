"""The code of an invitation, read as a camera's program reads it: by the standard, module by module."""

from collections.abc import Callable

from playwright.sync_api import Route, expect

from web.person import Person

MASKS: list[Callable[[int, int], bool]] = [
    lambda r, c: (r + c) % 2 == 0,
    lambda r, _: r % 2 == 0,
    lambda _, c: c % 3 == 0,
    lambda r, c: (r + c) % 3 == 0,
    lambda r, c: (r // 2 + c // 3) % 2 == 0,
    lambda r, c: (r * c) % 2 + (r * c) % 3 == 0,
    lambda r, c: ((r * c) % 2 + (r * c) % 3) % 2 == 0,
    lambda r, c: ((r + c) % 2 + (r * c) % 3) % 2 == 0,
]
BLOCKS = {  # level and version: data codewords per block, blocks
    (0, 4): (32, 2),
    (0, 5): (43, 2),
    (0, 6): (27, 4),
    (1, 6): (68, 2),
}


def read(code: list[list[int]]) -> str:
    """The text of a code of version 4 to 6."""
    size = len(code)
    version = (size - 17) // 4
    bits = "".join(str(code[8][c]) for c in (0, 1, 2, 3, 4, 5, 7, 8))
    bits += str(code[7][8]) + "".join(str(code[r][8]) for r in range(5, -1, -1))
    form = int(bits, 2) ^ 0x5412
    rest = form
    for shift in range(4, -1, -1):
        if rest >> (shift + 10) & 1:
            rest ^= 0x537 << shift
    assert rest == 0, "level and mask are damaged"
    level, mask = form >> 13, MASKS[form >> 10 & 7]
    fixed = {(r, c) for r in range(size) for c in range(size) if r == 6 or c == 6}
    fixed |= {(r, c) for r in range(9) for c in [*range(9), *range(size - 8, size)]}
    fixed |= {(r, c) for r in range(size - 8, size) for c in range(9)}
    fixed |= {(size - 7 + r, size - 7 + c) for r in range(-2, 3) for c in range(-2, 3)}
    columns = [*range(size - 1, 6, -2), 5, 3, 1]
    stream = [
        code[r][c - side] ^ mask(r, c - side)
        for turn, c in enumerate(columns)
        for r in (range(size) if turn % 2 else range(size - 1, -1, -1))
        for side in (0, 1)
        if (r, c - side) not in fixed
    ]
    words = [int("".join(map(str, map(int, stream[at : at + 8]))), 2) for at in range(0, len(stream) - 7, 8)]
    length, blocks = BLOCKS[level, version]
    data = [words[place * blocks + block] for block in range(blocks) for place in range(length)]
    text = "".join(f"{word:08b}" for word in data)
    assert text[:4] == "0100", "bytes"
    count = int(text[4:12], 2)
    return bytes(int(text[12 + 8 * at : 20 + 8 * at], 2) for at in range(count)).decode()


def test_the_code_of_an_invitation_can_be_read(person: Person) -> None:
    """The server's own address is put in the place of one that others reach."""
    page, outside = person.page, "http://192.168.178.77:8400"

    def reachable(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, json=answer.json() | {"network": True, "addresses": [outside]})

    page.route("**/api/about", reachable)
    opened = person.server.post("/api/tables", {"game": "schnapsen", "seats": [{"kind": "me"}, {"kind": "open"}]})
    page.goto(person.server.url + "/cards")
    page.evaluate(
        "([table, kept]) => localStorage.setItem(`kibitz.table.${table}`, JSON.stringify(kept))",
        [opened["table"], {"token": opened["token"], "invites": opened["invites"]}],
    )
    page.goto(f"{person.server.url}/t/{opened['table']}")
    link = f"{outside}/t/{opened['table']}?invite={opened['invites']['1']}"
    expect(page.get_by_test_id("invite")).to_have_value(link)
    drawn = page.get_by_role("img", name="Scan to join")
    size = int(drawn.get_attribute("data-modules") or 0)
    dark = {
        tuple(map(int, part[:-8].split())) for part in (drawn.locator("path").get_attribute("d") or "")[1:].split("M")
    }
    assert read([[int((c + 4, r + 4) in dark) for c in range(size)] for r in range(size)]) == link
