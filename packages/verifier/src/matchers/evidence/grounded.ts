import type { JsonObject, JsonValue } from '@carebench/protocol'
import { finish, type Steps } from '@carebench/protocol/wire'
import { Grounds, maxTextLength, type Truth, type Ungrounded, WrittenText } from '@carebench/text'
import type { EvidenceReader, RecordValues } from '../../values/evidence-reader.js'
import { pointerTo } from '../../values/finding.js'
import { isJsonObject } from '../../values/json/is-json-object.js'
import type { MatcherContext, MatcherKind, MatchScope } from '../matcher.js'
import { listOperand, objectOperand, refuseOperand } from '../operand.js'
import { compileSaidFact, valueFacts } from '../operators/says.js'
import { addRecords, addValues } from './ground-values.js'
import { readNamedRecords } from './named-evidence.js'

/** Maximum number of facts in one matcher. */
const maxFacts = 100
const maxFactLength = 1000

type GroundFact = Parameters<Grounds['add']>[0]

/** A compiled `$grounded`. */
interface Grounding {
  readonly facts: readonly GroundFact[]
  readonly sources: readonly ((evidence: object) => RecordValues | undefined)[]
  readonly options: Parameters<Grounds['judge']>[1]
  readonly reader: EvidenceReader | undefined
  /** The known facts of an evidence, which is read once. */
  readonly grounds: WeakMap<object, Grounds>
}

/** The groundings by operand, for explanations. */
const groundings = new WeakMap<object, Grounding>()

/**
 * `{"$grounded": {"facts": [fact, …], "kinds"?: […], "statuses"?: {…}}}`: a text that states only these facts. Every
 * date, weekday, time, amount, identifier, telephone number and name in it is one of them, or a value that the world
 * has for a record that they name; with `statuses`, every status word must agree with them. Undecided if a text cannot
 * be read.
 */
export const groundedMatcher: MatcherKind = {
  key: '$grounded',
  example:
    '{"$grounded": {"facts": ["Ada Sample", {"date": "2026-03-12"}, {"time": "09:30"}], "statuses": {"booked": true}}}',
  compile(operand, path, context) {
    const grounding = compileGrounding(operand, path, context)
    if (grounding === undefined) return undefined
    groundings.set(operand as object, grounding)
    context.markOpen()
    return (actual, scope) => (typeof actual === 'string' ? toTruth(judgeText(actual, grounding, scope)) : false)
  },
}

function toTruth(found: readonly Ungrounded[] | undefined): Truth {
  if (found === undefined) return undefined
  if (found.some(({ what }) => !isOpen(what))) return false
  return found.length === 0 ? true : undefined
}

/** Whether a place may be grounded or not, because its text cannot be decided. */
export function isOpen(what: string): boolean {
  return what === 'unreadable' || what === 'ambiguous' || what === 'inexact'
}

function judgeText(
  text: string,
  grounding: Grounding,
  { budget, evidence = grounding }: MatchScope,
): readonly Ungrounded[] | undefined {
  if (text.length > maxTextLength) {
    budget?.noteTooLong(text)
    return undefined
  }
  if (budget === undefined) return finish(judgeInSteps(new WrittenText(text), grounding, evidence))
  // Reading the facts also reads the names of the world, so it takes long whatever the text is.
  const grounds = budget.answer(grounding.grounds, evidence, 0, () => readGrounds(grounding, evidence), true)
  if (grounds === undefined) return undefined
  const units = countUnits(text, grounds)
  const judge = () => grounds.judge(budget.texts.read(text), grounding.options)
  return budget.answer(grounding, text, units, judge, units > maxUnitsOfStep)
}

/** The number of facts that take at most a few times as long to find in a text as reading the text takes. */
const factsPerReading = 8

/** The units of a text that is judged in one step: facts that begin like many of its words take longest. */
const maxUnitsOfStep = 5000

/** Characters that take as long to read as a text takes for each fact, however short it is. */
const charactersOfText = 16

function countUnits(text: string, { size }: Grounds): number {
  return (text.length + charactersOfText) * (2 + Math.ceil(size / factsPerReading))
}

function* judgeInSteps(
  text: WrittenText,
  grounding: Grounding,
  evidence: object,
): Steps<readonly Ungrounded[] | undefined> {
  const grounds = yield* readGrounds(grounding, evidence)
  return grounds && (yield* grounds.judge(text, grounding.options))
}

