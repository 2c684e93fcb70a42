import { type Static, Type } from 'typebox'
import { whenSchema } from '../listening.js'
import { conditionMembers, factsSchema, personaMembers } from '../persona/config.js'
import { reachMembers } from '../persona/reach.js'

const closed = { additionalProperties: false } as const

function line(description: string) {
  return Type.String({ minLength: 1, maxLength: 2000, description })
}

function addresses(description: string) {
  return Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 254 }), { maxItems: 20, description }))
}

const replySchema = Type.Object(
  {
    when: Type.Optional(whenSchema),
    ...conditionMembers,
    say: line('What the patient says; {{birth_date}} inserts a fact, {{wanted}} the wanted facts that are missing.'),
    times: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 1000, description: 'How many times it can be used; default: unlimited.' }),
    ),
    ends: Type.Optional(Type.Boolean({ default: false, description: 'Whether the patient then hangs up.' })),
    hands_to: Type.Optional(
      Type.String({ minLength: 1, maxLength: 64, description: 'The name of the person who then takes the telephone.' }),
    ),
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

const personMembers = {
  patient: Type.Optional(
    Type.String({ pattern: '^Patient/[A-Za-z0-9.-]{1,64}$', description: 'The FHIR resource of the patient.' }),
  ),
  facts: Type.Optional(factsSchema),
  ...personaMembers,
  ...reachMembers,
  gives: Type.Optional(
    Type.Union(
      [
        line('What the patient says.'),
        Type.Object({ say: line('What the patient says.'), ends: Type.Optional(Type.Boolean()) }, closed),
      ],
      { description: 'What the patient says once they have the wanted facts; {{fact}} inserts a fact.' },
    ),
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
  identity_attempts: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 20,
      default: 3,
      description: 'Number of wrong dates of birth after which the patient hangs up.',
    }),
  ),
  replies: Type.Optional(Type.Array(replySchema, { maxItems: 1000, description: 'Replies; the first match is used.' })),
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
}

const personSchema = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 64, description: 'The name in transcripts: "daughter".' }),
    ...personMembers,
  },
  { ...closed, description: 'A person who can be called and written to.' },
)

export const patientConfigSchema = Type.Object(
  {
    ...personMembers,
    people: Type.Optional(
      Type.Array(personSchema, {
        minItems: 1,
        maxItems: 100,
        description: 'Several people, in place of the other members: [{"name": "daughter", …}].',
      }),
    ),
  },
  { ...closed, description: 'Configuration of the patient simulator.' },
)

/** A configured person; `name` is undefined if the configuration has no `people`. */
export type PersonConfig = Omit<Static<typeof personSchema>, 'name'> & { readonly name?: string }

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
 * - `wants`, `gives`: the facts that callers have to state, in any order, and what the patient says once they have.
 * - `consent`, `languages`, `available`: what the patient discloses and understands, and when they can be reached.
 * - `people`: several people, each configured like this and with a `name`, in place of the other members.
 * - `replies`: scripted replies; the first match is given.
 * - `misunderstands`: phrases that the patient does not understand at first.
 */
export type PatientConfig = Static<typeof patientConfigSchema>
