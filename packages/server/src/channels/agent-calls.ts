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
   * Below the group, percent-encoded, with the query: `inbox?limit=100`; the query alone, or nothing, for the group
   * itself.
   */
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Uint8Array
  /** True: it leaves no trace, and may only read; `start`: and it reads what was there when the agent started. */
  readonly looks?: boolean | 'start'
}

/** Calls one sandbox as its agent. Never rejects. */
export type CallAsAgent = (call: AgentCall) => Promise<ServiceResponse>

/**
 * Makes the calls that arrive for a sandbox by channel: the requests that the agent would make over HTTP, so that log,
 * limits and evidence are those of HTTP.
 *
 * @param group - of the operations of the system: `hl7`
 * @param pace - of the peers of the sandbox; default: calls wait for nothing
 * @param holding - calls are refused with 503 while it is not certain; default: they are made anyway
 */
export function callsOf(
  service: () => ChannelService,
  { id, key }: Pick<WiredSandbox, 'id' | 'key'>,
  group: string,
  { pace, holding }: { readonly pace?: Pace; readonly holding?: Pick<Holding, 'isHeld'> } = {},
): CallAsAgent {
  const base = `/sandboxes/${encodeURIComponent(id)}/${withSystemKey(group, key)}`
  return async ({ method, path, headers = {}, body = new Uint8Array(), looks = false }) => {
    await pace?.turn()
    // A process that was held up may still have peers of a sandbox that another has by now.
    if (holding !== undefined && !holding.isHeld()) return notHeld()
    return service().handle({
      method,
      target: path === '' || path.startsWith('?') ? base + path : `${base}/${path}`,
      headers,
      // Nothing that only callers on this machine may do can be done by channel.
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

/** What a refusal says, of the service or of a simulated system. */
export function messageOf(body: string): string {
  try {
    const { error } = JSON.parse(body)
    if (typeof error?.message === 'string') return error.message
  } catch {}
  return 'The request failed.'
}
