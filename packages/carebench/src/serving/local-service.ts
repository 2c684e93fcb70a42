import { hash } from 'node:crypto'
import {
  type Clock,
  createSeededRandom,
  type KnownAudit,
  type ManualClock,
  type Random,
  systemClock,
} from '@carebench/protocol'
import {
  createIdSource,
  createMemoryStore,
  createService,
  defaultSystems,
  type Service,
  type ServiceLogEvent,
  secureRandom,
  type TaskAuditStart,
} from '@carebench/service'
import { readSecrets } from './secrets.js'

export interface LocalServiceOptions {
  /** Default: the machine's clock. */
  readonly clock?: Clock
  /** In the place of `clock`: it stands still, and callers on loopback move it. */
  readonly manualClock?: ManualClock
  /** Files of secrets, at most two: the first signs cursors, both verify them; drawn at start if missing. */
  readonly secretFiles?: readonly string[]
  /**
   * Makes what is generated in playgrounds repeatable, and with a manual clock ids too; tokens and secrets are always drawn
   * afresh.
   */
  readonly seed?: number
  /** The key that creates organizations, `vop_…`. Default: none can be created. */
  readonly operatorKey?: string
  /** Audits to go by instead of auditing what is published again; default: none. */
  readonly knownAudits?: readonly KnownAudit[]
  readonly log?: (event: ServiceLogEvent) => void
  /** Is called before each task is audited. */
  readonly onTaskAudit?: (task: TaskAuditStart) => void
}

/** Assembles the service that the command line serves: in memory, with every simulator that there is. */
export function createLocalService(options: LocalServiceOptions = {}): Service {
  const { manualClock, seed } = options
  const clock = manualClock ?? options.clock ?? systemClock
  return createService({
    store: createMemoryStore(),
    clock,
    ...(manualClock === undefined ? {} : { testingClock: manualClock }),
    random: secureRandom,
    sha256: (text) => hash('sha256', text),
    seeds: repeatable(seed, 1),
    ids: createIdSource(clock, repeatable(seed, 2)),
    systems: defaultSystems,
    ...readSecrets(options.secretFiles),
    ...(options.operatorKey === undefined ? {} : { operatorKey: options.operatorKey }),
    ...(options.knownAudits === undefined ? {} : { knownAudits: options.knownAudits }),
    ...(options.log === undefined ? {} : { log: options.log }),
    ...(options.onTaskAudit === undefined ? {} : { onTaskAudit: options.onTaskAudit }),
  })
}

/** A stream of numbers that the seed decides, or chance without one. */
function repeatable(seed: number | undefined, stream: number): Random {
  return seed === undefined ? secureRandom : createSeededRandom(seed, stream)
}
