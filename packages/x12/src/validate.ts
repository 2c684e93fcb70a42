import { segmentDefinition } from './definition.js'
import { checkElements } from './element-check.js'
import { checkTransaction } from './envelope.js'
import { readHierarchy } from './loops.js'
import { problem, type X12Problem, type X12ProblemCode } from './problem.js'
import type { Segment } from './segment.js'
import type { Transaction } from './transaction.js'
import { isLoop, type LoopRule, openingRule, type SegmentRule, type TransactionSet } from './transaction-set.js'
import { findTransactionSet, transactionSets } from './transaction-sets.js'
import { quoteValue } from './x12-error.js'

type Rule = SegmentRule | LoopRule

/** One loop that is open: its rules, the place reached in them, and how often each was met. */
interface Frame {
  readonly loop: LoopRule | undefined
  readonly body: readonly Rule[]
  at: number
  readonly met: Map<Rule, number>
}

interface Place {
  readonly depth: number
  readonly index: number
}

/** No more than so many faults are listed for one transaction. */
export const maxProblems = 1000

/**
 * Checks a transaction against its set: ST and SE, the order, presence and number of segments and loops, the numbering
 * of HL, and every element. Lists at most 1,000 faults in order of position; empty when sound. Never throws.
 * A set that is none of `sets` (default all of this package) is one fault, `SET_UNSUPPORTED`.
 */
export function validateTransaction(
  transaction: Transaction,
  sets: readonly TransactionSet[] = transactionSets,
): X12Problem[] {
  const set = findTransactionSet(transaction, sets)
  if (set === undefined) {
    const { header, id } = transaction
    const expected = `one of the transaction sets ${sets.map((known) => known.id).join(', ')}`
    const received = id === undefined ? 'none' : quoteValue(id)
    const place = { segment: 'ST', position: 1, element: 1, reference: '143', offset: header.offset }
    return [problem({ code: 'SET_UNSUPPORTED', ...place, expected, received }), ...checkTransaction(transaction)]
  }
  const walk = new Walk(set)
  const segments = transaction.segments()
  for (const [index, segment] of segments.entries()) {
    const isEnvelope = index === 0 || (transaction.hasTrailer && index === segments.length - 1)
    if (isEnvelope) walk.check(segment, index + 1, undefined)
    else walk.take(segment, index + 1)
    if (walk.problems.length >= maxProblems) break
  }
  if (walk.problems.length < maxProblems) {
    const last = transaction.hasTrailer ? segments.length : segments.length + 1
    walk.finish(last, segments.at(-1)?.offset ?? 0)
  }
  return [...walk.problems, ...readHierarchy(transaction).problems, ...checkTransaction(transaction)]
    .sort((left, right) => (left.position ?? 0) - (right.position ?? 0))
    .slice(0, maxProblems)
}

class Walk {
  readonly problems: X12Problem[] = []
  readonly #frames: Frame[]

  constructor(set: TransactionSet) {
    this.#frames = [{ loop: undefined, body: set.body, at: 0, met: new Map() }]
  }

