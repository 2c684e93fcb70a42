import { ApiError, apiErrorToWire } from '@carebench/protocol'
import type { RequestHandler } from '../../http/request-handler.js'
import { isFromElsewhere } from '../browser-request.js'
import { type Form, formOfText } from '../form.js'

/** A form that was sent after its session had ended. Only the sign-in page keeps it. */
export interface UnsentForm {
  /** The path that it was sent to, below the dashboard. */
  readonly place: string
  /** The form as the browser sent it. */
  readonly typed: string
}

/**
 * Maximum length of a kept form. It is encoded again when it is sent with the key, and must then fit the limit of all
 * forms.
 */
const maxUnsentLength = 16 * 1024

/** The prefixes of keys, which no page shows again. */
const secretText = /^(?:vk_|vop_|vrl_)/

/**
 * Returns the part to keep of a form without a session; null if there is nothing to keep, or if the form may come from
 * another site, which must not choose the content of our forms.
 */
export function keepUnsentForm(
  request: Parameters<typeof isFromElsewhere>[0],
  place: string,
  form: Form | null,
): UnsentForm | null {
  if (form === null || form.text('csrf') === '' || isFromElsewhere(request)) return null
  const kept = form.fields.filter(([name, value]) => name !== 'csrf' && !secretText.test(value.trim()))
  const typed = new URLSearchParams(kept.map(([name, value]) => [name, value])).toString()
  return kept.some(([, value]) => value.trim() !== '') && typed.length <= maxUnsentLength ? { place, typed } : null
}

/** The names of the sign-in fields that hold an unsent form. */
export const unsentFields = { place: 'unsent_place', typed: 'unsent_typed' } as const

/** Returns the unsent form in a sign-in form; null if it has none. */
export function keptFormIn(form: Form): UnsentForm | null {
  const [place, typed] = [form.text(unsentFields.place), form.text(unsentFields.typed)]
  return place === '' || typed === '' || typed.length > maxUnsentLength ? null : { place, typed }
}

/** Returns the fields of an unsent form. */
export function fieldsOfUnsent({ typed }: UnsentForm): Form {
  return formOfText(typed)
}

const notYetSent = new ApiError(
  'CONFLICT',
  'Your session had ended, so this was not sent and nothing was changed. Check it, and send it now.',
)

/**
 * Wraps the API to reject every call that would change something, so that a page shows its form filled in, as after any
 * other rejection.
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

/** Wraps the API to notice whether a call may have changed something. */
export function noticeChanges(wire: RequestHandler): RequestHandler & { readonly mayHaveChanged: () => boolean } {
  let changes = 0
  return {
    mayHaveChanged: () => changes > 0,
    handle: async (request) => {
      if (request.method === 'GET') return wire.handle(request)
      changes++
      const response = await wire.handle(request)
      // Rejected calls change nothing.
      if (response.status >= 400 && response.status < 500) changes--
      return response
    },
  }
}
