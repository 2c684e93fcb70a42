import type { JsonObject, JsonValue } from '@carebench/protocol'
import { ClientError } from '../http/client-error.js'
import { jsonObject } from '../http/json-object.js'
import { pathSegment } from '../http/request-path.js'
import type { CallOptions } from '../http/transport.js'
import type { SimulatedSystem } from './simulated-system.js'

/** The telephone of a task run or a sandbox. */
export class VoiceSystem {
  readonly #system: SimulatedSystem

  constructor(system: SimulatedSystem) {
    this.#system = system
  }

  /**
   * Calls a number. If nobody answers, the status is `busy` or `no_answer`. Throws a ClientError `unexpected_answer` if
   * the response has no id.
   */
  async call(to: string, options?: CallOptions): Promise<VoiceCall> {
    const started = jsonObject(await this.#system.request('POST', 'calls', { to }, options), 'POST', 'voice/calls')
    if (typeof started.id === 'string') return new VoiceCall(this.#system, started.id, started)
    throw new ClientError('unexpected_answer', 'POST voice/calls was answered without an id.')
  }

  /** Lists the ringing calls, newest first; answer one with {@link VoiceCall.answer}. */
  async ringing(options?: CallOptions): Promise<readonly VoiceCall[]> {
    const page = jsonObject(
      await this.#system.request('GET', 'calls?status=ringing', undefined, options),
      'GET',
      'voice/calls',
    )
    const rows: readonly JsonValue[] = Array.isArray(page.data) ? page.data : []
    return rows.flatMap((row) => {
      const call = jsonObject(row, 'GET', 'voice/calls')
      return typeof call.id === 'string' ? [new VoiceCall(this.#system, call.id, call)] : []
    })
  }
}

/** A telephone call. Responses are the system's own JSON (snake_case). */
export class VoiceCall {
  readonly id: string
  /**
   * The response to the call: `{status, with, heard:[{speaker,text,at}]}`; for a ringing call, its entry in the list.
   */
  readonly started: JsonObject
  readonly #system: SimulatedSystem

  constructor(system: SimulatedSystem, id: string, started: JsonObject) {
    this.#system = system
    this.id = id
    this.started = started
  }

  /** Answers a ringing call; returns the call with the caller's words in `heard`. */
  async answer(options?: CallOptions): Promise<JsonObject> {
    return this.#call('POST', '/answer', undefined, options)
  }

  /** Says something; returns the call with the reply in `heard`. */
  async say(text: string, options?: CallOptions): Promise<JsonObject> {
    return this.#call('POST', '/turns', { text }, options)
  }

  /** Presses keys: digits, `*` and `#`. */
  async press(keys: string, options?: CallOptions): Promise<JsonObject> {
    return this.#call('POST', '/turns', { dtmf: keys }, options)
  }

  /** Stays silent until the other side continues. */
  async stayQuiet(options?: CallOptions): Promise<JsonObject> {
    return this.#call('POST', '/turns', { silence: true }, options)
  }

  /** Ends the call; returns it. */
  async hangUp(options?: CallOptions): Promise<JsonObject> {
    return this.#call('POST', '/hangup', undefined, options)
  }

  /** Reads the call with all its `turns`. */
  async read(options?: CallOptions): Promise<JsonObject> {
    return this.#call('GET', '', undefined, options)
  }

  async #call(method: string, below: string, body?: JsonValue, options?: CallOptions): Promise<JsonObject> {
    const path = `calls/${pathSegment('id', this.id)}${below}`
    return jsonObject(await this.#system.request(method, path, body, options), method, `voice/${path}`)
  }
}
