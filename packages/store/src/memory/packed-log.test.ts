import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import { logContract } from '../contract/log-contract.js'
import { defineNotes, makeEntry, makeNote } from '../contract/note.js'
import { storeContract } from '../contract/store-contract.js'
import { insert } from '../store.js'
import { longStringsOf, withLongStrings } from './long-strings.js'
import { createMemoryStore } from './memory-store.js'
import { type Compression, packLog, unpackEntries } from './packed-log.js'

const scale = inject('scale')

/** What was compressed, to see that something was. */
const texts: string[] = []
const compression: Compression = {
  async compress(text) {
    texts.push(text)
    return new TextEncoder().encode(text)
  },
  decompress: async (bytes) => new TextDecoder().decode(bytes),
}

storeContract('the memory store that packs logs', () => createMemoryStore({ compression }), 5 * scale)
logContract('the memory store that packs logs', () => createMemoryStore({ compression }).log)

/** Lets everything that waits for promises alone go on. */
function settle(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0))
}

describe('a packed log', () => {
  it('reads as it was written, in the store and its copies, and keeps refusing', async () => {
    const store = createMemoryStore({ compression })
    const entries = [makeEntry(1), makeEntry(2, 'step', 'long '.repeat(9000)), makeEntry(3, 'seal')]
    await store.log.append('one', 1, entries.slice(0, 2), 'a')
    texts.length = 0
    await store.commit(
      [insert(defineNotes(), makeNote(1))],
      [{ log: 'one', expectedSeq: 3, entries: entries.slice(2) }],
    )
    const early = store.copy()
    await settle()
    expect(texts.length).toBeGreaterThan(0)
    for (const { log } of [store, early, store.copy()]) {
      expect(await log.read('one')).toEqual(entries)
      expect(await log.read('one', 3)).toEqual(entries.slice(2))
      expect(await log.append('one', 1, entries.slice(0, 2), 'a')).toEqual({ ok: true })
      const failed = { reason: 'sealed', nextSeq: 4 }
      expect(await log.append('one', 1, [makeEntry(1)], 'b')).toEqual({ ok: false, failed })
      expect(await log.append('one', 4, [makeEntry(4)], 'c')).toEqual({ ok: false, failed })
    }
  })

  it('stays as it is if it cannot be packed', async () => {
    const broken = { ...compression, compress: () => Promise.reject(new Error('broken')) }
    const { log } = createMemoryStore({ compression: broken })
    await log.append('one', 1, [makeEntry(1), makeEntry(2, 'seal')], 'a')
    await settle()
    expect(await log.read('one')).toHaveLength(2)
  })

  it('has parts of limited size', async () => {
    const entries = Array.from({ length: 9 }, (_, index) => makeEntry(index + 1, 'step', 'x'.repeat(100_000)))
    const packed = await packLog(entries, new Map(), compression)
    expect(packed.parts.length).toBeGreaterThan(1)
    expect(await unpackEntries(packed, 1, compression)).toEqual(entries)
  })
})

describe('text with long strings', () => {
  const marked = fc.constantFrom('\u0000long 0', '\u0000long 1', '\u0000long ', 'x'.repeat(5000), 'y'.repeat(9000))
  const values = fc.dictionary(fc.string(), fc.oneof(fc.jsonValue(), marked, fc.array(marked)))

  it('reads as the value that was written', () => {
    fc.assert(
      fc.property(values, (value) => {
        const written = withLongStrings(value)
        expect(longStringsOf(JSON.parse(written))).toEqual(JSON.parse(JSON.stringify(value)))
      }),
      { numRuns: 100 * scale },
    )
  })

  it('has equal long strings once', () => {
    const file = 'x'.repeat(100_000)
    expect(withLongStrings({ call: file, effects: [{ content: file }] }).length).toBeLessThan(101_000)
  })
})
