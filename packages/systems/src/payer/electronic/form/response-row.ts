import type { JsonObject } from '@carebench/protocol'
import { type PayerEffect, type PayerState, putRow } from '../../state.js'
import type { FormAnswers } from './answers.js'

/** The request with which a questionnaire response came. */
export interface ResponsePlace {
  readonly pas_id: string | null
  readonly auth_number: string | null
  readonly at: string
}

/**
 * Returns the effects that store responses as rows of `questionnaire_responses`. A response with the id of a stored one
 * replaces it, unless the stored one came with another request: that request was decided on its answers.
 */
export function responseRows(
  { tables }: PayerState,
  responses: readonly FormAnswers[],
  { pas_id, auth_number, at }: ResponsePlace,
): readonly PayerEffect[] {
  const table = tables.get('questionnaire_responses')
  let number = table?.size ?? 0
  return responses.map(({ resource, questionnaire, status, context, answers }) => {
    const own = typeof resource.id === 'string' ? resource.id : undefined
    const sentWith = own === undefined ? null : (table?.get(own)?.auth_number ?? null)
    const isFree = own !== undefined && (sentWith === null || sentWith === auth_number)
    let id = own ?? ''
    while (!isFree && (id === own || id === '' || table?.get(id) !== undefined)) {
      id = `QR-${String(++number).padStart(4, '0')}`
    }
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
