import { ApiError, type ErrorCode, formatInstant, limits } from '@carebench/protocol'
import { insert } from '@carebench/store'
import { equalDigests } from '../../auth/token.js'
import {
  createNonce,
  createWorkstationSession,
  endedWorkstationCookie,
  openWorkstationSession,
  pageOfCsrf,
  sealsIn,
  sealWorkstationSession,
  usedId,
  type WorkstationSession,
  workstationCookie,
  workstationCsrf,
} from '../../auth/workstation-session.js'
import type { ServiceContext } from '../../context/context.js'
import { createEndedSessions, endedSessions } from '../../documents/collections/ended-sessions.js'
import { assertNotEncoded, assertUtf8 } from '../../http/media-type.js'
import { toRejection } from '../../http/refuse.js'
import type { ServiceResponse } from '../../http/request.js'
import { decodeSegment } from '../../portal/decode-segment.js'
import { pageResponse } from '../../portal/page-response.js'
import { readSentForm } from '../../portal/sent-form.js'
import type { PageNotice, WorkstationForm, WorkstationPages } from '../../portal/workstation-pages.js'
import type { DocumentRequest } from '../document-request.js'
import { answerForm, findKeptAnswer, type PagePlace } from '../pages/form-answer.js'
import { readWorkstationPages } from './open-workstation.js'
import { callsOfVisit } from './visit-calls.js'

/** A visitor of one workstation. */
interface Visitor extends DocumentRequest {
  readonly context: ServiceContext
  readonly pages: WorkstationPages
  /** The path of the workstation, without a trailing slash. */
  readonly base: string
}

/** Maximum number of characters of all texts of a form: a document of the chart is one of them. */
const maxFormCharacters = 4 * 1024 * 1024

/**
 * Returns the pages of one task run or playground. A link that works once starts a session, stored in a cookie that is
 * limited to these pages; the pages call the API with the token that created the link, so they have its permissions.
 * Unauthenticated visitors learn nothing. Every response is a page, also for errors. Throws an ApiError if the service
 * has no pages.
 */
export async function browseWorkstation(context: ServiceContext, document: DocumentRequest): Promise<ServiceResponse> {
  const pages = readWorkstationPages(context)
  const visitor = { ...document, context, pages, base: `/workstations/${encodeURIComponent(document.id)}` }
  try {
    return await answerVisitor(visitor)
  } catch (error) {
    const refusal = toRejection(error)
    document.request.note?.({ code: refusal.code })
    const cause = refusal.cause ?? error
    if (refusal.status >= 500) {
      context.log({ level: 'error', message: refusal.message, requestId: document.requestId, error: cause })
    }
    const notice = { title: titles[refusal.code] ?? 'Something went wrong', text: refusal.message }
    return notify(visitor, refusal.status, notice, refusal.headers)
  }
}

async function answerVisitor(visitor: Visitor): Promise<ServiceResponse> {
  const { request, rest } = visitor
  const { method } = request
  if (method !== 'GET' && method !== 'HEAD' && method !== 'POST') {
    const allow = 'GET, HEAD, POST'
    throw new ApiError('METHOD_NOT_ALLOWED', `Method not allowed; allowed: ${allow}.`, { headers: { allow } })
  }
  // A HEAD request, such as that of a preview, must not use up the link.
  if (rest === 'enter' && method === 'GET') return enter(visitor)
  const session = await readSession(visitor)
  if (session === null) return notify(visitor, 401, signedOut)
  if (method !== 'POST') {
    const kept = await findKeptAnswer(findPlace(visitor))
    if (kept !== null) return pageResponse(visitor.pages, 'task-run', kept, visitor.requestId)
    return (await showPage(visitor, session, null)).response
  }
  const form = await sentForm(visitor)
  const page = pageOfCsrf(form.text('csrf'))
  if (!isOwnForm(visitor, form, workstationCsrf(visitor.context.secret, session, page))) {
    return notify(visitor, 403, foreignForm)
  }
  if (rest === 'sign-out') return signOut(visitor, session)
  // One form of a page at a time, so that a double click sends it once.
  return visitor.context.locks.run(`page ${page}`, () => sendOnce(visitor, session, form, page))
}

/**
 * Sends a form, unless a form of the same page has already changed something: reloading a response must not send the
 * form again.
 */
async function sendOnce(
  visitor: Visitor,
  session: WorkstationSession,
  form: WorkstationForm,
  page: string,
): Promise<ServiceResponse> {
  const sent = createEndedSessions(visitor.context.store)
  const id = usedId({ kind: 'page', nonce: page })
  if (await sent.hasEnded(id)) return notify(visitor, 409, sentBefore(visitor.base))
  const { response, hasChanged } = await showPage(visitor, session, form)
  if (hasChanged) await sent.end(id, session.expiresAt)
  return response
}

