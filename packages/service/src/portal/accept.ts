import type { ServiceRequest } from '../http/request.js'
import { isForm } from './sent-form.js'

/**
 * Whether a request of the portal comes from a browser: a read whose `Accept` prefers `text/html` to JSON, or a
 * submitted form. Clients that accept anything, or send no `Accept`, get JSON.
 */
export function isFromBrowser({ method, headers }: Pick<ServiceRequest, 'method' | 'headers'>): boolean {
  if (method === 'POST') return isForm(headers['content-type'])
  if (method !== 'GET' && method !== 'HEAD') return false
  const html = readQuality('text/html', headers.accept)
  return html > 0 && html >= readQuality('application/json', headers.accept)
}

/** Returns the quality of a media type in an `Accept` header; 0 if it is absent. */
function readQuality(mediaType: string, accept = ''): number {
  for (const range of accept.split(',')) {
    const [name = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
    if (name !== mediaType) continue
    const quality = parameters.find((parameter) => parameter.startsWith('q='))
    if (quality === undefined) return 1
    return /^q=(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(quality) ? Number(quality.slice(2)) : 0
  }
  return 0
}
