import { ApiError, apiErrorToWire, withSystemKey } from '@carebench/protocol'
import { BodyTooLargeError, type Service, type ServiceResponse, type WiredSandbox } from '@carebench/service'
import type { Holding } from './holding.js'
import type { Pace } from './pace.js'

/** The part of the service that channels need. */
export type ChannelService = Pick<
  Service,
  'systems' | 'handle' | 'sandboxStatus' | 'wiredSandbox' | 'earlierCalls' | 'answerAgain' | 'store'
>

/** A call that arrived by channel. */
export interface AgentCall {
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE'
  /**
   * The path below the group, percent-encoded, with the query: `inbox?limit=100`. Only a query, or empty, for the group
   * itself.
   */
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Uint8Array
  /** True: a read that is not logged. `start`: the same, of the state when the agent started. */
  readonly looks?: boolean | 'start'
}

/** Calls a sandbox as its agent. Never rejects. */
export type CallAsAgent = (call: AgentCall) => Promise<ServiceResponse>

/**
 * Returns a function that makes the calls that arrive for a sandbox by channel. They become the requests that the agent
 * would make over HTTP, so that log, limits and evidence are the same.
 *
 * @param group - the group of the system's operations: `hl7`
 * @param pace - limits the rate of the sandbox's peers; default: no limit
 * @param holding - calls are rejected with 503 unless this process certainly holds the sandbox; default: no check
 */
export function makeCalls(
  service: () => ChannelService,
  { id, key }: Pick<WiredSandbox, 'id' | 'key'>,
  group: string,
  { pace, holding }: { readonly pace?: Pace; readonly holding?: Pick<Holding, 'isHeld'> } = {},
): CallAsAgent {
  const base = `/sandboxes/${encodeURIComponent(id)}/${withSystemKey(group, key)}`
  return async ({ method, path, headers = {}, body = new Uint8Array(), looks = false }) => {
    await pace?.turn()
    // A process that was paused may still have peers of a sandbox that another process has taken over.
    if (holding !== undefined && !holding.isHeld()) return notHeld()
    return service().handle({
      method,
      target: path === '' || path.startsWith('?') ? base + path : `${base}/${path}`,
      headers,
      // Calls by channel never get the rights of callers on this machine.
      remoteAddress: '',
      caller: `sandbox ${id}`,
      agent: { sandboxId: id, ...(looks !== false && { looks: looks === true ? 'now' : looks }) },
      hasBody: body.byteLength > 0,
      async readBody(limit) {
        if (body.byteLength > limit) throw new BodyTooLargeError(limit)
        return body
      },
    })
  }
}

function notHeld(): ServiceResponse {
  const error = new ApiError(
    'UNAVAILABLE',
    'Another process may have the sandbox by now. Connect again and repeat the call.',
  )
  const body = JSON.stringify(apiErrorToWire(error, ''))
  return { status: 503, headers: { 'content-type': 'application/json', 'retry-after': '1' }, body }
}

/** Returns the message of a rejection by the service or a simulated system. */
export function readMessage(body: string): string {
  try {
    const { error } = JSON.parse(body)
    if (typeof error?.message === 'string') return error.message
  } catch {}
  return 'The request failed.'
}
