import type { ServiceRequest } from '@carebench/service'

/** Whether a client accepts HTML. Browsers name it in `accept`; clients of the API do not, or exclude it (`q=0`). */
export function wantsHtml(accept = ''): boolean {
  return accept.split(',').some((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
    return type === 'text/html' && !parameters.some((parameter) => /^q\s*=\s*0(?:\.0*)?$/.test(parameter))
  })
}

/** Whether a form was sent from another site, according to the browser's headers. */
export function isFromElsewhere({ headers }: Pick<ServiceRequest, 'headers'>): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  const { origin, host = '' } = headers
  return origin !== undefined && origin !== `https://${host}`
}
