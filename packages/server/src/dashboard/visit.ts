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
  /** The submitted form; empty for GET. */
  readonly form: Form
  readonly session: Session
  readonly places: Places
  /** Calls an operation of the API with the key of the session; rejects with an ApiError. */
  readonly call: CallOperation
  /** Returns the unchanged response to a path of the API. */
  readonly fetch: (target: string) => Promise<ServiceResponse>
  /** Reads the record of a task run by id, or returns why there is none for the key of the session. */
  readonly readRecord: (taskRun: string) => Promise<ReadRecord | UnreadRecord>
  /** The systems of the service, by their types. */
  readonly systems: ReadonlyMap<string, System>
  /** The verifier of the service. */
  readonly verifier: Pick<Verifier, 'verifyInSteps'>
  /** Runs long work in steps, so that other requests are handled meanwhile. */
  readonly inSteps: <Result>(steps: Steps<Result>) => Promise<Result>
  /** Counts work as calls of the user before it is done. Throws an ApiError `RATE_LIMITED` if there were too many. */
  readonly charge: (calls: number) => void
  /** Returns the path of a link to a shared report, below `/dashboard`. */
  readonly linkTo: (report: SharedReport) => Promise<string>
  /** Milliseconds since 1970. */
  readonly now: number
}

/** The addresses of the pages that shared reports also have. */
export interface Places {
  /** Whether the pages belong to a shared report: they have no forms, and no links to other pages. */
  readonly areShared: boolean
  run(id: string): string
  taskRun(id: string): string
}

/** The addresses for signed-in users. */
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
  /** Whether it has the script of task runs, and the button that unfolds everything. */
  readonly task?: boolean
  /** The text of the search box. */
  readonly search?: string
}

/** The response to a visit. */
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
