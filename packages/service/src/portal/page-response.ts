import type { ServiceResponse } from '../http/request.js'
import type { SavedFile, WorkstationAnswer, WorkstationPages, WorkstationPlace } from './workstation-pages.js'

/** Returns the response with a page, a redirect, or a file to save. Its headers forbid scripts, frames and caching. */
export function pageResponse(
  pages: Pick<WorkstationPages, 'styleSource'>,
  kind: WorkstationPlace['kind'],
  answer: WorkstationAnswer,
  requestId: string,
  headers: Readonly<Record<string, string>> = {},
): ServiceResponse {
  const common = { 'cache-control': 'no-store', 'x-request-id': requestId, ...headers }
  if ('file' in answer) return fileResponse(answer.file, common)
  if ('redirect' in answer) return { status: 303, headers: { ...common, location: answer.redirect }, body: null }
  return {
    status: answer.status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        `default-src 'none'; style-src ${pages.styleSource(kind)}; form-action 'self'; base-uri 'none'; ` +
        `frame-ancestors 'none'`,
      'cross-origin-opener-policy': 'same-origin',
      'referrer-policy': 'same-origin',
      vary: 'accept',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      ...common,
    },
    body: answer.html,
  }
}

/** Returns the response with a file to save. Agents write its content, so it is never shown as a page of this site. */
function fileResponse(
  { bytes, mediaType, name }: SavedFile,
  headers: Readonly<Record<string, string>>,
): ServiceResponse {
  return {
    status: 200,
    headers: {
      ...headers,
      'content-type': mediaType || 'application/octet-stream',
      'content-disposition': `attachment; filename="${name.replaceAll(/[^\w.-]/g, '_').slice(-100)}"`,
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    },
    body: bytes,
  }
}
