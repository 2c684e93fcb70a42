import { ApiError } from '@carebench/protocol'
import type { ServiceResponse } from '@carebench/service'
import { equalSecrets } from '../http/equal-secrets.js'
import { errorResponse } from '../http/error-response.js'
import type { RequestHandler } from '../http/request-handler.js'
import { requestIdFrom } from '../http/request-id.js'
import type { Metrics } from './metrics.js'

/** Adds the metrics at `/metrics`, for callers with the key. All other requests are passed to the handler. */
export function withMetrics(
  handler: RequestHandler,
  metrics: Metrics,
  key: string,
  nextRequestId: () => string,
): RequestHandler {
  return {
    async handle(request) {
      const { target, headers } = request
      if (target.split('?', 1)[0] !== '/metrics') return handler.handle(request)
      request.note?.({ operation: 'metrics', path: '/metrics' })
      const requestId = requestIdFrom(headers['x-request-id'], nextRequestId)
      const refuse = (code: 'UNAUTHORIZED' | 'METHOD_NOT_ALLOWED', message: string, header: Record<string, string>) => {
        request.note?.({ code })
        const response = errorResponse(code, message, requestId)
        return { ...response, headers: { ...response.headers, ...header } }
      }
      if (!equalSecrets(headers.authorization ?? '', `Bearer ${key}`)) {
        const message = 'This call requires the operator key of this service (vop_…): "Authorization: Bearer <token>".'
        return refuse('UNAUTHORIZED', message, { 'www-authenticate': 'Bearer' })
      }
      try {
        // The key is a caller of its own, so requests for metrics do not count for other clients at the same address.
        request.accept?.(null)
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        request.note?.({ code: 'RATE_LIMITED' })
        return errorResponse('RATE_LIMITED', error.message, requestId)
      }
      if (request.method !== 'GET' && request.method !== 'HEAD') {
        return refuse('METHOD_NOT_ALLOWED', 'Method not allowed; allowed: GET, HEAD.', { allow: 'GET, HEAD' })
      }
      return metricsResponse(metrics, headers.accept, requestId)
    },
  }
}

async function metricsResponse(
  metrics: Metrics,
  accept: string | undefined,
  requestId: string,
): Promise<ServiceResponse> {
  const { mediaType, text } = await metrics.print(accept)
  const headers = { 'content-type': mediaType, 'cache-control': 'no-store', 'x-request-id': requestId }
  return { status: 200, headers, body: text }
}
