import type { JsonObject, JsonValue } from '@carebench/protocol'

/**
 * The HTML of the payer's portal, for people with a browser. The service authenticates, reads forms and makes the
 * calls; pages only show. `portalPages` of `@carebench/server` is the implementation.
 */
export interface PortalPages {
  /** Returns the source expression that allows the style sheet of the pages in a content security policy. */
  styleSource(): string
  /** Answers a request of a browser with a page, or with a redirect after an action. */
  visit(visit: PortalVisit): Promise<PortalAnswer>
  /**
   * Returns the sign-in page, which leads on to the page `to` of the portal. `rejected` is the user name of a failed
   * attempt; undefined before the first.
   */
  signIn(place: PortalPlace, to: string, rejected?: string): string
  /** Returns a page with one message; `place` is null for visitors who may not see the navigation. */
  notice(place: PortalPlace | null, notice: PortalNotice): string
}

/** A message that is a page of its own. */
export interface PortalNotice {
  readonly title: string
  readonly text: string
  /** Where to go from here. Default: nowhere. */
  readonly link?: { readonly href: string; readonly label: string }
}

/** A response of the portal's JSON interface. */
export interface PortalReply {
  readonly status: number
  readonly json: JsonValue
  /** The response if it is a document; default: none. */
  readonly document?: SavedFile
}

/** A file that a browser saves and does not open. */
export interface SavedFile {
  readonly bytes: Uint8Array
  readonly mediaType: string
  readonly name: string
}

/** A submitted form; missing fields are empty. */
export interface PortalForm {
  text(name: string): string
  /** The file of a field; null if none was chosen. */
  file(name: string): PortalFile | null
}

/** A file of a form. */
export interface PortalFile {
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
  readonly form: PortalForm | null
  /** Calls the JSON interface of the portal; `path` is below the portal and includes the query. */
  readonly call: (method: 'GET' | 'POST' | 'PATCH', path: string, json?: JsonObject) => Promise<PortalReply>
}

/** A page, a redirect, or a file to save. The last page of a session says that it has ended. */
export type PortalAnswer =
  | { readonly status: number; readonly html: string; readonly isLast?: true }
  | { readonly redirect: string }
  | { readonly file: SavedFile }
