import type { CursorCodec } from '@carebench/pagination'
import type { Clock, ManualClock, Random, SimulatorType } from '@carebench/protocol'
import type { Verifier } from '@carebench/verifier'
import type { PlaygroundHost } from './playground/playground-host.js'
import type { AnySimulator } from './playground/simulator-set.js'
import type { IdSource } from './ports/id-source.js'
import type { Outside } from './ports/outside.js'
import type { Store } from './ports/store.js'
import type { ServiceRequest, ServiceResponse } from './request.js'
import type { KeyedLock } from './runs/keyed-lock.js'

/** Something worth a line in the log of the service. Never holds a token, a header or a body. */
export interface ServiceLogEvent {
  readonly level: 'info' | 'error'
  readonly message: string
  readonly requestId?: string
  readonly error?: unknown
}

/** What every handler works with. */
export interface ServiceContext {
  readonly store: Store
  readonly clock: Clock
  /** The same clock if callers may move it, else null. */
  readonly testingClock: ManualClock | null
  /** Fit for secrets. */
  readonly random: Random
  /** The SHA-256 of a text's UTF-8, in lower-case hex. */
  readonly sha256: (text: string) => string
  /** Draws the seeds of runs. */
  readonly seeds: Random
  readonly ids: IdSource
  readonly cursors: CursorCodec
  readonly simulators: ReadonlyMap<SimulatorType, AnySimulator>
  readonly playgrounds: PlaygroundHost
  /** What simulators may ask that is no simulator. */
  readonly outside: Outside
  /** Knows the kinds of assertion that criteria can have. */
  readonly verifier: Verifier
  /** Lets the decisions about one task run, or one run, happen one after another in this process. */
  readonly locks: KeyedLock
  /** From which the credentials of sandboxes are derived. */
  readonly secret: Uint8Array
  /** Names by which callers on this machine may ask, beside those of loopback. */
  readonly hosts: readonly string[]
  /** The whole service, for what speaks to it in another language. */
  readonly handle: (request: ServiceRequest) => Promise<ServiceResponse>
  readonly log: (event: ServiceLogEvent) => void
}
