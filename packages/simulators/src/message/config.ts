import { type Static, Type } from 'typebox'
import { whenSchema } from '../listening.js'

const closed = { additionalProperties: false } as const
const address = Type.String({ minLength: 1, maxLength: 254 })
const seconds = (description: string) => Type.Integer({ minimum: 0, maximum: 31_536_000, default: 0, description })

const replySchema = Type.Object(
  {
    when: Type.Optional(whenSchema),
    say: Type.String({ minLength: 1, maxLength: 10_000, description: 'The text of the answer.' }),
    delay_seconds: Type.Optional(seconds('Time from the delivery of the message to the answer.')),
    times: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 1000, description: 'How often it is given; default: always.' }),
    ),
  },
  closed,
)

const personaSchema = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 100, description: 'By which it stands in the documents.' }),
    addresses: Type.Array(address, {
      minItems: 1,
      maxItems: 20,
      description: 'Telephone numbers, e-mail addresses and chat names by which it is reached.',
    }),
    replies: Type.Optional(
      Type.Array(replySchema, {
        maxItems: 1000,
        description: 'The first whose `when` is in the message is the answer.',
      }),
    ),
  },
  { ...closed, description: 'Somebody who answers messages.' },
)

const recipientSchema = Type.Object(
  {
    delivered: Type.Optional(Type.Boolean({ default: true, description: 'Whether messages arrive.' })),
    delay_seconds: Type.Optional(seconds('Time until a message is delivered, or known to have failed.')),
  },
  { ...closed, description: 'What becomes of messages to an address.' },
)

/**
 * Configuration of the message simulator: who can be written to, and who answers.
 *
 * - `personas`: who answers, by rules (default none). The patient of the environment answers beside them.
 * - `recipients`: addresses and what becomes of messages to them; `default_recipient`: every other address (default
 *   `{"delivered":true}`).
 * - `from`: the agent's own addresses by channel.
 */
export const messageConfigSchema = Type.Object(
  {
    from: Type.Optional(
      Type.Object(
        { sms: Type.Optional(address), email: Type.Optional(address), chat: Type.Optional(address) },
        { ...closed, description: "The agent's addresses." },
      ),
    ),
    personas: Type.Optional(Type.Array(personaSchema, { maxItems: 1000, description: 'Who answers.' })),
    recipients: Type.Optional(
      Type.Record(address, recipientSchema, {
        maxProperties: 1000,
        additionalProperties: false,
        description: 'What becomes of messages to an address.',
      }),
    ),
    default_recipient: Type.Optional(recipientSchema),
  },
  { ...closed, description: 'Configuration of the message simulator.' },
)

export type MessageConfig = Static<typeof messageConfigSchema>

/** What becomes of messages to an address. */
export type MessageRecipient = Static<typeof recipientSchema>

/** Somebody who answers messages. */
export type MessagePersona = Static<typeof personaSchema>

/** The agent's addresses where none are configured. */
export const defaultAddresses = { sms: '+15550100100', email: 'desk@clinic.example', chat: 'desk' } as const
