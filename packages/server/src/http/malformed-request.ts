import type { IncomingHttpHeaders } from 'node:http'
import type { ServerErrorCode } from './error-response.js'

/** Why the server itself rejects a request. */
export interface Refusal {
  readonly code: ServerErrorCode
  readonly message: string
}

/** The part of a request that comes before its body, as Node has parsed it. */
interface RequestHead {
  readonly httpVersion: string
  /** Names and values in turn, as they were sent. */
  readonly rawHeaders: readonly string[]
  readonly headers: IncomingHttpHeaders
}

/** A host and an optional port (RFC 3986, 3.2.2), without the sub-delimiters that no host name has. */
const hostPattern = /^(?:[A-Za-z0-9._~-]+|\[[0-9A-Fa-f:.]+\])(?::\d{0,5})?$/

/** Finds an error in the headers of a request that Node would tolerate (RFC 9112, 3.2 and 6.1). */
export function findFault({ headers, httpVersion, rawHeaders }: RequestHead): Refusal | undefined {
  const { host } = headers
  if (host === undefined && httpVersion === '1.1') {
    return { code: 'INVALID_REQUEST', message: 'The header Host is missing; HTTP/1.1 requires it.' }
  }
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length
  if (hosts > 1) {
    return { code: 'INVALID_REQUEST', message: `The request must have one header Host; got ${hosts}.` }
  }
  if (host !== undefined && !hostPattern.test(host)) {
    const message = `The header Host must be a host with an optional port, such as localhost:8443; got ${quoted(host)}.`
    return { code: 'INVALID_REQUEST', message }
  }
  const coding = headers['transfer-encoding']
  if (coding !== undefined && coding.trim().toLowerCase() !== 'chunked') {
    return { code: 'NOT_IMPLEMENTED', message: `Transfer-Encoding must be chunked; got ${quoted(coding)}.` }
  }
  return undefined
}

/** Returns why bytes that Node could not parse are rejected; `code` is the code of Node's error. */
export function parseRefusal(code: string): Refusal {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return {
        code: 'HEADERS_TOO_LARGE',
        message: 'The request line and the headers must have at most 16 KiB in total.',
      }
    case 'HPE_INVALID_TRANSFER_ENCODING':
      return { code: 'NOT_IMPLEMENTED', message: 'Transfer-Encoding must be chunked.' }
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return { code: 'INVALID_REQUEST', message: 'The request was not complete in time.' }
    default:
      return { code: 'INVALID_REQUEST', message: 'The request is not a valid HTTP/1.1 request.' }
  }
}

const startLineErrors = ['HPE_INVALID_METHOD', 'HPE_INVALID_CONSTANT', 'HPE_INVALID_URL', 'HPE_INVALID_VERSION']

/**
 * Whether bytes that Node could not parse belong to another protocol: they do not begin with a method, a target and an
 * HTTP version. `code` is the code of Node's error.
 */
export function isOtherProtocol(code: string, packet: unknown): boolean {
  if (!startLineErrors.includes(code) || !(packet instanceof Uint8Array)) return false
  const start = Buffer.from(packet.subarray(0, 16_384)).toString('latin1')
  return !/^(?:\r?\n)*[!#$%&'*+.^_`|~0-9A-Za-z-]+ [^ \r\n]+ HTTP\/\d/.test(start)
}

function quoted(text: string): string {
  return JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text)
}
