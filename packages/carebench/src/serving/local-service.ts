import { hash } from 'node:crypto'
import { createSeededRandom, type ManualClock, type Random, systemClock } from '@carebench/protocol'
import {
  createDefaultSimulators,
  createIdSource,
  createMemoryStore,
  createService,
  type Service,
  type ServiceLogEvent,
  secureRandom,
} from '@carebench/service'
import { readSecrets } from './secrets.js'

export interface LocalServiceOptions {
  /** In the place of the machine's clock: it stands still, and callers on loopback move it. */
  readonly manualClock?: ManualClock
  /** Files of secrets, at most two: the first signs cursors, both verify them; drawn at start if missing. */
  readonly secretFiles?: readonly string[]
  /**
   * Makes what is generated in playgrounds repeatable, and with a manual clock ids too; tokens and secrets are always drawn
   * afresh.
   */
  readonly seed?: number
  readonly log?: (event: ServiceLogEvent) => void
}

/** Assembles the service that the command line serves: in memory, with every simulator that there is. */
export function createLocalService(options: LocalServiceOptions = {}): Service {
  const { manualClock, seed } = options
  const clock = manualClock ?? systemClock
  return createService({
    store: createMemoryStore(),
    clock,
    ...(manualClock === undefined ? {} : { testingClock: manualClock }),
    random: secureRandom,
    sha256: (text) => hash('sha256', text),
    seeds: repeatable(seed, 1),
    ids: createIdSource(clock, repeatable(seed, 2)),
    simulators: createDefaultSimulators(),
    ...readSecrets(options.secretFiles),
    ...(options.log === undefined ? {} : { log: options.log }),
  })
}

/** A stream of numbers that the seed decides, or chance without one. */
function repeatable(seed: number | undefined, stream: number): Random {
  return seed === undefined ? secureRandom : createSeededRandom(seed, stream)
}
