import type { LogEntry } from '@carebench/protocol'
import { type Collection, type Document, defineCollection } from '../../collection.js'

// For tests of this package only.

/** A document with every kind of index. */
export interface Note extends Document {
  readonly alias: string | null
  readonly owner: string | null
  readonly tags: readonly string[]
  readonly due_at: number | null
  readonly text: string
}

export function defineNotes(): Collection<Note> {
  return defineCollection<Note>({
    name: 'notes',
    unique: { alias: (note) => note.alias },
    filters: { owner: (note) => note.owner, tag: (note) => note.tags },
    due: (note) => note.due_at,
  })
}

export function makeNote(number: number, members: Omit<Note, 'id' | 'created_at'>): Note {
  const id = `note_${String(number).padStart(6, '0')}`
  return { id, created_at: new Date(Date.UTC(2026, 0, 5, 9) + number).toISOString(), ...members }
}

export function makeEntry(seq: number, kind: 'wait' | 'seal' = 'wait', engine = '1'): LogEntry {
  return {
    seq,
    at: '2026-01-05T09:00:00.000Z',
    actor: 'system',
    action: { kind },
    effects: [],
    events: [],
    response: null,
    engine,
  }
}
