import type { ProviderAnswer } from '../provider-api.js'

/** Error codes that clients of SMS providers know, with the status of each. */
const statuses = {
  20001: 400,
  20003: 401,
  20404: 404,
  20004: 405,
  20413: 413,
  20415: 415,
  20429: 429,
  20503: 503,
  21211: 400,
  21602: 400,
  21603: 400,
  21604: 400,
  21617: 400,
} as const

export type SmsErrorCode = keyof typeof statuses

/** The documentation of the codes. */
const explained = 'https://github.com/carebench/carebench/blob/main/docs/guides/texts-and-faxes.md#text-messages'

/** Returns an error in the format of SMS providers. */
export function smsError(code: SmsErrorCode, message: string): ProviderAnswer {
  return makeError(statuses[code], code, message)
}

/** Returns the error for a rejection by the service or the system. */
export function smsRefusal({ status, message }: { readonly status: number; readonly message: string }): ProviderAnswer {
  return makeError(status, status === 401 ? 20003 : 20000 + status, message)
}

function makeError(status: number, code: number, message: string): ProviderAnswer {
  const headers = {
    ...(status === 401 && { 'www-authenticate': 'Basic realm="sms-api"' }),
    ...((status === 429 || status === 503) && { 'retry-after': '1' }),
  }
  return { status, headers, body: { code, message, more_info: explained, status } }
}
