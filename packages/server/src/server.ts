import { randomUUID } from 'node:crypto'
import { createCertificate } from './certificate.js'
import type { DashboardOptions } from './dashboard/dashboard.js'
import { withDocs } from './docs/docs.js'
import type { defaultLimits, ServerLimits } from './http/fair-share.js'
import type { RequestHandler } from './http/request-handler.js'
import type { RequestLog } from './http/request-log.js'
import { type Certificate, SecureServer, type Server } from './http/secure-server.js'
import type { defaultTimeouts, ServerTimeouts } from './http/timeouts.js'
import type { Metrics } from './metrics/metrics.js'
import { withMetrics } from './metrics/with-metrics.js'
import { withDashboard } from './with-dashboard.js'

/** Options of {@link createServer}. */
export interface ServerOptions {
  /** The handler of all requests, usually `createService(…)`. */
  readonly service: RequestHandler
  /** The certificate with its chain; by default a self-signed certificate for loopback is created at `listen`. */
  readonly tls?: Certificate
  /**
   * Serves plain HTTP to the TLS proxies in these ranges, each `loopback`, an address, or a range such as `10.0.0.0/8`,
   * and rejects all other peers. The proxy must set `X-Forwarded-Proto`; requests that did not come over `https` are
   * rejected. The client's address is the last one in `X-Forwarded-For` that is not a proxy; it never counts as this
   * machine. Default: HTTPS, without a proxy.
   */
  readonly trustProxy?: readonly string[]
  /** Called with one line per request; by default nothing is logged. */
  readonly log?: RequestLog
  /**
   * Counts each request; the metrics are printed at `/metrics` if there is a `metricsKey`. By default nothing is
   * counted.
   */
  readonly metrics?: Metrics
  /** The key for `GET /metrics`, sent as `Authorization: Bearer …`; by default the path does not exist. */
  readonly metricsKey?: string
  /** Overrides of {@link defaultTimeouts}. */
  readonly timeouts?: Partial<ServerTimeouts>
  /**
   * Limits of rate, concurrency and bytes in flight; requests beyond them get 429 with `retry-after`. Overrides of
   * {@link defaultLimits}, or null for none. Default: none on loopback without a proxy, else {@link defaultLimits}.
   */
  readonly limits?: Partial<ServerLimits> | null
  /**
   * The dashboard at `/dashboard`, where people sign in with a key; null for none. Processes that serve one address
   * must share its `secrets`. Default: random secrets, so that users must sign in again after a restart, and the
   * systems and the verifier of the service.
   */
  readonly dashboard?: Pick<DashboardOptions, 'secrets' | 'systems' | 'verifier'> | null
  /** Generates ids for requests that have none and do not reach the service; random UUIDs by default. */
  readonly nextRequestId?: () => string
  /** Milliseconds of a monotonic clock, for durations in the log and limits of rate; `performance.now` by default. */
  readonly now?: () => number
  /** The date from which a self-signed certificate is valid; the system's by default. */
  readonly today?: () => Date
}

/** Creates an HTTPS server for a service. Nothing is opened before `listen`. */
export function createServer(options: ServerOptions): Server {
  const { nextRequestId = randomUUID, today = () => new Date() } = options
  const service = withPages(options, nextRequestId)
  const handle = service.handle.bind(service)
  const selfSigned = (host: string) => createCertificate(today(), certificateNames(host))
  const server = new SecureServer({ ...options, handle, nextRequestId, selfSigned, log: makeLog(options) })
  // Does not use `this`, so that callers may destructure the methods.
  return {
    listen: (place) => server.listen(place),
    replaceCertificate: (certificate) => server.replaceCertificate(certificate),
    close: (how) => server.close(how),
  }
}

/** Puts the pages and files of the server in front of the service. */
function withPages(options: ServerOptions, nextRequestId: () => string): RequestHandler {
  const { metrics, metricsKey, dashboard = {}, service } = options
  const documented = withDocs(service, nextRequestId)
  const shown =
    dashboard === null ? documented : withDashboard(documented, { ...ofService(service), ...dashboard }, nextRequestId)
  if (metrics === undefined || metricsKey === undefined) return shown
  return withMetrics(shown, metrics, metricsKey, nextRequestId)
}

/** Returns the parts of the service that the dashboard uses. */
function ofService({
  systems,
  verifier,
  endedSessions,
}: RequestHandler): Pick<DashboardOptions, 'systems' | 'verifier' | 'endedSessions'> {
  return { ...(systems && { systems }), ...(verifier && { verifier }), ...(endedSessions && { endedSessions }) }
}

/** Logs each request, and counts it. */
function makeLog({ log, metrics }: ServerOptions): RequestLog | undefined {
  if (log === undefined || metrics === undefined) return log ?? metrics?.request
  return (line) => {
    metrics.request(line)
    log(line)
  }
}

/** Returns the names for a self-signed certificate: the host, unless it stands for all addresses. */
function certificateNames(host: string): readonly string[] {
  return host === '0.0.0.0' || host === '::' ? [] : [host]
}
