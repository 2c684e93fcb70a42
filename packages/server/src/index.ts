export { type Certificate, createCertificate } from './certificate.js'
export type { DashboardOptions } from './dashboard/dashboard.js'
export { createHeapGauge } from './heap-gauge.js'
export { defaultLimits, type ServerLimits } from './http/fair-share.js'
export { ListenError, type ListenErrorCode } from './http/listen-error.js'
export type { RequestHandler } from './http/request-handler.js'
export { loggedError, type RequestLog, type RequestLogLine } from './http/request-log.js'
export type { ServerTimeouts } from './http/timeouts.js'
export { createLogWriter, type LogFormat, type LogWriter, type LogWriterOptions } from './log-writer.js'
export { createMetrics, type Metrics, type MetricsOptions, type MetricsText } from './metrics/metrics.js'
export { listenForMetrics, type MetricsPort } from './metrics/metrics-port.js'
export { type PdfLimits, readPdfInWorker } from './pdf/read-pdf-in-worker.js'
export { portalPages } from './portal/portal-pages.js'
export {
  type CloseOptions,
  createServer,
  type Listening,
  type ListenOptions,
  type Server,
  type ServerOptions,
} from './server.js'
export { zlibCompression } from './zlib-compression.js'
