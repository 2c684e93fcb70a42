import type { JsonValue } from '@carebench/protocol'
import type { System } from '@carebench/systems'

/**
 * The pages on which people do a task, and those of a system's own portal. The service authenticates, reads forms and
 * makes the calls; the pages only show the results. `workstationPages` of `@carebench/server` is the implementation.
 */
export interface WorkstationPages {
  /** Returns the source expression that allows the style sheet of the pages in a content security policy. */
  styleSource(kind: WorkstationPlace['kind']): string
  /** Answers a request of a browser that has a session, or sends a token. */
  visit(visit: WorkstationVisit): Promise<WorkstationAnswer>
  /**
   * Returns the page that a link opens, which leads on to `base`: a redirect from another site would lose the cookie.
   */
  enter(base: string): string
  /**
   * Returns the sign-in page of a portal, which leads on to the page `to`. `rejected` is the user name of a failed
   * attempt; undefined before the first.
   */
  signIn(portal: PortalEntry, to: string, rejected?: string): string
  /** Returns a page with one message; of a portal if `system` is its system. */
  notice(notice: PageNotice, system?: System): string
}

/** The entry of a system's portal. */
export interface PortalEntry {
  readonly system: System | undefined
  /** The path of its first page, without a trailing slash. */
  readonly base: string
  readonly csrf: string
}

/** A message that is a page of its own. */
export interface PageNotice {
  readonly title: string
  readonly text: string
  /** Where to go from here. Default: nowhere. */
  readonly link?: { readonly href: string; readonly label: string }
}

/** A file of a form. */
export interface SentFile {
  readonly name: string
  /** Empty if the browser sent none. */
  readonly mediaType: string
  readonly base64: string
}

/** A submitted form; missing fields are empty. */
export interface WorkstationForm {
  /** The names of its fields and files, in their order. */
  readonly names: readonly string[]
  /** A text without white space around it. */
  text(name: string): string
  /** A text as it was entered, with line feeds. */
  whole(name: string): string
  /** The file of a field; null if none was chosen. */
  file(name: string): SentFile | null
}

/** A call of the API with the token of the session. */
export interface WorkstationCall {
  readonly method: string
  /** The path with its query: `/v1/benchmark-runs/run_1/fhir/Patient?name=sample`. */
  readonly target: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: { readonly mediaType: string; readonly content: JsonValue | Uint8Array }
}

/** The response to a {@link WorkstationCall}. */
export interface WorkstationReply {
  readonly status: number
  /** Without parameters; empty if there is no body. */
  readonly mediaType: string
  readonly headers: Readonly<Record<string, string>>
  readonly bytes: Uint8Array
  /** The body if it is JSON, else null. */
  readonly json: JsonValue
}

/** The scope of the pages of a session: a task run, a playground, or the portal of one of its systems. */
export type WorkstationPlace =
  | { readonly kind: 'task-run' | 'playground'; readonly id: string }
  | {
      readonly kind: 'site'
      /** The type of its system; the targets of calls are paths below it. */
      readonly system: string
    }

/** One request of a browser. */
export interface WorkstationVisit {
  readonly place: WorkstationPlace
  /** The path of the workstation or the portal, without a trailing slash. */
  readonly base: string
  /** The CSRF token of forms; null if each request has a token. */
  readonly csrf: string | null
  /** The decoded path segments below the workstation. */
  readonly path: readonly string[]
  readonly query: URLSearchParams
  /** Null for GET. */
  readonly form: WorkstationForm | null
  /** The systems of the service, by type. */
  readonly systems: ReadonlyMap<string, System>
  readonly call: (call: WorkstationCall) => Promise<WorkstationReply>
}

/** A file that a browser saves and does not open. */
export interface SavedFile {
  readonly bytes: Uint8Array
  readonly mediaType: string
  readonly name: string
}

/**
 * A page, a redirect, or a file to save. `isLast` marks the last page of a session, which answers its form directly.
 */
export type WorkstationAnswer =
  | { readonly status: number; readonly html: string; readonly isLast?: true }
  | { readonly redirect: string }
  | { readonly file: SavedFile }
