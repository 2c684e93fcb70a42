import type { JsonValue, Steps } from '@carebench/protocol'
import type { EvidencePart, PlacedItem } from '../evidence/evidence-part.js'
import { isMadeByAgents } from '../evidence/identifying-values.js'
import { otherValue } from '../evidence/mutation/changed-value.js'
import { changeLeaves } from '../evidence/mutation/leaf.js'
import type { EvidenceSource, EvidenceStateSource } from '../evidence/state/evidence-source.js'
import { readWhole } from '../evidence/state/evidence-state.js'
import { listSystems, placeIn, replaceState, selectState } from '../evidence/state/keyed-states.js'
import { type AuditBudget, countCharacters } from './audit-budget.js'
import { withGuessedLists } from './guessed-outputs.js'
import type { IdleState } from './idle-states.js'
import { chooseEvenly } from './mutants/make-mutants.js'
import { mutateState } from './mutants/mutate-state.js'
import { isStatus, isUnsaid, statusChange } from './mutants/texts/json-changes.js'
import { listTexts } from './mutants/texts/texts.js'
import { type WrittenRecord, writtenRecords } from './mutants/written-records.js'
import type { WorldTexts } from './world-texts.js'

/** The options of {@link cheapStates} besides the states. */
export interface CheapStatesOptions {
  readonly task_item: JsonValue | undefined
  readonly parts: readonly EvidencePart[]
  /** The texts of the untouched state. */
  readonly world: WorldTexts
  readonly budget: AuditBudget
}

/**
 * Returns the states that an agent reaches without understanding the task: it rewrites every record unchanged, makes
 * records like those of a solution in which only the values from the `task_item` are right, or makes a record or
 * submits an output that lists every value it can guess.
 *
 * `start` is the untouched state, `solutions` are the final states of the solutions. Above the budget, an even
 * selection of the records is used.
 */
