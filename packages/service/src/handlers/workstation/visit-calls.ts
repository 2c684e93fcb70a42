import { ApiError, apiErrorFromWire, type JsonValue } from '@carebench/protocol'
import type { WorkstationSession } from '../../auth/workstation-session.js'
import type { ServiceContext } from '../../context/context.js'
import { mediaTypeOf } from '../../http/media-type.js'
import { createRequest, type ServiceRequest, type ServiceResponse } from '../../http/request.js'
import type { WorkstationCall, WorkstationReply, WorkstationVisit } from '../../portal/workstation-pages.js'

/**
 * Returns the calls of one page with the token of its session. They go through the service, so that rights, errors,
 * limits and the log are the same as for any client. Rejects with an ApiError `UNAUTHORIZED` once the token has expired
 * or was revoked.
 */
export function callsOfVisit(
  context: ServiceContext,
  request: ServiceRequest,
  { token, kind: _, place }: WorkstationSession,
): { readonly call: WorkstationVisit['call']; readonly hasChanged: () => boolean } {
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
  const call: WorkstationVisit['call'] = async ({ method, target, headers = {}, body }: WorkstationCall) => {
    // The first call is counted where its token is accepted.
    if (calls++ > 0) request.charge?.(1)
    const type = body === undefined ? {} : { 'content-type': body.mediaType }
    const sent = createRequest(method, target, { ...common, ...type, ...headers }, bytesOf(body))
    const own = { ...sent, signal: request.signal }
    const accept = request.accept?.bind(request)
    const response = await context.handle(accept === undefined || calls > 1 ? own : { ...own, accept })
    // A repeated start changes nothing.
    if (method !== 'GET' && response.status < 400 && !target.endsWith('/start')) hasChanged = true
    return replyOf(response)
  }
  return { call, hasChanged: () => hasChanged }
}

function bytesOf(body: WorkstationCall['body']): Uint8Array {
  if (body === undefined) return new Uint8Array()
  return body.content instanceof Uint8Array ? body.content : new TextEncoder().encode(JSON.stringify(body.content))
}

function replyOf({ status, headers, body }: ServiceResponse): WorkstationReply {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : (body ?? new Uint8Array())
  const mediaType = mediaTypeOf(headers['content-type'])
  const json = /[/+]json$/.test(mediaType) ? (JSON.parse(new TextDecoder().decode(bytes)) as JsonValue) : null
  if (status === 401 || status === 429 || status === 503) {
    const error = apiErrorFromWire(json)
    if (error instanceof ApiError) throw error
  }
  return { status, mediaType, headers, bytes, json }
}
