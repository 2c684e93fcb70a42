import { finish, type Steps } from '@carebench/protocol/wire'
import { findSegmentDefinition } from '../definitions/definition.js'
import {
  findOpeningRule,
  isLoop,
  type LoopRule,
  type SegmentRule,
  type TransactionSet,
} from '../definitions/transaction-set.js'
import { findTransactionSet, transactionSets } from '../definitions/transaction-sets.js'
import { checkTransaction } from '../syntax/envelope.js'
import { createProblem, listProblems, maxProblems, type X12Problem, type X12ProblemCode } from '../syntax/problem.js'
import type { Segment } from '../syntax/segment.js'
import type { Transaction } from '../syntax/transaction.js'
import { quoteValue } from '../syntax/x12-error.js'
import { checkElements } from './element-check.js'
import { readHierarchyInSteps } from './loops.js'

type Rule = SegmentRule | LoopRule

/** An open loop: its rules, the current position in them, and the number of matches of each rule. */
interface Frame {
  readonly loop: LoopRule | undefined
  readonly body: readonly Rule[]
  at: number
  readonly met: Map<Rule, number>
}

interface Place {
  readonly depth: number
  readonly index: number
  /** The index of the inner loop that the segment begins, if the first segment of the loop at `index` is missing. */
  readonly inner?: number
}

/**
 * Checks a transaction against its set: ST and SE, the order, presence and number of segments and loops, the numbering
 * of HL, and every element, including an ST03 that the set does not use. Within a GS, also checks that GS01 is the
 * set's identifier and, if the set requires the guide and GS08 is 005010, that ST03 names it. Returns at most 1,000
 * problems ordered by position, or an empty list if the transaction is valid. If none of `sets` (default: all sets of
 * this package) matches, the only problem is `set-unsupported`. Types and lengths are not checked in segments that no
 * set of this package uses, only the rules of your own set. Throws X12Error `invalid-value` if the arguments are not a
 * transaction and a list of sets.
 */
export function validateTransaction(
  transaction: Transaction,
  sets: readonly TransactionSet[] = transactionSets,
): X12Problem[] {
  return validateWithin(transaction, sets, maxProblems)
}

/** Does the same as `validateTransaction` for at most `limit` problems, at least one. */
export function validateWithin(transaction: Transaction, sets: readonly TransactionSet[], limit: number): X12Problem[] {
  return finish(validateInSteps(transaction, sets, limit))
}

/** Does the same as `validateWithin`, in steps. */
export function* validateInSteps(
  transaction: Transaction,
  sets: readonly TransactionSet[],
  limit: number,
): Steps<X12Problem[]> {
  const set = findTransactionSet(transaction, sets)
  if (set === undefined) return listProblems(reportUnsupported(transaction, sets), limit)
  const walk = new Walk(set)
  const segments = transaction.segments()
  for (const [index, segment] of segments.entries()) {
    const isEnvelope = index === 0 || (transaction.hasTrailer && index === segments.length - 1)
    if (isEnvelope) walk.check(segment, index + 1, index === 0 ? findHeaderRule(transaction, set) : undefined)
    else walk.take(segment, index + 1)
    if (walk.problems.length >= limit) break
    if (index % segmentsPerStep === segmentsPerStep - 1) yield
  }
  if (walk.problems.length < limit) {
    const last = transaction.hasTrailer ? segments.length : segments.length + 1
    walk.finish(last, segments.at(-1)?.offset ?? 0)
  }
  const { problems: hierarchyProblems } = yield* readHierarchyInSteps(transaction)
  const found = [
    ...checkGroupId(transaction, set),
    ...walk.problems,
    ...hierarchyProblems,
    ...checkTransaction(transaction),
  ]
  return found.sort((left, right) => (left.position ?? 0) - (right.position ?? 0)).slice(0, limit)
}

/** Number of segments checked in one step. */
const segmentsPerStep = 32

/**
 * Returns the rule that requires or forbids ST03, if any. A version with a guide has `X` and a number after the
 * release.
 */
