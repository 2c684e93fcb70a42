/** Media types of texts, which may contain links. */
const texts = /^(?:text\/|application\/(?:[\w.-]+\+)?(?:json|xml)\b|application\/x-www-form-urlencoded)/

/**
 * Translates links to a run between the agent, which can only reach the proxy, and the service, whose records must not
 * contain the address of a proxy.
 */
export class RunLinks {
  readonly #service: string
  readonly #address: string
  readonly #below: string
  readonly #ofService: RegExp

  constructor(service: string, address: string, runId: string) {
    this.#service = service
    this.#address = address
    this.#below = `/v1/benchmark-runs/${runId}/`
    // A service may have several host names. The length is bounded: see `systemAddress`.
    this.#ofService = new RegExp(`https?://[^\\s"<>\\\\/]{1,255}(?=${this.#below.replaceAll(/[^\w/]/g, '.')})`, 'g')
  }

  /** Translates a text of the service for the agent. */
  ofAgent(text: string): string {
    return text.replaceAll(this.#ofService, () => this.#address)
  }

  /** Translates a text of the agent for the service, also if it is part of a query. */
  ofService(text: string): string {
    const encoded = encodeURIComponent(this.#address + this.#below)
    return text
      .replaceAll(this.#address + this.#below, () => this.#service + this.#below)
      .replaceAll(encoded, () => encodeURIComponent(this.#service + this.#below))
  }

  bodyOfAgent(body: Uint8Array<ArrayBuffer>, type: string): Uint8Array<ArrayBuffer> {
    return this.#inBody(body, type, (text) => this.ofAgent(text))
  }

  bodyOfService(body: Uint8Array<ArrayBuffer>, type = ''): Uint8Array<ArrayBuffer> {
    return this.#inBody(body, type, (text) => this.ofService(text))
  }

  #inBody(body: Uint8Array<ArrayBuffer>, type: string, change: (text: string) => string): Uint8Array<ArrayBuffer> {
    if (!texts.test(type)) return body
    // Decoded as Latin-1, one character per byte, so that all other bytes stay unchanged.
    const text = Buffer.from(body).toString('latin1')
    if (!text.includes('/v1/benchmark-runs/') && !text.includes('%2Fv1%2Fbenchmark-runs%2F')) return body
    const changed = change(text)
    return changed === text ? body : new Uint8Array(Buffer.from(changed, 'latin1'))
  }
}
