import { ApiError, bytesFromBase64, type JsonValue, type ProxyOperation, type SimulatorCall } from '@carebench/protocol'
import { payerSystem, type SimulatorResponse } from '@carebench/systems'
import type { Caller } from '../../auth/authenticate.js'
import type { ServiceContext } from '../../context/context.js'
import { assertNotEncoded, assertUtf8, readMediaType } from '../../http/media-type.js'
import type { ServiceRequest, ServiceResponse } from '../../http/request.js'
import { isFromBrowser } from '../../portal/accept.js'
import { decodeSegment } from '../../portal/decode-segment.js'
import { pageResponse } from '../../portal/page-response.js'
import { readSentForm } from '../../portal/sent-form.js'
import type {
  WorkstationAnswer,
  WorkstationForm,
  WorkstationPages,
  WorkstationReply,
  WorkstationVisit,
} from '../../portal/workstation-pages.js'
import { answerForm, findKeptAnswer } from '../pages/form-answer.js'
import { openSystem, type ProxyCall, type SystemCall } from '../proxy.js'
import { readWorkstationPages } from '../workstation/open-workstation.js'

/** Whether a call of the portal requests its pages. */
export function isPortalPage(operation: ProxyOperation, request: ServiceRequest): boolean {
  return operation.simulator === payerSystem.type && isFromBrowser(request)
}

/**
 * Answers a browser that sends a token with the same pages as the portal site, through the same calls. Throws an
 * ApiError for requests that the service itself rejects, as for a JSON call.
 */
export async function answerPortalPage(
  context: ServiceContext,
  operation: ProxyOperation,
  caller: Caller,
  { request, id, rest, query, bytes }: ProxyCall,
  requestId: string,
): Promise<ServiceResponse> {
  const base = operation.path.replace('{id}', encodeURIComponent(id)).replace(/\/\*$/, '')
  const form = request.method === 'POST' ? await parseForm(request, bytes) : null
  const system = await openSystem(context, operation, caller, id, request)
  const pages = readWorkstationPages(context)
  // The token is sent explicitly with each request, so no other site can make a browser send one.
  const answer = await answerVisit(context, pages, { id, base, csrf: null, rest, query, form, system })
  return pageResponse(pages, 'site', answer, requestId)
}

/** Answers a request for a page of the portal. A form is answered with a redirect to its page. */
export async function answerVisit(
  context: ServiceContext,
  pages: WorkstationPages,
  { id, base, csrf, rest, query, form, system }: VisitOptions,
): Promise<WorkstationAnswer> {
  const at = { context, place: `portal/${id}`, query: new URLSearchParams(query) }
  const kept = form === null ? await findKeptAnswer(at) : null
  if (kept !== null) return kept
  const answer = await pages.visit({
    place: { kind: 'site', system: payerSystem.type },
    base,
    csrf,
    path: rest.split('/').map(decodeSegment),
    query: at.query,
    form,
    systems: context.simulators,
    call: makeCalls(system),
  })
  return form === null ? answer : answerForm(at, rest === '' ? base : `${base}/${rest}`, answer)
}

/**
 * Reads the form of a request. Throws an ApiError `INVALID_REQUEST` if it is malformed or too large,
 * `UNSUPPORTED_MEDIA_TYPE` if it is encoded, or not in UTF-8.
 */
export async function parseForm(request: Pick<ServiceRequest, 'headers'>, bytes: Uint8Array): Promise<WorkstationForm> {
  assertNotEncoded(request.headers['content-encoding'])
  assertUtf8(request.headers['content-type'])
  const form = await readSentForm(request.headers['content-type'], bytes)
  if (form !== null) return form
  throw new ApiError(
    'INVALID_REQUEST',
    'The form cannot be parsed: it is malformed, or has more than 200 fields or 131,072 characters of text.',
  )
}

interface VisitOptions extends Pick<WorkstationVisit, 'base' | 'csrf' | 'form'> {
  /** The id of the sandbox, or of the run, in the address. */
  readonly id: string
  readonly rest: string
  readonly query: string
  readonly system: SystemCall
}

/** Returns the function that makes the calls of one page; a stepped clock counts them as one. */
function makeCalls(system: SystemCall): WorkstationVisit['call'] {
  let isFirst = true
  return async ({ method, target, body }) => {
    const { pathname, search } = new URL(target, 'http://portal.example.org')
    const json = body === undefined || body.content instanceof Uint8Array ? undefined : body.content
    const call: SimulatorCall = {
      method,
      path: pathname.slice(1),
      query: search.slice(1),
      headers: {},
      body: json === undefined ? null : { json },
    }
    const moves = isFirst
    isFirst = false
    return toReply(await system(call, moves))
  }
}

function toReply({ status, headers, body }: SimulatorResponse): WorkstationReply {
  const isJson = body !== null && 'json' in body
  const json: JsonValue = isJson ? body.json : null
  const mediaType = isJson ? 'application/json' : readMediaType(headers['content-type'])
  return { status, mediaType, headers, bytes: toBytes(body), json }
}

function toBytes(body: SimulatorResponse['body']): Uint8Array {
  if (body === null) return new Uint8Array()
  if ('base64' in body) return bytesFromBase64(body.base64)
  return new TextEncoder().encode('text' in body ? body.text : JSON.stringify(body.json))
}
