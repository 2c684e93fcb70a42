import type { JsonValue, Steps } from '@carebench/protocol'
import { canonicalJson } from '@carebench/verifier'
import type { Step, Trajectory } from './trajectory.js'
import { type JsonRecord, memberAt, toList, toNumber, toObject, toText } from './unknown-value.js'

/** Maximum number of steps named for a criterion. */
export const maxSteps = 5

/** Where a failed criterion was broken. */
export interface BrokenIn {
  /** Numbers of the steps that last changed the records named by its evidence, in order. */
  readonly steps: readonly number[]
  /**
   * Whether no step did the expected work: nothing matches the criterion's selection, or nothing changed the record.
   */
  readonly neverDone: boolean
}

export const unknownSteps: BrokenIn = { steps: [], neverDone: false }

/**
 * Finds the steps of a trajectory that changed the records named by the evidence of a failed criterion; works in steps.
 */
export function* findBrokenIn(evidence: unknown, { logged, steps }: Trajectory): Steps<BrokenIn> {
  if (!logged) return unknownSteps
  const changing = steps.filter(({ effects }) => effects > 0)
  if (memberAt(evidence, 'selected') === 0 && memberAt(evidence, 'matched') === null) {
    // A record that was created and deleted again counts as done.
    return { steps: [], neverDone: !changing.some(deletes) }
  }
  const named = seqsIn(evidence, steps)
  if (isNeverDone(evidence) || isWithoutWork(evidence, steps)) return { steps: named, neverDone: named.length === 0 }
  const matched = toRecordTest(memberAt(evidence, 'matched'))
  const records = [
    matched,
    toRecordTest(memberAt(evidence, 'contradicted_by')),
    ...toList(memberAt(evidence, 'changes')).map(toRecordTest),
  ]
  const found: number[] = []
  for (const test of records) {
    const seq = test === undefined ? undefined : yield* lastThat(changing, test)
    if (seq !== undefined) found.push(seq)
  }
  const seqs = [...new Set([...found, ...named])].sort((a, b) => a - b).slice(0, maxSteps)
  return { steps: seqs, neverDone: seqs.length === 0 && matched !== undefined }
}

/**
 * Whether the evidence says that something expected did not happen: an event of a sequence, any such event, a phrase,
 * or a value that should agree with others.
 */
function isNeverDone(evidence: unknown): boolean {
  const [order, phrases] = [toList(memberAt(evidence, 'event_results')), failedPhrases(evidence)]
  if (order.length > 0) return order.some((event) => memberAt(event, 'seq') === null)
  if (phrases.length > 0) return !phrases.some((phrase) => memberAt(phrase, 'found') === true)
  if (isWithoutValue(memberAt(evidence, 'values'))) return true
  return Array.isArray(memberAt(evidence, 'matched')) && memberAt(evidence, 'count', 'actual') === 0
}

/** Whether the agent changed nothing, so that none of its steps can have broken the expectations on records. */
function isWithoutWork(evidence: unknown, steps: readonly Step[]): boolean {
  const isOfOutput = memberAt(evidence, 'matched', 'output') === true
  return toObject(evidence) !== undefined && !isOfOutput && !steps.some(({ kind }) => kind === 'write')
}

/**
 * Whether values of several records disagree because one is missing: a record lacks it, or all found values agree but
 * one had no record.
 */
function isWithoutValue(values: unknown): boolean {
  if (!Array.isArray(values)) return false
  if (values.some((value) => memberAt(value, 'missing') === true)) return true
  const [first, ...others] = values.map((value) => toList(memberAt(value, 'read_as')))
  return first === undefined || first.some((key) => others.every((keys) => keys.includes(key)))
}

function failedPhrases(evidence: unknown): readonly unknown[] {
  return toList(memberAt(evidence, 'phrase_results')).filter((phrase) => memberAt(phrase, 'passed') === false)
}

/**
 * Returns the log entries that the evidence names directly: acts that leave no record, reads, acts out of order,
 * counted events, and phrases in a call.
 */
function seqsIn(evidence: unknown, steps: readonly Step[]): readonly number[] {
  const seqs = [
    ...[...toList(memberAt(evidence, 'acts')), ...toList(memberAt(evidence, 'reads'))].map((one) =>
      memberAt(one, 'seq'),
    ),
    ...toList(memberAt(evidence, 'out_of_order')),
    // The entries that an order matched are in order.
    ...(memberAt(evidence, 'event_results') === undefined ? toList(memberAt(evidence, 'matched')) : []),
    ...failedPhrases(evidence).map((phrase) => stepOfTurn(phrase, steps)),
  ].flatMap((seq) => toNumber(seq) ?? [])
  const known = new Set(steps.map(({ seq }) => seq))
  return [...new Set(seqs)]
    .filter((seq) => known.has(seq))
    .sort((a, b) => a - b)
    .slice(0, maxSteps)
}

