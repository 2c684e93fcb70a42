import { ApiError, apiErrorFromWire } from '@carebench/protocol'
import {
  BodyIncompleteError,
  BodyTooLargeError,
  callInMemory,
  createSystemVerifier,
  defaultSystems,
  type EndedSessions,
  inSteps,
  type ServiceRequest,
  type ServiceResponse,
  type System,
  textOfBody,
} from '@carebench/service'
import type { Verifier } from '@carebench/verifier'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { base64 } from '@scure/base'
import type { RequestHandler } from '../http/request-handler.js'
import { isFromElsewhere, wantsHtml } from './browser-request.js'
import { emptyForm, type Form, longestForm, readForm } from './form.js'
import { behindPage, readWire } from './in-process.js'
import { layOut, type PageFiles } from './layout.js'
import { failed, notAllowed, notFound, refusedForm } from './pages/refusals.js'
import { showSignIn } from './pages/sign-in.js'
import { RecordReader } from './record-reader.js'
import { matchRoute } from './router.js'
import { routes } from './routes.js'
import { script, taskScript } from './script.js'
import { createMemorySessions, endedCookie, idOfSession, roleOf, type Session, SessionSealer } from './session.js'
import { style } from './style.js'
import { fieldsOfUnsent, keptFormIn, noticeChanges, unsentFormOf, withoutChanges } from './unsent-form.js'
import type { Answer, Page } from './visit.js'

/** Options of {@link createDashboard}. */
export interface DashboardOptions {
  /** The service whose operations the pages call. */
  readonly service: RequestHandler
  /** The systems of the service, by which records and playgrounds are read; default: those included in carebench. */
  readonly systems?: readonly System[]
  /** What the service verifies with; default: the built-in kinds of assertion and of record, and those of `systems`. */
  readonly verifier?: Pick<Verifier, 'verifyInSteps'>
  /**
   * Seals sessions: the first is used, all open, at least 16 bytes each. Processes that serve one address must share
   * it. Default: a random one, so that sessions end with the process.
   */
  readonly secrets?: readonly Uint8Array[]
  /**
   * Where sessions are kept that somebody has signed out of, until they expire; those of the service, which all
   * processes on one store know. Default: in memory, so that only this process knows them.
   */
  readonly endedSessions?: EndedSessions
  /** Milliseconds since 1970, for sessions; default: the system's. */
  readonly now?: () => number
}

/** Pages over the interface of a service. */
export interface Dashboard {
  /** Whether a request is for a page: a path below `/dashboard`, or a browser at `/`. */
  answers(request: Pick<ServiceRequest, 'method' | 'target' | 'headers'>): boolean
  /** Answers a request for a page; rejects only as the service does. */
  handle(request: ServiceRequest): Promise<ServiceResponse>
}

interface PageFile {
  readonly mediaType: string
  readonly text: string
}

/**
 * Creates the dashboard of a service. It calls nothing but the operations of the wire, with the key that somebody
 * signed in with, so it shows and does what that key may see and do.
 *
 * @throws {TypeError} if a secret is shorter than 16 bytes
 */
