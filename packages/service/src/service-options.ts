import type { CursorKey } from '@carebench/pagination'
import type { Clock, KnownAudit, Random } from '@carebench/protocol'
import type { Store } from '@carebench/store'
import type { System } from '@carebench/systems'
import type { Verifier } from '@carebench/verifier'
import type { ServiceEvent, ServiceLogEvent, TaskAuditStart } from './context/context.js'
import type { RecordSigner } from './context/record-signer.js'
import type { SandboxWires } from './context/sandbox-wires.js'
import type { IdSource } from './documents/id-source.js'
import type { TestingClock } from './documents/testing-clock.js'
import type { MemoryOptions } from './http/memory-guard.js'
import type { BaseCache } from './playground/base-cache.js'
import type { Outside } from './playground/calls/outside.js'
import type { WorkstationPages } from './portal/workstation-pages.js'
import type { Retention } from './records/run-retention.js'

/** The options of a service; time, randomness and storage are always injected. */
export interface ServiceOptions {
  readonly store: Store
  readonly clock: Clock
  /**
   * For tests: enables `POST /testing/clock` for callers on loopback, which advances this clock. It must be the same
   * object as `clock`. Otherwise, and for all other callers, the path does not exist.
   */
  readonly testingClock?: TestingClock
  /** Random numbers for tokens: must be fit for secrets, such as `secureRandom`. */
  readonly random: Random
  /**
   * The SHA-256 of a text's UTF-8, in lower-case hex, used to look up tokens and to digest responses. Default: an
   * implementation in JavaScript, which runs everywhere; the platform's own, such as `(text) => hash('sha256', text)`
   * of `node:crypto`, takes a quarter of the time.
   */
  readonly sha256?: (text: string) => string
  /** Generates the seeds of runs whose benchmark has none; default: `random`. */
  readonly seeds?: Random
  readonly ids: IdSource
  /** The simulated systems that environments can have: `defaultSystems`, and your own. */
  readonly systems: readonly System[]
  /**
   * Caches the seeded states of benchmarks. Services with the same cache and the same `systems` seed common data once.
   * Default: a separate cache.
   */
  readonly bases?: BaseCache
  /**
   * External services that simulators may call; their responses are recorded in the log. Default: PDFs are read and
   * written in this thread, and no model plays personas. A service that others can reach should read PDFs with
   * `readPdfInWorker` of `@carebench/server`.
   */
  readonly outside?: Outside
  /**
   * The key that creates and lists organizations, from `createOperatorKey`. Only its digest is kept. Default: none, and
   * `/organizations` rejects every caller.
   */
  readonly operatorKey?: string
  /**
   * At least 32 random bytes, the same for all services on the store; tokens and sandbox credentials are derived from
   * it. Only its holder can repeat a response that contains a token.
   */
  readonly secret: Uint8Array
  /**
   * Earlier values of `secret`, needed for 24 hours after a change, to repeat responses that contain a token. A token
   * itself remains valid. Default: none.
   */
  readonly previousSecrets?: readonly Uint8Array[]
  /** The keys of pagination cursors, at least one: the first signs, all verify. */
  readonly cursorKeys: readonly CursorKey[]
  /** The kinds of assertion and of record; default: the built-in kinds, and the records of `systems`. */
  readonly verifier?: Verifier
  /**
   * Audits that were made before their benchmarks were shipped, as in `fixtureAudits` of `@carebench/fixtures`, or from
   * {@link keepAudit}. A version whose content has the digest of one gets that audit instead of a new one. They are
   * trusted: pass only those that came with software that you trust, and none if `systems` or `verifier` are your own.
   * Audits by another engine are ignored. Default: none; no request can add one.
   */
  readonly knownAudits?: readonly KnownAudit[]
  /**
   * Host names by which clients on this machine reach the service, in addition to `localhost` and the loopback
   * addresses, for example that of a proxy in front of it. `/mcp` rejects other names from this machine, so that a web
   * page cannot reach it through a name of its own.
   */
  readonly hosts?: readonly string[]
  /**
   * Waits for some milliseconds, while another call with the same `Idempotency-Key` is being executed; tests may wait
   * otherwise. Default: a timer.
   */
  readonly pause?: (milliseconds: number) => Promise<void>
  /**
   * Lets some milliseconds pass while an agent waits on a real clock; a service on a manual clock may advance that
   * instead. It may return as soon as the signal is aborted, because nobody waits any more. Default: a timer.
   */
  readonly sleep?: (milliseconds: number, signal?: AbortSignal) => Promise<void>
  /**
   * The share of the memory that is in use, and its limit. From the limit on, calls that create something are rejected
   * with 503 and `retry-after`; from halfway between the limit and the full memory on, starts of task runs too.
   * Everything else is answered, so that started work can be finished. Default: nothing is rejected.
   */
  readonly memory?: MemoryOptions
  /**
   * Signs the records of task runs, so that others can tell them from records that were changed and sealed again. Only
   * the server may have its private key. Default: records are sealed, and not signed.
   */
  readonly recordSigner?: RecordSigner
  /** The runs that {@link Service.sweepRuns} deletes automatically. Default: none. */
  readonly retention?: Retention
  /**
   * The pages on which people do a task or use a playground, and those of the payer's portal: `workstationPages` of
   * `@carebench/server`. Default: none, and requests for them are answered 501 `NOT_IMPLEMENTED`.
   */
  readonly workstation?: WorkstationPages
  /** Connections to sandboxes other than HTTP. Default: none. */
  readonly wires?: SandboxWires
  /** Called with events for a log; default: they are dropped. Exceptions are ignored. */
  readonly log?: (event: ServiceLogEvent) => void
  /**
   * Called before each task of a published version is audited, which can take seconds; not for `knownAudits`. Default:
   * not called. Exceptions are ignored.
   */
  readonly onTaskAudit?: (task: TaskAuditStart) => void
  /** Called with each event that metrics count; default: not called. Exceptions are ignored. */
  readonly onEvent?: (event: ServiceEvent) => void
}
