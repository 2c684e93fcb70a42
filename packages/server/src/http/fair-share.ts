import type { RequestFacts } from '@carebench/service'

/**
 * The limits of a server, per caller and in total. A caller is a run with all its tokens, any other token, or, for
 * requests without a known token, an address; so the first request with a token counts for its address.
 */
export interface ServerLimits {
  /** Maximum average rate of requests per second of one caller. */
  readonly requestsPerSecond: number
  /** Maximum number of requests of one caller at once after a pause. */
  readonly burst: number
  /** Maximum number of concurrent requests of one caller. */
  readonly concurrent: number
  /** Maximum number of bytes in flight of one caller: bodies of current requests, and responses not yet sent. */
  readonly bytes: number
  /** Maximum number of bytes in flight of all callers. */
  readonly totalBytes: number
}

/** The defaults of {@link ServerLimits}. */
export const defaultLimits: ServerLimits = {
  requestsPerSecond: 200,
  burst: 1000,
  concurrent: 64,
  bytes: 64 * 1024 * 1024,
  totalBytes: 512 * 1024 * 1024,
}

/** The limit that was reached: a caller's rate, concurrency or bytes, or the bytes of all callers. */
export type LimitName = (typeof limitNames)[number]

/** The names of all limits. */
export const limitNames = ['rate', 'concurrency', 'bytes', 'total_bytes'] as const

/** Why a request is rejected, and after how many seconds it may be retried. */
export interface Refused {
  readonly message: string
  readonly retryAfter: number
  readonly limit: LimitName
  /** The caller, if its token was accepted; absent for an address. */
  readonly caller?: CallerFacts
}

/** The identity of a caller, for the log. */
export type CallerFacts = Pick<RequestFacts, 'organizationId' | 'runId'>

/** The usage of one caller. */
interface Share {
  /** Requests that may be made now, as of `at`. */
  tokens: number
  at: number
  concurrent: number
  bytes: number
  /** Undefined for an address. */
  facts?: CallerFacts
}

/** A request that was admitted. */
export interface Admission {
  /** The caller for which it counted when it was admitted. */
  readonly caller: string
  /**
   * Call it when the token was accepted. The request then counts for `holder`, together with the holder's other tokens,
   * or for the token itself if null. Returns undefined if that caller may make the request. `facts` identify the caller
   * in later rejections.
   */
  accept(holder: string | null, facts?: CallerFacts): Refused | undefined
  /** Call it when the token was rejected. */
  refuse(): void
  /**
   * Counts further calls, such as those of a batch, as requests of the caller; returns undefined if they may be made.
   * After a long enough pause there may be more calls than the burst allows; they count against later requests.
   */
  charge(calls: number): Refused | undefined
  /** Counts the bytes of the body before they are read; returns undefined if they may be read. */
  take(bytes: number): Refused | undefined
  /**
   * Counts the bytes of the response until it has been sent; returns undefined if it may be held. A caller with no
   * other bytes may have one response of any size. A response that must be sent is counted whatever its size.
   */
  hold(bytes: number, mustBeSent: boolean): Refused | undefined
  /** Ends the request; it no longer counts. */
  release(): void
}

/** Maximum length of a token; a longer text is not a token. */
const maxTokenLength = 1024

/**
 * Returns the token in an `authorization` header, however its scheme and spaces are written; undefined without a token.
 */
export function readToken(authorization: string | undefined): string | undefined {
  const token = /^\s*\S+\s+(\S+)\s*$/.exec(authorization ?? '')?.[1]
  return token === undefined || token.length > maxTokenLength ? undefined : token
}

/**
 * Maximum number of remembered callers, and of tokens with a known holder; the oldest are forgotten, but not callers
 * with requests in progress.
 */
const maxRemembered = 10_000

/**
 * Shares a server among its callers. The accepted tokens of one holder are one caller; an accepted token without a
 * holder is a caller of its own. Until a token is accepted, or if it is rejected, its requests count for their address,
 * so invented tokens use up only the share of one address, and take nothing from known callers.
 */
export class FairShare {
  readonly #limits: ServerLimits
  readonly #now: () => number
  /** Ordered by last use. */
  readonly #shares = new Map<string, Share>()
  /** The callers of tokens that were accepted, ordered by last use. */
  readonly #callers = new Map<string, string>()
  #total = 0

  /** @param now - time of a monotonic clock in milliseconds */
  constructor(limits: ServerLimits, now: () => number) {
    this.#limits = limits
    this.#now = now
  }

  /** Admits a request from an address, with or without a token, or returns why not. */
  admit(token: string | undefined, address: string): Admission | Refused {
    const known = token === undefined ? undefined : this.#callerOf(token)
    const caller = known ?? `address ${address}`
    const share = this.#shareOf(caller)
    // Many agents may begin at the same time at one address, each with a new token: their requests are counted when the
    // tokens are accepted.
    const isNew = token !== undefined && known === undefined
    const refused = isNew ? this.#spend(share) : this.#begin(share)
    return refused ?? this.#admission(token, { caller, share }, isNew)
  }

