import type { JsonObject, JsonValue } from '@carebench/protocol'
import type { Markup } from '@carebench/site'

/** What the portal answers to a call of its JSON interface. */
export interface PortalReply {
  readonly status: number
  readonly json: JsonValue
}

/** A form as it was sent; a field that was not sent is empty. */
export interface SentForm {
  text(name: string): string
  /** The file of a field; null if none was chosen. */
  file(name: string): SentFile | null
}

export interface SentFile {
  readonly name: string
  /** Empty if the browser told none. */
  readonly mediaType: string
  readonly base64: string
}

/** Where the portal stands, and who looks at it. */
export interface PortalPlace {
  /** The path of its first page, without a slash at the end. */
  readonly base: string
  /** What forms carry to show that they come from here; null where each request tells by itself who sends it. */
  readonly csrf: string | null
  /** Null where nobody signs in: the way in is a token. */
  readonly user: string | null
}

/** One request of a browser. */
export interface PortalVisit {
  readonly place: PortalPlace
  /** Segments below the portal, decoded. */
  readonly path: readonly string[]
  readonly query: URLSearchParams
  /** Null with GET. */
  readonly form: SentForm | null
  /** Calls the JSON interface of the portal; `path` is below the portal, with its query. */
  readonly call: (method: 'GET' | 'POST' | 'PATCH', path: string, json?: JsonObject) => Promise<PortalReply>
}

/** A page, or the way to another one. */
export type PageAnswer = { readonly status: number; readonly html: Markup } | { readonly redirect: string }
