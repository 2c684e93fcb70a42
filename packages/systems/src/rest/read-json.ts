import type { JsonObject, RecordedBody } from '@carebench/protocol'
import { hasMoreValues, isJsonObject } from '@carebench/protocol/wire'
import type { Static, TSchema } from 'typebox'
import { Check } from 'typebox/value'
import { show } from '../json-shape.js'
import type { SimulatorOutcome } from '../simulator.js'
import { refuse } from './json-answer.js'
import { describeShapeErrors } from './shape-errors.js'

/** Maximum number of JSON values in a body, objects and arrays included. */
const maxValues = 5000

/**
 * Validates a body by a schema: returns the value, or an error that names the invalid members and what they must be.
 */
export function readCall<Schema extends TSchema>(
  schema: Schema,
  json: JsonObject,
): { readonly value: Static<Schema> } | { readonly problem: string } {
  if (hasMoreValues(json, maxValues)) return { problem: `the body must have at most ${maxValues} values` }
  if (Check(schema, json)) return { value: json }
  return { problem: describeShapeErrors(schema, json) }
}

/**
 * Reads a body that must be a JSON object valid by a schema: returns the value or the error response. `examples` are
 * shown in messages.
 */
export function readBody<Schema extends TSchema>(
  schema: Schema,
  body: RecordedBody | null,
  ...examples: readonly JsonObject[]
): { readonly value: Static<Schema> } | { readonly refusal: SimulatorOutcome<never> } {
  const example = examples.map((one) => JSON.stringify(one)).join(' or ')
  if (body !== null && !('json' in body)) {
    return { refusal: refuse('UNSUPPORTED_MEDIA_TYPE', `The body must be application/json: ${example}.`) }
  }
  if (body === null || !isJsonObject(body.json)) {
    return { refusal: refuse('INVALID_REQUEST', `The body must be ${example}, got ${show(body?.json)}.`) }
  }
  const read = readCall(schema, body.json)
  if ('value' in read) return read
  return { refusal: refuse('INVALID_REQUEST', `The body must be like ${example}: ${read.problem}.`) }
}
