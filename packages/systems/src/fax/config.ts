import { type Static, Type } from 'typebox'
import { phoneNumberPattern } from '../addresses/phone-number.js'

const number = Type.String({ pattern: phoneNumberPattern, description: 'A telephone number: +15550100142.' })

const lineSchema = Type.Object(
  {
    answers: Type.Optional(Type.Boolean({ default: true, description: 'Whether the number answers.' })),
    busy: Type.Optional(Type.Boolean({ default: false, description: 'Whether the line is always busy.' })),
    busy_times: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 20,
        default: 0,
        description: 'Number of attempts of each fax for which the line is busy.',
      }),
    ),
    delay_seconds: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 86_400,
        default: 0,
        description: "Time from dialling to the end of an attempt, on the playground's clock.",
      }),
    ),
  },
  { additionalProperties: false, description: 'Behavior of this number.' },
)

export const faxConfigSchema = Type.Object(
  {
    from_number: Type.Optional(number),
    numbers: Type.Optional(
      Type.Record(Type.String({ pattern: phoneNumberPattern }), lineSchema, {
        maxProperties: 1000,
        additionalProperties: false,
        description: 'Behavior of individual numbers.',
      }),
    ),
    default_number: Type.Optional(lineSchema),
    retries: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 10,
        default: 2,
        description: 'Number of further attempts after a failed one.',
      }),
    ),
    retry_seconds: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 86_400,
        default: 60,
        description: 'Time from the end of one attempt to the next.',
      }),
    ),
  },
  { additionalProperties: false, description: 'Configuration of the fax simulator.' },
)

/**
 * Configuration of the fax simulator: the numbers that it can dial, and the outcome for each.
 *
 * - `numbers`: the outcome of a fax to each of these numbers (default none).
 * - `default_number`: the outcome for every other number (default `{"answers":true}`).
 * - `from_number`: the agent's own number (default `+15550100100`).
 * - `retries`, `retry_seconds`: how often, and at what interval, a number that is busy or does not answer is redialled
 *   (default twice, every 60 seconds).
 */
export type FaxConfig = Static<typeof faxConfigSchema>

/** The outcome of a fax to a number. */
export type FaxLine = Static<typeof lineSchema>

/** The agent's default number. */
export const defaultFaxNumber = '+15550100100'