  /** Finds the segment's place, closes the loops it leaves, opens the one it begins, and checks its elements. */
  take(segment: Segment, position: number): void {
    const place = this.#locate(segment)
    if (place === undefined) {
      const id = segment.id
      const isKnown = segmentDefinition(id) !== undefined
      const code = isKnown ? 'SEGMENT_UNEXPECTED' : 'SEGMENT_UNKNOWN'
      const expected = isKnown ? 'no such segment at this place' : 'a segment of this transaction set'
      this.#report(code, id.slice(0, 3), position, segment.offset, expected, quoteValue(segment.text))
      return
    }
    while (this.#frames.length - 1 > place.depth) this.#close(position, segment.offset)
    const frame = this.#frames[place.depth]
    const rule = frame?.body[place.index]
    if (frame === undefined || rule === undefined) return
    frame.at = startOfRun(frame.body, place.index)
    const count = (frame.met.get(rule) ?? 0) + 1
    frame.met.set(rule, count)
    if (isLoop(rule)) {
      if (rule.max !== undefined && count > rule.max) {
        const expected = `at most ${rule.max} of the loop ${rule.loop} (${rule.name})`
        this.#report('LOOP_REPEATS', segment.id, position, segment.offset, expected, `number ${count}`, rule.loop)
      }
      const [opening] = rule.body
      this.#frames.push({ loop: rule, body: rule.body, at: 1, met: new Map([[opening, 1]]) })
    } else if (rule.max !== undefined && count > rule.max) {
      const expected = `at most ${rule.max} of this segment (${rule.name})`
      this.#report('SEGMENT_REPEATS', segment.id, position, segment.offset, expected, `number ${count}`)
    }
    this.check(segment, position, openingRule(rule))
  }

  /** Checks the elements of one segment. */
  check(segment: Segment, position: number, rule: SegmentRule | undefined): void {
    const id = segment.id
    const loop = this.#frames.at(-1)?.loop?.loop
    for (const fault of checkElements(id, segment.elements(), segment.source.delimiters, rule)) {
      const where = { segment: id, position, offset: segment.offset, ...(loop === undefined ? {} : { loop }) }
      this.problems.push(problem({ ...fault, ...where }))
    }
  }

  /** Closes every loop. `position` is where a missing segment should have stood. */
  finish(position: number, offset: number): void {
    while (this.#frames.length > 0) this.#close(position, offset)
  }

  #locate(segment: Segment): Place | undefined {
    const id = segment.id
    const elements = segment.elements()
    let full: Place | undefined
    let like: Place | undefined
    for (let depth = this.#frames.length - 1; depth >= 0; depth--) {
      const frame = this.#frames[depth]
      if (frame === undefined) continue
      for (let index = frame.at; index < frame.body.length; index++) {
        const rule = frame.body[index]
        if (rule === undefined) continue
        const opening = openingRule(rule)
        if (opening.segment !== id) continue
        const place = { depth, index }
        if (!meets(opening, elements)) {
          like ??= place
        } else if (rule.max !== undefined && (frame.met.get(rule) ?? 0) >= rule.max) {
          full ??= place
        } else {
          return place
        }
      }
    }
    return full ?? like
  }

  #close(position: number, offset: number): void {
    const frame = this.#frames.pop()
    if (frame === undefined) return
    for (const rule of frame.body) {
      if (rule.use !== 'R' || (frame.met.get(rule) ?? 0) > 0) continue
      const id = openingRule(rule).segment
      const name = frame.loop?.loop
      if (isLoop(rule)) {
        const expected = `the loop ${rule.loop} (${rule.name}), which begins with ${id}`
        this.#report('LOOP_MISSING', id, position, offset, expected, 'none', rule.loop)
      } else {
        this.#report('SEGMENT_MISSING', id, position, offset, `the segment ${id} (${rule.name})`, 'none', name)
      }
    }
  }

  #report(
    code: X12ProblemCode,
    segment: string,
    position: number,
    offset: number,
    expected: string,
    received: string,
    loop: string | undefined = this.#frames.at(-1)?.loop?.loop,
  ): void {
    const where = { segment, position, offset, ...(loop === undefined ? {} : { loop }) }
    this.problems.push(problem({ code, ...where, expected, received }))
  }
}

function meets({ when }: SegmentRule, elements: readonly string[]): boolean {
  if (when === undefined) return true
  return Object.entries(when).every(([element, values]) => values.includes(elements[Number(element) - 1] ?? ''))
}

/** The first of the rules side by side that begin with the same identifier: those may come in any order. */
function startOfRun(body: readonly Rule[], index: number): number {
  const own = body[index]
  if (own === undefined) return index
  const id = openingRule(own).segment
  let start = index
  while (start > 0) {
    const before = body[start - 1]
    if (before === undefined || openingRule(before).segment !== id) break
    start--
  }
  return start
}
