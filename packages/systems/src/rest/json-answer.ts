import { type ErrorCode, errorStatus, type JsonValue } from '@carebench/protocol'
import type { SimulatorOutcome, SimulatorResponse } from '../simulator.js'

/** The error codes of systems with a plain JSON interface. */
export type RefusalCode = Extract<
  ErrorCode,
  | 'INVALID_REQUEST'
  | 'INVALID_CURSOR'
  | 'RESOURCE_NOT_FOUND'
  | 'METHOD_NOT_ALLOWED'
  | 'CONFLICT'
  | 'PAYLOAD_TOO_LARGE'
  | 'UNSUPPORTED_MEDIA_TYPE'
>

/** Returns a response with a JSON body. */
export function jsonAnswer(
  status: number,
  json: JsonValue,
  headers: Readonly<Record<string, string>> = {},
): SimulatorResponse {
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: { json } }
}

/** Returns an outcome without effects or events. */
export function unchanged(response: SimulatorResponse): SimulatorOutcome<never> {
  return { response, effects: [], events: [] }
}

/** Rejects a call with `{"error":{"code","message"}}` and changes nothing. */
export function refuse(
  code: RefusalCode,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): SimulatorOutcome<never> {
  return unchanged(jsonAnswer(errorStatus[code], { error: { code, message } }, headers))
}

/** Rejects query parameters; see `refuseQuery` of a simulator. */
export function refuseQuery(message: string): SimulatorResponse {
  return refuse('INVALID_REQUEST', message).response
}

/** Rejects a method, naming the allowed methods. */
export function refuseMethod(method: string, path: string, allowed: readonly string[]): SimulatorOutcome<never> {
  const allow = allowed.join(', ')
  return refuse('METHOD_NOT_ALLOWED', `${path} does not allow ${method}; allowed: ${allow}.`, { allow })
}
