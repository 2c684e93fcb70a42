import type { JsonValue, Steps } from '@carebench/protocol'
import type { ServiceResponse } from '../request.js'
import { JsonBytes, parseJsonInParts } from './json-parts.js'

/** Parses the JSON body of a response in steps, because a record may have many megabytes. */
export function* parseBodyInSteps({ body }: Pick<ServiceResponse, 'body'>): Steps<JsonValue> {
  if (body === null || typeof body === 'string') return yield* parseJsonInParts(body ?? '')
  return yield* parseJsonInParts(new JsonBytes(body))
}
