import type { JsonObject } from '@carebench/protocol'
import { type PayerEffect, type PayerState, putRow } from '../../state.js'
import type { FormAnswers } from './answers.js'

/** Where a questionnaire response came from. */
export interface ResponsePlace {
  readonly pas_id: string | null
  readonly auth_number: string | null
  readonly at: string
}

/**
 * Puts rows of `questionnaire_responses`: one for each response, by its id if it has one, so that a later one replaces
 * it.
 */
export function responseRows(
  { tables }: PayerState,
  responses: readonly FormAnswers[],
  { pas_id, auth_number, at }: ResponsePlace,
): readonly PayerEffect[] {
  let number = tables.get('questionnaire_responses')?.size ?? 0
  return responses.map(({ resource, questionnaire, status, context, answers }) => {
    number += 1
    const id = typeof resource.id === 'string' ? resource.id : `QR-${String(number).padStart(4, '0')}`
    const row: JsonObject = {
      response_id: id,
      pas_id,
      auth_number,
      questionnaire,
      status,
      context,
      answers: answers.map(({ linkId, value, source, author }) => ({ linkId, value, source, author })),
      received_at: at,
      resource,
    }
    return putRow('questionnaire_responses', id, row)
  })
}
