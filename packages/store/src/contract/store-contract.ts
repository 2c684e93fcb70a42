// Long, because a contract is one file: each store runs it whole.

import type { PagePosition } from '@carebench/pagination'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Collection } from '../collection.js'
import { check, type FilterTerm, insert, remove, type Store, update } from '../store.js'
import { defineNotes, makeEntry, makeNote, type Note } from './note.js'
import { storeModelContract } from './store-model.js'

/**
 * Defines the tests that every store must pass. `createStore` creates an empty store that no other test is using;
 * `numRuns` is the number of command sequences that are compared with a model.
 */
export function storeContract(name: string, createStore: () => Store | Promise<Store>, numRuns: number): void {
  describe(`${name} as a store`, () => {
    let store: Store
    let notes: Collection<Note> = defineNotes()
    beforeEach(async () => {
      store = await createStore()
      notes = defineNotes()
    })

    const add = async (...added: Note[]) => {
      const result = await store.commit(added.map((note) => insert(notes, note)))
      if (!result.ok) throw new Error(`Could not add: ${JSON.stringify(result.failed)}`)
      return result.revision
    }
    const read = async (number: number) => store.get(notes, makeNote(number).id)
    const walk = async (direction: 'next' | 'prev', limit: number, filter?: FilterTerm | readonly FilterTerm[]) => {
      const ids: string[] = []
      let position: PagePosition | undefined
      if (direction === 'prev') position = { direction, key: { createdAt: '', id: '' } }
      for (;;) {
        const page = await store.page(notes, { limit, position, filter })
        const found = page.docs.map(({ id }) => id)
        if (direction === 'next') ids.push(...found)
        else ids.unshift(...found)
        const edge = direction === 'next' ? page.docs.at(-1) : page.docs[0]
        if (!page.more || edge === undefined) return ids
        position = { direction, key: { createdAt: edge.created_at, id: edge.id } }
      }
    }

    describe('documents', () => {
      it('are read as they were written, and are missing before and after', async () => {
        expect(await read(1)).toBe(undefined)
        const note = makeNote(1, { text: 'first', tags: ['a'] })
        const revision = await add(note)
        expect(await read(1)).toEqual({ doc: note, revision })
        const changed = await store.commit([update(notes, { ...note, text: 'second' }, revision)])
        expect(changed).toEqual({ ok: true, revision: expect.any(Number) })
        const present = await read(1)
        expect(present?.doc.text).toBe('second')
        expect(present?.revision).not.toBe(revision)
        await store.commit([remove(notes, note.id, present?.revision ?? 0)])
        expect(await read(1)).toBe(undefined)
      })

      it('are not affected by changes to arguments or results', async () => {
        const tags = ['a']
        const note = makeNote(1, { tags })
        await add(note)
        tags.push('b')
        const first = await read(1)
        expect(first?.doc.tags).toEqual(['a'])
        // The returned document is frozen or a copy; either way, this must not change the store.
        if (first !== undefined) Reflect.set(first.doc.tags, 1, 'c')
        expect((await read(1))?.doc.tags).toEqual(['a'])
      })

      it('of two collections are independent', async () => {
        const others = defineNotes('others')
        await add(makeNote(1, { alias: 'a' }))
        expect(await store.commit([insert(others, makeNote(1, { alias: 'a', text: 'other' }))])).toMatchObject({
          ok: true,
        })
        expect((await store.getByUnique(others, 'alias', 'a'))?.doc.text).toBe('other')
        expect((await read(1))?.doc.text).toBe('')
      })

      it('are read together, in the order of the ids', async () => {
        const revision = await add(makeNote(1), makeNote(2))
        const ids = [2, 9, 1, 2].map((number) => makeNote(number).id)
        const found = [2, 1].map((number) => ({ doc: makeNote(number), revision }))
        expect(await store.getMany(notes, ids)).toEqual([found[0], undefined, found[1], found[0]])
        expect(await store.getMany(notes, [])).toEqual([])
      })

      it('are read together as they were at one moment', async () => {
        const numbers = [1, 2, 3, 4]
        let revision = await add(...numbers.map((number) => makeNote(number, { text: '0' })))
        let isDone = false
        const write = async () => {
          for (let round = 1; round <= 8; round++) {
            const text = `${round}`
            const committed = await store.commit(
              numbers.map((number) => update(notes, makeNote(number, { text }), revision)),
            )
            if (!committed.ok) throw new Error(`Could not write: ${JSON.stringify(committed.failed)}`)
            revision = committed.revision
          }
          isDone = true
        }
        const writing = write()
        while (!isDone) {
          const found = await store.getMany(
            notes,
            numbers.map((number) => makeNote(number).id),
          )
          expect(new Set(found.map((stored) => stored?.doc.text)).size).toBe(1)
        }
        await writing
      })

      it('may contain any text, also in keys, and keep the order of members', async () => {
        const texts = ['\0', '\u0001', '\ud800', '\udc00x', '\ufffd', '=', '', 'ä\u{1f600}', '\'\\"', 'x'.repeat(5000)]
        const odd = texts.map((text, number) => makeNote(number, { alias: text, owner: text, tags: [text], text }))
        await add(...odd)
        for (const [number, text] of texts.entries()) {
          expect(await read(number)).toMatchObject({ doc: odd[number] })
          expect((await store.getByUnique(notes, 'alias', text))?.doc.id).toBe(makeNote(number).id)
          expect(await walk('next', 3, { name: 'tag', value: text })).toEqual([makeNote(number).id])
          expect(await store.get(notes, text)).toBe(undefined)
        }
        const members = { z: 1, a: [{ 10: 1, 9: '' }], m: { y: null, x: 1e21 } }
        const note = { ...makeNote(20), ...members }
        await add(note)
        expect(JSON.stringify((await read(20))?.doc)).toBe(JSON.stringify(note))
      })

      it('have revisions that are never reused', async () => {
        const revision = await add(makeNote(1))
        await store.commit([remove(notes, makeNote(1).id, revision)])
        await add(makeNote(1))
        expect(await store.commit([remove(notes, makeNote(1).id, revision)])).toMatchObject({ ok: false })
      })
    })

    describe('commit', () => {
      it('names the condition that failed, and then writes nothing at all', async () => {
        const revision = await add(makeNote(1, { alias: 'a' }))
        await store.log.append('pg_1', 1, [makeEntry(1)], 'a')
        const fresh = insert(notes, makeNote(9))
        const failures = [
          [[fresh, insert(notes, makeNote(1))], [], { index: 1, reason: 'exists' }],
          [[fresh, update(notes, makeNote(2), 1)], [], { index: 1, reason: 'missing' }],
          [[fresh, remove(notes, makeNote(2).id, 1)], [], { index: 1, reason: 'missing' }],
          [[fresh, check(notes, makeNote(2).id, 1)], [], { index: 1, reason: 'missing' }],
          [[fresh, update(notes, makeNote(1), revision + 1)], [], { index: 1, reason: 'revision', current: revision }],
          [
            [fresh, remove(notes, makeNote(1).id, revision + 1)],
            [],
            { index: 1, reason: 'revision', current: revision },
          ],
          [
            [fresh, check(notes, makeNote(1).id, revision + 1)],
            [],
            { index: 1, reason: 'revision', current: revision },
          ],
          [[fresh, insert(notes, makeNote(2, { alias: 'a' }))], [], { index: 1, reason: 'unique', unique: 'alias' }],
          [
            [fresh],
            [{ log: 'pg_1', expectedSeq: 1, entries: [makeEntry(1)] }],
            { index: 0, reason: 'sequence', nextSeq: 2 },
          ],
        ] as const
        for (const [writes, appends, failed] of failures) {
          expect(await store.commit(writes, appends)).toEqual({ ok: false, failed })
          expect(await read(9)).toBe(undefined)
          expect(await walk('next', 5)).toEqual([makeNote(1).id])
        }
        expect(await store.log.read('pg_1')).toHaveLength(1)
      })

      it('writes documents of several collections and several logs at once', async () => {
        const others = defineNotes('others')
        const revision = await add(makeNote(1), makeNote(2))
        const result = await store.commit(
          [
            check(notes, makeNote(1).id, revision),
            remove(notes, makeNote(2).id, revision),
            insert(notes, makeNote(3)),
            insert(others, makeNote(3)),
          ],
          [
            { log: 'pg_1', expectedSeq: 1, entries: [makeEntry(1), makeEntry(2, 'seal')] },
            { log: 'pg_2', expectedSeq: 1, entries: [makeEntry(1)] },
          ],
        )
        expect(result.ok).toBe(true)
        expect(await walk('next', 5)).toEqual([makeNote(3).id, makeNote(1).id])
        expect(await store.get(others, makeNote(3).id)).toBeDefined()
        expect((await read(1))?.revision).toBe(revision)
        expect([(await store.log.read('pg_1')).length, (await store.log.read('pg_2')).length]).toEqual([2, 1])
        const sealed = await store.commit([], [{ log: 'pg_1', expectedSeq: 3, entries: [makeEntry(3)] }])
        expect(sealed).toEqual({ ok: false, failed: { index: 0, reason: 'sealed', nextSeq: 3 } })
      })

      it('permits taking keys that other documents release, and swapping keys', async () => {
        const revision = await add(makeNote(1, { alias: 'a' }), makeNote(2, { alias: 'b' }))
        const swapped = await store.commit([
          update(notes, makeNote(1, { alias: 'b' }), revision),
          update(notes, makeNote(2, { alias: 'a' }), revision),
        ])
        expect(swapped.ok).toBe(true)
        expect((await store.getByUnique(notes, 'alias', 'a'))?.doc.id).toBe(makeNote(2).id)
        expect((await store.getByUnique(notes, 'alias', 'b'))?.doc.id).toBe(makeNote(1).id)
        const twice = await store.commit([
          insert(notes, makeNote(3, { alias: 'c' })),
          insert(notes, makeNote(4, { alias: 'c' })),
        ])
        expect(twice).toEqual({ ok: false, failed: { index: 1, reason: 'unique', unique: 'alias' } })
      })

      it('rejects invalid requests', async () => {
        const revision = await add(makeNote(1))
        const again = update(notes, makeNote(1, { text: 'x' }), revision)
        await expect(store.commit([again, check(notes, makeNote(1).id, revision)])).rejects.toThrow(RangeError)
        const moved = update(notes, { ...makeNote(1), created_at: makeNote(7).created_at }, revision)
        await expect(store.commit([moved])).rejects.toThrow(RangeError)
        const append = { log: 'pg_1', expectedSeq: 1, entries: [makeEntry(1)] }
        await expect(store.commit([], [append, append])).rejects.toThrow(RangeError)
        await expect(store.commit([again], [{ ...append, expectedSeq: 2 }])).rejects.toThrow(RangeError)
        expect((await read(1))?.doc.text).toBe('')
      })

      it('removes logs with its writes, or not at all', async () => {
        const revision = await add(makeNote(1))
        for (const log of ['pg_1', 'pg_2', 'pg_3']) {
          await store.log.append(log, 1, [makeEntry(1), makeEntry(2, 'seal')], 'a')
        }
        const gone = [remove(notes, makeNote(1).id, revision)]
        const late = [remove(notes, makeNote(2).id, revision)]
        expect(await store.commit([...gone, ...late], [], ['pg_1', 'pg_2'])).toMatchObject({ ok: false })
        expect(await store.log.read('pg_1')).toHaveLength(2)
        const append = { log: 'pg_4', expectedSeq: 1, entries: [makeEntry(1)] }
        await expect(store.commit(gone, [append], ['pg_4'])).rejects.toThrow(RangeError)
        expect(await store.commit(gone, [append], ['pg_1', 'pg_2', 'pg_0'])).toMatchObject({ ok: true })
        const heads = await Promise.all(['pg_0', 'pg_1', 'pg_2', 'pg_3', 'pg_4'].map((log) => store.log.head(log)))
        expect(heads.map(({ nextSeq }) => nextSeq)).toEqual([1, 1, 1, 3, 2])
        expect([await read(1), await store.log.read('pg_1')]).toEqual([undefined, []])
      })

      it('accepts one of several writers of the same revision', async () => {
        const revision = await add(makeNote(1))
        const racers = Array.from({ length: 8 }, (_, racer) =>
          store.commit(
            [update(notes, makeNote(1, { text: `${racer}` }), revision)],
            [{ log: 'pg_1', expectedSeq: 1, entries: [makeEntry(1, 'seal', `${racer}`)] }],
          ),
        )
        const results = await Promise.all(racers)
        expect(results.filter(({ ok }) => ok)).toHaveLength(1)
        expect((await read(1))?.doc.text).toBe(`${results.findIndex(({ ok }) => ok)}`)
      })

      it('loses no increment of writers that retry', async () => {
        await add(makeNote(1, { text: '0' }))
        const increment = async () => {
          for (;;) {
            const present = await read(1)
            if (present === undefined) throw new Error('The note is gone.')
            const next = { ...present.doc, text: String(Number(present.doc.text) + 1) }
            if ((await store.commit([update(notes, next, present.revision)])).ok) return
          }
        }
        await Promise.all(Array.from({ length: 12 }, increment))
        expect((await read(1))?.doc.text).toBe('12')
      })
    })

    describe('page', () => {
      it('reads newest first, by id where times are equal, in both directions', async () => {
        const order = [4, 0, 11, 7, 2, 9, 1, 10, 3, 8, 6, 5]
        for (const number of order) await add(makeNote(number))
        const expected = order.toSorted((a, b) => b - a).map((number) => makeNote(number).id)
        for (const limit of [1, 2, 5, 12, 50]) {
          expect(await walk('next', limit)).toEqual(expected)
          expect(await walk('prev', limit)).toEqual(expected)
        }
      })

      it('reports whether there are documents on both sides', async () => {
        await add(...[0, 1, 2, 3].map((number) => makeNote(number)))
        const key = (number: number) => ({ createdAt: makeNote(number).created_at, id: makeNote(number).id })
        const page = async (direction: 'next' | 'prev', number: number, limit: number) => {
          const { docs, more, behind } = await store.page(notes, { position: { direction, key: key(number) }, limit })
          return [docs.map(({ id }) => Number(id.slice(-1))), more, behind]
        }
        expect(await store.page(notes, { limit: 4 })).toMatchObject({ more: false, behind: false })
        expect(await store.page(notes, { limit: 3 })).toMatchObject({ more: true, behind: false })
        expect(await page('next', 3, 2)).toEqual([[2, 1], true, true])
        expect(await page('next', 2, 2)).toEqual([[1, 0], false, true])
        expect(await page('next', 0, 2)).toEqual([[], false, true])
        expect(await page('next', 9, 2)).toEqual([[3, 2], true, false])
        expect(await page('prev', 0, 2)).toEqual([[2, 1], true, true])
        expect(await page('prev', 1, 2)).toEqual([[3, 2], false, true])
        expect(await page('prev', 3, 2)).toEqual([[], false, true])
      })

      it('filters by one value and by several, also if a document has more than one', async () => {
        await add(
          makeNote(1, { owner: 'x', tags: ['a', 'b', 'a'] }),
          makeNote(2, { owner: 'y', tags: ['a'] }),
          makeNote(3, { owner: 'x', tags: ['b'] }),
          makeNote(4, { owner: 'x' }),
          makeNote(5),
        )
        const found = async (filter: FilterTerm | FilterTerm[]) =>
          (await walk('next', 2, filter)).map((id) => Number(id.slice(-1)))
        expect(await found({ name: 'owner', value: 'x' })).toEqual([4, 3, 1])
        expect(await found({ name: 'tag', value: 'a' })).toEqual([2, 1])
        expect(
          await found([
            { name: 'owner', value: 'x' },
            { name: 'tag', value: 'b' },
          ]),
        ).toEqual([3, 1])
        expect(
          await found([
            { name: 'tag', value: 'a' },
            { name: 'tag', value: 'b' },
          ]),
        ).toEqual([1])
        expect(await found({ name: 'owner', value: 'nobody' })).toEqual([])
        expect(await found([])).toEqual([5, 4, 3, 2, 1])
      })

      it('refuses filters and indexes that are not defined, and limits below 1', async () => {
        await expect(store.page(notes, { filter: { name: 'alias', value: 'a' }, limit: 1 })).rejects.toThrow(RangeError)
        await expect(store.getByUnique(notes, 'owner', 'a')).rejects.toThrow(RangeError)
        for (const limit of [0, -1, 1.5]) {
          await expect(store.page(notes, { limit })).rejects.toThrow(RangeError)
          await expect(store.due(notes, 0, limit)).rejects.toThrow(RangeError)
        }
      })
    })

    it('finds a document by its current values, not by earlier ones', async () => {
      const revision = await add(makeNote(1, { alias: 'a', owner: 'x', tags: ['p', 'q'] }))
      await store.commit([update(notes, makeNote(1, { alias: 'b', owner: 'y', tags: ['q', 'r'] }), revision)])
      const held = async (name: string, value: string) => (await walk('next', 5, { name, value })).length
      expect([await held('owner', 'x'), await held('owner', 'y')]).toEqual([0, 1])
      expect([await held('tag', 'p'), await held('tag', 'q'), await held('tag', 'r')]).toEqual([0, 1, 1])
      expect(await store.getByUnique(notes, 'alias', 'a')).toBe(undefined)
      expect((await store.getByUnique(notes, 'alias', 'b'))?.doc.id).toBe(makeNote(1).id)
      const present = await read(1)
      await store.commit([remove(notes, makeNote(1).id, present?.revision ?? 0)])
      expect([await held('owner', 'y'), await held('tag', 'q')]).toEqual([0, 0])
      expect(await store.getByUnique(notes, 'alias', 'b')).toBe(undefined)
    })

    describe('due', () => {
      it('reads what is due, earliest first, until it is rescheduled or gone', async () => {
        const revision = await add(...[30, 10, null, 20, 10].map((due_at, number) => makeNote(number, { due_at })))
        const due = async (before: number, limit = 10) =>
          (await store.due(notes, before, limit)).map(({ doc }) => Number(doc.id.slice(-1)))
        expect(await due(9)).toEqual([])
        expect(await due(20)).toEqual([1, 4, 3])
        expect(await due(100, 2)).toEqual([1, 4])
        expect((await store.due(notes, 10, 1))[0]?.revision).toBe(revision)
        await store.commit([
          update(notes, makeNote(1, { due_at: 25 }), revision),
          update(notes, makeNote(4), revision),
          remove(notes, makeNote(0).id, revision),
        ])
        expect(await due(100)).toEqual([3, 1])
      })

      it('claims each document for one caller, until the claim ends or the document is written', async () => {
        const numbers = [30, 10, null, 20, 10]
        const revision = await add(...numbers.map((due_at, number) => makeNote(number, { due_at })))
        const numbersOf = (found: readonly { readonly doc: Note }[]) => found.map(({ doc }) => Number(doc.id.slice(-1)))
        const claim = async (before: number, until: number, limit = 10) =>
          numbersOf(await store.claim(notes, before, until, limit))
        expect(await claim(9, 50)).toEqual([])
        const meanwhile = await Promise.all([claim(20, 50, 2), claim(20, 50, 2)])
        expect(meanwhile.flat().sort()).toEqual([1, 3, 4])
        expect([await claim(20, 50), numbersOf(await store.due(notes, 49, 10))]).toEqual([[], [0]])
        expect(await read(1)).toEqual({ doc: makeNote(1, { due_at: 10 }), revision })
        await store.commit([
          update(notes, makeNote(1, { due_at: 15 }), revision),
          update(notes, makeNote(3, { due_at: 60 }), revision),
          remove(notes, makeNote(0).id, revision),
        ])
        expect(await claim(49, 70)).toEqual([1])
        expect(await claim(60, 70)).toEqual([4, 3])
        expect(numbersOf(await store.due(notes, 70, 10))).toEqual([1, 3, 4])
        for (const limit of [0, 1.5]) await expect(store.claim(notes, 1, 2, limit)).rejects.toThrow(RangeError)
        await expect(store.claim(notes, 1, 1, 1)).rejects.toThrow(RangeError)
      })
    })

    it('responds to a ping, and can be closed twice', async () => {
      await store.ping()
      await store.close()
      await store.close()
    })

    storeModelContract(createStore, numRuns)
  })
}
