import { isJsonObject, type JsonObject } from '@carebench/protocol'
import { type ServiceResponse, textOfBody } from '@carebench/service'
import { type CallAsAgent, readMessage } from '../agent-calls.js'

/** The response of a system: an item or a list, or the status and the message of a rejection. */
export type SystemAnswer =
  | { readonly ok: true; readonly value: JsonObject }
  | { readonly ok: false; readonly status: number; readonly message: string }

/** Calls a system, and reads its response. */
export async function askSystem(call: CallAsAgent, request: Parameters<CallAsAgent>[0]): Promise<SystemAnswer> {
  return readAnswer(await call(request))
}

/** Calls a system with a JSON body. */
export function sendToSystem(call: CallAsAgent, body: JsonObject): Promise<SystemAnswer> {
  const headers = { 'content-type': 'application/json' }
  return askSystem(call, { method: 'POST', path: '', headers, body: new TextEncoder().encode(JSON.stringify(body)) })
}

/** A page of a list of a system. */
export interface SystemPage {
  readonly items: readonly JsonObject[]
  /** The cursor of the next page; null on the last. */
  readonly next: string | null
}

export function readPage({ data, _meta }: JsonObject): SystemPage {
  const next = isJsonObject(_meta) && typeof _meta.next === 'string' ? _meta.next : null
  return { items: Array.isArray(data) ? data.filter(isJsonObject) : [], next }
}

function readAnswer(response: ServiceResponse): SystemAnswer {
  const text = textOfBody(response)
  const { status } = response
  if (status >= 300) return { ok: false, status, message: readMessage(text) }
  const value: unknown = JSON.parse(text)
  return isJsonObject(value) ? { ok: true, value } : { ok: false, status: 500, message: 'The system gave no object.' }
}
