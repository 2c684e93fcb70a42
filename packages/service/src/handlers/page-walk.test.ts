import { createCursorCodec, paginate } from '@carebench/pagination'
import { createSeededRandom } from '@carebench/protocol'
import { createMemoryStore, type Document, defineCollection, insert, remove } from '@carebench/store'
import { expect, inject, it } from 'vitest'

const count = 10_000 * inject('scale')
const owner = 'run_1'

interface Note extends Document {
  readonly owner: string
}

it('returns each of many documents with one creation time exactly once, in both directions, \
while others are added and removed', async () => {
  const store = createMemoryStore()
  const notes = defineCollection<Note>({ name: 'notes', filters: { owner: (note) => note.owner } })
  const random = createSeededRandom(7)
  const codec = createCursorCodec({ keys: [{ id: 'k', secret: new Uint8Array(32) }], now: () => 0 })
  // Even numbers stay; odd ones are added and removed. A step that is coprime to the count mixes the order.
  const make = (number: number): Note => ({
    id: `note_${String(number).padStart(6, '0')}`,
    created_at: '2026-01-05T09:00:00.000Z',
    owner,
  })
  const steady = Array.from({ length: count }, (_, index) => make(((index * 7919) % count) * 2))
  for (let at = 0; at < count; at += 1000) {
    await store.commit(steady.slice(at, at + 1000).map((note) => insert(notes, note)))
  }
  const churn = async () => {
    for (let change = 0; change < 5; change++) {
      const note = make((random.uint32() % count) * 2 + 1)
      const present = await store.get(notes, note.id)
      await store.commit([present ? remove(notes, note.id, present.revision) : insert(notes, note)])
    }
  }
  const read = async (cursor: string | null) => {
    await churn()
    const filter = { name: 'owner', value: owner }
    const fetchPage = async (request: Parameters<Parameters<typeof paginate<Note>>[0]>[0]) =>
      store.page(notes, { ...request, filter })
    return paginate(fetchPage, { codec, scope: 'notes', cursor, limit: 100 })
  }
  const expected = steady.map(({ id }) => id).sort((a, b) => (a < b ? 1 : -1))
  const steadyIds = new Set(expected)

  const down: string[] = []
  let page = await read(null)
  for (;;) {
    for (const { id } of page.data) down.push(id)
    if (page._meta.next === null) break
    page = await read(page._meta.next)
  }
  expect(new Set(down).size).toBe(down.length)
  expect(down.filter((id) => steadyIds.has(id)).join() === expected.join()).toBe(true)

  const up = page.data.map(({ id }) => id).reverse()
  while (page._meta.prev !== null) {
    page = await read(page._meta.prev)
    for (const { id } of page.data.toReversed()) up.push(id)
  }
  expect(new Set(up).size).toBe(up.length)
  expect(up.filter((id) => steadyIds.has(id)).join() === expected.reverse().join()).toBe(true)
})
