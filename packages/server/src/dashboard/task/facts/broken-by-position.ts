import { maxSteps } from './broken-in.js'
import type { EntryChanges } from './entry-changes.js'
import { isNotRight } from './not-right.js'
import type { ReportedCriterion } from './reported-task.js'
import { memberAt, toList, toObject, toText } from './unknown-value.js'

/**
 * Adds the steps that broke a failed criterion whose evidence identifies records only by position: for each record, the
 * last step that added or changed it there. Positions mean nothing once a record was removed from the collection.
 */
export function placeByPosition(criterion: ReportedCriterion, { bySeq }: EntryChanges): ReportedCriterion {
  const { outcome, brokenIn, evidence } = criterion
  if (outcome !== 'failed' || brokenIn.steps.length > 0 || brokenIn.neverDone) return criterion
  const identities = [
    memberAt(evidence, 'matched'),
    memberAt(evidence, 'contradicted_by'),
    ...toList(memberAt(evidence, 'changes')),
  ]
  const seqs = identities.flatMap((identity) => lastChangeAt(identity, bySeq) ?? [])
  return placeAt(criterion, seqs)
}

/** Returns a failed criterion with the steps that broke it. */
export function placeAt(criterion: ReportedCriterion, seqs: readonly number[]): ReportedCriterion {
  const steps = [...new Set(seqs)].sort((a, b) => a - b).slice(0, maxSteps)
  const brokenIn = { steps, neverDone: false }
  const notRight = steps.length === 0 ? criterion.notRight : isNotRight({ ...criterion, brokenIn })
  return { ...criterion, brokenIn, notRight }
}

function lastChangeAt(identity: unknown, bySeq: EntryChanges['bySeq']): number | undefined {
  const place = readPlace(identity)
  if (place === undefined) return undefined
  let last: number | undefined
  for (const [seq, { collections }] of bySeq) {
    const own = collections.find(({ collection }) => collection === place.collection)
    if (own?.changes.some(({ what }) => what === 'removed')) return undefined
    if (own?.changes.some(({ name }) => name === place.name || name.startsWith(`${place.name}:`))) last = seq
  }
  return last
}

/** Returns the collection of an identity, and the name that changes give the record at its position. */
function readPlace(identity: unknown): { readonly collection: string; readonly name: string } | undefined {
  const resource = toText(memberAt(identity, 'resource'))
  const collection = toText(memberAt(identity, 'collection')) ?? (resource === null ? null : `portal.${resource}`)
  const position = Object.values(toObject(identity) ?? {}).find((value) => Number.isSafeInteger(value))
  return collection === null || typeof position !== 'number'
    ? undefined
    : { collection, name: `number ${position + 1}` }
}
