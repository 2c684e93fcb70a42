import type { Answer, Call } from '../exchange/exchange.js'
import type { Pattern } from '../expectation/pattern.js'
import type { Profile } from '../requirements/requirement.js'
import type { RequirementId } from '../requirements/requirements.js'
import type { AgentRun, RunOptions } from './agent-run.js'
import type { BenchmarkPlan, Published } from './publish.js'

/** A status, or patterns for the parts of a response. */
export type AnswerPattern =
  | number
  | {
      readonly status?: Pattern
      /** By lower-case name. */
      readonly headers?: Pattern
      readonly body?: Pattern
      readonly text?: Pattern
    }

/** Another organization. */
export interface OtherOrganization {
  readonly call: Call
  readonly solverKey: string
}

/** The response to a request without TLS. */
export interface PlainAnswer {
  /** Null if there was no HTTP response. */
  readonly status: number | null
  readonly text: string
  /** Whether the server closed the connection. */
  readonly closed: boolean
}

/** The address of a channel. */
export interface WirePlace {
  readonly host: string
  readonly port: number
  /** Whether connections begin with a TLS handshake. */
  readonly tls: boolean
}

/** The data received over one connection. */
export interface WireAnswer {
  /** False if no server accepted the connection. */
  readonly connected: boolean
  /** Each byte as one character. */
  readonly text: string
}

/** The interface of a scenario to the run. */
export interface Kit<Id extends RequirementId = RequirementId> {
  readonly profile: Profile
  /** Calls with the organization API key. */
  readonly call: Call
  /** Calls with any token; null sends none. */
  as(token: string | null): Call
  readonly organizationKey: string
  readonly solverKey: string
  readonly operatorKey: string
  readonly other: OtherOrganization

  /** Checks a response. */
  answer(id: Id, answer: Answer, expected: AnswerPattern): void
  /** Checks a value that was computed from responses. */
  value(id: Id, actual: unknown, expected: Pattern, ...of: readonly Answer[]): void
  /** Declares that a requirement does not apply to this server. */
  notApplicable(id: Id, reason: string): void
  /** Runs a part of the scenario; its failure does not end the scenario. */
  part(work: () => Promise<void>): Promise<void>

  /** Returns a name that begins with the prefix of the run. */
  name(label: string): string
  /** Creates a resource and returns its id. */
  create(target: string, body: unknown, call?: Call): Promise<string>
  /** Returns `name@version` of the given benchmark, or else of the kit's own. */
  reference(): Promise<string>
  /** Returns the kit's own benchmark, which is published once. */
  clinic(): Promise<Published>
  /** Publishes a benchmark under a unique name, and waits for its audit, whose findings are allowed. */
  publish(plan: BenchmarkPlan): Promise<Published>
  /** Waits for the audit of a version; returns the response to publishing, or to the last read. */
  audited(published: Answer): Promise<Answer>
  createRun(reference: string, options?: RunOptions): Promise<AgentRun>
  /** Lets time pass: advances the clock of the server if possible, else waits if the time is short. */
  elapse(seconds: number): Promise<void>
  /** Whether {@link elapse} advances the clock. */
  readonly hasClock: boolean
  /** Sends a request without TLS to the same host and port. */
  plain(method: string, target: string): Promise<PlainAnswer>
  /** Retries a request with status 503 for up to 15 seconds, as `Retry-After` says. */
  available(send: () => Promise<Answer>): Promise<Answer>
  /** Sends text over a new connection, and reads until the response is complete or the server closes the connection. */
  readonly exchange: (place: WirePlace, sent: string, isDone: (received: string) => boolean) => Promise<WireAnswer>
  /** Whether a port stops accepting connections within five seconds. */
  closes(place: WirePlace): Promise<boolean>
}
