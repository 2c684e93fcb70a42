import type { JsonObject } from '@carebench/protocol'
import type { Resource } from '../clinic/people.js'
import type { Criterion } from '../task.js'
import { chartState, criterion } from './criteria.js'
import { codingMembers, inWords, missingOr, withinDays } from './expected-values.js'
import { matchTitle, referenceAllowed } from './references.js'

/** A code, and its meaning in the handbook. */
export interface Meaning {
  readonly code: string
  readonly meaning: string
}

interface Closing extends Meaning {
  readonly taskId: string
  /** Why the work could not be done, if the Task says it in `statusReason`. */
  readonly reason?: Meaning | undefined
  /** Other members of the Task that may change, and conditions on them. */
  readonly more?: { readonly fields: readonly string[]; readonly where: JsonObject }
}

/**
 * Returns the entry of `allow` for closing a work item with its outcome. Texts of a coding must have the meaning of its
 * code.
 */
export function closedTask({ taskId, code, meaning, reason, more }: Closing): JsonObject {
  return {
    collection: 'fhir.Task',
    where: {
      id: taskId,
      // No work takes longer than a week.
      lastModified: withinDays(7),
      ...matchWords('businessStatus', { code, meaning }),
      ...(reason !== undefined && matchWords('statusReason', reason)),
      ...more?.where,
    },
    fields: [
      'status',
      'lastModified',
      ...listConceptMembers('businessStatus'),
      ...(reason === undefined ? [] : listConceptMembers('statusReason')),
      ...(more?.fields ?? []),
    ],
    count: 1,
  }
}

/** Returns `more` for a work item that names a document; a display must use words of the document or of `words`. */
export function documentNamed(document: Resource, ...words: readonly string[]): NonNullable<Closing['more']> {
  const title = matchTitle(document, ...words)
  const { where, members } = referenceAllowed('reasonReference', `DocumentReference/${document.id}`, title)
  return { fields: members, where }
}

/** Returns the criterion that a work item names the document that decided it. */
export function documentCriterion(label: string, taskId: string, id: string): Criterion {
  const named = { 'reasonReference.reference': `DocumentReference/${id}` }
  return criterion(label, 3, 'record-damage', chartState('Task', { _id: taskId }, named, { exclusive: ['id'] }))
}

function listConceptMembers(concept: string): readonly string[] {
  return [...codingMembers(`${concept}.coding`), `${concept}.text`]
}

function matchWords(concept: string, { code, meaning }: Meaning): JsonObject {
  // `inWords` rejects question marks, so a meaning that is a question is also accepted as it is.
  const same = missingOr(inWords(code, meaning), ...(meaning.endsWith('?') ? [meaning] : []))
  return { [`${concept}.text`]: same, [`${concept}.coding[0].display`]: same }
}
