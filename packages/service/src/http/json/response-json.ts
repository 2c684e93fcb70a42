import type { JsonValue, Steps } from '@carebench/protocol'
import type { ServiceResponse } from '../request.js'
import { parseJsonInParts } from './json-parts.js'

/** Bytes that are decoded in one step. */
const decodedBytes = 1_048_576

/** Parses the JSON body of a response in steps, because a record may have many megabytes. */
export function* parseBodyInSteps({ body }: Pick<ServiceResponse, 'body'>): Steps<JsonValue> {
  if (body === null || typeof body === 'string') return yield* parseJsonInParts(body ?? '')
  const decoder = new TextDecoder()
  let text = ''
  for (let start = 0; start < body.length; start += decodedBytes) {
    text += decoder.decode(body.subarray(start, start + decodedBytes), { stream: true })
    yield
  }
  return yield* parseJsonInParts(text + decoder.decode())
}
