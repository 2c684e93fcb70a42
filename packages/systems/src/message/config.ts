import { type Static, Type } from 'typebox'
import { whenSchema } from '../listening.js'

const closed = { additionalProperties: false } as const
const address = Type.String({ minLength: 1, maxLength: 254 })

function seconds(description: string) {
  return Type.Integer({ minimum: 0, maximum: 31_536_000, default: 0, description })
}

const replySchema = Type.Object(
  {
    when: Type.Optional(whenSchema),
    say: Type.String({ minLength: 1, maxLength: 10_000, description: 'The text of the reply.' }),
    delay_seconds: Type.Optional(seconds('Time from the delivery of the message to the reply.')),
    times: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 1000, description: 'How many times it can be used; default: unlimited.' }),
    ),
  },
  closed,
)

const personaSchema = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 100, description: 'The name of the persona in documents.' }),
    addresses: Type.Array(address, {
      minItems: 1,
      maxItems: 20,
      description: 'Telephone numbers, e-mail addresses and chat names of the persona.',
    }),
    replies: Type.Optional(
      Type.Array(replySchema, {
        maxItems: 1000,
        description: 'Replies; the first whose `when` matches the message is sent.',
      }),
    ),
  },
  { ...closed, description: 'A simulated person who replies to messages.' },
)

const recipientSchema = Type.Object(
  {
    delivered: Type.Optional(Type.Boolean({ default: true, description: 'Whether messages are delivered.' })),
    delay_seconds: Type.Optional(seconds('Time until a message is delivered or fails.')),
  },
  { ...closed, description: 'Delivery behavior of an address.' },
)

export const messageConfigSchema = Type.Object(
  {
    from: Type.Optional(
      Type.Object(
        { sms: Type.Optional(address), email: Type.Optional(address), chat: Type.Optional(address) },
        { ...closed, description: "The agent's addresses." },
      ),
    ),
    personas: Type.Optional(
      Type.Array(personaSchema, { maxItems: 1000, description: 'Simulated people who reply to messages.' }),
    ),
    recipients: Type.Optional(
      Type.Record(address, recipientSchema, {
        maxProperties: 1000,
        additionalProperties: false,
        description: 'Delivery behavior of individual addresses.',
      }),
    ),
    default_recipient: Type.Optional(recipientSchema),
  },
  { ...closed, description: 'Configuration of the message simulator.' },
)

/**
 * Configuration of the message simulator: the recipients, and the people who reply.
 *
 * - `personas`: simulated people who answer by rules (default none). The patient of the environment answers as well.
 * - `recipients`: the outcome of messages to each of these addresses; `default_recipient`: the outcome for every other
 *   address (default `{"delivered":true}`).
 * - `from`: the agent's own addresses by channel.
 */
export type MessageConfig = Static<typeof messageConfigSchema>

/** Delivery behavior of an address. */
export type MessageRecipient = Static<typeof recipientSchema>

/** A simulated person who replies to messages. */
export type MessagePersona = Static<typeof personaSchema>

/** The agent's default addresses. */
export const defaultAddresses = { sms: '+15550100100', email: 'desk@clinic.example', chat: 'desk' } as const