  /** Counts a request of a caller, which is in progress from now on. */
  #begin(share: Share): Refused | undefined {
    const { concurrent } = this.#limits
    if (share.concurrent >= concurrent) {
      const message = `At most ${concurrent} requests of one caller are answered at a time.`
      return { message, retryAfter: 1, limit: 'concurrency', ...pickCaller(share) }
    }
    const refused = this.#spend(share)
    if (refused === undefined) share.concurrent++
    return refused
  }

  #spend(share: Share, calls = 1, needed = calls): Refused | undefined {
    if (share.tokens < needed) return this.#tooOften(share, needed)
    share.tokens -= calls
    return undefined
  }

  #callerOf(token: string): string | undefined {
    const caller = this.#callers.get(token)
    if (caller === undefined) return undefined
    this.#callers.delete(token)
    this.#callers.set(token, caller)
    return caller
  }

  #tooOften(share: Share, needed: number): Refused {
    const { requestsPerSecond } = this.#limits
    const retryAfter = Math.max(1, Math.ceil((needed - share.tokens) / requestsPerSecond))
    const message = `One caller may make ${requestsPerSecond} requests per second.`
    return { message, retryAfter, limit: 'rate', ...pickCaller(share) }
  }

  /** @param isNew - whether the request is not yet counted as in progress, because its token has not been accepted */
  #admission(
    token: string | undefined,
    first: { readonly caller: string; readonly share: Share },
    isNew: boolean,
  ): Admission {
    let { share } = first
    let isCounted = !isNew
    let taken = 0
    let isReleased = false
    const count = (bytes: number) => {
      if (isReleased) return
      taken += bytes
      share.bytes += bytes
      this.#total += bytes
    }
    return {
      caller: first.caller,
      accept: (holder, facts) => {
        if (token === undefined) return undefined
        const caller = holder === null ? `token ${token}` : `holder ${holder}`
        this.#callers.delete(token)
        this.#callers.set(token, caller)
        const [oldest] = this.#callers.keys()
        if (this.#callers.size > maxRemembered && oldest !== undefined) this.#callers.delete(oldest)
        if (isCounted && facts !== undefined) share.facts = facts
        if (isCounted || isReleased) return undefined
        const own = this.#shareOf(caller)
        if (facts !== undefined) own.facts = facts
        const refused = this.#begin(own)
        if (refused !== undefined) return refused
        own.bytes += taken
        share.bytes -= taken
        share = own
        isCounted = true
        return undefined
      },
      refuse: () => {
        if (token !== undefined) this.#callers.delete(token)
      },
      // The request itself has been counted, so the full burst is never available here.
      charge: (calls) => this.#spend(share, calls, Math.min(calls, this.#limits.burst - 1)),
      take: (bytes) => {
        const { bytes: own, totalBytes } = this.#limits
        if (share.bytes + bytes > own) {
          return { message: `The bodies of one caller may have ${own} bytes at a time.`, retryAfter: 1, limit: 'bytes' }
        }
        if (this.#total + bytes > totalBytes) {
          const message = `The server reads at most ${totalBytes} bytes of bodies at a time.`
          return { message, retryAfter: 1, limit: 'total_bytes' }
        }
        count(bytes)
        return undefined
      },
      hold: (bytes, mustBeSent) => {
        const { bytes: own, totalBytes } = this.#limits
        const isTooMuch = share.bytes + bytes > own || this.#total + bytes > totalBytes
        if (share.bytes > 0 && isTooMuch && !mustBeSent) {
          return {
            message:
              `Responses to one caller may have ${own} bytes at a time, and bodies of all callers ${totalBytes}. ` +
              'Read the earlier responses first.',
            retryAfter: 1,
            limit: share.bytes + bytes > own ? 'bytes' : 'total_bytes',
          }
        }
        count(bytes)
        return undefined
      },
      release: () => {
        if (isReleased) return
        isReleased = true
        this.#total -= taken
        share.bytes -= taken
        if (isCounted) share.concurrent--
      },
    }
  }

  #shareOf(caller: string): Share {
    const { requestsPerSecond, burst } = this.#limits
    const now = this.#now()
    const known = this.#shares.get(caller)
    if (known !== undefined) {
      known.tokens = Math.min(burst, known.tokens + ((now - known.at) / 1000) * requestsPerSecond)
      known.at = now
      this.#shares.delete(caller)
      this.#shares.set(caller, known)
      return known
    }
    if (this.#shares.size >= maxRemembered) this.#forgetOne()
    const share = { tokens: burst, at: now, concurrent: 0, bytes: 0 }
    this.#shares.set(caller, share)
    return share
  }

  /** Forgets the least recently used caller that has no requests in progress; those in progress are few. */
  #forgetOne(): void {
    for (const [caller, { concurrent }] of this.#shares) {
      if (concurrent > 0) continue
      this.#shares.delete(caller)
      return
    }
  }
}

function pickCaller({ facts }: Share): Pick<Refused, 'caller'> {
  return facts === undefined ? {} : { caller: facts }
}