function findHeaderRule(
  { groupHeader }: Transaction,
  { version, guideInHeader = true }: TransactionSet,
): SegmentRule | undefined {
  if (!guideInHeader) return { segment: 'ST', name: 'Transaction set header', use: 'R', unused: [3] }
  const isGuided = version.startsWith('005010X') && groupHeader?.element(8)?.startsWith('005010') === true
  return isGuided ? { segment: 'ST', name: 'Transaction set header', use: 'R', required: [3] } : undefined
}

/** Yields a problem if the functional group belongs to another kind of transaction. */
function* checkGroupId({ groupHeader }: Transaction, { id, functionalId }: TransactionSet): Generator<X12Problem> {
  const found = groupHeader?.element(1)
  if (groupHeader === undefined || found === functionalId) return
  const place = { segment: 'GS', position: 1, element: 1, reference: '479', offset: groupHeader.offset }
  const value = found === undefined ? {} : { value: found }
  const received = found === undefined ? 'none' : quoteValue(found)
  yield createProblem({
    code: 'set-group',
    ...place,
    ...value,
    expected: `the code ${functionalId} of a ${id}`,
    received,
  })
}

function* reportUnsupported(transaction: Transaction, sets: readonly TransactionSet[]): Generator<X12Problem> {
  const { header, id } = transaction
  const expected = `one of the transaction sets ${sets.map((known) => known.id).join(', ')}`
  const received = id === undefined ? 'none' : quoteValue(id)
  const place = { segment: 'ST', position: 1, element: 1, reference: '143', offset: header.offset }
  yield createProblem({ code: 'set-unsupported', ...place, expected, received })
  yield* checkTransaction(transaction)
}

class Walk {
  readonly problems: X12Problem[] = []
  readonly #frames: Frame[]

  constructor(set: TransactionSet) {
    this.#frames = [{ loop: undefined, body: set.body, at: 0, met: new Map() }]
  }

  /**
   * Finds the rule of a segment, closes the loops that end before it, opens any loop that it begins, and checks its
   * elements.
   */
  take(segment: Segment, position: number): void {
    const place = this.#locate(segment)
    if (place === undefined) {
      const id = segment.id
      const isKnown = findSegmentDefinition(id) !== undefined
      const code = isKnown ? 'segment-unexpected' : 'segment-unknown'
      const expected = isKnown ? 'no such segment at this place' : 'a segment of this transaction set'
      this.#report(code, id.slice(0, 3), position, segment.offset, expected, quoteValue(segment.text))
      return
    }
    while (this.#frames.length - 1 > place.depth) this.#close(position, segment.offset)
    let frame = this.#frames[place.depth]
    let index = place.index
    const outer = frame?.body[index]
    if (frame !== undefined && place.inner !== undefined && outer !== undefined && isLoop(outer)) {
      this.#reportMissing(outer, position, segment.offset)
      frame.at = findRunStart(frame.body, index)
      // All its segments count as present, so that a missing loop is reported once instead of for each segment.
      const begun = outer.body[place.inner]
      const met = new Map(outer.body.filter((rule) => rule !== begun).map((rule) => [rule, 1]))
      frame.met.set(outer, (frame.met.get(outer) ?? 0) + 1)
      frame = { loop: outer, body: outer.body, at: 1, met }
      this.#frames.push(frame)
      index = place.inner
    }
    const rule = frame?.body[index]
    if (frame === undefined || rule === undefined) return
    this.#count(frame, rule, index, segment, position)
    this.check(segment, position, findOpeningRule(rule))
  }

  /** Counts an occurrence of a rule and opens any loop that it begins. */
  #count(frame: Frame, rule: Rule, index: number, segment: Segment, position: number): void {
    frame.at = findRunStart(frame.body, index)
    const count = (frame.met.get(rule) ?? 0) + 1
    frame.met.set(rule, count)
    if (isLoop(rule)) {
      if (rule.max !== undefined && count > rule.max) {
        const expected = `at most ${rule.max} of the loop ${rule.loop} (${rule.name})`
        this.#report('loop-repeats', segment.id, position, segment.offset, expected, `number ${count}`, rule.loop)
      }
      const [opening] = rule.body
      this.#frames.push({ loop: rule, body: rule.body, at: 1, met: new Map([[opening, 1]]) })
    } else if (rule.max !== undefined && count > rule.max) {
      const expected = `at most ${rule.max} of this segment (${rule.name})`
      this.#report('segment-repeats', segment.id, position, segment.offset, expected, `number ${count}`)
    }
  }

