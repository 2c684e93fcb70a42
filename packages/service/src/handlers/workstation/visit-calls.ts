import { ApiError, type JsonValue } from '@carebench/protocol'
import { apiErrorFromWire } from '@carebench/protocol/wire'
import type { WorkstationSession } from '../../auth/workstation-session.js'
import type { ServiceContext } from '../../context/context.js'
import { readMediaType } from '../../http/media-type.js'
import { createRequest, type ServiceRequest, type ServiceResponse, textOfBody } from '../../http/request.js'
import type { WorkstationCall, WorkstationReply, WorkstationVisit } from '../../portal/workstation-pages.js'

/** The calls of one page. */
export interface PageCalls {
  readonly call: WorkstationVisit['call']
  /** Whether a call has changed something. */
  hasChanged(): boolean
  /**
   * `200 DIGEST, 201 DIGEST`: the status of each response and the SHA-256 of its body in hex, as the log of the run has
   * them; first those of calls that may change something. At most 8, and none of long bodies.
   */
  responses(): string
}

const maxResponses = 8
/** Maximum bytes or characters of a body that is digested; it is digested in one piece. */
const maxDigested = 262_144

/**
 * Returns the calls of one page with the token of its session. They go through the service, so that rights, errors,
 * limits and the log are the same as for any client. Rejects with an ApiError `UNAUTHORIZED` once the token has expired
 * or was revoked, and with the errors of responses 429 and 503.
 */
export function callsOfVisit(
  context: ServiceContext,
  request: ServiceRequest,
  { token, kind: _, place }: WorkstationSession,
): PageCalls {
  const { host } = request.headers
  const common = {
    authorization: `Bearer ${token}`,
    // What HTTP clients send by default, so that their log is the same.
    accept: '*/*',
    ...(host !== undefined && { host }),
    ...(token.startsWith('vk_') ? {} : { 'task-run-id': place }),
  }
  let calls = 0
  let hasChanged = false
  const responses: { readonly isRead: boolean; readonly response: ServiceResponse }[] = []
  const call: WorkstationVisit['call'] = async ({ method, target, headers = {}, body }: WorkstationCall) => {
    // The first call is counted where its token is accepted.
    if (calls++ > 0) request.charge?.(1)
    const type = body === undefined ? {} : { 'content-type': body.mediaType }
    const sent = createRequest(method, target, { ...common, ...type, ...headers }, toBytes(body))
    const own = { ...sent, signal: request.signal }
    const accept = request.accept?.bind(request)
    const response = await context.handle(accept === undefined || calls > 1 ? own : { ...own, accept })
    // A repeated start changes nothing.
    if (target.endsWith('/start')) return toReply(response)
    if (method !== 'GET' && response.status < 400) hasChanged = true
    if ((response.body?.length ?? 0) <= maxDigested) responses.push({ isRead: method === 'GET', response })
    return toReply(response)
  }
  return {
    call,
    hasChanged: () => hasChanged,
    responses: () =>
      responses
        .toSorted((one, other) => Number(one.isRead) - Number(other.isRead))
        .slice(0, maxResponses)
        .map(({ response }) => `${response.status} ${context.sha256(textOfBody(response))}`)
        .join(', '),
  }
}

function toBytes(body: WorkstationCall['body']): Uint8Array {
  if (body === undefined) return new Uint8Array()
  return body.content instanceof Uint8Array ? body.content : new TextEncoder().encode(JSON.stringify(body.content))
}

function toReply({ status, headers, body }: ServiceResponse): WorkstationReply {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : (body ?? new Uint8Array())
  const mediaType = readMediaType(headers['content-type'])
  const json = /[/+]json$/.test(mediaType) ? (JSON.parse(new TextDecoder().decode(bytes)) as JsonValue) : null
  if (status === 401 || status === 429 || status === 503) {
    const error = apiErrorFromWire(json)
    if (error instanceof ApiError) throw error
  }
  return { status, mediaType, headers, bytes, json }
}
