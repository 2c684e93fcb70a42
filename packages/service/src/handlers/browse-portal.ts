import { ApiError, type ErrorCode, limits } from '@carebench/protocol'
import type { Markup } from '@carebench/site'
import { payerGroup, payerSystem } from '@carebench/systems'
import {
  createSession,
  csrfToken,
  endedCookie,
  type PortalSession,
  readSession,
  sessionCookie,
} from '../auth/portal-session.js'
import { deriveSandboxCredentials } from '../auth/sandbox-credentials.js'
import { equalDigests } from '../auth/token.js'
import type { ServiceContext } from '../context.js'
import { refusalOf } from '../http/refuse.js'
import { noticePage } from '../portal/layout.js'
import { pageResponse } from '../portal/page-response.js'
import { signInPage } from '../portal/pages/sign-in-page.js'
import { visitSite } from '../portal/site.js'
import type { PageAnswer, PortalPlace, SentForm } from '../portal/visit.js'
import type { ServiceResponse } from '../request.js'
import { portalDestination } from '../sandboxes/sandbox-destination.js'
import type { DocumentRequest } from './document-request.js'
import { formOf, visitOf } from './portal-pages.js'
import { callsTo, type SystemCall } from './proxy.js'

/** A visitor of the portal of one sandbox. */
interface Visitor extends DocumentRequest {
  readonly context: ServiceContext
  /** The path of the portal. */
  readonly base: string
  readonly session: PortalSession | null
}

/** Maximum size of a form before sign-in, in bytes. */
const signInBytes = 16 * 1024

/**
 * The payer portal of a sandbox for people with a browser: they sign in with the username and password of the sandbox,
 * and a cookie that is limited to this portal stores the session. Unauthenticated visitors learn nothing, not even
 * whether the sandbox exists. Every response is a page, also for errors.
 */
export async function browsePortal(context: ServiceContext, document: DocumentRequest): Promise<ServiceResponse> {
  const { id, request, requestId } = document
  const base = `/portals/${encodeURIComponent(id)}`
  const session = readSession(context.secret, id, request.headers.cookie, context.clock.now())
  try {
    return await answerVisitor({ ...document, context, base, session })
  } catch (error) {
    if (error instanceof ForeignForm) return pageResponse({ status: 403, html: staleForm(base) }, requestId)
    const refusal = refusalOf(error)
    const cause = refusal.cause ?? error
    if (refusal.status >= 500) context.log({ level: 'error', message: refusal.message, requestId, error: cause })
    const place = session?.kind === 'user' ? placeOf(context, id, base, session) : null
    return pageResponse(refusalPage(refusal, place), requestId, refusal.headers)
  }
}

async function answerVisitor(visitor: Visitor): Promise<ServiceResponse> {
  const { request, rest, session, requestId, base, context, id } = visitor
  const { method } = request
  if (method !== 'GET' && method !== 'HEAD' && method !== 'POST') {
    const allow = 'GET, HEAD, POST'
    throw new ApiError('METHOD_NOT_ALLOWED', `Method not allowed; allowed: ${allow}.`, { headers: { allow } })
  }
  if (rest === 'login') return method === 'POST' ? signIn(visitor) : showSignIn(visitor)
  if (session?.kind !== 'user') return pageResponse({ redirect: `${base}/login` }, requestId)
  const place = placeOf(context, id, base, session)
  const sent = method === 'POST' ? await sentForm(visitor, session, limits.body) : null
  if (rest === 'logout') {
    if (sent === null) return pageResponse({ redirect: `${base}/` }, requestId)
    return pageResponse({ redirect: `${base}/login` }, requestId, { 'set-cookie': endedCookie(base) })
  }
  const system = await systemOf(visitor)
  const { query } = visitor
  return pageResponse(await visitSite(visitOf({ place, rest, query, form: sent, system })), requestId)
}

