import { createHash, timingSafeEqual } from 'node:crypto'
import { createSeededRandom, type RecordedBody, type SimulatorType } from '@carebench/protocol'
import { defaultSystems, type RunningSimulator } from '@carebench/systems'
import { buildBase } from '../../../packages/service/src/playground/base-cache.js'
import { beginsAt, clinicDatasets, clinicSystems, runSeed } from './clinic.js'

/** A response of the desk; its `text` is the body. */
export interface DeskAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

/** A call with its effects, events and status, as the log keeps it. */
interface LoggedCall {
  readonly seq: number
  readonly at: string
  readonly group: string
  readonly call: object
  readonly effects: readonly unknown[]
  readonly events: readonly unknown[]
  readonly status: number
}

/**
 * Does the least work for a call, written by hand: compares the SHA-256 of the token, calls the simulated system (which
 * is ours), applies its effects, and logs the call in memory. Unlike the service, it has no queues, makes no digests of
 * the log, copies nothing, and cannot replay.
 */
export class Desk {
  readonly #digest: Buffer
  readonly #running = new Map<string, RunningSimulator>()
  readonly #seed = createSeededRandom(runSeed).uint32()
  readonly #log: LoggedCall[] = []

  constructor(token: string) {
    this.#digest = createHash('sha256').update(token).digest()
    const simulators = new Map<SimulatorType, (typeof defaultSystems)[number]>(
      defaultSystems.map((system) => [system.type, system]),
    )
    const blueprint = {
      id: 'calls',
      created_at: new Date(beginsAt).toISOString(),
      simulators: clinicSystems.map((type) => ({ type, config: {} })),
      datasets: clinicDatasets.map(({ type, config }) => ({ type, config })),
    }
    const base = buildBase(blueprint, simulators).fork()
    for (const type of clinicSystems) {
      const running = base.get(type)
      const group = simulators.get(type)?.group?.name
      if (running !== undefined && group !== undefined) this.#running.set(group, running)
    }
  }

  /** Whether an Authorization header has the token of the run. */
  knows(authorization: string | undefined): boolean {
    const token = /^Bearer +(\w+) *$/i.exec(authorization ?? '')?.[1]
    return token !== undefined && timingSafeEqual(createHash('sha256').update(token).digest(), this.#digest)
  }

  /**
   * Responds to a call to a group; `base` is the URL of the group, with a slash. Undefined if there is no such group.
   */
  answer(group: string, base: string, request: DeskRequest): DeskAnswer | undefined {
    const running = this.#running.get(group)
    if (running === undefined) return undefined
    const { method, rest, query, type, bytes } = request
    const headers: Record<string, string> = {}
    for (const name of running.simulator.headers) {
      const value = request.headers[name]
      if (typeof value === 'string') headers[name] = value
    }
    const call = { method, path: rest, query, headers, body: bytes.length === 0 ? null : toBody(type, bytes) }
    const seq = this.#log.length + 1
    const at = new Date(beginsAt + seq * 1000).toISOString()
    for (const effect of running.due({ at, random: createSeededRandom(this.#seed, seq, 2) }).effects)
      running.apply(effect)
    const context = { at, random: createSeededRandom(this.#seed, seq, 1) }
    const { response, effects, events } = running.handle(group, call, context)
    for (const effect of effects) running.apply(effect)
    this.#log.push({ seq, at, group, call, effects, events, status: response.status })
    const { location } = response.headers
    return {
      status: response.status,
      headers: {
        'content-type': 'application/json',
        ...response.headers,
        ...(location && { location: base + location }),
      },
      text: readText(response.body, response.relativeUrls ?? [], base),
    }
  }
}

/** The parts of a request that the desk needs, which each framework reads in its own way. */
interface DeskRequest {
  readonly method: string
  /** The path below the group. */
  readonly rest: string
  readonly query: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly type: string | undefined
  readonly bytes: Uint8Array
}

const decoder = new TextDecoder()

function toBody(type: string | undefined, bytes: Uint8Array): RecordedBody {
  const text = decoder.decode(bytes)
  return /^application\/(?:fhir\+)?json\b/.test(type ?? '') ? { json: JSON.parse(text) } : { text }
}

function readText(body: RecordedBody | null, places: readonly number[], base: string): string {
  if (body === null) return ''
  if ('json' in body) return JSON.stringify(body.json)
  const text = 'text' in body ? body.text : body.base64
  let written = ''
  let from = 0
  for (const place of places) {
    written += text.slice(from, place) + base
    from = place
  }
  return written + text.slice(from)
}