/** Undefined if records that the facts name were not observed. */
function* readGrounds(grounding: Grounding, evidence: object): Steps<Grounds | undefined> {
  const known = grounding.grounds.get(evidence)
  if (known !== undefined) return known
  const { facts, sources, reader } = grounding
  const world = reader === undefined ? undefined : yield* reader.world(evidence)
  const grounds = new Grounds(world?.names)
  for (const day of world?.days ?? []) grounds.addToday(day)
  for (const fact of facts) grounds.add(fact)
  for (const source of sources) {
    yield
    const found = source(evidence)
    if (found === undefined) return undefined
    yield* addValues(grounds, found.values)
    yield* addRecords(grounds, found.records)
  }
  grounding.grounds.set(evidence, grounds)
  return grounds
}

function compileGrounding(operand: JsonValue, path: string, context: MatcherContext): Grounding | undefined {
  const members = { required: ['facts'], optional: ['kinds', 'statuses'] }
  const object = objectOperand(groundedMatcher, members, operand, path, context)
  if (object === undefined) return undefined
  const before = context.findings.list.length
  const at = pointerTo(path, 'facts')
  const written = listOperand(groundedMatcher, object.facts ?? null, at, context) ?? []
  if (written.length > maxFacts) {
    return context.findings.add(at, `$grounded has at most ${maxFacts} facts; found ${written.length}`)
  }
  const compiled = written.map((fact, index) => compileFact(fact, pointerTo(at, index), context))
  const kinds = compileKinds(object.kinds, pointerTo(path, 'kinds'), context)
  const allowed = compileStatuses(object.statuses, pointerTo(path, 'statuses'), context)
  if (context.findings.list.length > before) return undefined
  return {
    facts: compiled.flatMap((one) => (one === undefined || typeof one === 'function' ? [] : [one])),
    sources: compiled.filter((one) => typeof one === 'function'),
    options: { kinds, statuses: allowed },
    reader: context.findings.reader,
    grounds: new WeakMap(),
  }
}

const shapes =
  'a text, a number, {"quantity": 6.7, "unit": "mmol/L"}, {"date": "2024-05-01"}, {"time": "14:30"}, {"code": ' +
  '"M17.11"} or {"collection", "where", "path"}'

function compileFact(
  written: JsonValue,
  path: string,
  context: MatcherContext,
): GroundFact | Grounding['sources'][number] | undefined {
  if (typeof written === 'number') return written
  if (typeof written === 'string' && written !== '' && written.length <= maxFactLength) return written
  if (isJsonObject(written) && Object.hasOwn(written, 'collection')) return compileSource(written, path, context)
  const isFact = isJsonObject(written) && valueFacts.some((member) => Object.hasOwn(written, member))
  if (!isFact) return refuseOperand(groundedMatcher, shapes, written, path, context)
  return compileSaidFact(groundedMatcher, written, path, context)
}

function compileSource(
  written: JsonObject,
  path: string,
  context: MatcherContext,
): Grounding['sources'][number] | undefined {
  const named = readNamedRecords(groundedMatcher, written, path, context)
  return named && context.findings.reader?.select(named, path)
}

function compileKinds(
  written: JsonValue | undefined,
  path: string,
  context: MatcherContext,
): Grounding['options']['kinds'] {
  if (written === undefined) return undefined
  const list = listOperand(groundedMatcher, written, path, context) ?? []
  return list.flatMap((name, index) => {
    const kind = Grounds.kinds.find((one) => one === name)
    if (kind !== undefined) return kind
    refuseOperand(groundedMatcher, `one of ${Grounds.kinds.join(', ')}`, name, pointerTo(path, index), context)
    return []
  })
}

function compileStatuses(
  written: JsonValue | undefined,
  path: string,
  context: MatcherContext,
): Grounding['options']['statuses'] {
  if (written === undefined) return undefined
  if (!isJsonObject(written)) return refuseOperand(groundedMatcher, 'an object', written, path, context)
  for (const [name, value] of Object.entries(written)) {
    const at = pointerTo(path, name)
    if (!Grounds.statuses.some((one) => one === name)) {
      context.findings.add(at, `expected a status: ${Grounds.statuses.join(', ')}; found ${JSON.stringify(name)}`)
    } else if (typeof value !== 'boolean') {
      refuseOperand(groundedMatcher, 'true (it is so) or false (it is not)', value, at, context)
    }
  }
  return written as Grounding['options']['statuses']
}

/**
 * Returns the ungrounded places of a text that was judged within a budget; undefined if the operand is not a
 * `$grounded`, or did not judge the text.
 */
export function judgedPlaces(
  operand: JsonValue,
  text: string,
  budget: MatchScope['budget'],
): readonly Ungrounded[] | undefined {
  const grounding = isJsonObject(operand) ? groundings.get(operand) : undefined
  return grounding && budget?.known<readonly Ungrounded[]>(grounding, text)
}