export function createDashboard(options: DashboardOptions): Dashboard {
  const { service, now = Date.now, secrets = [crypto.getRandomValues(new Uint8Array(32))] } = options
  const { systems = defaultSystems, verifier = createSystemVerifier(systems) } = options
  const short = secrets.find(({ length }) => length < 16)
  if (short !== undefined) throw new TypeError(`A secret must have at least 16 bytes; got one of ${short.length}.`)
  const sealer = new SessionSealer(secrets)
  const ended = options.endedSessions ?? createMemorySessions(now)
  const { files, pageFiles } = nameFiles()
  const clock = { now }
  const records = new RecordReader(clock, systems)
  const systemOf = new Map(systems.map((system) => [system.type, system]))

  async function handle(request: ServiceRequest): Promise<ServiceResponse> {
    const [path = '', query = ''] = request.target.split('?', 2)
    if (path === '/') return redirect('/dashboard')
    const file = files.get(path)
    if (file !== undefined) return fileResponse(file)
    if (!methods.includes(request.method)) return answerPage(notAllowed, null, { allow: methods.join(', ') })
    const below = path.slice('/dashboard'.length).replace(/\/$/, '')
    const sealed = await sealer.read(request.headers.cookie, now())
    const session = sealed === null || (await ended.hasEnded(idOfSession(sealed))) ? null : sealed
    const isSent = request.method === 'POST'
    const form = isSent ? await formOf(request) : emptyForm
    if (below === '/sign-in') {
      if (isSent) return signIn(request, form)
      return answerPage(showSignIn({ ended: query === 'ended' || query === 'interrupted' ? query : null }), null)
    }
    if (session === null) return signInFirst(request, below, form)
    if (isSent && (form === null || form.text('csrf') !== session.csrf)) {
      return answerPage(refusedForm, session)
    }
    if (isSent && below === '/sign-out') {
      await ended.end(idOfSession(session), session.expiresAt)
      return redirect('/dashboard/sign-in', endedCookie)
    }
    if (below === '') return redirect(`/dashboard/${session.role === 'operator' ? 'organizations' : 'runs'}`)
    return answerRoute(request, session, { below, query, form: form ?? emptyForm }, behindPage(service, request))
  }

  async function answerRoute(
    request: ServiceRequest,
    session: Session,
    { below, query, form }: { readonly below: string; readonly query: string; readonly form: Form },
    behind: RequestHandler,
  ): Promise<ServiceResponse> {
    const method = request.method === 'HEAD' ? 'GET' : request.method
    const found = matchRoute(routes, method, below)
    if (found === undefined || found.route.role !== session.role) return answerPage(notFound(session), session)
    request.note?.({ operation: 'dashboard', path: `/dashboard${found.route.path}` })
    const wire = noticeChanges(behind)
    const call = callInMemory(wire, session.token)
    const fetch = (target: string) => readWire(wire, target, session.token)
    try {
      const answer = await found.route.show({
        params: found.params,
        query: new URLSearchParams(query),
        form,
        session,
        call,
        fetch,
        readRecord: (taskRun) => records.read({ call, fetch }, taskRun),
        systems: systemOf,
        verifier,
        inSteps: (steps) => inSteps(steps, clock),
        charge: (calls) => request.charge?.(calls),
        now: now(),
      })
      return await answerOf(answer, session)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.code === 'UNAUTHORIZED') {
        if (wire.mayHaveChanged()) return redirect('/dashboard/sign-in?interrupted', endedCookie)
        return signInFirst(request, below, form, endedCookie)
      }
      request.note?.({ code: error.code })
      return answerPage(failed(error), session)
    }
  }

  /** Nothing was changed. What was typed in a form is kept in the page, and nowhere else. */
  function signInFirst(request: ServiceRequest, below: string, form: Form | null, cookie?: string): ServiceResponse {
    if (request.method !== 'POST') return redirect('/dashboard/sign-in', cookie)
    const unsent = unsentFormOf(request, below, form)
    if (unsent === null) return redirect('/dashboard/sign-in?ended', cookie)
    return answerPage(showSignIn({ unsent }), null, cookie === undefined ? {} : { 'set-cookie': cookie })
  }

  /** A key is one if the wire accepts it. */
  async function signIn(request: ServiceRequest, form: Form | null): Promise<ServiceResponse> {
    if (form === null || isFromElsewhere(request)) return answerPage(refusedForm, null)
    const token = form.text('key')
    const role = roleOf(token)
    const unsent = keptFormIn(form)
    if (role === null) {
      const problem = 'An API key begins with vk_, the operator key with vop_.'
      return answerPage(showSignIn({ problem, unsent }), null)
    }
    const behind = behindPage(service, request)
    const call = callInMemory(behind, token)
    try {
      await call(role === 'operator' ? 'listOrganizations' : 'listApiKeys', { query: { limit: '1' } })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const problem =
        error.code === 'UNAUTHORIZED'
          ? 'No such key: it may have been revoked, or not copied as a whole.'
          : error.message
      return answerPage(showSignIn({ problem, unsent }), null)
    }
    const session = sealer.open(role, token, now())
    const cookie = await sealer.cookieOf(session)
    const found = unsent === null ? undefined : matchRoute(routes, 'POST', unsent.place)
    if (unsent === null || found?.route.role !== role) return redirect('/dashboard', cookie)
    // Whoever sees the form again, filled in, decides whether it is sent.
    const visit = { below: unsent.place, query: '', form: fieldsOfUnsent(unsent) }
    const response = await answerRoute(request, session, visit, withoutChanges(behind))
    return { ...response, headers: { 'set-cookie': cookie, ...response.headers } }
  }

  async function answerOf(answer: Answer, session: Session): Promise<ServiceResponse> {
    if ('redirect' in answer) return redirect(`/dashboard${answer.redirect}`)
    if (!('file' in answer)) return answerPage(answer, session)
    const { file, name } = answer
    if (file.status >= 400) {
      const error = apiErrorFromWire(JSON.parse(textOfBody(file)))
      if (error === null)
        throw new TypeError(`Expected an error of the wire; got status ${file.status} with another body.`)
      return answerPage(failed(error), session)
    }
    return {
      ...file,
      // No other headers: a simulated system may set cookies of its own.
      headers: {
        ...commonHeaders,
        'content-type': file.headers['content-type'] ?? 'application/octet-stream',
        'content-security-policy': "default-src 'none'; sandbox",
        'content-disposition': `attachment; filename="${name.replaceAll(/[^\w.-]/g, '_')}"`,
      },
    }
  }

  function answerPage(page: Page, session: Session | null, headers: ServiceResponse['headers'] = {}): ServiceResponse {
    const nonce = base64.encode(crypto.getRandomValues(new Uint8Array(16)))
    return {
      status: page.status ?? 200,
      headers: {
        ...commonHeaders,
        ...headers,
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
      },
      body: layOut(page, session, pageFiles, nonce),
    }
  }

  return {
    answers({ method, target, headers }) {
      const [path = ''] = target.split('?', 1)
      if (path === '/dashboard' || path.startsWith('/dashboard/')) return true
      return path === '/' && (method === 'GET' || method === 'HEAD') && wantsHtml(headers.accept)
    },
    handle,
  }
}