/** Returns the step in which a phrase was said: the step with that turn of the call. */
function stepOfTurn(phrase: unknown, steps: readonly Step[]): number | null {
  const turn = toNumber(memberAt(phrase, 'turn'))
  const call = toText(memberAt(phrase, 'call_id'))
  if (turn === null || call === null) return null
  let turns = 0
  for (const { seq, entry } of steps) {
    turns += turnsAdded(entry, call)
    if (turns > turn) return seq
  }
  return null
}

function turnsAdded(entry: JsonRecord, call: string): number {
  const own = listEffects(entry).filter((effect) => memberAt(effect, 'head', 'id') === call)
  return own.reduce<number>((sum, effect) => sum + toList(memberAt(effect, 'turns')).length, 0)
}

/** Returns whether an object in an effect is the record. */
type RecordTest = (inside: JsonRecord, effect: unknown) => boolean

/** Number of effects examined before a pause. */
const effectsOfStep = 500

/** Returns the agent's last matching step if there is one, else the last of any other. */
function* lastThat(changing: readonly Step[], test: RecordTest): Steps<number | undefined> {
  let last: number | undefined
  let read = 0
  for (let at = changing.length - 1; at >= 0; at--) {
    const { seq, kind, entry } = changing[at] as Step
    // Steps of others count only if the agent has none.
    if (last !== undefined && kind !== 'write') continue
    for (const one of toList(memberAt(entry, 'effects'))) {
      if (++read % effectsOfStep === 0) yield
      const effect = memberAt(one, 'effect')
      if (!hasObject(effect, effect, test)) continue
      if (kind === 'write') return seq
      last = seq
      break
    }
  }
  return last
}

function listEffects(entry: JsonRecord): readonly unknown[] {
  return toList(memberAt(entry, 'effects')).map((one) => memberAt(one, 'effect'))
}

function deletes({ entry }: Step): boolean {
  return listEffects(entry).some((effect) => memberAt(effect, 'op') === 'delete')
}

/** Maximum depth at which records are searched in effects. */
const deepest = 3

function hasObject(value: unknown, effect: unknown, test: RecordTest, depth = 0): boolean {
  const object = toObject(value)
  if (object === undefined || depth > deepest) return false
  if (test(object, effect)) return true
  for (const name in object) if (hasObject(object[name], effect, test, depth + 1)) return true
  return false
}

/** Returns a test for the record that the evidence identifies; undefined if it does so only by position. */
function toRecordTest(identity: unknown): RecordTest | undefined {
  const reference = toText(memberAt(identity, 'reference'))
  if (reference !== null) {
    const end = reference.indexOf('/')
    const [type, id] = [reference.slice(0, end), reference.slice(end + 1)]
    return (inside) => memberAt(inside, 'resourceType') === type && memberAt(inside, 'id') === id
  }
  const [resource, key] = [memberAt(identity, 'resource'), toText(memberAt(identity, 'key'))]
  if (key !== null) {
    const value = memberAt(identity, 'value')
    return (inside, effect) => readResource(effect, resource) === resource && isSameValue(memberAt(inside, key), value)
  }
  const texts = Object.entries(toObject(identity) ?? {}).filter(
    ([name, value]) => typeof value === 'string' && !placing.has(name),
  )
  return texts.length === 0 ? undefined : (inside) => texts.every(([name, value]) => memberAt(inside, name) === value)
}

function isSameValue(one: unknown, other: unknown): boolean {
  if (one === undefined || other === undefined) return one === other
  // All values in a record come from JSON.
  return canonicalJson(one as JsonValue) === canonicalJson(other as JsonValue)
}

/** Returns the portal resource whose row an effect writes. */
function readResource(effect: unknown, unknown: unknown): unknown {
  return memberAt(effect, 'op') === 'put_request' ? 'prior_auth_requests' : (memberAt(effect, 'resource') ?? unknown)
}

/** Members that say where a record is, not which one it is. */
const placing: ReadonlySet<string> = new Set(['collection', 'resource', 'system', 'change'])
