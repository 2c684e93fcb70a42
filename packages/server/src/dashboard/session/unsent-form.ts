import { ApiError, apiErrorToWire } from '@carebench/protocol'
import type { RequestHandler } from '../../http/request-handler.js'
import { isFromElsewhere } from '../browser-request.js'
import { type Form, formOfText } from '../form.js'

/**
 * A form that was sent after its session had ended. The page on which somebody signs in again keeps it, and nothing
 * else does.
 */
export interface UnsentForm {
  /** Where it was sent, below the dashboard. */
  readonly place: string
  /** What was typed, as browsers send it. */
  readonly typed: string
}

/**
 * Longer ones are not kept: what is sent with the key is encoded once more, and has at most the length of any other
 * form.
 */
const maxUnsentLength = 16 * 1024

/** How keys begin, which no page shows again. */
const secretText = /^(?:vk_|vop_|vrl_)/

/**
 * What is kept of a form without a session; null if there is nothing to keep, or the form may be from elsewhere: no
 * other site chooses what is in a form of ours.
 */
export function unsentFormOf(
  request: Parameters<typeof isFromElsewhere>[0],
  place: string,
  form: Form | null,
): UnsentForm | null {
  if (form === null || form.text('csrf') === '' || isFromElsewhere(request)) return null
  const kept = form.fields.filter(([name, value]) => name !== 'csrf' && !secretText.test(value.trim()))
  const typed = new URLSearchParams(kept.map(([name, value]) => [name, value])).toString()
  return kept.some(([, value]) => value.trim() !== '') && typed.length <= maxUnsentLength ? { place, typed } : null
}

/** The fields of the form to sign in with that keep another one, by their names. */
export const unsentFields = { place: 'unsent_place', typed: 'unsent_typed' } as const

/** The form that the one to sign in with has kept; null if it has none. */
export function keptFormIn(form: Form): UnsentForm | null {
  const [place, typed] = [form.text(unsentFields.place), form.text(unsentFields.typed)]
  return place === '' || typed === '' || typed.length > maxUnsentLength ? null : { place, typed }
}

/** The fields of a form that was kept. */
export function fieldsOfUnsent({ typed }: UnsentForm): Form {
  return formOfText(typed)
}

const notYetSent = new ApiError(
  'CONFLICT',
  'Your session had ended, so this was not sent and nothing was changed. Check it, and send it now.',
)

/**
 * The wire, with refusals for what would change something: a page shows its form filled in, as after any other refusal.
 */
export function withoutChanges(wire: RequestHandler): RequestHandler {
  return {
    handle: async (request) =>
      request.method === 'GET'
        ? wire.handle(request)
        : {
            status: notYetSent.status,
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify(apiErrorToWire(notYetSent, 'none')),
          },
  }
}

/** The wire, with whether something may have been changed over it. */
export function noticeChanges(wire: RequestHandler): RequestHandler & { readonly mayHaveChanged: () => boolean } {
  let changes = 0
  return {
    mayHaveChanged: () => changes > 0,
    handle: async (request) => {
      if (request.method === 'GET') return wire.handle(request)
      changes++
      const response = await wire.handle(request)
      // What is refused changes nothing.
      if (response.status >= 400 && response.status < 500) changes--
      return response
    },
  }
}
