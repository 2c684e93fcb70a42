import type { JsonObject } from '@carebench/protocol'

/** The provider's own message of a response, in the form that its interface accepts back. */
export interface OwnMessage {
  /** The name of the interface. */
  readonly dialect: string
  /** The member of a request that holds the conversation. */
  readonly member: 'messages' | 'input' | 'contents'
  readonly items: readonly JsonObject[]
}

/** Facts about a response that provider packages do not pass on. */
export interface OwnAnswer {
  readonly message: OwnMessage
  /** Why the response ended, in the provider's terms; absent if it does not say. */
  readonly reason?: string
  /** Whether a part of the answer is marked as a refusal. */
  readonly hasRefusal: boolean
}

/** A change to a call of a response before it is sent back. */
export interface CallChange {
  readonly id: string
  readonly name: string
  /** The replacement of arguments that must not be sent back; absent if they may. */
  readonly replacement?: JsonObject
}

/** A request for a whole response. */
export interface WireRequest {
  readonly url: URL
  readonly body: JsonObject
}

/** One interface of a provider: how its responses are streamed, and how they are sent back. */
export interface Dialect {
  readonly name: string
  /** Matches the path of a request for a whole response. */
  readonly path: RegExp
  /** Converts the request to one for server-sent events. */
  readonly stream: (request: WireRequest) => WireRequest
  /** Whether an event only keeps the connection open. */
  readonly isIdle?: (event: JsonObject) => boolean
  /** The HTTP status of an event that reports an error; undefined for all others. */
  readonly errorStatus: (event: JsonObject) => number | undefined
  /** Assembles the whole response from events; undefined if they end too early. */
  readonly assemble: (events: readonly JsonObject[]) => JsonObject | undefined
  readonly readAnswer: (response: JsonObject) => OwnAnswer | undefined
  /** Applies changes to the calls of a message, in their order; undefined if it has another number of calls. */
  readonly amend: (message: OwnMessage, changes: readonly CallChange[]) => OwnMessage | undefined
}

/** Applies changes to the parts that are calls; undefined if there are more or fewer. */
export function amendParts(
  parts: readonly JsonObject[],
  changes: readonly CallChange[],
  isCall: (part: JsonObject) => boolean,
  change: (part: JsonObject, change: CallChange) => JsonObject,
): JsonObject[] | undefined {
  if (parts.filter(isCall).length !== changes.length) return undefined
  const left = changes.values()
  return parts.map((part) => {
    const next = isCall(part) ? left.next() : undefined
    return next === undefined || next.done === true ? part : change(part, next.value)
  })
}

const namedStatus: readonly (readonly [RegExp, number])[] = [
  [/quota|rate_?limit|too_many|exhausted/i, 429],
  [/authentication|invalid_api_key|unauthenticated/i, 401],
  [/billing/i, 402],
  [/permission/i, 403],
  [/not_?found/i, 404],
  [/too_large/i, 413],
  [/overload|unavailable/i, 529],
  [/timeout|deadline/i, 504],
  [/invalid|bad_?request|context|length|failed_precondition/i, 400],
]

/** Returns the status that an error in a stream would have had as a response, by its code or type. */
export function statusOfError(...names: readonly unknown[]): number {
  for (const name of names) {
    const status = Number(name)
    if (Number.isInteger(status) && status >= 400 && status < 600) return status
  }
  const text = names.filter((name) => typeof name === 'string').join(' ')
  return namedStatus.find(([pattern]) => pattern.test(text))?.[1] ?? 500
}
