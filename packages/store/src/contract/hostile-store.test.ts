import { createSeededRandom } from '@carebench/protocol'
import { describe, expect, inject, it } from 'vitest'
import { createMemoryStore } from '../memory/memory-store.js'
import { insert, StoreUnavailableError, update } from '../store.js'
import { createHostileStore, type HostileOptions } from './hostile-store.js'
import { logContract } from './log-contract.js'
import { defineNotes, makeEntry, makeNote } from './note.js'
import { storeContract } from './store-contract.js'

const scale = inject('scale')

function create(seed: number, options: Partial<HostileOptions> = {}) {
  return createHostileStore(createMemoryStore(), { random: createSeededRandom(seed), ...options })
}

const numRuns = 12 * scale
let seed = 0
storeContract('the hostile store', () => create(++seed), numRuns)
logContract('the hostile store', () => create(++seed).log)

describe('the hostile store', () => {
  it('loses no increment under conflicts and failures', async () => {
    const store = create(11, { conflict: 0.5, failBefore: 0.1 })
    const notes = defineNotes()
    const retryConflicts = async <Result>(act: () => Promise<Result>): Promise<Result> => {
      for (;;) {
        try {
          return await act()
        } catch (error) {
          if (!(error instanceof StoreUnavailableError)) throw error
        }
      }
    }
    await retryConflicts(() => store.commit([insert(notes, makeNote(1, { text: '0' }))]))
    let conflicts = 0
    const increment = async () => {
      for (;;) {
        const present = await retryConflicts(() => store.get(notes, makeNote(1).id))
        if (present === undefined) throw new Error('The note is gone.')
        const next = { ...present.doc, text: String(Number(present.doc.text) + 1) }
        const result = await retryConflicts(() => store.commit([update(notes, next, present.revision)]))
        if (result.ok) return
        conflicts++
      }
    }
    await Promise.all(Array.from({ length: 20 }, increment))
    expect((await retryConflicts(() => store.get(notes, makeNote(1).id)))?.doc.text).toBe('20')
    expect(conflicts).toBeGreaterThan(5)
  })

  it('causes conflicts for a single writer', async () => {
    const store = create(1, { conflict: 1 })
    const notes = defineNotes()
    const added = await store.commit([insert(notes, makeNote(1))])
    const result = await store.commit([update(notes, makeNote(1, { text: 'x' }), added.ok ? added.revision : 0)])
    expect(result).toMatchObject({ ok: false, failed: { index: 0, reason: 'revision' } })
    expect((await store.get(notes, makeNote(1).id))?.doc).toEqual(makeNote(1))
  })

  it('fails before a commit without effect, and after one with its full effect', async () => {
    for (const [options, there] of [
      [{ failBefore: 1 }, false],
      [{ failAfter: 1 }, true],
    ] as const) {
      const inner = createMemoryStore()
      const notes = defineNotes()
      const store = createHostileStore(inner, { random: createSeededRandom(1), ...options })
      const append = { log: 'pg_1', expectedSeq: 1, entries: [makeEntry(1)] }
      await expect(store.commit([insert(notes, makeNote(1))], [append])).rejects.toThrow(StoreUnavailableError)
      expect((await inner.get(notes, makeNote(1).id)) !== undefined).toBe(there)
      expect(await inner.log.read('pg_1')).toHaveLength(there ? 1 : 0)
    }
  })

  it('blocks every call while it is stalled', async () => {
    const store = create(1)
    const notes = defineNotes()
    store.stall()
    let done = false
    const pending = store.commit([insert(notes, makeNote(1))]).then(() => {
      done = true
    })
    for (let turn = 0; turn < 50; turn++) await Promise.resolve()
    expect(done).toBe(false)
    store.resume()
    await pending
    expect(await store.get(notes, makeNote(1).id)).toBeDefined()
  })
})
