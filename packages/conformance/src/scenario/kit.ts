import type { Answer, Call } from '../exchange/exchange.js'
import type { Pattern } from '../expectation/pattern.js'
import type { Profile } from '../requirements/requirement.js'
import type { RequirementId } from '../requirements/requirements.js'
import type { AgentRun, RunOptions } from './agent-run.js'
import type { BenchmarkPlan, Published } from './publish.js'

/** A status, or a pattern of the parts of an answer. */
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

/** What a request without TLS was answered. */
export interface PlainAnswer {
  /** Null if the connection ended without an answer. */
  readonly status: number | null
  readonly text: string
  /** Whether the server closed the connection after it. */
  readonly closed: boolean
}

/** Everything that a scenario works with. */
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

  /** Checks an answer. */
  answer(id: Id, answer: Answer, expected: AnswerPattern): void
  /** Checks something that was made out of answers. */
  value(id: Id, actual: unknown, expected: Pattern, ...of: readonly Answer[]): void
  /** Says that a requirement does not concern this server. */
  notApplicable(id: Id, reason: string): void
  /** Does something whose failure does not end the scenario. */
  part(work: () => Promise<void>): Promise<void>

  /** A name that the kit can find again. */
  name(label: string): string
  /** Makes something and answers its id. */
  create(target: string, body: unknown, call?: Call): Promise<string>
  /** `name@version` of the benchmark that was given, else of the kit's own. */
  reference(): Promise<string>
  /** The kit's own benchmark, published once. */
  clinic(): Promise<Published>
  /** Publishes a benchmark under a name of its own; audit findings are allowed. */
  publish(plan: BenchmarkPlan): Promise<Published>
  createRun(reference: string, options?: RunOptions): Promise<AgentRun>
  /** Lets time go by: moves the clock of the server if that can be done, else waits if it is short. */
  elapse(seconds: number): Promise<void>
  /** Whether {@link elapse} moves the clock. */
  readonly hasClock: boolean
  /** Sends a request without TLS to the same host and port. */
  plain(method: string, target: string): Promise<PlainAnswer>
}
