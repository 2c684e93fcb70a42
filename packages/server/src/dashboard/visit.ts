import type { Steps } from '@carebench/protocol'
import type { CallOperation, ServiceResponse } from '@carebench/service'
import type { System } from '@carebench/systems'
import type { Verifier } from '@carebench/verifier'
import type { Inside } from '../site/markup.js'
import type { Form } from './form.js'
import type { ReadRecord, UnreadRecord } from './record-reader.js'
import type { Session } from './session/session.js'
import type { SharedReport } from './session/shared-report.js'

/** One request for a page. */
export interface Visit {
  /** The parameters in its path. */
  readonly params: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  /** What was sent; empty for a page that is only read. */
  readonly form: Form
  readonly session: Session
  readonly places: Places
  /** Calls an operation of the wire with the key of the session; rejects with an ApiError. */
  readonly call: CallOperation
  /** The answer of a path of the wire as it is. */
  readonly fetch: (target: string) => Promise<ServiceResponse>
  /** The record of a task run, by its id, or why there is none for the key of the session. */
  readonly readRecord: (taskRun: string) => Promise<ReadRecord | UnreadRecord>
  /** The systems of the service, by their types. */
  readonly systems: ReadonlyMap<string, System>
  /** That of the service. */
  readonly verifier: Pick<Verifier, 'verifyInSteps'>
  /** Runs long work, while others work too. */
  readonly inSteps: <Result>(steps: Steps<Result>) => Promise<Result>
  /**
   * Counts work as calls of anyone who is signed in, before it is done. Throws an ApiError `RATE_LIMITED` if there were
   * too many.
   */
  readonly charge: (calls: number) => void
  /** Returns the path of a link to a shared report, below `/dashboard`. */
  readonly linkTo: (report: SharedReport) => Promise<string>
  /** Milliseconds since 1970. */
  readonly now: number
}

/** The addresses of the pages that a shared report has, too. */
export interface Places {
  /** Whether the pages are read by a link to a shared report: without forms, and without links to other pages. */
  readonly areShared: boolean
  run(id: string): string
  taskRun(id: string): string
}

/** The addresses for anyone who is signed in. */
export const ownPlaces: Places = {
  areShared: false,
  run: (id) => `/dashboard/runs/${encodeURIComponent(id)}`,
  taskRun: (id) => `/dashboard/task-runs/${encodeURIComponent(id)}`,
}

/** A page. */
export interface Page {
  readonly title: string
  readonly body: Inside
  /** Default 200. */
  readonly status?: number
  /** The section of the navigation that it belongs to. */
  readonly section?: Section
  /** Whether it shows a task run, which has a style and a script of its own. */
  readonly task?: boolean
  /** What was searched for, so that the box still has it. */
  readonly search?: string
}

/** What a visit is answered with. */
export type Answer =
  | Page
  | { readonly redirect: string }
  /** A path outside of the dashboard. */
  | { readonly leave: string }
  | { readonly file: ServiceResponse; readonly name: string }

/** The sections of the navigation. */
export type Section = 'runs' | 'compare' | 'benchmarks' | 'playgrounds' | 'solvers' | 'keys' | 'organizations'

/** A page of the dashboard: who may see it, where it is, and what it shows. */
export interface Route {
  readonly method: 'GET' | 'POST'
  /** Below `/dashboard`: `/runs/{id}`. */
  readonly path: string
  readonly role: Session['role']
  readonly show: (visit: Visit) => Promise<Answer>
}
