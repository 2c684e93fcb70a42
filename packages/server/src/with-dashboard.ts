import { createDashboard, type DashboardOptions } from './dashboard/dashboard.js'
import type { RequestHandler } from './http/request-handler.js'
import { requestIdFrom } from './http/request-id.js'

/** Adds the dashboard at `/dashboard`, and redirects browsers from `/` to it. All other requests go to the handler. */
export function withDashboard(
  handler: RequestHandler,
  options: Omit<DashboardOptions, 'service'>,
  nextRequestId: () => string,
): RequestHandler {
  const dashboard = createDashboard({ ...options, service: handler })
  return {
    async handle(request) {
      if (!dashboard.answers(request)) return handler.handle(request)
      const requestId = requestIdFrom(request.headers['x-request-id'], nextRequestId)
      request.note?.({ operation: 'dashboard', path: '/dashboard' })
      const response = await dashboard.handle(request)
      return { ...response, headers: { ...response.headers, 'x-request-id': requestId } }
    },
  }
}
