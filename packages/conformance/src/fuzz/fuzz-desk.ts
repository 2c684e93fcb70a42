import { type Answer, at, type Exchange } from '../exchange/exchange.js'
import type { RequirementId } from '../requirements/requirements.js'
import type { Kit } from '../scenario/kit.js'

/** What a property works with: the kit, and calls whose answers are looked at. */
export interface FuzzDesk {
  readonly kit: Kit
  /** Everything that has been said so far. */
  readonly exchanges: readonly Exchange[]
  /** Draws a part of a name that no other has. */
  unique(): string
}

/** A property of the server, that tries so many cases. */
export interface FuzzProperty {
  readonly name: string
  /** What a counter-example breaks. */
  readonly ids: readonly RequirementId[]
  /** Whether it needs a benchmark, or to write criteria. */
  readonly needs: 'nothing' | 'benchmark' | 'authoring'
  check(desk: FuzzDesk, runs: number, seed: number): Promise<FuzzFailure | null>
}

/** The smallest case that fast-check found. */
export interface FuzzFailure {
  readonly message: string
  readonly path: string
  /** What was said in it. */
  readonly exchanges: readonly Exchange[]
}

/** Throws an Error with what is wrong with any answer, whatever was asked. */
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

/** Throws an Error unless the status is one of some. */
export function expectStatus(answer: Answer, ...statuses: readonly number[]): Answer {
  assertSane(answer)
  if (statuses.includes(answer.status)) return answer
  const { method, target } = answer.exchange
  throw new Error(`${method} ${target} must be answered ${statuses.join(' or ')}, but was answered ${answer.status}`)
}
