import { type Static, Type } from 'typebox'
import { patterns } from './pattern.js'
import { closed, dateTime, id, nameSchema, nullable } from './primitives.js'

const keyFields = {
  id,
  name: Type.String(),
  /** The beginning of the token, which identifies its kind. */
  prefix: Type.String(),
  /** The last four characters of the token. */
  suffix: Type.String(),
  created_at: dateTime,
  last_used_on: Type.Optional(
    nullable(
      Type.String({
        pattern: '^\\d{4}-\\d{2}-\\d{2}$',
        description: 'The day of its last use, in UTC; null if it was never used. Services that do not log it omit it.',
      }),
    ),
  ),
}

export const apiKey = Type.Object(keyFields)
/** An active key, never the token itself. Specification 5. */
export type ApiKey = Static<typeof apiKey>

export const createdApiKey = Type.Object({ ...keyFields, key: Type.String() })
/** A new key with its token, which only this response contains. Specification 5. */
export type CreatedApiKey = Static<typeof createdApiKey>

const name = nameSchema(200)

export const organization = Type.Object({ id, name: Type.String(), created_at: dateTime })
/** An organization: every authored object and every run belongs to one. */
export type Organization = Static<typeof organization>

export const createOrganizationBody = closed({ name })
const description = Type.Optional(nullable(Type.String({ maxLength: 1000 })))
/** The name of a Solver in URLs; unique in its organization. */
const alias = Type.String({ minLength: 1, maxLength: 64, pattern: patterns.alias })

export const createApiKeyBody = closed({ name })

export const solver = Type.Object({
  id,
  alias: Type.String(),
  name: Type.String(),
  description: nullable(Type.String()),
  created_at: dateTime,
})
/** An agent that runs benchmarks with its own keys. Specification 5. */
export type Solver = Static<typeof solver>

export const createSolverBody = closed({ alias, name, description })
export const updateSolverBody = closed({ alias: Type.Optional(alias), name: Type.Optional(name), description })
