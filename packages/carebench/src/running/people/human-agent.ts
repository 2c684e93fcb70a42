import { createHash } from 'node:crypto'
import type { Agent } from '../../runner/agent.js'
import type { Reader } from './reader.js'
import type { ReaderDesk } from './reader-desk.js'

/** The value of `--agent` for a person. */
export const humanName = 'human'

/** Creates an agent for a person who works at a desk. */
export function createHumanAgent({ reader, isScripted }: Reader, name: string | undefined, desk: ReaderDesk): Agent {
  return {
    name: name ?? nameFor(reader),
    kind: 'human',
    surface: 'browser',
    identity: { reader, scripted: isScripted, surface: 'browser' },
    isolation: isScripted ? 'scripted' : 'person',
    reserve: (signal) => desk.reserve(signal),
    run: (trial) => desk.work(trial),
  }
}

/** Returns an agent name that is valid in results and folders. */
function nameFor(reader: string): string {
  const plain = reader.replaceAll(/[^A-Za-z0-9._-]+/g, '-').replaceAll(/^-+|-+$/g, '')
  return plain === '' ? `reader-${createHash('sha256').update(reader).digest('hex').slice(0, 6)}` : plain
}
