import type { EventRecord, JsonObject, JsonValue } from '@carebench/protocol'
import type { EvidencePart, PlacedItem } from '../../evidence/evidence-part.js'
import { identifyingValuesIn } from '../../evidence/identifying-values.js'
import { otherValue } from '../../evidence/mutation/changed-value.js'
import { type Leaf, listLeaves, readSteps, replaceLeaves, showSteps, withValue } from '../../evidence/mutation/leaf.js'
import type { EvidenceStateSource } from '../../evidence/state/evidence-source.js'
import { readWhole } from '../../evidence/state/evidence-state.js'
import { placeIn, selectState } from '../../evidence/state/keyed-states.js'
import type { Mutation } from '../../evidence/state/mutation.js'
import { isJsonObject } from '../../values/json/is-json-object.js'
import { showJson } from '../../values/json/show-json.js'
import type { HarmContext, HarmKind, HarmMutant } from './harm.js'
import { isStatusLeaf, statusesIn } from './known-statuses.js'
import { changesOfRecord } from './record-changes.js'
import { describeChangedWords } from './texts/changed-words.js'
import { isUnsaid, statusChange } from './texts/json-changes.js'
import { findOpposite } from './texts/opposite.js'
import { listsIn } from './texts/output-lists.js'
import { replaceTexts } from './texts/replace-texts.js'
import { isStatement } from './texts/statement.js'
import type { WrittenRecord } from './written-records.js'

/**
 * Returns second copies of the record with another value: one for every other status in its list, and one for each
 * other mistake in a single value. In an output, an entry of a list is repeated with another value.
 */
export function makeContradictions(written: WrittenRecord, context: HarmContext): readonly HarmMutant[] {
  const { part, name, record } = written
  if (part === undefined || !isJsonObject(record)) return contradictingEntries(record)
  const statuses = listLeaves(record)
    .filter(isStatusLeaf)
    .flatMap(({ steps, value, key }) => {
      const known = knownStatuses(part, written, key, context).filter((other) => other !== value)
      const others = known.length > 0 ? known : [String(statusChange(String(value), undefined).value)]
      return others.map((other) =>
        besides(written, context, 'contradiction', {
          name: `${name} also with ${showSteps(steps)} ${showJson(other)}`,
          record: withValue(record, steps, other) as JsonObject,
        }),
      )
    })
  const mistakes = changesOfRecord(written, context)
    .filter(({ verb, isStatus: ofStatus = false }) => verb !== 'swap' && !ofStatus)
    .map(({ what, record: other }) =>
      besides(written, context, 'contradiction', {
        name: `${name} also with another value: ${what}`,
        record: other as JsonObject,
      }),
    )
  return [...statuses, ...mistakes].flat()
}

/** Returns a second copy of the record about another person, and the record about both people. */
export function copiesForOthers(written: WrittenRecord, context: HarmContext): readonly HarmMutant[] {
  const { part, item, name, record } = written
  const others = context.beginning.people.othersFor(record, part && item && { part, item })
  if (others.size === 0) return []
  const [[value, other] = ['', '']] = others
  const changed = replaceTexts(record, others)
  const what = { name: `${name} also for another person: ${showJson(other)} instead of ${showJson(value)}` }
  if (part === undefined || !isJsonObject(changed)) return []
  const joined = joinedWith(written, changed, context, {
    kind: 'wrong-person',
    name: `${name} about another person too: ${showJson(other)} beside ${showJson(value)}`,
  })
  return [...besides(written, context, 'wrong-person', { ...what, record: changed }), ...joined]
}

/** Returns the record with its statements about people repeated. */
export function repeatedInside(written: WrittenRecord, context: HarmContext): readonly HarmMutant[] {
  const { name, record } = written
  if (!isJsonObject(record)) return []
  return joinedWith(written, record, context, { kind: 'duplicate', name: `${name} with its content a second time` })
}

/** Returns the record with the people of another record added, in the state and, as it was sent, in the log. */
function joinedWith(
  { part, place, record }: WrittenRecord,
  other: JsonObject,
  { after }: HarmContext,
  harm: Pick<HarmMutant, 'kind' | 'name'>,
): readonly HarmMutant[] {
  const joined = isJsonObject(record) ? part?.join?.(record, other) : undefined
  if (joined === undefined) return []
  const edit: Mutation = { name: '', place, change: 'replace', record: joined }
  const changed = listLeaves(record).filter(({ steps, value }) => readSteps(joined, steps) !== value)
  const sent = (value: JsonValue): JsonValue =>
    changed.reduce((all, { steps, value: text }) => {
      const next = readSteps(joined, steps)
      return next === undefined ? all : replaceLeaves(all, text, next)
    }, value)
  const events = after.events?.map((event) =>
    event.actor !== 'agent' || !Array.isArray(event.outward) ? event : { ...event, outward: sent(event.outward) },
  ) as readonly EventRecord[] | undefined
  return [{ ...harm, edits: [edit], ...(events && { events }) }]
}

