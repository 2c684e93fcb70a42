import { type Answer, at, type Exchange } from '../exchange/exchange.js'
import type { RequirementId } from '../requirements/requirements.js'
import type { Kit } from '../scenario/kit.js'

/** The environment of a property: the kit, and calls whose responses are checked. */
export interface FuzzContext {
  readonly kit: Kit
  /** All exchanges so far. */
  readonly exchanges: readonly Exchange[]
  /** Generates a unique part of a name. */
  unique(): string
}

/** A property of the server, checked with a number of generated cases. */
export interface FuzzProperty {
  readonly name: string
  /** The requirements that a counter-example violates. */
  readonly ids: readonly RequirementId[]
  /** Whether it needs a benchmark, or needs to write criteria. */
  readonly needs: 'nothing' | 'benchmark' | 'authoring'
  check(fuzzContext: FuzzContext, runs: number, seed: number): Promise<FuzzFailure | null>
}

/** The minimal counter-example that fast-check found. */
export interface FuzzFailure {
  readonly message: string
  readonly path: string
  /** The exchanges of the counter-example. */
  readonly exchanges: readonly Exchange[]
}

/** Throws an Error if the response violates a rule for all responses. */
export function assertSane(answer: Answer): Answer {
  const { status, body, text, headers, exchange } = answer
  const said = `${exchange.method} ${exchange.target} was answered ${status}`
  if (status >= 500 && status !== 503) throw new Error(`${said}: no request may cause an internal error`)
  if (status >= 400 && !/\/(fhir|portal|clearinghouse)(\/|\?|$)/.test(exchange.target) && exchange.method !== 'HEAD') {
    const isText = (value: unknown) => typeof value === 'string' && value !== ''
    if (!isText(at(body, 'error', 'code')) || !isText(at(body, 'error', 'message'))) {
      throw new Error(`${said} without {"error":{"code","message"}}: ${text.slice(0, 200)}`)
    }
  }
  if (status === 200 && !/json|text|octet|edi|hl7|csv/i.test(headers['content-type'] ?? 'json')) {
    throw new Error(`${said} as ${headers['content-type']}`)
  }
  return answer
}

/** Throws an Error unless the response has one of the statuses. */
export function expectStatus(answer: Answer, ...statuses: readonly number[]): Answer {
  assertSane(answer)
  if (statuses.includes(answer.status)) return answer
  const { method, target } = answer.exchange
  throw new Error(`${method} ${target} must be answered ${statuses.join(' or ')}, but was answered ${answer.status}`)
}