/** The sign-in page, with the cookie that its form belongs to. */
function showSignIn({ context, id, base, session, requestId }: Visitor): ServiceResponse {
  if (session?.kind === 'user') return pageResponse({ redirect: `${base}/` }, requestId)
  const guest = session ?? createSession('guest', context.clock.now(), context.random)
  const cookie = session === null ? { 'set-cookie': sessionCookie(context.secret, id, guest, base) } : {}
  const html = signInPage(placeOf(context, id, base, guest), '', [])
  return pageResponse({ status: 200, html }, requestId, cookie)
}

/** Creates a new session number at sign-in; earlier ones become useless. */
async function signIn(visitor: Visitor): Promise<ServiceResponse> {
  const { context, id, base, session, requestId } = visitor
  if (session === null) throw new ForeignForm()
  const form = await sentForm(visitor, session, signInBytes)
  const username = form.text('username')
  if (!isRight(context, id, username, form.text('password'))) {
    const problems = [{ field: 'username', message: 'The username or password is incorrect.' }]
    const html = signInPage(placeOf(context, id, base, session), username, problems)
    return pageResponse({ status: 422, html }, requestId)
  }
  const system = await systemOf(visitor)
  await system({ method: 'POST', path: 'login', query: '', headers: {}, body: null })
  const user = createSession('user', context.clock.now(), context.random)
  const cookie = sessionCookie(context.secret, id, user, base)
  return pageResponse({ redirect: `${base}/` }, requestId, { 'set-cookie': cookie })
}

/** Compares in constant time. */
function isRight(context: ServiceContext, id: string, username: string, password: string): boolean {
  const credentials = deriveSandboxCredentials(context.secret, id)
  const same = (entered: string, right: string) => equalDigests(context.sha256(entered), context.sha256(right))
  const isUser = same(username, credentials.username)
  return same(password, credentials.password) && isUser
}

/**
 * Reads a form. Throws an ApiError if it is too large or malformed, {@link ForeignForm} if it was not sent from a page
 * of this session.
 */
async function sentForm({ context, id, request }: Visitor, session: PortalSession, limit: number): Promise<SentForm> {
  const bytes = await request.readBody(limit)
  const form = await formOf(request, bytes)
  const token = csrfToken(context.secret, id, session)
  if (!equalDigests(context.sha256(form.text('csrf')), context.sha256(token))) throw new ForeignForm()
  return form
}

/** The simulated payer behind the portal. */
async function systemOf({ context, id }: Visitor): Promise<SystemCall> {
  return callsTo(context, { simulator: payerSystem.type, group: payerGroup.name }, await portalDestination(context, id))
}

function placeOf(context: ServiceContext, id: string, base: string, session: PortalSession): PortalPlace {
  const user = session.kind === 'user' ? deriveSandboxCredentials(context.secret, id).username : null
  return { base, csrf: csrfToken(context.secret, id, session), user }
}

/** A form that was not sent from a page of this session. */
class ForeignForm extends Error {
  override readonly name = 'ForeignForm'
}

function staleForm(base: string): Markup {
  const text = 'The form has expired or did not come from this portal. Nothing was submitted.'
  return noticePage(null, 'This form has expired', text, { href: `${base}/`, label: 'Go to the portal' })
}

const titles: Readonly<Partial<Record<ErrorCode, string>>> = {
  RESOURCE_NOT_FOUND: 'No such portal',
  CONFLICT: 'This portal is closed',
  PAYLOAD_TOO_LARGE: 'Submission too large',
  METHOD_NOT_ALLOWED: 'Method not allowed',
  INVALID_REQUEST: 'Invalid submission',
  UNSUPPORTED_MEDIA_TYPE: 'Invalid submission',
  UNAVAILABLE: 'The portal is temporarily unavailable',
}

function refusalPage({ code, status, message }: ApiError, place: PortalPlace | null): PageAnswer {
  const isClosed = code === 'CONFLICT' || code === 'RESOURCE_NOT_FOUND'
  const way = place === null || isClosed ? undefined : { href: `${place.base}/`, label: 'Go to the overview' }
  return { status, html: noticePage(isClosed ? null : place, titles[code] ?? 'Something went wrong', message, way) }
}