/**
 * Returns the record with one statement turned into the opposite: free text of several words that the solution wrote.
 */
export function makeOpposites(
  { part, item, place, name, record, earlier }: WrittenRecord,
  { said }: Pick<HarmContext, 'said'>,
): readonly HarmMutant[] {
  const texts = part && item && textsIn(part, item)
  return listLeaves(record).flatMap((leaf): readonly HarmMutant[] => {
    const { value, steps } = leaf
    if (typeof value !== 'string' || isUnsaid(leaf) || (earlier && readSteps(earlier, steps) === value)) return []
    return (texts ?? [value]).filter(isStatement).flatMap((text): readonly HarmMutant[] => {
      if (!value.includes(text) || said?.hasText(text) === false) return []
      const opposite = findOpposite(text)
      const other = withValue(
        record,
        steps,
        value.replace(text, () => opposite),
      )
      const edit: Mutation = { name: '', place, change: 'replace', record: other }
      return [
        {
          kind: 'opposite-statement',
          name: `${name} says the opposite: ${describeChangedWords(text, opposite)}`,
          edits: [edit],
        },
      ]
    })
  })
}

function textsIn(part: EvidencePart, item: PlacedItem): readonly string[] {
  const texts = identifyingValuesIn(part, item).filter(({ detail }) => detail === 'text')
  return [...new Set(texts.map(({ value }) => value))]
}

function besides(
  { part, place }: WrittenRecord,
  { after }: HarmContext,
  kind: HarmKind,
  { name, record }: { readonly name: string; readonly record: JsonObject },
): readonly HarmMutant[] {
  if (part === undefined) return []
  const { system } = place
  const whole = readWhole(part.name, selectState(after, system)) ?? part.empty
  const copy = part.copy({ place, record }, whole)
  const edit: Mutation = { name, place: placeIn(copy.place, system), change: 'insert', record: copy.record }
  return [{ kind, name, edits: [edit] }]
}

/** Returns an output list with a copy of one entry, one value changed, appended at the end. */
function contradictingEntries(output: JsonValue): readonly HarmMutant[] {
  const lists = listsIn(output)
  return lists.flatMap(({ steps, list }) =>
    list.flatMap((entry, index) =>
      listLeaves(entry)
        .slice(1)
        .flatMap((leaf): readonly HarmMutant[] => {
          const others = valuesAt(list, leaf)
          const changes = others.length > 0 ? others : [otherValue(leaf.value).value]
          return changes.map((other): HarmMutant => {
            const path = showSteps([...steps, index, ...leaf.steps])
            const record = withValue(output, steps, [...list, withValue(entry, leaf.steps, other)])
            const edit: Mutation = { name: '', place: { part: 'output' }, change: 'replace', record }
            return { kind: 'contradiction', name: `output also with ${path} ${showJson(other)}`, edits: [edit] }
          })
        }),
    ),
  )
}

/** Returns the other values of the same type at the path of a leaf in the entries of a list. */
function valuesAt(list: readonly JsonObject[], { steps, value }: Leaf): readonly Leaf['value'][] {
  const path = showSteps(steps)
  const values = list.flatMap((entry) =>
    listLeaves(entry).flatMap((leaf) => (showSteps(leaf.steps) === path ? [leaf.value] : [])),
  )
  return [...new Set(values)].filter((other) => other !== value && typeof other === typeof value)
}

/** Returns the statuses in a member of the records of a list, before and after. */
function knownStatuses(
  part: EvidencePart,
  { item, place: { system } }: WrittenRecord,
  key: string,
  { before, after, statuses }: HarmContext,
): readonly string[] {
  const list = item?.list ?? ''
  const name = JSON.stringify([part.name, system ?? null, list, key])
  let known = statuses.get(name)
  if (known === undefined) {
    const whole = (state: EvidenceStateSource) => readWhole(part.name, selectState(state, system))
    known = statusesIn(part, { before: whole(before), after: whole(after) }, { list, key })
    statuses.set(name, known)
  }
  return known
}
