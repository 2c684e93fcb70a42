import { Type } from 'typebox'
import { sentPhoneNumber } from '../../addresses/phone-number.js'

/** The body of a request that starts a telephone call. */
export const callForm = Type.Object({ to: Type.String(sentPhoneNumber) }, { additionalProperties: false })

export const callExample = { to: '+15550100142' } as const

/** The body of a turn, with exactly one of the members. */
export const turnForm = Type.Object(
  {
    text: Type.Optional(Type.String({ minLength: 1, maxLength: 10_000 })),
    dtmf: Type.Optional(Type.String({ pattern: '^[0-9*#]{1,64}$' })),
    silence: Type.Optional(Type.Literal(true)),
  },
  { additionalProperties: false, minProperties: 1, maxProperties: 1 },
)

export const turnExample = { dtmf: '1' } as const

/** The body of a request without content. */
export const emptyForm = Type.Object({}, { additionalProperties: false })
