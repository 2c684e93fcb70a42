import { createServer } from 'node:http'
import { ListenError } from '../http/listen-error.js'
import type { Metrics } from './metrics.js'

/** A port that serves nothing but metrics. */
export interface MetricsPort {
  /** `http://host:port/metrics` */
  readonly url: string
  close(): Promise<void>
}

/**
 * Serves `GET /metrics` over plain HTTP without a key, so use an address that only the monitoring can reach. Port 0
 * selects a free one. Rejects with a {@link ListenError}.
 */
export async function listenForMetrics(metrics: Metrics, host: string, port: number): Promise<MetricsPort> {
  const server = createServer({ maxHeaderSize: 16_384, requestTimeout: 10_000 }, (request, response) => {
    request.resume()
    if (request.url?.split('?', 1)[0] !== '/metrics') response.writeHead(404).end()
    else if (request.method !== 'GET' && request.method !== 'HEAD')
      response.writeHead(405, { allow: 'GET, HEAD' }).end()
    else {
      metrics.print(request.headers.accept).then(
        ({ mediaType, text }) => response.writeHead(200, { 'content-type': mediaType }).end(text),
        () => response.writeHead(500).end(),
      )
    }
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause) => reject(ListenError.from(cause, host, port)))
    server.listen({ port, host }, resolve)
  })
  const address = server.address()
  const taken = typeof address === 'object' && address !== null ? address.port : port
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${taken}/metrics`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
