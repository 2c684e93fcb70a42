import { ApiError, type ErrorCode, limits } from '@carebench/protocol'
import { payerGroup, payerSystem } from '@carebench/systems'
import {
  createSession,
  csrfToken,
  endedCookie,
  type PortalSession,
  readSession,
  sessionCookie,
} from '../../auth/portal-session.js'
import { equalDigests } from '../../auth/token.js'
import { usedId } from '../../auth/workstation-session.js'
import type { ServiceContext } from '../../context/context.js'
import { deriveSandboxCredentials } from '../../context/sandbox-credentials.js'
import { createEndedSessions } from '../../documents/collections/ended-sessions.js'
import { toRejection } from '../../http/refuse.js'
import type { ServiceResponse } from '../../http/request.js'
import { pageResponse } from '../../portal/page-response.js'
import type { PageNotice, PortalEntry, WorkstationForm, WorkstationPages } from '../../portal/workstation-pages.js'
import { portalDestination } from '../../sandboxes/sandbox-destination.js'
import type { DocumentRequest } from '../document-request.js'
import { callsTo, type SystemCall } from '../proxy.js'
import { readWorkstationPages } from '../workstation/open-workstation.js'
import { answerVisit, parseForm } from './portal-visit.js'

/** A visitor of the portal of one sandbox. */
interface Visitor extends DocumentRequest {
  readonly context: ServiceContext
  readonly pages: WorkstationPages
  /** The path of the portal. */
  readonly base: string
  readonly session: PortalSession | null
}

/** Maximum size of a form before sign-in, in bytes. */
const signInBytes = 16 * 1024

/**
 * Returns the payer portal of a sandbox for people with a browser: they sign in with the username and password of the
 * sandbox, and a cookie that is limited to this portal stores the session. Unauthenticated visitors learn nothing, not
 * even whether the sandbox exists. Every response is a page, also for errors. Throws an ApiError if the service has no
 * pages.
 */
export async function browsePortal(context: ServiceContext, document: DocumentRequest): Promise<ServiceResponse> {
  const pages = readWorkstationPages(context)
  const { id, requestId } = document
  const base = `/portals/${encodeURIComponent(id)}`
  const visitor = { ...document, context, pages, base, session: null }
  let session: PortalSession | null = null
  try {
    session = await findSession(visitor)
    return await answerVisitor({ ...visitor, session })
  } catch (error) {
    if (error instanceof ForeignFormError) {
      const html = pages.notice(staleForm(base), systemIn(context))
      return pageResponse(pages, 'site', { status: 403, html }, requestId)
    }
    const refusal = toRejection(error)
    const cause = refusal.cause ?? error
    if (refusal.status >= 500) context.log({ level: 'error', message: refusal.message, requestId, error: cause })
    const home = session?.kind === 'user' ? `${base}/` : null
    const html = pages.notice(makeNotice(refusal, home), systemIn(context))
    return pageResponse(pages, 'site', { status: refusal.status, html }, requestId, refusal.headers)
  }
}

async function answerVisitor(visitor: Visitor): Promise<ServiceResponse> {
  const { request, rest, session, requestId, base, context, pages, id } = visitor
  const { method } = request
  if (method !== 'GET' && method !== 'HEAD' && method !== 'POST') {
    const allow = 'GET, HEAD, POST'
    throw new ApiError('METHOD_NOT_ALLOWED', `Method not allowed; allowed: ${allow}.`, { headers: { allow } })
  }
  if (rest === 'login') return method === 'POST' ? signIn(visitor) : showSignIn(visitor)
  if (session?.kind !== 'user') {
    const to = method === 'GET' ? linkTo(visitor) : ''
    const query = to === '' ? '' : `?to=${encodeURIComponent(to)}`
    return pageResponse(pages, 'site', { redirect: `${base}/login${query}` }, requestId)
  }
  const sent = method === 'POST' ? await sentForm(visitor, session, limits.body) : null
  if (rest === 'logout') {
    if (sent === null) return pageResponse(pages, 'site', { redirect: `${base}/` }, requestId)
    await createEndedSessions(context.store).end(sessionId(session), session.expiresAt)
    return pageResponse(pages, 'site', { redirect: `${base}/login` }, requestId, { 'set-cookie': endedCookie(base) })
  }
  const system = await openSystem(visitor)
  const csrf = csrfToken(context.secret, id, session)
  const answer = await answerVisit(context, pages, { ...visitor, csrf, form: sent, system })
  return pageResponse(pages, 'site', answer, requestId)
}

/** Returns the session of the visitor's cookie; null if none is valid, or it was ended by signing out. */
async function findSession({ context, id, request }: Visitor): Promise<PortalSession | null> {
  const session = readSession(context.secret, id, request.headers.cookie, context.clock.now())
  if (session?.kind !== 'user') return session
  return (await createEndedSessions(context.store).hasEnded(sessionId(session))) ? null : session
}

