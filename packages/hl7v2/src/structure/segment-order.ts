import type { Steps } from '@carebench/protocol/wire'
import type { Issue } from '../syntax/issue.js'
import { type GrammarNode, listSegmentNames } from './grammar.js'

/** The maximum number of misplaced segments, and of segments not part of the structure, that are reported. */
const maxReported = 20

/** The number of segments that are checked in one step. */
export const segmentsPerStep = 256

/** A segment of the message whose name occurs in the structure. */
interface Entry {
  readonly name: string
  readonly occurrence: number
  readonly index: number
}

/** A segment that is missing before an entry. */
interface Missing {
  readonly entry: number
  readonly message: string
}

/** An issue, and the index from 0 of its segment; for a missing segment, that of the segment after it. */
export interface OrderIssue {
  readonly index: number
  readonly issue: Issue
}

/**
 * Compares the order of segments with a structure and reports what is missing, misplaced or not part of it.
 *
 * Segments whose names begin with Z are allowed anywhere. Reports at most 20 misplaced segments and 20 that are not
 * part of the structure; takes time linear in the number of segments times the number of misplaced ones reported, and
 * from 256 segments on a step for each of these.
 */
export function* checkOrder(
  names: readonly string[],
  structure: string,
  grammar: GrammarNode,
): Steps<readonly OrderIssue[]> {
  const issues: OrderIssue[] = []
  const known = listSegmentNames(grammar)
  const counts = new Map<string, number>()
  const entries: Entry[] = []
  const report = (index: number, segment: string, occurrence: number, message: string) => {
    issues.push({ index, issue: { code: 100, segment, occurrence, message } })
  }
  names.forEach((name, index) => {
    const occurrence = (counts.get(name) ?? 0) + 1
    counts.set(name, occurrence)
    if (name.startsWith('Z')) return
    if (known.has(name)) entries.push({ name, occurrence, index })
    else if (issues.length < maxReported)
      report(index, name, occurrence, `Expected no segment ${name} in ${structure}.`)
  })
  const misplaced = new Set<string>()
  let reported = 0
  for (;;) {
    if (entries.length >= segmentsPerStep) yield
    const missing = new Map<string, Missing>()
    const end = consume(grammar, entries, 0, missing)
    const extra = entries[end]
    if (extra === undefined || reported === maxReported) {
      for (const [segment, { entry, message }] of missing) {
        // A segment at another position has been reported as misplaced.
        if (misplaced.has(segment)) continue
        const before = entries.slice(0, entry).findLast(({ name }) => name === segment)
        report(entries[entry]?.index ?? names.length, segment, (before?.occurrence ?? 0) + 1, message)
      }
      return issues
    }
    const message = `Expected ${extra.name} elsewhere in the order of ${structure}, or not again.`
    report(extra.index, extra.name, extra.occurrence, message)
    misplaced.add(extra.name)
    reported++
    entries.splice(end, 1)
  }
}

/** Matches a part of the structure from an entry on, and returns the first entry that it does not match. */
function consume(node: GrammarNode, entries: readonly Entry[], start: number, missing: Map<string, Missing>): number {
  let at = start
  for (;;) {
    const before = at
    at = consumeOnce(node, entries, at, missing)
    // A round that matches nothing would repeat forever.
    if (!node.repeats || at === before || !node.first.has(entries[at]?.name ?? '')) return at
  }
}

function consumeOnce(
  node: GrammarNode,
  entries: readonly Entry[],
  start: number,
  missing: Map<string, Missing>,
): number {
  let at = start
  const next = entries[at]?.name
  if (node.kind === 'segment') {
    if (next === node.name) return at + 1
    if (!node.optional && !missing.has(node.name)) {
      missing.set(node.name, { entry: at, message: `Expected a segment ${node.name}, got ${next ?? 'the end'}.` })
    }
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
