import { type Static, Type } from 'typebox'
import { whenSchema } from '../listening.js'

const closed = { additionalProperties: false } as const
const line = (description: string) => Type.String({ minLength: 1, maxLength: 2000, description })
const addresses = (description: string) =>
  Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 254 }), { maxItems: 20, description }))

const replySchema = Type.Object(
  {
    when: whenSchema,
    say: line('What the patient says; {{birth_date}} stands for a fact.'),
    times: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, description: 'How often; default: always.' })),
    ends: Type.Optional(Type.Boolean({ default: false, description: 'Whether the patient hangs up after it.' })),
  },
  closed,
)

const misunderstandingSchema = Type.Object(
  {
    when: Type.Optional(whenSchema),
    times: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 1000, default: 1, description: 'How often in one conversation.' }),
    ),
    say: Type.Optional(line('What the patient says instead of an answer.')),
  },
  closed,
)

/**
 * Configuration of the patient simulator: who the patient is, what they know, and how they talk.
 *
 * - `patient`: the resource of the record, `Patient/p1`; facts and addresses come from it.
 * - `facts`: facts by name, instead of those of the record or beside them.
 * - `addresses`: `{voice, sms, email, chat}`, instead of the telecoms of the record.
 * - `identity`: what must happen before the patient talks: `states` (default) the caller says the date of birth, `asks`
 *   the caller asks for it, `none`. After `identity_attempts` wrong dates (default 3) the patient hangs up.
 * - `willing`: whether the patient agrees to anything (default true).
 * - `replies`: what is said when something is heard; the first that fits.
 * - `misunderstands`: what is not understood at first.
 */
export const patientConfigSchema = Type.Object(
  {
    patient: Type.Optional(
      Type.String({ pattern: '^Patient/[A-Za-z0-9.-]{1,64}$', description: 'The resource of the record.' }),
    ),
    facts: Type.Optional(
      Type.Record(Type.String({ pattern: '^[a-z][a-z0-9_]{0,63}$' }), line('The fact, as the patient says it.'), {
        maxProperties: 200,
        additionalProperties: false,
        description: 'Facts by name: {"birth_date": "1980-01-01", "pain": "seven of ten"}.',
      }),
    ),
    addresses: Type.Optional(
      Type.Object(
        {
          voice: addresses('Telephone numbers.'),
          sms: addresses('Telephone numbers for SMS.'),
          email: addresses('E-mail addresses.'),
          chat: addresses('Chat names.'),
        },
        { ...closed, description: 'Where the patient is reached.' },
      ),
    ),
    greeting: Type.Optional(line('What the patient says who takes up the telephone.')),
    identity: Type.Optional(
      Type.Enum(['states', 'asks', 'none'], {
        default: 'states',
        description: 'Whether the caller says the date of birth, asks for it, or need not.',
      }),
    ),
    identity_attempts: Type.Optional(Type.Integer({ minimum: 1, maximum: 20, default: 3 })),
    willing: Type.Optional(Type.Boolean({ default: true, description: 'Whether the patient agrees to proposals.' })),
    unwilling_say: Type.Optional(line('What is said by a patient who is not willing.')),
    replies: Type.Optional(Type.Array(replySchema, { maxItems: 1000, description: 'The first that fits is said.' })),
    misunderstands: Type.Optional(
      Type.Array(misunderstandingSchema, { maxItems: 100, description: 'What is not understood at first.' }),
    ),
    otherwise: Type.Optional(line('What is said when nothing fits.')),
    reply_delay_seconds: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 31_536_000,
        default: 0,
        description: 'Time from getting a message to the answer.',
      }),
    ),
    model: Type.Optional(
      Type.Object(
        { instructions: Type.String({ minLength: 1, maxLength: 20_000, description: 'Who the model plays.' }) },
        { ...closed, description: 'Lets a model answer where no rule fits, if the service has one.' },
      ),
    ),
  },
  { ...closed, description: 'Configuration of the patient simulator.' },
)

export type PatientConfig = Static<typeof patientConfigSchema>

/** A reply of the patient. */
export type PatientReply = Static<typeof replySchema>
