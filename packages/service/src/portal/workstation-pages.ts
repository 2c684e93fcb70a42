import type { JsonValue } from '@carebench/protocol'
import type { System } from '@carebench/systems'
import type { PortalAnswer, PortalFile, PortalNotice } from './portal-pages.js'

/**
 * The pages on which people work a task. The service authenticates, reads forms and makes the calls; pages only show.
 * `workstationPages` of `@carebench/server` is the implementation.
 */
export interface WorkstationPages {
  /** Returns the source expression that allows the style sheet of the pages in a content security policy. */
  styleSource(): string
  /** Answers a request of a browser that has a session. */
  visit(visit: WorkstationVisit): Promise<WorkstationAnswer>
  /**
   * Returns the page that a link opens, which leads on to `base`: a redirect from another site would lose the cookie.
   */
  enter(base: string): string
  /** Returns a page with one message, for visitors without a session. */
  notice(notice: PortalNotice): string
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
  file(name: string): PortalFile | null
}

/** A call of the interface with the token of the session. */
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

/** One request of a browser. */
export interface WorkstationVisit {
  /** What the session is limited to. */
  readonly place: { readonly kind: 'task-run' | 'playground'; readonly id: string }
  /** The path of the workstation, without a trailing slash. */
  readonly base: string
  /** The CSRF token of forms. */
  readonly csrf: string
  /** The decoded path segments below the workstation. */
  readonly path: readonly string[]
  readonly query: URLSearchParams
  /** Null for GET. */
  readonly form: WorkstationForm | null
  /** The systems of the service, by type. */
  readonly systems: ReadonlyMap<string, System>
  readonly call: (call: WorkstationCall) => Promise<WorkstationReply>
}

/** A page, a redirect, or a file to save. */
export type WorkstationAnswer = PortalAnswer
