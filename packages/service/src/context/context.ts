import type { CursorCodec } from '@carebench/pagination'
import type { KnownAudit, Random } from '@carebench/protocol'
import type { Verifier } from '@carebench/verifier'
import type { DocumentContext } from '../documents/document-context.js'
import type { IdSource } from '../documents/id-source.js'
import type { KeptDocuments } from '../documents/kept-documents.js'
import type { Readiness } from '../documents/readiness.js'
import type { TestingClock } from '../documents/testing-clock.js'
import type { LargeBodies } from '../http/json/large-bodies.js'
import type { MemoryGuard } from '../http/memory-guard.js'
import type { ServiceRequest, ServiceResponse } from '../http/request.js'
import type { WaitAllowance } from '../http/wait-allowance.js'
import type { Outside } from '../playground/calls/outside.js'
import type { PlaygroundHost } from '../playground/playground-host.js'
import type { WorkstationPages } from '../portal/workstation-pages.js'
import type { KeyedLock } from '../work/keyed-lock.js'
import type { RecordSigner } from './record-signer.js'
import type { SandboxWires } from './sandbox-wires.js'

/** An event for the log of the service. Never contains a token, a header or a body. */
export interface ServiceLogEvent {
  readonly level: 'info' | 'error'
  readonly message: string
  readonly requestId?: string
  readonly error?: unknown
}

/** An event that a service counts for metrics. */
export type ServiceEvent =
  | {
      /** A task run has ended, or its verification failed. */
      readonly kind: 'task-run'
      readonly outcome: 'pass' | 'partial' | 'fail' | 'timed_out' | 'cancelled' | 'failed'
    }
  | {
      /** The audit of a version has ended: `outcome` says whether it has errors or could not be made. */
      readonly kind: 'audit'
      readonly outcome: 'passed' | 'errors' | 'failed'
    }

/** A task that is about to be audited, with its position in its version. */
export interface TaskAuditStart {
  readonly name: string
  readonly number: number
  readonly total: number
}

/** The data that creating calls with an `Idempotency-Key` share in this process. */
export interface CreationLeases {
  /** The name of this process among all that use the store. */
  readonly holder: string
  /** The ids of the creations that this process is executing, or about to. */
  readonly held: Set<string>
  /** Waits for some milliseconds while another call is executed. */
  readonly pause: (milliseconds: number) => Promise<void>
}

/** The audits of published versions that run in the background. */
export interface BackgroundAudits {
  /** Begins the audit of a version, unless it is running. */
  begin(versionId: string): void
}

/** The dependencies of every handler. */
export interface ServiceContext extends DocumentContext {
  /** Cached parts of the store that never change. */
  readonly kept: KeptDocuments
  /** The clock, if callers may advance it; else null. */
  readonly testingClock: TestingClock | null
  /** The SHA-256 of a text's UTF-8, in lower-case hex. */
  readonly sha256: (text: string) => string
  /** The digest of the operator key; null if the service has none. */
  readonly operatorDigest: string | null
  /** Draws the seeds of runs. */
  readonly seeds: Random
  readonly ids: IdSource
  readonly cursors: CursorCodec
  readonly playgrounds: PlaygroundHost
  /** External services that simulators may call. */
  readonly outside: Outside
  /** Audits that were made before, by the digest of the content. */
  readonly knownAudits: ReadonlyMap<string, KnownAudit>
  readonly audits: BackgroundAudits
  /** The verifier, which knows the kinds of assertion that criteria can have. */
  readonly verifier: Verifier
  /** Serializes work on one object in this process, such as the decisions about a task run. */
  readonly locks: KeyedLock
  /** The secret from which tokens and the credentials of sandboxes are derived. */
  readonly secret: Uint8Array
  /** Earlier secrets, from which tokens in repeated responses may be derived. */
  readonly previousSecrets: readonly Uint8Array[]
  readonly leases: CreationLeases
  /** Reads long JSON bodies in steps. */
  readonly largeBodies: LargeBodies
  /** Rejects work that would need more memory than is available. */
  readonly memory: MemoryGuard
  /** Finds out whether the storage can be read and written. */
  readonly readiness: Readiness
  /** Lets some milliseconds pass while an agent waits on a real clock. */
  readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>
  /** Host names that callers on this machine may use, in addition to those of loopback. */
  readonly hosts: readonly string[]
  /** The whole service, for MCP. The allowance is that of the batch that the request is part of. */
  readonly handle: (request: ServiceRequest, allowance?: WaitAllowance) => Promise<ServiceResponse>
  /** Signs the records of task runs; null if they are not signed. */
  readonly recordSigner: RecordSigner | null
  /** The pages of workstations and of the payer's portal; null if the service has none. */
  readonly workstation: WorkstationPages | null
  /** Connections to sandboxes other than HTTP; null if there are none. */
  readonly wires: SandboxWires | null
  readonly log: (event: ServiceLogEvent) => void
  readonly onTaskAudit: (task: TaskAuditStart) => void
  readonly onEvent: (event: ServiceEvent) => void
}
