import type { Issue } from '../issue.js'
import { type GrammarNode, segmentNames } from './grammar.js'

/** More misplaced segments than this are not told one by one. */
const mostMisplaced = 20

interface Entry {
  readonly name: string
  readonly occurrence: number
}

/**
 * Compares the order of segments with a structure and tells what is missing, misplaced or not part of it.
 *
 * Segments whose names begin with Z may stand anywhere. Takes time linear in the segments, times the misplaced ones
 * that are told (at most 20).
 */
export function checkOrder(names: readonly string[], structure: string, grammar: GrammarNode): Issue[] {
  const issues: Issue[] = []
  const known = segmentNames(grammar)
  const counts = new Map<string, number>()
  const entries: Entry[] = []
  for (const name of names) {
    const occurrence = (counts.get(name) ?? 0) + 1
    counts.set(name, occurrence)
    if (name.startsWith('Z')) continue
    if (known.has(name)) entries.push({ name, occurrence })
    else issues.push({ code: 100, segment: name, occurrence, reason: `Expected no segment ${name} in ${structure}.` })
  }
  const misplaced = new Set<string>()
  let told = 0
  for (;;) {
    const missing = new Map<string, string>()
    const end = consume(grammar, entries, 0, missing)
    const extra = entries[end]
    if (extra === undefined || told === mostMisplaced) {
      for (const [segment, reason] of missing) {
        // A segment that is there at another place has been told as misplaced.
        if (!misplaced.has(segment)) issues.push({ code: 100, segment, occurrence: 1, reason })
      }
      return issues
    }
    const reason = `Expected ${extra.name} elsewhere in the order of ${structure}, or not again.`
    issues.push({ code: 100, segment: extra.name, occurrence: extra.occurrence, reason })
    misplaced.add(extra.name)
    told++
    entries.splice(end, 1)
  }
}

/** Follows a part of the structure from an entry on and returns the first entry it does not take. */
function consume(node: GrammarNode, entries: readonly Entry[], start: number, missing: Map<string, string>): number {
  let at = start
  for (;;) {
    const before = at
    at = consumeOnce(node, entries, at, missing)
    // A round that took nothing would go on for ever.
    if (!node.repeats || at === before || !node.first.has(entries[at]?.name ?? '')) return at
  }
}

function consumeOnce(
  node: GrammarNode,
  entries: readonly Entry[],
  start: number,
  missing: Map<string, string>,
): number {
  let at = start
  const next = entries[at]?.name
  if (node.kind === 'segment') {
    if (next === node.name) return at + 1
    if (!node.optional) missing.set(node.name, `Expected a segment ${node.name}, got ${next ?? 'the end'}.`)
    return at
  }
  if (node.kind === 'choice') {
    const chosen = node.parts.find((part) => next !== undefined && part.first.has(next)) ?? node.parts[0]
    return chosen === undefined ? at : consume(chosen, entries, at, missing)
  }
  for (const part of node.parts) {
    if (part.empty && !part.first.has(entries[at]?.name ?? '')) continue
    at = consume(part, entries, at, missing)
  }
  return at
}
