import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Inside, markup } from '@carebench/server/site'
import { isSameSecret } from '../../runner/same-secret.js'
import { readerPage, type SiteAnswer, stylePath, styleSheet } from './reader-page.js'
import { workingTimeScript } from './working-time.js'

/** A request of a reader's browser, whose session is already checked. */
export interface SiteRequest {
  readonly method: string
  readonly path: string
  /** With its `?`; empty if there is none. */
  readonly search: string
  /** Without the cookie of the site's own session. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
  /** The fields of a form; the CSRF token is already checked. */
  readonly form: URLSearchParams
}

/** The content of a site: responds to the requests of its reader. */
export interface SiteContent {
  /**
   * Responds to a request. Does not get a checked form for paths below `/workstations/`, which check their forms
   * themselves.
   */
  answer(request: SiteRequest, csrf: string): SiteAnswer | Promise<SiteAnswer>
}

/** A site on loopback for one reader, who enters by a link. */
export interface ReaderSite {
  /** The link that the reader opens, with the key of the site. */
  readonly url: string
  close(): Promise<void>
}

/** The script that reports the working time. */
export const scriptPath = '/reader.js'
/** Prefix of paths whose pages have their own forms and accept uploads. */
export const workstationsPath = '/workstations/'
const maxFormBytes = 256 * 1024
const maxUploadBytes = 32 * 1024 * 1024

/** Opens a site on a free loopback port. */
export async function openReaderSite(content: SiteContent): Promise<ReaderSite> {
  const [key, session, csrf] = [newSecret(), newSecret(), newSecret()]
  const server = createServer((message, response) => {
    const { method = 'GET', url = '/', headers } = message
    const [path = '/', query] = url.split(/\?(.*)/s)
    const limit = path.startsWith(workstationsPath) ? maxUploadBytes : maxFormBytes
    const chunks: Buffer[] = []
    let size = 0
    const send = ({ status, headers: own = {}, body = '' }: SiteAnswer) => {
      response.writeHead(status, { 'cache-control': 'no-store', ...own }).end(body)
    }
    message.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= limit) chunks.push(chunk)
    })
    message.on('end', () => {
      const search = query === undefined ? '' : `?${query}`
      const body = Buffer.concat(chunks)
      const named = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
      const request = { method, path, search, headers: named, body }
      const answer = size > limit ? notice(413, 'Too large', `At most ${limit} bytes can be sent.`) : respond(request)
      Promise.resolve(answer).then(send, (error: unknown) =>
        send(notice(500, 'Something went wrong', error instanceof Error ? error.message : String(error))),
      )
    })
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const cookieName = `carebench_reader_${port}`

  async function respond(request: Omit<SiteRequest, 'form'>): Promise<SiteAnswer> {
    const { method, path, search, headers } = request
    // Rejects other host names, because another site may resolve its name to this machine (DNS rebinding).
    if (headers.host !== `127.0.0.1:${port}`)
      return notice(403, 'Another address', 'Open the link that carebench printed.')
    if (method === 'GET' && path === '/enter') return enter(new URLSearchParams(search).get('key') ?? '')
    const cookies = (headers.cookie ?? '').split(/; */)
    if (!cookies.some((one) => isSameSecret(one, `${cookieName}=${session}`))) {
      return notice(401, 'Not signed in', 'Open the link that carebench printed.')
    }
    if (path === stylePath) return { status: 200, headers: { 'content-type': 'text/css' }, body: styleSheet }
    if (path === scriptPath)
      return { status: 200, headers: { 'content-type': 'text/javascript' }, body: workingTimeScript }
    const cookie = cookies.filter((one) => !one.startsWith(`${cookieName}=`)).join('; ')
    const isForm = method === 'POST' && !path.startsWith(workstationsPath)
    const form = new URLSearchParams(isForm ? request.body.toString('utf8') : '')
    if (isForm && !isSameSecret(form.get('csrf') ?? '', csrf)) {
      return notice(403, 'This form has expired', 'Nothing was sent. Open the page again.')
    }
    return content.answer({ ...request, headers: { ...headers, cookie }, form }, csrf)
  }

  function enter(given: string): SiteAnswer {
    if (!isSameSecret(given, key))
      return notice(401, 'This link does not work', 'Open the link exactly as carebench printed it.')
    // Not an HTTP redirect: after a link from another site, the redirected request would lack the cookie.
    const page = readerPage('Welcome', markup`<p><a class="button" href="/">Go on</a></p>`, { next: '/' })
    return {
      ...page,
      headers: { ...page.headers, 'set-cookie': `${cookieName}=${session}; Path=/; HttpOnly; SameSite=Strict` },
    }
  }

  return {
    url: `http://127.0.0.1:${port}/enter?key=${key}`,
    async close() {
      server.closeIdleConnections()
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      await closed
    },
  }
}

/** A page with one message. */
export function notice(status: number, title: string, text: Inside): SiteAnswer {
  return { ...readerPage(title, markup`<p>${text}</p><p><a class="button" href="/">Go on</a></p>`), status }
}

function newSecret(): string {
  return randomBytes(24).toString('base64url')
}
