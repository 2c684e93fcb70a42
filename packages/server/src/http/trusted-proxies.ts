import { BlockList, isIP } from 'node:net'
import { ListenError } from './listen-error.js'
import type { Refusal } from './malformed-request.js'

/** The client of a request that a proxy has forwarded. */
export interface ForwardedClient {
  /** The address of the client; empty if the proxy does not forward it. */
  readonly client: string
}

/**
 * The TLS proxies in front of a server, by address. Only their headers about clients are trusted: the protocol
 * (`X-Forwarded-Proto`) and the address (`X-Forwarded-For`).
 */
export class TrustedProxies {
  readonly #list: BlockList

  private constructor(list: BlockList) {
    this.#list = list
  }

  /**
   * Creates the proxies in these ranges: `loopback`, an address, or a range in CIDR notation that does not cover all
   * addresses. Throws a {@link ListenError} for anything else.
   */
  static from(ranges: readonly string[]): TrustedProxies {
    const list = new BlockList()
    for (const range of ranges.flatMap((range) => (range === 'loopback' ? ['127.0.0.0/8', '::1'] : [range]))) {
      const [, address = '', digits] = /^([0-9A-Fa-f:.]+)(?:\/(\d{1,3}))?$/.exec(range) ?? []
      const version = isIP(address)
      const longest = version === 4 ? 32 : 128
      const prefix = digits === undefined ? longest : Number(digits)
      if (version === 0 || prefix > longest) {
        const message =
          'A trusted proxy must be loopback, an address, or a range such as 10.0.0.0/8; got ' +
          `${JSON.stringify(range)}.`
        throw new ListenError('PROXY_REFUSED', message)
      }
      if (prefix === 0) {
        const message =
          'The trusted proxies must not be all addresses: any client could then forge its address and evade TLS; got ' +
          `${JSON.stringify(range)}. Name the addresses of the proxies.`
        throw new ListenError('PROXY_REFUSED', message)
      }
      list.addSubnet(address, prefix, version === 4 ? 'ipv4' : 'ipv6')
    }
    return new TrustedProxies(list)
  }

  /** Whether a peer is one of the proxies. */
  trusts(address: string | undefined): boolean {
    const plain = unmapped(address ?? '')
    const version = isIP(plain)
    return version !== 0 && this.#list.check(plain, version === 4 ? 'ipv4' : 'ipv6')
  }

  /**
   * Returns the client of a request from a trusted peer, or a rejection if the client did not use HTTPS. The client is
   * the last address that is not a proxy: a client could forge those before it.
   */
  clientOf(headers: Readonly<Record<string, string>>): ForwardedClient | Refusal {
    const { 'x-forwarded-proto': protocol, 'x-forwarded-for': forwarded } = headers
    if (protocol === undefined) {
      return { code: 'HTTPS_REQUIRED', message: 'The proxy must say in X-Forwarded-Proto that the client used https.' }
    }
    if (splitList(protocol).some((each) => each.toLowerCase() !== 'https')) {
      return { code: 'HTTPS_REQUIRED', message: 'This service requires HTTPS: use https:// instead of http://.' }
    }
    const chain = splitList(forwarded ?? '').map(readAddress)
    const client = chain.findLast((address) => !this.trusts(address)) ?? chain[0] ?? ''
    return { client }
  }
}

/** Whether an address belongs to this machine (loopback). */
export function isLoopbackAddress(address: string): boolean {
  const plain = unmapped(address)
  return plain === '::1' || /^127(?:\.\d{1,3}){3}$/.test(plain)
}

function splitList(header: string): string[] {
  return header
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

/** Reads the address in `192.0.2.1`, `192.0.2.1:443`, `2001:db8::1` or `[2001:db8::1]:443`; empty for anything else. */
function readAddress(text: string): string {
  const [, bracketed, dotted] = /^\[([0-9A-Fa-f:.]+)\](?::\d+)?$|^([\d.]+):\d+$/.exec(text) ?? []
  const address = bracketed ?? dotted ?? text
  return isIP(address) === 0 ? '' : unmapped(address)
}

/** Unwraps an IPv4 address that a dual-stack socket reports as IPv6. */
function unmapped(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '')
}
