import { setTimeout } from 'node:timers/promises'
import type { Random } from '@carebench/protocol'
import type { ServedProcess } from '../served.js'

/** A client of the server for all lanes, which stays valid when the server restarts. */
export interface Client {
  readonly organizationKey: string
  readonly solverKey: string
  readonly call: ServedProcess['call']
}

/**
 * A part of the random program: it has at most one request in progress, and a model of what the server has
 * acknowledged. Other lanes do not change its resources.
 */
export interface Lane {
  /**
   * Sends one request, and resolves once it is acknowledged. Rejects with {@link InterruptedError} if it is unknown
   * whether the request took effect.
   */
  step(client: Client): Promise<void>
  /**
   * Compares the server with the model after a restart. The request that was in progress must have taken effect
   * completely or not at all; it is sent again. Throws an Error that says what is lost, half done or different.
   */
  check(client: Client): Promise<void>
}

/** Thrown if a request got no response, or one that says that the storage is unavailable (503). */
export class InterruptedError extends Error {
  override readonly name = 'InterruptedError'
}

/**
 * For how many milliseconds a request is repeated after a restart while the response is 503. Others wait for half a
 * minute before they take over what a killed process had begun.
 */
const patience = 60_000

/** Like {@link ask}, but repeats the request while the response is 503, for at most {@link patience}. */
export async function insist<Body>(...call: Parameters<typeof ask>): ReturnType<typeof ask<Body>> {
  for (const start = performance.now(); ; ) {
    try {
      return await ask<Body>(...call)
    } catch (error) {
      if (!(error instanceof InterruptedError) || performance.now() - start > patience) throw error
      await setTimeout(500)
    }
  }
}

/** Sends a request, and checks the status of the response. */
export async function ask<Body>(
  { call }: Client,
  expected: readonly number[],
  ...[token, method, path, body, headers]: Parameters<Client['call']>
): Promise<{ readonly status: number; readonly body: Body }> {
  let answer: Awaited<ReturnType<Client['call']>>
  try {
    answer = await call(token, method, path, body, headers)
  } catch (cause) {
    throw new InterruptedError(`${method} ${path} was not answered.`, { cause })
  }
  if (answer.status === 503)
    throw new InterruptedError(`${method} ${path} was answered 503: ${JSON.stringify(answer.body)}`)
  assertSame(`the status of ${method} ${path}`, expected.includes(answer.status), true, answer)
  return answer
}

/** Throws unless the two have the same JSON. */
export function assertSame(what: string, found: unknown, expected: unknown, details: unknown = ''): void {
  const [one, other] = [JSON.stringify(found), JSON.stringify(expected)]
  if (one === other) return
  throw new Error(`${what}: expected ${other}, found ${one}. ${JSON.stringify(details).slice(0, 500)}`)
}

/** A key for one request, the same whenever it is repeated. */
export function idempotencyKey(random: Random): { readonly 'idempotency-key': string } {
  return { 'idempotency-key': `${random.uint32()}-${random.uint32()}` }
}
