import { ApiError, bytesFromBase64, type ProxyOperation, type SimulatorCall } from '@carebench/protocol'
import { payerSystem } from '@carebench/systems'
import type { Caller } from '../../auth/authenticate.js'
import type { ServiceContext } from '../../context/context.js'
import { assertNotEncoded, assertUtf8 } from '../../http/media-type.js'
import type { ServiceRequest, ServiceResponse } from '../../http/request.js'
import { isFromBrowser } from '../../portal/accept.js'
import { decodeSegment } from '../../portal/decode-segment.js'
import { pageResponse } from '../../portal/page-response.js'
import type {
  PortalAnswer,
  PortalForm,
  PortalPages,
  PortalPlace,
  PortalVisit,
  SavedFile,
} from '../../portal/portal-pages.js'
import { readSentForm } from '../../portal/sent-form.js'
import { answerForm, findKeptAnswer } from '../pages/form-answer.js'
import { openSystem, type ProxyCall, type SystemCall } from '../proxy.js'

/** Returns the pages of the portal. Throws an ApiError `NOT_IMPLEMENTED` if the service has none. */
export function readPortalPages({ pages }: ServiceContext): PortalPages {
  if (pages !== null) return pages
  throw new ApiError(
    'NOT_IMPLEMENTED',
    'This service has no pages of the portal: use its JSON interface, with accept and content-type application/json, ' +
      'or create the service with the option pages.',
  )
}

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
  const pages = readPortalPages(context)
  // The token is sent explicitly with each request, so no other site can make a browser send one.
  const place = { base, csrf: null, user: null }
  const answer = await answerVisit(context, pages, { id, place, rest, query, form, system })
  return pageResponse(pages, answer, requestId)
}

/** Answers a request for a page of the portal. A form is answered with a redirect to its page. */
export async function answerVisit(
  context: ServiceContext,
  pages: PortalPages,
  options: VisitOptions,
): Promise<PortalAnswer> {
  const { id, place, rest, query, form } = options
  const at = { context, place: `portal/${id}`, query: new URLSearchParams(query) }
  const kept = form === null ? await findKeptAnswer(at) : null
  if (kept !== null) return kept
  const answer = await pages.visit(makeVisit(options))
  return form === null ? answer : answerForm(at, rest === '' ? place.base : `${place.base}/${rest}`, answer)
}

/** Reads the form of a request. Throws an ApiError `INVALID_REQUEST` if it is malformed. */
export async function parseForm(request: Pick<ServiceRequest, 'headers'>, bytes: Uint8Array): Promise<PortalForm> {
  assertNotEncoded(request.headers['content-encoding'])
  assertUtf8(request.headers['content-type'])
  const form = await readSentForm(request.headers['content-type'], bytes)
  if (form !== null) return form
  throw new ApiError(
    'INVALID_REQUEST',
    'The form cannot be parsed: it is malformed, or has more than 200 fields or 131,072 characters of text.',
  )
}

interface VisitOptions {
  /** The id of the sandbox, or of the run, in the address. */
  readonly id: string
  readonly place: PortalPlace
  readonly rest: string
  readonly query: string
  readonly form: PortalForm | null
  readonly system: SystemCall
}

/** A visit of the portal whose actions are calls of the simulated system. */
function makeVisit({ place, rest, query, form, system }: VisitOptions): PortalVisit {
  let isFirst = true
  return {
    place,
    path: rest.split('/').map(decodeSegment),
    query: new URLSearchParams(query),
    form,
    call: async (method, target, json) => {
      const mark = target.indexOf('?')
      const call: SimulatorCall = {
        method,
        path: mark === -1 ? target : target.slice(0, mark),
        query: mark === -1 ? '' : target.slice(mark + 1),
        headers: {},
        body: json === undefined ? null : { json },
      }
      const moves = isFirst
      isFirst = false
      const { status, headers, body } = await system(call, moves)
      if (body === null || 'json' in body) return { status, json: body === null ? null : body.json }
      return { status, json: null, document: readDocument(headers, body) }
    },
  }
}

function readDocument(
  headers: Readonly<Record<string, string>>,
  body: { text: string } | { base64: string },
): SavedFile {
  const [, name = 'document'] = /filename\*=UTF-8''([^;]+)/.exec(headers['content-disposition'] ?? '') ?? []
  return {
    bytes: 'text' in body ? new TextEncoder().encode(body.text) : bytesFromBase64(body.base64),
    mediaType: headers['content-type'] ?? '',
    name: decodeSegment(name),
  }
}
