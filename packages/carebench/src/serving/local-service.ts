import { hash } from 'node:crypto'
import { type Clock, createSeededRandom, type KnownAudit, type Random, systemClock } from '@carebench/protocol'
import {
  type Compression,
  createIdSource,
  createMemoryStore,
  createService,
  type DocumentReading,
  defaultSystems,
  type MemoryOptions,
  type OutsideDocument,
  type RecordSigner,
  type Retention,
  type SandboxWires,
  type Service,
  type ServiceEvent,
  type ServiceLogEvent,
  type Store,
  secureRandom,
  type TaskAuditStart,
  type TestingClock,
  type WorkstationPages,
} from '@carebench/service'
import { readSecrets, type Secrets } from './secrets.js'

export interface LocalServiceOptions {
  /** The store of documents and logs. Default: in memory. */
  readonly store?: Store
  /** Default: the machine's clock. */
  readonly clock?: Clock
  /** Instead of `clock`: a clock that stands still, and that callers on loopback can advance. */
  readonly manualClock?: TestingClock
  /** Files with secrets, at most two: the first signs cursors, both verify them; generated at start if omitted. */
  readonly secretFiles?: readonly string[]
  /** The secrets, if they are already read from `secretFiles`. */
  readonly secrets?: Secrets
  /**
   * Makes generated data in playgrounds repeatable, and without `store` and with a manual clock also ids; tokens and
   * secrets are always random.
   */
  readonly seed?: number
  /** The operator key, `vop_…`, which creates organizations. Default: no organizations can be created. */
  readonly operatorKey?: string
  /** Signs records. Default: they are not signed. */
  readonly recordSigner?: RecordSigner
  /** The runs that are deleted automatically. Default: none. */
  readonly retention?: Retention
  /** Audits that replace new audits of equal content; default: none. */
  readonly knownAudits?: readonly KnownAudit[]
  /** Packs the logs of finished runs; default: they are not packed. */
  readonly compression?: Compression
  /** The memory gauge, and the share above which new work is rejected; default: no work is rejected. */
  readonly memory?: MemoryOptions
  /** The workstation pages, as for `createService`. */
  readonly workstation?: WorkstationPages
  readonly log?: (event: ServiceLogEvent) => void
  /** Called with each event that metrics count. */
  readonly onEvent?: (event: ServiceEvent) => void
  /** Connections to sandboxes other than HTTP. Default: none. */
  readonly wires?: SandboxWires
  /** Called before each task is audited. */
  readonly onTaskAudit?: (task: TaskAuditStart) => void
}

/** Creates the service of the command line, with all built-in systems. */
export function createLocalService(options: LocalServiceOptions = {}): Service {
  const { manualClock, seed } = options
  const latest = options.store?.latest
  const clock = manualClock ?? options.clock ?? systemClock
  return createService({
    store:
      options.store ?? createMemoryStore(options.compression === undefined ? {} : { compression: options.compression }),
    clock,
    ...(manualClock === undefined ? {} : { testingClock: manualClock, sleep: sleepOn(manualClock) }),
    random: secureRandom,
    sha256: (text) => hash('sha256', text),
    seeds: repeatable(seed, 1),
    // In a persistent store, ids of an earlier process must not occur again.
    ids: createIdSource(clock, repeatable(options.store === undefined ? seed : undefined, 2), {
      latestCommit: latest && (() => latest().commit),
    }),
    systems: defaultSystems,
    outside: { readDocument },
    ...(options.secrets ?? readSecrets(options.secretFiles)),
    ...(options.operatorKey === undefined ? {} : { operatorKey: options.operatorKey }),
    ...(options.recordSigner === undefined ? {} : { recordSigner: options.recordSigner }),
    ...(options.retention === undefined ? {} : { retention: options.retention }),
    ...(options.knownAudits === undefined ? {} : { knownAudits: options.knownAudits }),
    ...(options.memory === undefined ? {} : { memory: options.memory }),
    ...(options.workstation === undefined ? {} : { workstation: options.workstation }),
    ...(options.log === undefined ? {} : { log: options.log }),
    ...(options.onEvent === undefined ? {} : { onEvent: options.onEvent }),
    ...(options.wires === undefined ? {} : { wires: options.wires }),
    ...(options.onTaskAudit === undefined ? {} : { onTaskAudit: options.onTaskAudit }),
  })
}

/** Reads a PDF. Loads the reader with the first PDF, because most commands read none. */
async function readDocument(document: OutsideDocument): Promise<DocumentReading> {
  const { readPdfInWorker } = await import('@carebench/server')
  return readPdfInWorker(document)
}

/** Returns a stream of random numbers: derived from the seed, or secure random numbers without a seed. */
function repeatable(seed: number | undefined, stream: number): Random {
  return seed === undefined ? secureRandom : createSeededRandom(seed, stream)
}

/** Returns a sleep that advances a manual clock, which would otherwise never reach the end of the wait. */
function sleepOn(clock: TestingClock): (milliseconds: number) => Promise<void> {
  return async (milliseconds) => {
    await clock.advance(milliseconds)
  }
}
