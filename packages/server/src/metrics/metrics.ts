import { errorStatus } from '@carebench/protocol'
import type { ServiceEvent } from '@carebench/service'
import type { OpenMetricsContentType } from 'prom-client'
import { limitNames } from '../http/fair-share.js'
import type { RequestLog } from '../http/request-log.js'

/** Options of {@link createMetrics}. */
export interface MetricsOptions {
  /** Returns the number of open playgrounds: `openPlaygrounds` of the service. */
  readonly openPlaygrounds: () => number
  /**
   * Returns the share of memory in use, from 0 to 1: the same `createHeapGauge()` as for the service. Default: not
   * printed.
   */
  readonly memoryUse?: () => number
}

/** Metrics as text, for Prometheus. */
export interface MetricsText {
  readonly mediaType: string
  readonly text: string
}

/**
 * Counts what a server does. Labels are ids of operations, status codes, error codes and outcomes, all of which are
 * finite sets: no caller can add a series.
 */
export interface Metrics {
  /** Counts a request; `createServer` calls it for each. */
  readonly request: RequestLog
  /** Counts an event of the service: the option `onEvent` of `createService`. */
  readonly event: (event: ServiceEvent) => void
  /**
   * All metrics in OpenMetrics 1.0 if `accept` names `application/openmetrics-text`, else in the text format 0.0.4 of
   * Prometheus. The event-loop delays are those since the previous call.
   */
  print(accept: string | undefined): Promise<MetricsText>
}

/** Upper limits of the buckets of durations, in seconds. */
const durations = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

/** Creates metrics, with those of the Node process: CPU, memory, garbage collection, event-loop delay. */
export async function createMetrics({ openPlaygrounds, memoryUse }: MetricsOptions): Promise<Metrics> {
  const { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } = await import('prom-client')
  const plain = new Registry()
  collectDefaultMetrics({ register: plain })
  const registers = [plain]
  const requests = new Counter({
    name: 'carebench_requests_total',
    help:
      'Requests by operation and status; the operation is none for requests that reached no operation, the status ' +
      'aborted if the client left before the response.',
    labelNames: ['operation', 'status'],
    registers,
  })
  const seconds = new Histogram({
    name: 'carebench_request_duration_seconds',
    help: 'From the end of the headers of a request to the end of its response.',
    labelNames: ['operation'],
    buckets: durations,
    registers,
  })
  const sent = new Counter({
    name: 'carebench_response_bytes_total',
    help: 'Bytes of the bodies of responses.',
    registers,
  })
  const refusals = new Counter({
    name: 'carebench_refusals_total',
    help: 'Refused requests by error code; the code is system for refusals of simulated systems in their own formats.',
    labelNames: ['code'],
    registers,
  })
  const limited = new Counter({
    name: 'carebench_limits_exceeded_total',
    help:
      'Requests that were refused because of a limit of a caller or of all callers: rate, concurrency, bytes, ' +
      'total_bytes.',
    labelNames: ['limit'],
    registers,
  })
  const taskRuns = new Counter({
    name: 'carebench_task_runs_total',
    help: 'Task runs that ended, by verdict, or as timed_out, cancelled or failed.',
    labelNames: ['outcome'],
    registers,
  })
  const audits = new Counter({
    name: 'carebench_audits_total',
    help: 'Audits of versions that ended, by outcome.',
    labelNames: ['outcome'],
    registers,
  })
  new Gauge({
    name: 'carebench_playgrounds_open',
    help: 'Playgrounds in the memory of this process.',
    registers,
    collect() {
      this.set(openPlaygrounds())
    },
  })
  // Without an initial 0, the rate of a counter would miss its first event, which matters most.
  for (const code of [...Object.keys(errorStatus), 'system']) refusals.inc({ code }, 0)
  for (const limit of limitNames) limited.inc({ limit }, 0)
  if (memoryUse !== undefined) {
    new Gauge({
      name: 'carebench_memory_used_ratio',
      help: 'The share of memory in use, from 0 to 1; from the limit on, new work is rejected.',
      registers,
      collect() {
        this.set(memoryUse())
      },
    })
  }
  // A registry prints only one format, so there are two registries with the same metrics.
  const open = new Registry<OpenMetricsContentType>()
  open.setContentType(Registry.OPENMETRICS_CONTENT_TYPE)
  for (const { name } of plain.getMetricsAsArray()) {
    const metric = plain.getSingleMetric(name)
    if (metric !== undefined) open.registerMetric(metric)
  }

  return {
    request: ({ operation: id, status, ms, bytes, code, limit }) => {
      const operation = id ?? 'none'
      requests.inc({ operation, status: status === null ? 'aborted' : String(status) })
      seconds.observe({ operation }, ms / 1000)
      sent.inc(bytes)
      if (limit !== undefined) limited.inc({ limit })
      if (code !== undefined) refusals.inc({ code })
      else if (status !== null && status >= 400) refusals.inc({ code: 'system' })
    },
    event: ({ kind, outcome }) => (kind === 'audit' ? audits : taskRuns).inc({ outcome }),
    async print(accept) {
      const registry = acceptsOpenMetrics(accept) ? open : plain
      return { mediaType: registry.contentType, text: await registry.metrics() }
    },
  }
}

function acceptsOpenMetrics(accept = ''): boolean {
  return accept
    .split(',')
    .some((range) => range.split(';', 1)[0]?.trim().toLowerCase() === 'application/openmetrics-text')
}