function sessionId({ nonce }: PortalSession): string {
  return usedId({ kind: 'portal-user', nonce })
}

/** Returns the sign-in page, with the cookie that its form belongs to. */
function showSignIn({ context, pages, id, base, session, requestId, query }: Visitor): ServiceResponse {
  if (session?.kind === 'user') return pageResponse(pages, 'site', { redirect: `${base}/` }, requestId)
  const guest = session ?? createSession('guest', context.clock.now(), context.random)
  const cookie = session === null ? { 'set-cookie': sessionCookie(context.secret, id, guest, base) } : {}
  const html = pages.signIn(makeEntry(context, id, base, guest), new URLSearchParams(query).get('to') ?? '')
  return pageResponse(pages, 'site', { status: 200, html }, requestId, cookie)
}

/** Returns the page below the portal that was requested before signing in. */
function linkTo({ rest, query }: Visitor): string {
  return rest === 'logout' ? '' : `${rest}${query === '' ? '' : `?${query}`}`
}

/** Returns the page below the portal that a form names; the first page if the form names any other place. */
function pageBelow(base: string, to: string): string {
  const home = new URL(`http://portal.example.org${base}/`)
  const url = URL.canParse(to, home) ? new URL(to, home) : home
  if (url.origin !== home.origin || !url.pathname.startsWith(home.pathname)) return ''
  return url.pathname.slice(home.pathname.length) + url.search
}

/**
 * Checks the credentials, and starts a session with a new number, so that a guest's cookie that somebody else has
 * planted never becomes that of a user.
 */
async function signIn(visitor: Visitor): Promise<ServiceResponse> {
  const { context, pages, id, base, session, requestId } = visitor
  if (session === null) throw new ForeignFormError()
  const form = await sentForm(visitor, session, signInBytes)
  const username = form.text('username')
  if (!isRight(context, id, username, form.text('password'))) {
    const html = pages.signIn(makeEntry(context, id, base, session), form.text('to'), username)
    return pageResponse(pages, 'site', { status: 422, html }, requestId)
  }
  const system = await openSystem(visitor)
  await system({ method: 'POST', path: 'login', query: '', headers: {}, body: null })
  const user = createSession('user', context.clock.now(), context.random)
  const cookie = sessionCookie(context.secret, id, user, base)
  return pageResponse(pages, 'site', { redirect: `${base}/${pageBelow(base, form.text('to'))}` }, requestId, {
    'set-cookie': cookie,
  })
}

/** Compares in constant time. */
function isRight(context: ServiceContext, id: string, username: string, password: string): boolean {
  const credentials = deriveSandboxCredentials(context.secret, id)
  const same = (entered: string, right: string) => equalDigests(context.sha256(entered), context.sha256(right))
  const isUser = same(username, credentials.username)
  return same(password, credentials.password) && isUser
}

/**
 * Reads a form. Throws an ApiError if it is too large or malformed, {@link ForeignFormError} if it was not sent from a
 * page of this session.
 */
async function sentForm(
  { context, id, request }: Visitor,
  session: PortalSession,
  limit: number,
): Promise<WorkstationForm> {
  const bytes = await request.readBody(limit)
  const form = await parseForm(request, bytes)
  const token = csrfToken(context.secret, id, session)
  if (!equalDigests(context.sha256(form.text('csrf')), context.sha256(token))) throw new ForeignFormError()
  return form
}

/** Returns the simulated payer behind the portal. */
async function openSystem({ context, id }: Visitor): Promise<SystemCall> {
  return callsTo(context, { simulator: payerSystem.type, group: payerGroup.name }, await portalDestination(context, id))
}

function systemIn({ simulators }: ServiceContext): PortalEntry['system'] {
  return simulators.get(payerSystem.type)
}

function makeEntry(context: ServiceContext, id: string, base: string, session: PortalSession): PortalEntry {
  return { system: systemIn(context), base, csrf: csrfToken(context.secret, id, session) }
}

/** A form that was not sent from a page of this session. */
class ForeignFormError extends Error {
  override readonly name = 'ForeignFormError'
}

function staleForm(base: string): PageNotice {
  const text = 'The form has expired or did not come from this portal. Nothing was submitted.'
  return { title: 'This form has expired', text, link: { href: `${base}/`, label: 'Go to the portal' } }
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

function makeNotice({ code, message }: ApiError, home: string | null): PageNotice {
  const isClosed = code === 'CONFLICT' || code === 'RESOURCE_NOT_FOUND'
  const notice = { title: titles[code] ?? 'Something went wrong', text: message }
  return isClosed || home === null ? notice : { ...notice, link: { href: home, label: 'Go to the overview' } }
}
