import type { JsonObject, JsonValue } from '@carebench/protocol'
import type { Markup } from '@carebench/site'

/** A response of the portal's JSON interface. */
export interface PortalReply {
  readonly status: number
  readonly json: JsonValue
}

/** A submitted form; missing fields are empty. */
export interface SentForm {
  text(name: string): string
  /** The file of a field; null if none was chosen. */
  file(name: string): SentFile | null
}

export interface SentFile {
  readonly name: string
  /** Empty if the browser sent none. */
  readonly mediaType: string
  readonly base64: string
}

/** The address of the portal, and its user. */
export interface PortalPlace {
  /** The path of its first page, without a trailing slash. */
  readonly base: string
  /** The CSRF token of forms; null if each request is authenticated by a token header. */
  readonly csrf: string | null
  /** Null if authentication is by token, without signing in. */
  readonly user: string | null
}

/** One request of a browser. */
export interface PortalVisit {
  readonly place: PortalPlace
  /** The decoded path segments below the portal. */
  readonly path: readonly string[]
  readonly query: URLSearchParams
  /** Null for GET. */
  readonly form: SentForm | null
  /** Calls the JSON interface of the portal; `path` is below the portal and includes the query. */
  readonly call: (method: 'GET' | 'POST' | 'PATCH', path: string, json?: JsonObject) => Promise<PortalReply>
}

/** A page or a redirect. */
export type PageAnswer = { readonly status: number; readonly html: Markup } | { readonly redirect: string }
