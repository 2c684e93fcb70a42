import { createHash } from 'node:crypto'
import type { Agent } from '../../runner/agent.js'
import type { Reader, ReaderDesk } from './reader-desk.js'

export type { Reader }

/** The name under which users ask for people. */
export const humanName = 'human'

const maxReaderLength = 80

/** Reads the option `--reader`; a text says what is wrong with it. */
export function parseReader(text: string): Reader | string {
  const reader = text.trim()
  if (reader === '' || reader.length > maxReaderLength || /\p{C}/u.test(reader)) {
    return `--reader must be a name or a pseudonym of 1 to ${maxReaderLength} characters`
  }
  return { reader, isScripted: /^scripted\b/i.test(reader) }
}

/** Creates the agent that is a person at a desk. */
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

/** Returns a name for results and folders. */
function nameFor(reader: string): string {
  const plain = reader.replaceAll(/[^A-Za-z0-9._-]+/g, '-').replaceAll(/^-+|-+$/g, '')
  if (plain === reader) return plain
  const digest = createHash('sha256').update(reader).digest('hex').slice(0, 4)
  return /^[A-Za-z0-9 ._-]+$/.test(reader) && plain !== '' ? plain : `${plain || 'reader'}-${digest}`
}