  /** Checks the elements of one segment. */
  check(segment: Segment, position: number, rule: SegmentRule | undefined): void {
    const id = segment.id
    const loop = this.#frames.at(-1)?.loop?.loop
    for (const found of checkElements(id, segment.elements(), segment.source.delimiters, rule)) {
      const where = { segment: id, position, offset: segment.offset, ...(loop === undefined ? {} : { loop }) }
      this.problems.push(createProblem({ ...found, ...where }))
    }
  }

  /** Closes all loops and reports their missing segments at `position`. */
  finish(position: number, offset: number): void {
    while (this.#frames.length > 0) this.#close(position, offset)
  }

  #locate(segment: Segment): Place | undefined {
    const id = segment.id
    let full: Place | undefined
    let like: Place | undefined
    for (let depth = this.#frames.length - 1; depth >= 0; depth--) {
      const frame = this.#frames[depth]
      if (frame === undefined) continue
      for (let index = frame.at; index < frame.body.length; index++) {
        const rule = frame.body[index]
        if (rule === undefined) continue
        const opening = findOpeningRule(rule)
        if (opening.segment !== id) continue
        const place = { depth, index }
        const isFull = rule.max !== undefined && (frame.met.get(rule) ?? 0) >= rule.max
        if (meets(opening, segment)) {
          if (!isFull) return place
          full ??= place
        } else if (!isFull) {
          like ??= place
        }
      }
    }
    return full ?? this.#locateInner(id, segment) ?? like
  }

  /** Finds a loop one level deeper that the segment begins, for an enclosing loop whose first segment is missing. */
  #locateInner(id: string, segment: Segment): Place | undefined {
    for (let depth = this.#frames.length - 1; depth >= 0; depth--) {
      const frame = this.#frames[depth]
      if (frame === undefined) continue
      for (let index = frame.at; index < frame.body.length; index++) {
        const rule = frame.body[index]
        if (rule === undefined || !isLoop(rule)) continue
        const inner = rule.body.findIndex((own) => {
          if (!isLoop(own)) return false
          const [opening] = own.body
          return opening.segment === id && opening.when !== undefined && meets(opening, segment)
        })
        if (inner !== -1) return { depth, index, inner }
      }
    }
    return undefined
  }

  #close(position: number, offset: number): void {
    const frame = this.#frames.pop()
    if (frame === undefined) return
    for (const rule of frame.body) {
      if (rule.use !== 'R' || (frame.met.get(rule) ?? 0) > 0) continue
      this.#reportMissing(rule, position, offset, frame.loop?.loop)
    }
  }

  #reportMissing(rule: Rule, position: number, offset: number, around?: string): void {
    const id = findOpeningRule(rule).segment
    if (isLoop(rule)) {
      const expected = `the loop ${rule.loop} (${rule.name}), which begins with ${id}`
      this.#report('loop-missing', id, position, offset, expected, 'none', rule.loop)
    } else {
      this.#report('segment-missing', id, position, offset, `the segment ${id} (${rule.name})`, 'none', around)
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
    this.problems.push(createProblem({ code, ...where, expected, received }))
  }
}

function meets({ when }: SegmentRule, segment: Segment): boolean {
  if (when === undefined) return true
  return Object.entries(when).every(([element, values]) => values.includes(segment.element(Number(element)) ?? ''))
}

/**
 * Returns the index of the first of adjacent rules with the same identifier, because their segments may come in any
 * order.
 */
function findRunStart(body: readonly Rule[], index: number): number {
  const own = body[index]
  if (own === undefined) return index
  const id = findOpeningRule(own).segment
  let start = index
  while (start > 0) {
    const before = body[start - 1]
    if (before === undefined || findOpeningRule(before).segment !== id) break
    start--
  }
  return start
}
