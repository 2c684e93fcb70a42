import type { RequestFacts } from '@carebench/service'

/**
 * What one caller, and all together, may ask of a server. A caller is a run with all its tokens, any other token, or an
 * address for requests without a token or with one that is unknown; so the first request with a token is one of its
 * address.
 */
export interface ServerLimits {
  /** Requests of one caller per second, on average. */
  readonly requestsPerSecond: number
  /** Requests that one caller may make at once after a pause. */
  readonly burst: number
  /** Requests of one caller that are being answered. */
  readonly concurrent: number
  /**
   * Bytes of the bodies of one caller's requests that are being answered, and of responses to them that have not been
   * sent.
   */
  readonly bytes: number
  /** The same bytes of all callers. */
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

/** Which limit was reached: the rate or the number of requests of a caller, its bytes, or those of all callers. */
export type LimitName = (typeof limitNames)[number]

/** All of them. */
export const limitNames = ['rate', 'concurrency', 'bytes', 'total_bytes'] as const

/** Why a request is refused, and after how many seconds it may be repeated. */
export interface Refused {
  readonly message: string
  readonly retryAfter: number
  readonly limit: LimitName
  /** The caller, if it is one whose token was accepted; absent for an address. */
  readonly caller?: CallerFacts
}

/** Who a caller is, for the log. */
export type CallerFacts = Pick<RequestFacts, 'organizationId' | 'runId'>

/** What one caller has used. */
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
  /** Whom it counted for when it was admitted. */
  readonly caller: string
  /**
   * Its token was accepted: `holder` is whom it counts for, with all other tokens of that holder; null: for itself.
   * Undefined if that caller may make the request. `facts` are those of later refusals.
   */
  accept(holder: string | null, facts?: CallerFacts): Refused | undefined
  /** Its token was refused. */
  refuse(): void
  /**
   * Counts further calls that it makes, such as those of a batch, as requests of its caller; undefined if they may be
   * made. More than a caller may make at once may be, after a pause that is long enough for those: they count against
   * later requests.
   */
  charge(calls: number): Refused | undefined
  /** Counts the bytes of its body before they are read; undefined if they may be. */
  take(bytes: number): Refused | undefined
  /**
   * Counts the bytes of its response until it has been sent; undefined if they may wait for that. One response of any
   * size may, if nothing else of its caller is counted, and one that has to be sent is counted whatever its size.
   */
  hold(bytes: number, mustBeSent: boolean): Refused | undefined
  /** Ends the request: nothing of it counts any more. */
  release(): void
}

/** Characters of a token; what is longer is none. */
const maxTokenLength = 1024

/** The token of a request, however its header spells the scheme and the space before it; undefined without one. */
export function tokenOf(authorization: string | undefined): string | undefined {
  const token = /^\s*\S+\s+(\S+)\s*$/.exec(authorization ?? '')?.[1]
  return token === undefined || token.length > maxTokenLength ? undefined : token
}

/**
 * Callers, and tokens whose holder is known, are forgotten once there are this many: callers only if they have nothing
 * in progress.
 */
const maxRemembered = 10_000

/**
 * Shares a server between its callers. A token is a caller of its own, or one with others of the same holder, once it
 * has been accepted; until then, and if it is refused, requests with it are those of their address. So anyone who makes
 * up tokens uses up no more than the share of an address, and takes nothing from callers that are known.
 */
export class FairShare {
  readonly #limits: ServerLimits
  readonly #now: () => number
  /** Ordered by last use. */
  readonly #shares = new Map<string, Share>()
  /** The callers of tokens that were accepted, ordered by last use. */
  readonly #callers = new Map<string, string>()
  #total = 0

  /** @param now - milliseconds of a monotonic clock */
  constructor(limits: ServerLimits, now: () => number) {
    this.#limits = limits
    this.#now = now
  }

  /** Admits a request that came from an address, with a token or without, or says why not. */
  admit(token: string | undefined, address: string): Admission | Refused {
    const known = token === undefined ? undefined : this.#callerOf(token)
    const caller = known ?? `address ${address}`
    const share = this.#shareOf(caller)
    // Many may begin at the same time at one address, each with a token that is new: those are counted when they are
    // accepted.
    const isNew = token !== undefined && known === undefined
    const refused = isNew ? this.#spend(share) : this.#begin(share)
    return refused ?? this.#admission(token, { caller, share }, isNew)
  }

  /** Counts a request of a caller that is in progress from now on. */
  #begin(share: Share): Refused | undefined {
    const { concurrent } = this.#limits
    if (share.concurrent >= concurrent) {
      const message = `At most ${concurrent} requests of one caller are answered at a time.`
      return { message, retryAfter: 1, limit: 'concurrency', ...callerOf(share) }
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
    return { message, retryAfter, limit: 'rate', ...callerOf(share) }
  }

  /** @param isNew - whether the request is not yet counted as in progress: its token has to be accepted before */
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
      // Its own request has been counted, so a caller never has all of its burst here.
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

  /** The least recently used one that has nothing in progress: those are few. */
  #forgetOne(): void {
    for (const [caller, { concurrent }] of this.#shares) {
      if (concurrent > 0) continue
      this.#shares.delete(caller)
      return
    }
  }
}

function callerOf({ facts }: Share): Pick<Refused, 'caller'> {
  return facts === undefined ? {} : { caller: facts }
}