export function* cheapStates(
  start: EvidenceSource,
  solutions: readonly { readonly name: string; readonly state: EvidenceSource }[],
  { task_item, parts, world, budget }: CheapStatesOptions,
): Steps<readonly IdleState[]> {
  const stated = listTexts(task_item ?? null).join('\n')
  const isStated = (value: string): boolean => value !== '' && stated.includes(value)
  const make = (what: string, state: EvidenceSource): IdleState => ({
    what,
    state: { ...state, initial: start },
  })
  const written: {
    readonly name: string
    readonly state: EvidenceSource
    readonly records: readonly WrittenRecord[]
  }[] = []
  for (const { name, state } of solutions) {
    written.push({ name, state, records: writtenRecords(parts, start, state) })
    yield
  }
  const touched = yield* touchState(
    parts,
    start,
    written.flatMap(({ records }) => records),
  )
  const isKnown = (value: string): boolean => isStated(value) || world.has(value)
  const states: IdleState[] = []
  if (touched !== undefined)
    states.push(
      make(`${touched.isWhole ? 'every record' : 'many records'} written again without a change`, touched.state),
    )
  for (const { name, state, records } of written) {
    const of = JSON.stringify(name)
    const added = records.filter(isNewOfAgent)
    const characters = added.reduce((sum, { record }) => sum + countCharacters(record), 0)
    // Once with wrong values, and once with a list of all values that can be guessed.
    const tried = new Set(chooseEvenly(added, budget.limitOf('states without knowledge', 2 * characters)))
    budget.note(name, 'states without knowledge', tried.size, added.length)
    let all = start
    const wrongs: IdleState[] = []
    const guesses: IdleState[] = []
    for (const record of added) {
      yield
      const wrong = wrongRecord(record.record, record.part, isStated)
      all = withRecord(parts, all, record, wrong)
      if (!tried.has(record)) continue
      const what = `${record.name} of ${of}, where every value is wrong that the task_item does not state`
      wrongs.push(make(what, withRecord(parts, start, record, wrong)))
      yield
      const guessed = withGuessedLists(record.record, wrong, isKnown)
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
      ...wrongs,
      ...(added.length < 2
        ? []
        : [make(`all records of ${of}, where every value is wrong that the task_item does not state`, all)]),
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
  const whole = readWhole(part.name, selectState(state, system)) ?? part.empty
  return mutateState(parts, state, {
    name,
    place: placeIn(part.insertion(place, whole), system),
    change: 'insert',
    record,
  })
}

/** Members that say what a record is; an agent knows them from the documentation of the system. */
const known = new Set(['resourceType', 'system', 'direction', 'seeded', 'url'])

/** Returns the record with every value changed except those that the task states or that take no knowledge. */
function wrongRecord(
  record: JsonValue,
  part: EvidencePart | undefined,
  isStated: (value: string) => boolean,
): JsonValue {
  return changeLeaves(record, (leaf) => {
    const { key, value, steps } = leaf
    if (isUnsaid(leaf) || known.has(key) || (key === 'id' && steps.length === 1)) return value
    if (isStated(String(value)) || part?.isGenerated?.(leaf) === true) return value
    const other = typeof value === 'string' && isStatus(key) ? statusChange(value, undefined) : otherValue(value)
    return other.value
  })
}

/**
 * Up to `all` records of a part are all rewritten. In a larger part, `some` records are rewritten in addition to those
 * that solutions changed.
 */
const maxTouched = { all: 2000, some: 200 } as const

/**
 * Returns the state with its records rewritten; undefined if a rewrite leaves no trace. In a part with thousands of
 * records whose differences are cheap to find, only the records that solutions changed and an even selection of each
 * list are rewritten.
 */
function* touchState(
  parts: readonly EvidencePart[],
  start: EvidenceSource,
  written: readonly WrittenRecord[],
): Steps<{ readonly state: EvidenceSource; readonly isWhole: boolean } | undefined> {
  let touched: EvidenceSource = start
  let isWhole = true
  for (const system of listSystems(start)) {
    for (const part of parts) {
      const own: EvidenceStateSource = selectState(start, system)
      const whole = readWhole(part.name, own)
      if (whole === undefined || part.rewritten === undefined) continue
      const items = Array.from(part.items(whole))
      const isLarge = items.length > maxTouched.all && part.differing?.(whole, whole) !== undefined
      const changed = written.filter((record) => record.part === part && record.place.system === system)
      const again = isLarge
        ? yield* rewriteSome(part, whole, selectItems(items, changed))
        : withAllRewritten(part, whole, items)
      if (again === whole) continue
      if (isLarge) isWhole = false
      touched = replaceState(touched, system, { [part.name]: again })
    }
  }
  return touched === start ? undefined : { state: touched, isWhole }
}

function withAllRewritten(part: EvidencePart, whole: unknown, items: readonly PlacedItem[]): unknown {
  const again = items.map(({ value }) => part.rewritten?.(value) ?? value)
  if (again.every((item, index) => item === items[index]?.value)) return whole
  const written = part.holding(again, part.name)
  // `holding` returns only one list of a part with several.
  return Array.from(part.items(written)).length === items.length ? written : whole
}

function* rewriteSome(part: EvidencePart, whole: unknown, items: Iterable<PlacedItem>): Steps<unknown> {
  let touched = whole
  for (const { place, name, value } of items) {
    yield
    const record = part.rewritten?.(value) ?? value
    if (record !== value) touched = part.edit(touched, { name, place, change: 'replace', record })
  }
  return touched
}

/** Returns the changed records, and an even selection of each list. */
function selectItems(items: readonly PlacedItem[], changed: readonly WrittenRecord[]): Iterable<PlacedItem> {
  const keys = new Set(changed.flatMap(({ item }) => item?.key ?? []))
  const lists = new Map<string, PlacedItem[]>()
  for (const item of items) {
    const list = lists.get(item.list)
    if (list === undefined) lists.set(item.list, [item])
    else list.push(item)
  }
  const each = Math.max(1, Math.floor(maxTouched.some / lists.size))
  return new Set([
    ...items.filter(({ key }) => key !== undefined && keys.has(key)),
    ...[...lists.values()].flatMap((list) => chooseEvenly(list, each)),
  ])
}
