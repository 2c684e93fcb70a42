/** A response of `fetch` without its body. */
interface ResponseHead {
  readonly status: number
  /** Includes `content-length` if there is one. Called once, on first use. */
  readonly headers: () => Readonly<Record<string, string>>
  readonly url: string
  readonly redirected: boolean
}

const decoder = /* @__PURE__ */ new TextDecoder()

/** Characters that encoding and decoding in UTF-8 changes: a byte order mark, half of a surrogate pair. */
const unlikeItself = /[\ud800-\udfff\ufeff]/

/**
 * A `Response` whose whole body is in memory. Creating and reading a stream would take longer than the service takes to
 * respond, and nearly every caller reads the whole body, so streams, headers and bytes are created on demand. Code that
 * reads the internal body instead of the members, such as browser caches, finds it empty.
 */
export class KeptResponse extends Response {
  readonly #content: string | Uint8Array
  readonly #head: ResponseHead
  #headers: Headers | undefined
  #isRead = false
  #ordinary: Response | undefined

  constructor(content: string | Uint8Array, head: ResponseHead) {
    super(null)
    this.#content = content
    this.#head = head
  }

  override get status(): number {
    return this.#head.status
  }

  override get ok(): boolean {
    return this.#head.status >= 200 && this.#head.status <= 299
  }

  override get headers(): Headers {
    this.#headers ??= new Headers(this.#head.headers())
    return this.#headers
  }

  override get url(): string {
    return this.#head.url
  }

  override get redirected(): boolean {
    return this.#head.redirected
  }

  override get body(): Response['body'] {
    return this.#asOrdinary().body
  }

  override get bodyUsed(): boolean {
    return this.#ordinary?.bodyUsed ?? this.#isRead
  }

  override async text(): Promise<string> {
    return this.#takes() ? this.#text() : this.#asOrdinary().text()
  }

  override async json(): Promise<unknown> {
    return this.#takes() ? JSON.parse(this.#text()) : this.#asOrdinary().json()
  }

  override async arrayBuffer(): Promise<ArrayBuffer> {
    return this.#asOrdinary().arrayBuffer()
  }

  override async blob(): Promise<Blob> {
    return this.#asOrdinary().blob()
  }

  override async formData(): Promise<FormData> {
    return this.#asOrdinary().formData()
  }

  override clone(): Response {
    const { url, redirected } = this.#head
    if (this.#ordinary === undefined && !this.#isRead) {
      const headers = Object.fromEntries(this.headers)
      return new KeptResponse(this.#content, { ...this.#head, headers: () => headers })
    }
    return Object.defineProperties(this.#asOrdinary().clone(), {
      url: { value: url },
      redirected: { value: redirected },
    })
  }

  #text(): string {
    const content = this.#content
    if (typeof content !== 'string') return decoder.decode(content)
    return unlikeItself.test(content) ? decoder.decode(toBytes(content)) : content
  }

  /** Takes the body; false if it has been taken or turned into a stream. */
  #takes(): boolean {
    if (this.#isRead || this.#ordinary !== undefined) return false
    this.#isRead = true
    return true
  }

  /** Returns an ordinary `Response` with the same content; its body is already used if it was taken here. */
  #asOrdinary(): Response {
    if (this.#ordinary === undefined) {
      this.#ordinary = new Response(toBytes(this.#content), { status: this.#head.status, headers: this.headers })
      if (this.#isRead) void this.#ordinary.arrayBuffer()
    }
    return this.#ordinary
  }
}

const encoder = /* @__PURE__ */ new TextEncoder()

/** Converts a body to bytes that `Response` accepts. */
export function toBytes(body: string | Uint8Array): Uint8Array<ArrayBuffer> {
  return typeof body === 'string' ? encoder.encode(body) : new Uint8Array(body)
}
