import { formSchema, matching, optional, readArray, textUpTo } from './form.js'

const phone = matching(
  (text) => /^\+?[0-9][0-9 ().-]{6,22}$/.test(text),
  'a telephone number, for example "+1 617 555 0142"',
  { pattern: '^\\+?[0-9][0-9 ().-]{6,22}$' },
)

/** The fields of a peer-to-peer request. */
export const peerToPeerForm = {
  contact_name: { read: textUpTo(200) },
  contact_phone: { read: phone },
  preferred_times: { read: readArray(textUpTo(100), 0, 10), fallback: [] },
  notes: { read: optional(textUpTo(20_000)), fallback: null },
} as const

/** The fields of an appeal. */
export const appealForm = { reason: { read: textUpTo(20_000) } } as const

/** The JSON Schemas of both. */
export const peerToPeerSchema = formSchema(peerToPeerForm)
export const appealSchema = formSchema(appealForm)
