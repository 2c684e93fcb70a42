import type { JsonValue, Steps } from '@carebench/protocol'
import type { EvidenceSource, EvidenceStateSource } from '../evidence/evidence-source.js'
import { wholeOf } from '../evidence/evidence-state.js'
import { placeIn, stateOf, systemsOf, withStateOf } from '../evidence/keyed-states.js'
import type { EvidencePart } from '../evidence-part.js'
import { isMadeByAgents } from '../identifying-values.js'
import { withGuessedLists } from './guessed-outputs.js'
import type { IdleState } from './idle-states.js'
import { otherValue } from './mutants/changed-value.js'
import { isStatus, isUnsaid, statusChange } from './mutants/json-changes.js'
import { leavesOf, withValue } from './mutants/leaf.js'
import { mutateState } from './mutants/mutate-state.js'
import { type WrittenRecord, writtenRecords } from './mutants/written-records.js'
import { textsOf } from './texts.js'
import type { WorldTexts } from './world-texts.js'

/**
 * The states that an agent reaches without knowing what the task asks for: it writes every record again without a change,
 * makes a record like each that a solution makes with all values wrong but those in the `task_item`, or submits an output
 * that lists every value it can guess.
 *
 * `start` is the untouched state, `world` its texts, `solutions` the final states of the solutions.
 */
export function* cheapStates(
  start: EvidenceSource,
  solutions: readonly { readonly name: string; readonly state: EvidenceSource }[],
  task_item: JsonValue | undefined,
  parts: readonly EvidencePart[],
  world: WorldTexts,
): Steps<readonly IdleState[]> {
  const stated = textsOf(task_item ?? null).join('\n')
  const isStated = (value: string): boolean => value !== '' && stated.includes(value)
  const make = (what: string, state: EvidenceSource): IdleState => ({
    what,
    state: { ...state, initial: start },
  })
  const touched = touchedState(parts, start)
  const isKnown = (value: string): boolean => isStated(value) || world.has(value)
  const states: IdleState[] = []
  if (touched !== undefined) states.push(make('every record written again without a change', touched))
  for (const { name, state } of solutions) {
    yield
    const of = JSON.stringify(name)
    const added = writtenRecords(parts, start, state).filter(isNewOfAgent)
    const wrong = added.map(({ record, part }) => wrongRecord(record, part, isStated))
    const all = added.reduce((made, record, index) => withRecord(parts, made, record, wrong[index] ?? null), start)
    const guesses: IdleState[] = []
    for (const [index, record] of added.entries()) {
      yield
      const guessed = withGuessedLists(record.record, wrong[index] ?? null, isKnown)
      if (guessed === undefined) continue
      guesses.push(
        make(
          `${record.name} of ${of} with every value listed that can be guessed`,
          withRecord(parts, start, record, guessed),
        ),
      )
    }
    const { output } = state
    const listed =
      output === undefined ? undefined : withGuessedLists(output, wrongRecord(output, undefined, isStated), isKnown)
    states.push(
      ...added.map((record, index) =>
        make(
          `${record.name} of ${of}, where all is wrong that the task_item does not say`,
          withRecord(parts, start, record, wrong[index] ?? null),
        ),
      ),
      ...(added.length < 2
        ? []
        : [make(`all records of ${of}, where all is wrong that the task_item does not say`, all)]),
      ...guesses,
      ...(listed === undefined
        ? []
        : [make(`the output of ${of} with every value listed that can be guessed`, { ...start, output: listed })]),
    )
  }
  return states
}

function isNewOfAgent({ what, part, item }: WrittenRecord): boolean {
  return what === 'added' && part !== undefined && item !== undefined && isMadeByAgents(part, item)
}

function withRecord(
  parts: readonly EvidencePart[],
  state: EvidenceSource,
  { part, place, name }: WrittenRecord,
  record: JsonValue,
): EvidenceSource {
  if (part === undefined) return state
  const { system } = place
  const whole = wholeOf(part.name, stateOf(state, system)) ?? part.empty
  return mutateState(parts, state, {
    name,
    place: placeIn(part.insertion(place, whole), system),
    change: 'insert',
    record,
  })
}

/** What a record is, which an agent knows from the documentation of the system. */
const known = new Set(['resourceType', 'system', 'direction', 'seeded', 'url'])

/** The record with every value changed but those that are stated. */
function wrongRecord(
  record: JsonValue,
  part: EvidencePart | undefined,
  isStated: (value: string) => boolean,
): JsonValue {
  let wrong: JsonValue = record
  for (const leaf of leavesOf(record)) {
    const { key, value, steps } = leaf
    if (isUnsaid(leaf) || known.has(key) || (key === 'id' && steps.length === 1)) continue
    if (isStated(String(value)) || part?.isGenerated?.(leaf) === true) continue
    const other = typeof value === 'string' && isStatus(key) ? statusChange(value, undefined) : otherValue(value)
    wrong = withValue(wrong, steps, other.value)
  }
  return wrong
}

/** The state with every record written again; undefined if nothing shows it. */
function touchedState(parts: readonly EvidencePart[], start: EvidenceSource): EvidenceSource | undefined {
  let touched: EvidenceSource = start
  for (const system of systemsOf(start)) {
    for (const part of parts) {
      const own: EvidenceStateSource = stateOf(start, system)
      const whole = wholeOf(part.name, own)
      if (whole === undefined || part.rewritten === undefined) continue
      const items = Array.from(part.items(whole), ({ value }) => value)
      const again = items.map((item) => part.rewritten?.(item) ?? item)
      if (again.every((item, index) => item === items[index])) continue
      const written = part.holding(again, part.name)
      // A part with several lists holds one of them only.
      if (Array.from(part.items(written)).length !== items.length) continue
      touched = withStateOf(touched, system, { [part.name]: written })
    }
  }
  return touched === start ? undefined : touched
}
