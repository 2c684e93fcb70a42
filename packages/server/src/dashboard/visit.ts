import type { Steps } from '@carebench/protocol'
import type { CallOperation, ServiceResponse } from '@carebench/service'
import type { System } from '@carebench/systems'
import type { Verifier } from '@carebench/verifier'
import type { Inside } from '../site/markup.js'
import type { Form } from './form.js'
import type { ReadRecord, UnreadRecord } from './record-reader.js'
import type { Session } from './session.js'

/** One request for a page. */
export interface Visit {
  /** The parameters in its path. */
  readonly params: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  /** What was sent; empty for a page that is only read. */
  readonly form: Form
  readonly session: Session
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
  /** Milliseconds since 1970. */
  readonly now: number
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