/** What pages are asked for by. */
const methods = ['GET', 'HEAD', 'POST']

/**
 * Nothing is kept, framed, or told to others. Under `no-referrer`, browsers send `Origin: null` with the forms of these
 * pages too, and those that do not send `Sec-Fetch-Site` could not sign in.
 */
const commonHeaders = {
  'cache-control': 'no-store',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

/** The files of the pages, by path. */
function nameFiles(): { readonly files: ReadonlyMap<string, PageFile>; readonly pageFiles: PageFiles } {
  const files = new Map<string, PageFile>()
  const add = (name: string, ending: 'css' | 'js', text: string): string => {
    const path = `/dashboard/${name}-${bytesToHex(sha256(utf8ToBytes(text))).slice(0, 12)}.${ending}`
    files.set(path, {
      mediaType: ending === 'css' ? 'text/css; charset=utf-8' : 'text/javascript; charset=utf-8',
      text,
    })
    return path
  }
  const pageFiles = {
    style: add('style', 'css', style),
    script: add('script', 'js', script),
    taskScript: add('task', 'js', taskScript),
  }
  return { files, pageFiles }
}

function fileResponse({ mediaType, text }: PageFile): ServiceResponse {
  return {
    status: 200,
    headers: {
      ...commonHeaders,
      'content-type': mediaType,
      'cache-control': 'private, max-age=31536000, immutable',
    },
    body: text,
  }
}

function redirect(location: string, cookie?: string): ServiceResponse {
  return { status: 303, headers: { ...commonHeaders, location, ...(cookie && { 'set-cookie': cookie }) }, body: null }
}

/** The form in a request; null if it has none that can be read. */
async function formOf(request: ServiceRequest): Promise<Form | null> {
  try {
    return readForm(request.headers['content-type'], await request.readBody(longestForm))
  } catch (error) {
    if (error instanceof BodyTooLargeError || error instanceof BodyIncompleteError) return null
    throw error
  }
}
