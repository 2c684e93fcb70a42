import { ApiError, type Clock } from '@carebench/protocol'
import { apiErrorFromWire } from '@carebench/protocol/wire'
import {
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
import type { RequestHandler } from '../http/request-handler.js'
import { isFromElsewhere, wantsHtml } from './browser-request.js'
import { emptyForm, type Form, readSentForm } from './form.js'
import { behindPage, readWire } from './in-process.js'
import type { PageFiles, Reader } from './layout.js'
import { commonHeaders, fileResponse, nameFiles, type PageFile, pageResponse, redirect } from './page-response.js'
import { endedLink, failed, notAllowed, notFound, refusedForm } from './pages/refusals.js'
import { sharedPlaces, sharedRoutes } from './pages/shared-run.js'
import { showSignIn } from './pages/sign-in.js'
import { RecordReader } from './record-reader.js'
import { matchRoute } from './router.js'
import { routes } from './routes.js'
import {
  createMemorySessions,
  endedCookie,
  idOfSession,
  readRole,
  type Session,
  SessionSealer,
} from './session/session.js'
import { SharedReportSealer, sharedPath } from './session/shared-report.js'
import { fieldsOfUnsent, keepUnsentForm, keptFormIn, noticeChanges, withoutChanges } from './session/unsent-form.js'
import { type Answer, ownPlaces, type Page, type Route, type Visit } from './visit.js'

/** Options of {@link createDashboard}. */
export interface DashboardOptions {
  /** The service whose operations the pages call. */
  readonly service: RequestHandler
  /** The systems of the service, needed to read records and playgrounds; default: the built-in systems. */
  readonly systems?: readonly System[]
  /** The verifier of the service; default: the built-in kinds of assertions and records, and those of `systems`. */
  readonly verifier?: Pick<Verifier, 'verifyInSteps'>
  /**
   * The secrets that seal sessions, at least 16 bytes each: the first one seals, all of them open. Processes that serve
   * one address must share them. Default: a random secret, so that sessions end with the process.
   */
  readonly secrets?: readonly Uint8Array[]
  /**
   * Stores signed-out sessions until they expire. With the service's own store, all processes know them. Default: in
   * memory, so that only this process knows them.
   */
  readonly endedSessions?: EndedSessions
  /** Milliseconds since 1970, for sessions; default: the system's. */
  readonly now?: () => number
}

/** The dashboard: pages on top of the API of a service. */
export interface Dashboard {
  /** Whether a request is for a page: a path below `/dashboard`, or a browser at `/`. */
  answers(request: Pick<ServiceRequest, 'method' | 'target' | 'headers'>): boolean
  /** Answers a request for a page; rejects only as the service does. */
  handle(request: ServiceRequest): Promise<ServiceResponse>
}

/**
 * Creates the dashboard of a service. It only calls operations of the API, with the key that the user signed in with,
 * so it can show and do only what that key permits.
 *
 * @throws {TypeError} if a secret is shorter than 16 bytes
 */
export function createDashboard(options: DashboardOptions): Dashboard {
  const { now = Date.now, secrets = [crypto.getRandomValues(new Uint8Array(32))], systems = defaultSystems } = options
  const short = secrets.find(({ length }) => length < 16)
  if (short !== undefined) throw new TypeError(`A secret must have at least 16 bytes; got one of ${short.length}.`)
  const pages = new Pages({
    service: options.service,
    systems,
    verifier: options.verifier ?? createSystemVerifier(systems),
    secrets,
    endedSessions: options.endedSessions ?? createMemorySessions(now),
    now,
  })
  // Does not use `this`, so that callers may destructure the methods.
  return { answers: (request) => pages.answers(request), handle: (request) => pages.handle(request) }
}

class Pages implements Dashboard {
  readonly #service: RequestHandler
  readonly #verifier: Pick<Verifier, 'verifyInSteps'>
  readonly #systemOf: ReadonlyMap<string, System>
  readonly #records: RecordReader
  readonly #sealer: SessionSealer
  readonly #links: SharedReportSealer
  readonly #ended: EndedSessions
  readonly #clock: Clock
  readonly #files: ReadonlyMap<string, PageFile>
  readonly #pageFiles: PageFiles

  constructor({ service, systems, verifier, secrets, endedSessions, now }: Required<DashboardOptions>) {
    this.#service = service
    this.#verifier = verifier
    this.#clock = { now }
    this.#systemOf = new Map(systems.map((system) => [system.type, system]))
    this.#records = new RecordReader(this.#clock, systems)
    this.#sealer = new SessionSealer(secrets)
    this.#links = new SharedReportSealer(secrets)
    this.#ended = endedSessions
    const { files, pageFiles } = nameFiles()
    this.#files = files
    this.#pageFiles = pageFiles
  }

  answers({ method, target, headers }: Pick<ServiceRequest, 'method' | 'target' | 'headers'>): boolean {
    const [path = ''] = target.split('?', 1)
    if (path === '/dashboard' || path.startsWith('/dashboard/')) return true
    return path === '/' && (method === 'GET' || method === 'HEAD') && wantsHtml(headers.accept)
  }

  async handle(request: ServiceRequest): Promise<ServiceResponse> {
    const [path = '', query = ''] = request.target.split('?', 2)
    if (path === '/') return redirect('/dashboard')
    const file = this.#files.get(path)
    if (file !== undefined) return fileResponse(file)
    if (!methods.includes(request.method)) return this.#answerPage(notAllowed, null, { allow: methods.join(', ') })
    const below = path.slice('/dashboard'.length).replace(/\/$/, '')
    if (below.startsWith(`${sharedPath}/`)) return this.#answerLink(request, below.slice(sharedPath.length + 1), query)
    const sealed = await this.#sealer.read(request.headers.cookie, this.#clock.now())
    const session = sealed === null || (await this.#ended.hasEnded(idOfSession(sealed))) ? null : sealed
    const isSent = request.method === 'POST'
    const form = isSent ? await readSentForm(request) : emptyForm
    if (below === '/sign-in') {
      if (isSent) return this.#signIn(request, form)
      return this.#answerPage(showSignIn({ ended: query === 'ended' || query === 'interrupted' ? query : null }), null)
    }
    if (session === null) return this.#signInFirst(request, below, form)
    if (isSent && (form === null || form.text('csrf') !== session.csrf)) {
      return this.#answerPage(refusedForm, session)
    }
    if (isSent && below === '/sign-out') {
      await this.#ended.end(idOfSession(session), session.expiresAt)
      return redirect('/dashboard/sign-in', endedCookie)
    }
    if (below === '') return redirect(`/dashboard/${session.role === 'operator' ? 'organizations' : 'runs'}`)
    return this.#answerRoute(
      request,
      session,
      { below, query, form: form ?? emptyForm },
      behindPage(this.#service, request),
    )
  }

  async #answerRoute(
    request: ServiceRequest,
    session: Session,
    { below, query, form }: { readonly below: string; readonly query: string; readonly form: Form },
    behind: RequestHandler,
  ): Promise<ServiceResponse> {
    const method = request.method === 'HEAD' ? 'GET' : request.method
    const found = matchRoute(routes, method, below)
    if (found === undefined || found.route.role !== session.role) return this.#answerPage(notFound(session), session)
    request.note?.({ operation: 'dashboard', path: `/dashboard${found.route.path}` })
    const wire = noticeChanges(behind)
    try {
      const visit = { params: found.params, query: new URLSearchParams(query), form, session, places: ownPlaces }
      const answer = await this.#show(found.route, visit, request, wire)
      return await this.#answerOf(answer, session)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.code === 'UNAUTHORIZED') {
        if (wire.mayHaveChanged()) return redirect('/dashboard/sign-in?interrupted', endedCookie)
        return this.#signInFirst(request, below, form, endedCookie)
      }
      request.note?.({ code: error.code })
      return this.#answerPage(failed(error), session)
    }
  }

  async #show(
    route: Route,
    visit: Pick<Visit, 'params' | 'query' | 'form' | 'session' | 'places'>,
    request: ServiceRequest,
    wire: RequestHandler,
  ): Promise<Answer> {
    const { token } = visit.session
    const call = callInMemory(wire, token, this.#clock)
    const fetch = (target: string) => readWire(wire, target, token)
    return route.show({
      ...visit,
      call,
      fetch,
      readRecord: (taskRun) => this.#records.read({ call, fetch }, taskRun),
      systems: this.#systemOf,
      verifier: this.#verifier,
      inSteps: (steps) => inSteps(steps, this.#clock),
      charge: (calls) => request.charge?.(calls),
      linkTo: (report) => this.#links.linkTo(report),
      now: this.#clock.now(),
    })
  }

  /** Answers a request for a shared report. Visitors can reach only the report. */
  async #answerLink(request: ServiceRequest, link: string, query: string): Promise<ServiceResponse> {
    const [sealed = '', ...rest] = link.split('/')
    const report = await this.#links.read(sealed, this.#clock.now())
    const method = request.method === 'HEAD' ? 'GET' : request.method
    const found = report === null ? undefined : matchRoute(sharedRoutes(report.run), method, ['', ...rest].join('/'))
    if (report === null || found === undefined) return this.#answerPage(endedLink, null)
    request.note?.({ operation: 'dashboard', path: `/dashboard${sharedPath}${found.route.path}` })
    const session: Session = { role: 'organization', token: report.token, csrf: '', expiresAt: report.expiresAt }
    const places = sharedPlaces(`/dashboard${sharedPath}/${sealed}`)
    const visit = { params: found.params, query: new URLSearchParams(query), form: emptyForm, session, places }
    try {
      const answer = await this.#show(found.route, visit, request, withoutChanges(behindPage(this.#service, request)))
      return await ('body' in answer ? this.#answerPage(answer, report) : this.#answerPage(endedLink, null))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const hasEnded = error.code === 'UNAUTHORIZED' || error.code === 'RESOURCE_NOT_FOUND'
      return this.#answerPage(hasEnded ? endedLink : failed(error), hasEnded ? null : report)
    }
  }

  /** Returns the sign-in page. Nothing was changed; an unsent form is kept in the page, and nowhere else. */
  async #signInFirst(
    request: ServiceRequest,
    below: string,
    form: Form | null,
    cookie?: string,
  ): Promise<ServiceResponse> {
    if (request.method !== 'POST') return redirect('/dashboard/sign-in', cookie)
    const unsent = keepUnsentForm(request, below, form)
    if (unsent === null) return redirect('/dashboard/sign-in?ended', cookie)
    return this.#answerPage(showSignIn({ unsent }), null, cookie === undefined ? {} : { 'set-cookie': cookie })
  }

  /** Signs in with a key if the API accepts it. */
  async #signIn(request: ServiceRequest, form: Form | null): Promise<ServiceResponse> {
    if (form === null || isFromElsewhere(request)) return this.#answerPage(refusedForm, null)
    const token = form.text('key')
    const role = readRole(token)
    const unsent = keptFormIn(form)
    if (role === null) {
      const problem = 'An API key begins with vk_, the operator key with vop_.'
      return this.#answerPage(showSignIn({ problem, unsent }), null)
    }
    const behind = behindPage(this.#service, request)
    const call = callInMemory(behind, token, this.#clock)
    try {
      await call(role === 'operator' ? 'listOrganizations' : 'listApiKeys', { query: { limit: '1' } })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const problem =
        error.code === 'UNAUTHORIZED'
          ? 'No such key: it may have been revoked, or not copied as a whole.'
          : error.message
      return this.#answerPage(showSignIn({ problem, unsent }), null)
    }
    const session = this.#sealer.open(role, token, this.#clock.now())
    const cookie = await this.#sealer.cookieOf(session)
    const found = unsent === null ? undefined : matchRoute(routes, 'POST', unsent.place)
    if (unsent === null || found?.route.role !== role) return redirect('/dashboard', cookie)
    // The user sees the filled-in form again, and decides whether to send it.
    const visit = { below: unsent.place, query: '', form: fieldsOfUnsent(unsent) }
    const response = await this.#answerRoute(request, session, visit, withoutChanges(behind))
    return { ...response, headers: { 'set-cookie': cookie, ...response.headers } }
  }

  async #answerOf(answer: Answer, session: Session): Promise<ServiceResponse> {
    if ('redirect' in answer) return redirect(`/dashboard${answer.redirect}`)
    if ('leave' in answer) return redirect(answer.leave)
    if (!('file' in answer)) return this.#answerPage(answer, session)
    const { file, name } = answer
    if (file.status >= 400) {
      const error = apiErrorFromWire(JSON.parse(textOfBody(file)))
      if (error === null)
        throw new TypeError(`Expected an error of the API; got status ${file.status} with another body.`)
      return this.#answerPage(failed(error), session)
    }
    return {
      ...file,
      // No other headers are passed on: a simulated system may set its own cookies.
      headers: {
        ...commonHeaders,
        'content-type': file.headers['content-type'] ?? 'application/octet-stream',
        'content-security-policy': "default-src 'none'; sandbox",
        'content-disposition': `attachment; filename="${name.replaceAll(/[^\w.-]/g, '_')}"`,
      },
    }
  }

  #answerPage(page: Page, reader: Reader, headers: ServiceResponse['headers'] = {}): Promise<ServiceResponse> {
    return inSteps(pageResponse(page, reader, this.#pageFiles, headers), this.#clock)
  }
}

/** The methods of requests for pages. */
const methods = ['GET', 'HEAD', 'POST']
