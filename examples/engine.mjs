// An engine for Kibitz in JavaScript, for Node without packages: plays any legal move of any game (docs/engine.md).
//
//   kibitz compliance "node examples/engine.mjs"
//   kibitz match "engine(node examples/engine.mjs)" rules --deals 20

import { createInterface } from 'node:readline'

/** A number from 0 to 1 that depends on the seed alone, so that the same query has the same answer (SplitMix32). */
function chance(seed) {
  let mixed = (seed ^ Math.floor(seed / 2 ** 32)) + 0x9e3779b9
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad)
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
  return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32
}

/** The answer to a message; what is wrong with one is an answer too. */
function answer(query) {
  if (typeof query?.id !== 'string') return { id: null, error: 'A message is an object with an id, which is a text.', field: 'id' }
  const { id, action, want = 'act', legal, seat, seed = Math.random() * 2 ** 32 } = query
  if (action === 'query_version') return { id, name: 'any move', version: '1', protocol: 1, games: null, wants: ['act'] }
  // Every move is made at once, so nothing is ever in progress.
  if (action === 'terminate' || action === 'terminate_all') return { id, ended: [] }
  if (action !== undefined) return { id, error: `There is no action ${action}.`, field: 'action' }
  if (want !== 'act') return { id, error: 'This engine can only act.', field: 'want' }
  if (!Array.isArray(legal) || !legal.length)
    return { id, error: 'This engine knows no rules: it needs the legal moves.', field: 'legal' }
  return { id, seat, move: legal[Math.floor(chance(seed) * legal.length)] }
}

for await (const line of createInterface({ input: process.stdin })) {
  let said
  try {
    said = answer(JSON.parse(line))
  } catch (error) {
    said = { id: null, error: `This is not JSON: ${error.message}.` }
  }
  console.log(JSON.stringify({ ...said, final: true }))
}
