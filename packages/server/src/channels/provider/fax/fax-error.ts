import type { ProviderAnswer } from '../provider-api.js'

/** Error codes that clients of fax providers know, with the status and the title of each. */
const kinds = {
  '10002': [422, 'Invalid phone number'],
  '10004': [422, 'Missing required parameter'],
  '10005': [404, 'Resource not found'],
  '10009': [401, 'Authentication failed'],
  '10011': [429, 'Too many requests'],
  '10014': [415, 'Unsupported media type'],
  '10015': [400, 'Bad request'],
} as const

const codesOfStatus: Readonly<Record<number, FaxErrorCode>> = {
  400: '10015',
  401: '10009',
  404: '10005',
  415: '10014',
  429: '10011',
}

type FaxErrorCode = keyof typeof kinds

/** The source of an error: a member of the body, or a parameter of the query. */
type FaxErrorSource = { readonly pointer: string } | { readonly parameter: string }

/** Returns an error in the format of fax providers. */
export function faxError(code: FaxErrorCode, detail: string, source?: FaxErrorSource): ProviderAnswer {
  const [status, title] = kinds[code]
  return makeError(status, { code, title, detail }, source)
}

/** Returns the error for a rejection by the service or the system, or for a status without a code of its own. */
export function faxRefusal({ status, message }: { readonly status: number; readonly message: string }): ProviderAnswer {
  const code = codesOfStatus[status]
  if (code !== undefined) return faxError(code, message)
  return makeError(status, { code: '10007', title: 'Unexpected error', detail: message })
}

function makeError(
  status: number,
  error: { readonly code: string; readonly title: string; readonly detail: string },
  source?: FaxErrorSource,
): ProviderAnswer {
  const headers = {
    ...(status === 401 && { 'www-authenticate': 'Bearer' }),
    ...((status === 429 || status === 503) && { 'retry-after': '1' }),
  }
  return { status, headers, body: { errors: [{ ...error, ...(source && { source: { ...source } }) }] } }
}
