import { knownLanguages } from '@carebench/text'
import { type Static, Type } from 'typebox'

const closed = { additionalProperties: false } as const

/** The format of the names of facts. */
export const factNamePattern = '^[a-z][a-z0-9_]{0,63}$'

function line(description: string) {
  return Type.String({ minLength: 1, maxLength: 2000, description })
}

const factName = Type.String({ pattern: factNamePattern })
const factSchema = Type.Union(
  [line('The fact, as it is said.'), Type.Array(line('A spelling of the fact.'), { minItems: 1, maxItems: 20 })],
  { description: 'The fact, as it is said; or several spellings that are understood, the first of which is said.' },
)

export const factsSchema = Type.Record(Type.String({ pattern: factNamePattern }), factSchema, {
  maxProperties: 200,
  additionalProperties: false,
  description: 'Facts by name: {"dob": "1968-05-14", "payer": ["Evergreen Mutual Health", "Evergreen"]}.',
})

const wantedSchema = Type.Object(
  {
    fact: factName,
    like: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 40,
        pattern: '[A-Za-z0-9#@]',
        description: 'The form of a number that only the caller knows; `#` is a digit, `@` a letter: "PA########".',
      }),
    ),
    any: Type.Optional(
      Type.Enum(['date', 'birth_date', 'phone'], {
        description: 'Any date, any date with its year, or any telephone number, which only the caller knows.',
      }),
    ),
    ask: Type.Optional(line('How the persona asks for it: "the authorization number".')),
  },
  closed,
)

export const wantsSchema = Type.Array(Type.Union([factName, wantedSchema]), {
  maxItems: 50,
  description: 'The facts that a caller has to state, in any order: names of facts, or {fact, like, any, ask}.',
})

export const conditionMembers = {
  known: Type.Optional(
    Type.Array(factName, {
      maxItems: 50,
      description: 'Wanted facts that the caller must have stated: ["name", "dob"].',
    }),
  ),
  wanted: Type.Optional(
    Type.Array(factName, {
      maxItems: 50,
      description: 'Wanted facts that the caller must not have stated yet: ["payer"].',
    }),
  ),
}

/** The default number of turns with a mistake after which a persona gives up. */
export const defaultAttempts = 5

/** The conversation settings that all personas share. */
export const personaMembers = {
  wants: Type.Optional(wantsSchema),
  attempts: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 100,
      default: defaultAttempts,
      description: 'Number of turns with a wrong value for a wanted fact after which the persona gives up.',
    }),
  ),
  willing: Type.Optional(
    Type.Boolean({ default: true, description: 'Whether the persona agrees to requests and gives its answer.' }),
  ),
  unwilling_say: Type.Optional(line('What an unwilling persona says.')),
  consent: Type.Optional(
    Type.Array(factName, { maxItems: 200, description: 'The facts that the persona discloses; default: all its own.' }),
  ),
  consent_say: Type.Optional(line('What the persona says when asked for another fact.')),
  languages: Type.Optional(
    Type.Array(Type.Enum([...knownLanguages]), {
      minItems: 1,
      maxItems: 12,
      description: 'The languages that the persona understands, the preferred one first; default: any.',
    }),
  ),
  language_say: Type.Optional(line('What the persona says to somebody who speaks another language.')),
}

/** A fact that a caller has to state. */
export type WantedConfig = Static<typeof wantsSchema>[number]

/** Facts by name, each with its spellings. */
export type FactsConfig = Static<typeof factsSchema>

/** Returns the spellings of a fact; the persona says the first one. */
export function listSpellings(fact: string | readonly string[] | undefined): readonly string[] {
  return typeof fact === 'string' ? [fact] : (fact ?? [])
}
