import { type Static, Type } from 'typebox'
import { whenSchema } from '../listening.js'

const closed = { additionalProperties: false } as const

function line(description: string) {
  return Type.String({ minLength: 1, maxLength: 2000, description })
}

function addresses(description: string) {
  return Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 254 }), { maxItems: 20, description }))
}

const replySchema = Type.Object(
  {
    when: whenSchema,
    say: line('What the patient says; {{birth_date}} inserts a fact.'),
    times: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 1000, description: 'How many times it can be used; default: unlimited.' }),
    ),
    ends: Type.Optional(Type.Boolean({ default: false, description: 'Whether the patient then hangs up.' })),
  },
  closed,
)

const misunderstandingSchema = Type.Object(
  {
    when: Type.Optional(whenSchema),
    times: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 1000, default: 1, description: 'How many times per conversation.' }),
    ),
    say: Type.Optional(line('What the patient says instead of an answer.')),
  },
  closed,
)

export const patientConfigSchema = Type.Object(
  {
    patient: Type.Optional(
      Type.String({ pattern: '^Patient/[A-Za-z0-9.-]{1,64}$', description: 'The FHIR resource of the patient.' }),
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
        { ...closed, description: 'Addresses of the patient, instead of those in the record.' },
      ),
    ),
    greeting: Type.Optional(line('What the patient says when answering the telephone.')),
    identity: Type.Optional(
      Type.Enum(['states', 'asks', 'none'], {
        default: 'states',
        description: 'Whether the caller must say the date of birth, must ask for it, or neither.',
      }),
    ),
    identity_attempts: Type.Optional(Type.Integer({ minimum: 1, maximum: 20, default: 3 })),
    willing: Type.Optional(Type.Boolean({ default: true, description: 'Whether the patient agrees to proposals.' })),
    unwilling_say: Type.Optional(line('What an unwilling patient says.')),
    replies: Type.Optional(
      Type.Array(replySchema, { maxItems: 1000, description: 'Replies; the first match is used.' }),
    ),
    misunderstands: Type.Optional(
      Type.Array(misunderstandingSchema, { maxItems: 100, description: 'What the patient misunderstands.' }),
    ),
    otherwise: Type.Optional(line('What the patient says when nothing else matches.')),
    reply_delay_seconds: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 31_536_000,
        default: 0,
        description: 'Time from receiving a message to the reply.',
      }),
    ),
    model: Type.Optional(
      Type.Object(
        {
          instructions: Type.String({ minLength: 1, maxLength: 20_000, description: 'The role that the model plays.' }),
        },
        { ...closed, description: 'Lets a model answer if no rule matches and the service has a model.' },
      ),
    ),
  },
  { ...closed, description: 'Configuration of the patient simulator.' },
)

/**
 * Configuration of the patient simulator: who the patient is, what they know, and how they talk.
 *
 * - `patient`: the Patient resource of the record that supplies facts and addresses: `Patient/p1`.
 * - `facts`: facts by name; they add to those of the record, and take precedence.
 * - `addresses`: `{voice, sms, email, chat}`; they replace the telecoms of the record.
 * - `identity`: what the patient requires before talking: that the caller states the date of birth (`states`, default),
 *   that the caller asks for it (`asks`), or nothing (`none`). After `identity_attempts` wrong dates (default 3) the
 *   patient hangs up.
 * - `willing`: whether the patient agrees to anything (default true).
 * - `replies`: scripted replies; the first one whose trigger is heard is given.
 * - `misunderstands`: phrases that the patient does not understand at first.
 */
export type PatientConfig = Static<typeof patientConfigSchema>
