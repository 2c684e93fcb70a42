import type { IdentifyingValue } from '../../evidence/identifying-values.js'
import { leavesOf } from '../../evidence/mutation/leaf.js'
import type { People } from '../../evidence/people/people.js'
import { nameIn } from '../../evidence/state/keyed-states.js'
import type { RecordedAct } from '../../evidence/state/recorded-acts.js'
import { allowedPeople } from './about.js'
import type { Allowance } from './allowance.js'
import type { ActsResult, Course, Unwanted } from './course.js'
import { strangersAmong } from './disclosure.js'

/**
 * Returns the refused acts that identify a person whom neither an entry for the collection allows nor the entity of the
 * criterion names. If no entry is for such records, a full name is enough: there is no reason to send one. A refused
 * act has no effect, so nothing else in it is judged.
 */
export function judgeRefused<Value>(
  acts: readonly RecordedAct[],
  { allowances, people }: { readonly allowances: readonly Allowance<Value>[]; readonly people: () => People },
  { scope, evidence, context }: Course,
): ActsResult {
  const refused = acts.filter(({ what }) => what === 'refused')
  if (refused.length === 0) return { unwanted: [], unknown: [] }
  const allowed = allowances.map((allowance) => allowance.people(people, evidence, context))
  if (allowed.includes(undefined)) return { unwanted: [], unknown: [] }
  const known = new Set([
    ...allowed.flatMap((some) => [...(some ?? [])]),
    ...(allowedPeople({}, people, evidence, context) ?? []),
  ])
  const unwanted: Unwanted[] = []
  const unknown: string[] = []
  for (const act of refused) {
    const values = valuesIn(act)
    const identified = people().identifiedWithin(scope.budget, act.record, values)
    const called = allowances.length > 0 ? [] : people().calledWithin(scope.budget, act.record, values)
    const strangers = [...new Set(strangersAmong([...(identified ?? []), ...(called ?? [])], known))].sort()
    if (strangers.length > 0) unwanted.push(describeRefused(act, strangers))
    // A text that the log left out may name somebody.
    else if (identified === undefined || called === undefined || Object.keys(act.omitted).length > 0)
      unknown.push(nameOf(act))
  }
  return { unwanted, unknown }
}

/** Returns every text of a refused act in any form, both as free text and as a reference to a person. */
function valuesIn({ record }: RecordedAct): readonly IdentifyingValue[] {
  return leavesOf(record).flatMap(({ value }): readonly IdentifyingValue[] => {
    if (typeof value === 'boolean') return []
    const said = { path: '', value: String(value) }
    return [
      { ...said, detail: 'text' },
      { ...said, detail: 'reference' },
      { path: '', detail: 'reference', value: `Patient/${value}` },
    ]
  })
}

function describeRefused(act: RecordedAct, discloses: readonly string[]): Unwanted {
  const shown = { ...act.event, collection: act.collection, discloses }
  return { what: 'refused', name: nameOf(act), excess: false, discloses, together: false, shown }
}

function nameOf({ collection, system, event: { seq } }: RecordedAct): string {
  return `a call for ${nameIn(collection, system)} (seq ${String(seq)})`
}
