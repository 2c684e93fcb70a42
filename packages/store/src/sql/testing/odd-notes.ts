import { insert } from '../../store.js'
import type { SqlStore } from '../sql-store.js'
import { defineNotes, makeEntry, makeNote } from './note.js'

// For tests only.

export const notes = defineNotes()
/** Notes with texts that PostgreSQL cannot store unchanged. */
export const odd = Array.from({ length: 450 }, (_, number) =>
  makeNote(number, { alias: `\0${number}`, owner: 'x', tags: ['p', `t${number % 3}`], due_at: number, text: '\ud800' }),
)

/** Writes the odd notes and a log. */
export async function fill(store: SqlStore) {
  await store.commit(
    odd.map((note) => insert(notes, note)),
    [{ log: 'one', expectedSeq: 1, entries: [makeEntry(1), makeEntry(2, 'seal', '\0')] }],
  )
}
