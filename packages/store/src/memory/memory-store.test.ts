import { expect, inject, it } from 'vitest'
import { logContract } from '../contract/log-contract.js'
import { defineNotes, makeEntry, makeNote } from '../contract/note.js'
import { storeContract } from '../contract/store-contract.js'
import { insert, update } from '../store.js'
import { createMemoryStore } from './memory-store.js'

const scale = inject('scale')

const numRuns = 20 * scale

storeContract('the memory store', createMemoryStore, numRuns)
logContract('the memory store', () => createMemoryStore().log)

it('rejects values that JSON cannot represent, with their path', async () => {
  const store = createMemoryStore()
  const notes = defineNotes()
  const cases = [new Date(0), Number.NaN, 1n, () => 1, [undefined], new Map()]
  for (const value of cases) {
    const note = { ...makeNote(1), extra: [{ value }] }
    await expect(store.commit([insert(notes, note)])).rejects.toThrow(/must be JSON.*\/extra\/0\/value/)
  }
})

it('stores a member called __proto__ as a member', async () => {
  const store = createMemoryStore()
  const notes = defineNotes()
  const note = { ...makeNote(1), extra: JSON.parse('{"__proto__":{"x":1}}') }
  await store.commit([insert(notes, note)])
  const doc = (await store.get(notes, note.id))?.doc
  expect(JSON.stringify(doc)).toBe(JSON.stringify(note))
})

it('rejects a second definition with the same name', async () => {
  const store = createMemoryStore()
  await store.commit([insert(defineNotes(), makeNote(1))])
  await expect(store.get(defineNotes(), 'note_1')).rejects.toThrow('Two definitions of collections have the name notes')
})

it('shares the unchanged parts of a document between revisions', async () => {
  const store = createMemoryStore()
  const notes = defineNotes()
  const tags = ['a']
  const first = await store.commit([insert(notes, makeNote(1, { tags }))])
  const present = await store.get(notes, makeNote(1).id)
  if (!first.ok || present === undefined) throw new Error('The note is gone.')
  await store.commit([update(notes, { ...present.doc, text: 'x' }, present.revision)])
  expect((await store.get(notes, makeNote(1).id))?.doc.tags).toBe(present.doc.tags)
})

it('is copied with revisions, indexes and logs, and the copies are independent', async () => {
  const store = createMemoryStore()
  const notes = defineNotes()
  await store.commit([insert(notes, makeNote(1)), insert(notes, makeNote(2))])
  await store.log.append('one', 1, [makeEntry(1)], 'a')
  const copy = store.copy()
  const first = await store.get(notes, makeNote(1).id)
  expect(await copy.get(notes, makeNote(1).id)).toEqual(first)
  expect(await copy.page(notes, { limit: 9 })).toEqual(await store.page(notes, { limit: 9 }))
  expect(await copy.log.read('one')).toEqual(await store.log.read('one'))
  const revision = first?.revision ?? 0
  const changed = await copy.commit([
    update(notes, makeNote(1, { text: 'changed' }), revision),
    insert(notes, makeNote(3)),
  ])
  expect(changed).toMatchObject({ ok: true })
  expect(await store.get(notes, makeNote(1).id)).toEqual(first)
  expect(await store.get(notes, makeNote(3).id)).toBeUndefined()
  expect(await store.commit([update(notes, makeNote(1, { text: 'here too' }), revision)])).toEqual(changed)
})
