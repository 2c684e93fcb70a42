import { type Static, type TProperties, Type } from 'typebox'
import type { JsonObject } from '../json/json.js'
import { limits } from '../limits.js'
import { systemKey } from './environment.js'
import { patterns } from './pattern.js'
import { anyJsonObject, choiceSchema, closed, described, filePath } from './primitives.js'

const { seconds: maxSeconds, times } = limits.arrivals

/** When a step is run; default: before the agent starts. */
const arrival = {
  at_seconds: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: maxSeconds,
      description: 'When the step is run: seconds after the start of the agent, by the clock of the playground.',
    }),
  ),
  after: Type.Optional(
    described(
      closed({
        event: Type.String({ minLength: 1, description: 'The type of the event, for example `fax.sent`.' }),
        where: Type.Optional(
          described(anyJsonObject, 'Conditions by path into the event, as in `event-order`: `{"data.to_number": …}`.'),
        ),
        delay_seconds: Type.Optional(
          Type.Number({ minimum: 0, maximum: maxSeconds, description: 'Seconds after the event; default 0.' }),
        ),
        at_most_times: Type.Optional(
          Type.Integer({
            minimum: 1,
            maximum: times.max,
            description: 'Maximum number of matching events that the step follows; default 1.',
          }),
        ),
      }),
      'The step is run after an event that happens once the agent has started.',
    ),
  ),
}

/** Returns a step for one system: the first of its type, or the one with the key. */
function step<const Name extends string, Properties extends TProperties>(type: Name, properties: Properties) {
  return closed({ type: Type.Literal(type), ...properties, system: Type.Optional(systemKey), ...arrival })
}

const text = Type.String({ minLength: 1 })
/** Any FHIR resource with a type, with or without an id. */
const resource = Type.Unsafe<JsonObject>({
  type: 'object',
  properties: { resourceType: { type: 'string', pattern: patterns.resourceType } },
  required: ['resourceType'],
})

const steps = [
  {
    ...step('drop_file_inbox', {
      path: filePath,
      content: Type.Optional(Type.String()),
      content_base64: Type.Optional(Type.String({ pattern: patterns.base64 })),
    }),
    anyOf: ['content', 'content_base64'].map((name) => ({
      type: 'object',
      properties: { [name]: { type: 'string' } },
      required: [name],
    })),
  },
  step('receive_hl7', { payload: text }),
  step('receive_fax', {
    from: text,
    text: Type.String({ description: 'Its text; a form feed begins a new page.' }),
    document_type: Type.Optional(text),
    noise: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 1,
        description: 'The share of words in which a character was misread or a space lost; default 0.',
      }),
    ),
  }),
  step('receive_message', { channel: choiceSchema(['sms', 'email', 'chat']), from: text, body: Type.String() }),
  step('upsert_fhir', { resource }),
  step('set_portal_row', { resource: text, row: anyJsonObject }),
  closed({
    type: Type.Literal('advance_clock'),
    seconds: Type.Number({ minimum: 0, maximum: 31_536_000 }),
  }),
] as const

type StepSchemas = typeof steps

/** One step of a scenario. */
export type ScenarioStepInput = Static<StepSchemas[number]>

/**
 * The steps that are run when a task run starts, before the agent starts, and those that arrive later. Specification
 * 2.5.
 */
export const scenario = closed({
  steps: Type.Array(
    // The discriminator limits errors to the schema of the step's type.
    Type.Unsafe<ScenarioStepInput>({
      type: 'object',
      properties: { type: { type: 'string' } },
      required: ['type'],
      discriminator: { propertyName: 'type' },
      oneOf: steps,
    }),
    { maxItems: 100 },
  ),
})
