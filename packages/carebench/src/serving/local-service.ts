import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type Clock, createSeededRandom, type Random, systemClock } from '@carebench/protocol'
import {
  createDefaultSimulators,
  createIdSource,
  createMemoryStore,
  createService,
  type Service,
  type ServiceLogEvent,
  secureRandom,
} from '@carebench/service'
import { WrongUse } from '../exit-reason.js'

export interface LocalServiceOptions {
  readonly clock?: Clock
  /** A file whose bytes sign cursors and derive sandbox credentials; drawn at start if missing. */
  readonly secretFile?: string
  /** Makes ids and playground seeds repeatable; tokens and secrets are always drawn afresh. */
  readonly seed?: number
  readonly log?: (event: ServiceLogEvent) => void
}

/** Assembles the service that the command line serves: in memory, with every simulator that there is. */
export function createLocalService(options: LocalServiceOptions = {}): Service {
  const clock = options.clock ?? systemClock
  const secret = options.secretFile === undefined ? new Uint8Array(randomBytes(32)) : readSecret(options.secretFile)
  return createService({
    store: createMemoryStore(),
    clock,
    random: secureRandom,
    ids: createIdSource(clock, idRandom(options.seed)),
    simulators: createDefaultSimulators(),
    secret,
    cursorKeys: [{ id: '1', secret }],
    ...(options.log === undefined ? {} : { log: options.log }),
  })
}

function idRandom(seed: number | undefined): Random {
  return seed === undefined ? secureRandom : createSeededRandom(seed)
}

function readSecret(file: string): Uint8Array {
  let bytes: Uint8Array
  try {
    bytes = new Uint8Array(readFileSync(file))
  } catch (cause) {
    throw new WrongUse(`--secret-file: ${file} cannot be read: ${String(cause)}`, { cause })
  }
  if (bytes.byteLength < 32) {
    throw new WrongUse(
      `--secret-file: ${file} has ${bytes.byteLength} bytes; at least 32 random ones are needed. Make a new file of them: head -c 32 /dev/urandom > carebench.secret`,
    )
  }
  return bytes
}
