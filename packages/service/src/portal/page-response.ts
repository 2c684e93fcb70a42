import type { ServiceResponse } from '../request.js'
import { portalStyleSource } from './style-sheet.js'
import type { PageAnswer } from './visit.js'

/** The response with a page, or a redirect. Its headers forbid scripts, frames and caching. */
export function pageResponse(
  answer: PageAnswer,
  requestId: string,
  headers: Readonly<Record<string, string>> = {},
): ServiceResponse {
  const common = { 'cache-control': 'no-store', 'x-request-id': requestId, ...headers }
  if ('redirect' in answer) return { status: 303, headers: { ...common, location: answer.redirect }, body: null }
  return {
    status: answer.status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; style-src ${portalStyleSource()}; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
      'cross-origin-opener-policy': 'same-origin',
      'referrer-policy': 'same-origin',
      vary: 'accept',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      ...common,
    },
    body: answer.html.text,
  }
}
