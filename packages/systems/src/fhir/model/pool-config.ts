import type { JsonObject } from '@carebench/protocol'
import { type Static, Type } from 'typebox'
import { hoursMembers, hoursSchema } from '../../opening-hours.js'

const closed = { additionalProperties: false } as const

const where = Type.Unsafe<JsonObject>({
  type: 'object',
  maxProperties: 20,
  description: 'Conditions on the Task: paths with values or matchers, all of which hold. Default: every Task.',
})

function secondsSchema(byDefault: number, description: string) {
  return Type.Optional(Type.Integer({ minimum: 0, maximum: 31 * 86_400, default: byDefault, description }))
}

const memberSchema = Type.Object(
  {
    reference: Type.String({
      pattern: '^Practitioner/[A-Za-z0-9.-]{1,64}$',
      description: 'The person: "Practitioner/nurse-ana".',
    }),
    hours: Type.Optional(
      Type.Array(hoursSchema, { maxItems: 50, description: 'When this person works; default: the hours of the pool.' }),
    ),
  },
  closed,
)

const returnSchema = Type.Object(
  {
    where: Type.Optional(where),
    reason: Type.String({ minLength: 1, maxLength: 2000, description: 'Why the Task is sent back.' }),
  },
  closed,
)

const replySchema = Type.Object(
  {
    where: Type.Optional(where),
    text: Type.String({
      minLength: 1,
      maxLength: 10_000,
      description: 'What the person answers when the work is done.',
    }),
  },
  closed,
)

export const poolSchema = Type.Object(
  {
    owner: Type.String({
      pattern: '^(Organization|PractitionerRole|CareTeam|HealthcareService)/[A-Za-z0-9.-]{1,64}$',
      description: 'The owner of Tasks for the pool: "Organization/triage".',
    }),
    members: Type.Array(memberSchema, {
      minItems: 1,
      maxItems: 100,
      description: 'The people who work in the pool; of those at work, the first takes a Task.',
    }),
    ...hoursMembers,
    receives_after_seconds: secondsSchema(60, 'Time until a requested Task is received.'),
    decides_after_seconds: secondsSchema(900, 'Time until a received Task is accepted or sent back.'),
    completes_after_seconds: secondsSchema(3600, 'Time until an accepted Task is completed.'),
    returns: Type.Optional(
      Type.Array(returnSchema, {
        maxItems: 100,
        description: 'The Tasks that are sent back; the first entry that applies gives the reason.',
      }),
    ),
    replies: Type.Optional(
      Type.Array(replySchema, { maxItems: 100, description: 'Replies to completed Tasks; the first that applies.' }),
    ),
  },
  { ...closed, description: 'A group of people who work on the Tasks that it owns.' },
)

/** A group of people who work on the Tasks that it owns. */
export type PoolConfig = Static<typeof poolSchema>