/** Starts a session, once for each link. */
async function enter(visitor: Visitor): Promise<ServiceResponse> {
  const { context, id, base, pages, query, requestId } = visitor
  const seal = new URLSearchParams(query).get('link') ?? ''
  const now = context.clock.now()
  const link = await openWorkstationSession(listSecrets(context), 'link', id, seal, now)
  if (link === null || !(await useOnce(context, link))) return notify(visitor, 401, usedLink)
  const session = createWorkstationSession('session', link, now, context.random)
  const cookie = workstationCookie(await sealWorkstationSession(context.secret, session), `${base}/`)
  return pageResponse(pages, 'task-run', { status: 200, html: pages.enter(`${base}/`) }, requestId, {
    'set-cookie': cookie,
  })
}

/** Whether this is the first use of a link, among all processes on one store. */
async function useOnce(context: ServiceContext, link: WorkstationSession): Promise<boolean> {
  const doc = { id: usedId(link), created_at: formatInstant(0), expires_at: formatInstant(link.expiresAt) }
  return (await context.store.commit([insert(endedSessions, doc)])).ok
}

async function readSession({ context, id, request }: Visitor): Promise<WorkstationSession | null> {
  for (const seal of sealsIn(request.headers.cookie)) {
    const now = context.clock.now()
    const session = await openWorkstationSession(listSecrets(context), 'session', id, seal, now)
    if (session !== null && !(await createEndedSessions(context.store).hasEnded(usedId(session)))) return session
  }
  return null
}

async function signOut(visitor: Visitor, session: WorkstationSession): Promise<ServiceResponse> {
  await createEndedSessions(visitor.context.store).end(usedId(session), session.expiresAt)
  return notify(visitor, 200, leftSession, { 'set-cookie': endedWorkstationCookie(`${visitor.base}/`) })
}

/** Returns the response, and whether a call of the page has changed something. */
async function showPage(
  visitor: Visitor,
  session: WorkstationSession,
  form: WorkstationForm | null,
): Promise<{ readonly response: ServiceResponse; readonly hasChanged: boolean }> {
  const { context, pages, id, base, rest, query, requestId } = visitor
  const { call, hasChanged, responses } = callsOfVisit(context, visitor.request, session)
  const answer = await pages.visit({
    place: { kind: session.token.startsWith('vk_') ? 'playground' : 'task-run', id },
    base,
    csrf: workstationCsrf(context.secret, session, createNonce(context.random)),
    path: rest.split('/').map(decodeSegment),
    query: new URLSearchParams(query),
    form,
    systems: context.simulators,
    call,
  })
  const path = `${base}/${rest}`
  const answered = form === null ? answer : await answerForm(findPlace(visitor), path, answer)
  const response = pageResponse(pages, 'task-run', answered, requestId, { 'carebench-responses': responses() })
  return { response, hasChanged: hasChanged() }
}

function findPlace({ context, id, query }: Visitor): PagePlace {
  return { context, place: `workstation/${id}`, query: new URLSearchParams(query) }
}

async function sentForm({ request }: Visitor): Promise<WorkstationForm> {
  const bytes = await request.readBody(limits.largeBody)
  assertNotEncoded(request.headers['content-encoding'])
  assertUtf8(request.headers['content-type'])
  const form = await readSentForm(request.headers['content-type'], bytes, maxFormCharacters)
  if (form !== null) return form
  const message =
    `The form cannot be parsed: it is malformed, or has more than 200 fields or ${maxFormCharacters} characters of ` +
    'text.'
  throw new ApiError('INVALID_REQUEST', message)
}

function isOwnForm({ context }: Visitor, form: WorkstationForm, csrf: string): boolean {
  return equalDigests(context.sha256(form.text('csrf')), context.sha256(csrf))
}

function listSecrets({ secret, previousSecrets }: ServiceContext): readonly Uint8Array[] {
  return [secret, ...previousSecrets]
}

function notify(
  { pages, requestId }: Visitor,
  status: number,
  notice: PageNotice,
  headers?: Readonly<Record<string, string>>,
): ServiceResponse {
  return pageResponse(pages, 'task-run', { status, html: pages.notice(notice) }, requestId, headers)
}

const newLink = 'Create another link with POST /v1/task-runs/{id}/workstation or POST /playgrounds/{id}/workstation.'
const signedOut = { title: 'Not signed in', text: `This workstation is opened by a link that works once. ${newLink}` }
const usedLink = {
  title: 'This link does not work',
  text: `It has been used, is older than a minute, or is incomplete. ${newLink}`,
}
const leftSession = { title: 'Signed out', text: 'You have left the workstation. What you did is kept.' }
const foreignForm = {
  title: 'This form has expired',
  text: 'The form has expired or did not come from this workstation. Nothing was sent.',
}
function sentBefore(base: string): PageNotice {
  const text =
    'A form of this page was sent before, and nothing was sent again. Open the page once more to send another.'
  return { title: 'Sent already', text, link: { href: `${base}/`, label: 'Go to the workstation' } }
}
const titles: Readonly<Partial<Record<ErrorCode, string>>> = {
  UNAUTHORIZED: 'The session has ended',
  CONFLICT: 'This workstation is closed',
  PAYLOAD_TOO_LARGE: 'Too large',
  METHOD_NOT_ALLOWED: 'Method not allowed',
  INVALID_REQUEST: 'Invalid form',
  UNSUPPORTED_MEDIA_TYPE: 'Invalid form',
  UNAVAILABLE: 'Temporarily unavailable',
}
