import { createRequest, type Service, textOfBody } from '@carebench/service'
import { parse } from 'parse5'
import { type Element, listElements, textIn } from './page-tree.js'

/** A page, read by an independent parser. */
export interface VisitedPage {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly markup: string
  readonly elements: readonly Element[]
  /** All text of the page. */
  readonly text: string
}

/** The values of a form; a file has its name and type. */
export type Filled = Readonly<Record<string, string | File>>

/** A browser without a screen: it keeps cookies, follows redirects, and submits the forms of a page. */
export class Visitor {
  cookie = ''
  /** The target of the last redirect. */
  location = ''
  readonly #service: Pick<Service, 'handle'>
  readonly #headers: Readonly<Record<string, string>>

  constructor(service: Pick<Service, 'handle'>, headers: Readonly<Record<string, string>> = {}) {
    this.#service = service
    this.#headers = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', ...headers }
  }

  get(target: string): Promise<VisitedPage> {
    return this.#send('GET', target, {}, undefined)
  }

  /** Sends values, as `multipart/form-data` if they include a file. */
  async post(target: string, filled: Filled): Promise<VisitedPage> {
    const isPlain = Object.values(filled).every((value) => typeof value === 'string')
    const form = isPlain ? new URLSearchParams() : new FormData()
    for (const [name, value] of Object.entries(filled)) {
      if (form instanceof FormData) form.set(name, value)
      else form.set(name, String(value))
    }
    const request = new Request('https://carebench.example.org/', { method: 'POST', body: form })
    const bytes = new Uint8Array(await request.arrayBuffer())
    const answer = await this.#send(
      'POST',
      target,
      { 'content-type': request.headers.get('content-type') ?? '' },
      bytes,
    )
    // A rejected form is answered with a redirect to its page, which a browser follows.
    return /[?&]%7Esent=/.test(answer.headers.location ?? '') ? this.follow(answer) : answer
  }

  /** Submits the page's form with this `action`, with the values of its fields and those filled in. */
  submit(page: VisitedPage, action: string, filled: Filled = {}): Promise<VisitedPage> {
    const form = page.elements.find(({ tag, attributes }) => tag === 'form' && attributes.action === action)
    if (form === undefined) throw new Error(`The page has no form to ${action}: ${page.markup}`)
    const values: Record<string, string | File> = {}
    for (const { tag, attributes, text, children } of form.descendants) {
      const name = attributes.name
      if (name === undefined || tag === 'button') continue
      if (tag === 'select') {
        values[name] = (children.find((child) => 'selected' in child.attributes) ?? children[0])?.attributes.value ?? ''
      } else values[name] = tag === 'textarea' ? text : (attributes.value ?? '')
    }
    return this.post(action, { ...values, ...filled })
  }

  async #send(
    method: string,
    target: string,
    headers: Readonly<Record<string, string>>,
    bytes: Uint8Array | undefined,
  ): Promise<VisitedPage> {
    const cookies = this.cookie === '' ? {} : { cookie: this.cookie }
    const request = createRequest(method, target, { ...this.#headers, ...cookies, ...headers }, bytes)
    const answer = await this.#service.handle(request)
    const set = answer.headers['set-cookie']
    this.location = answer.headers.location ?? this.location
    if (set !== undefined) this.cookie = /Max-Age=0/.test(set) ? '' : (set.split(';')[0] ?? '')
    const markup = textOfBody(answer)
    const elements = listElements(parse(markup))
    return { status: answer.status, headers: answer.headers, markup, elements, text: textIn(elements) }
  }

  /** Follows a redirect. */
  follow({ status, headers }: VisitedPage): Promise<VisitedPage> {
    if (status !== 303 || headers.location === undefined) throw new Error(`The response is no redirect: ${status}.`)
    return this.get(headers.location)
  }

  /** Signs in at a portal. */
  async signIn(base: string, username: string, password: string): Promise<VisitedPage> {
    const page = await this.get(`${base}/login`)
    return this.submit(page, `${base}/login`, { username, password })
  }
}
