import type { LogEntry } from '@carebench/protocol'
import { type Collection, type Document, defineCollection } from '../collection.js'

/** The document of the contract suites, with every kind of index. */
export interface Note extends Document {
  readonly alias: string | null
  readonly owner: string | null
  readonly tags: readonly string[]
  readonly due_at: number | null
  readonly text: string
}

/** Creates a definition. Each store needs its own, because it accepts only one object per name. */
export function defineNotes(name = 'notes'): Collection<Note> {
  return defineCollection<Note>({
    name,
    unique: { alias: (note) => note.alias },
    filters: { owner: (note) => note.owner, tag: (note) => note.tags },
    due: (note) => note.due_at,
  })
}

/** Creates the note with this number; three consecutive notes share a millisecond. */
export function makeNote(number: number, overrides: Partial<Note> = {}): Note {
  return {
    id: `note_${String(number).padStart(6, '0')}`,
    created_at: new Date(Date.UTC(2026, 0, 5, 9) + Math.floor(number / 3)).toISOString(),
    alias: null,
    owner: null,
    tags: [],
    due_at: null,
    text: '',
    ...overrides,
  }
}

export function makeEntry(seq: number, kind: 'step' | 'seal' = 'step', text = ''): LogEntry {
  return {
    seq,
    at: '2026-01-05T09:00:00.000Z',
    actor: 'system',
    action: kind === 'seal' ? { kind } : { kind: 'scenario', step: { type: 'advance_clock', text } },
    effects: [],
    events: [],
    response: null,
    engine: '1',
  }
}
