import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import { logContract } from '../contract/log-contract.js'
import { defineNotes, makeEntry, makeNote } from '../contract/note.js'
import { storeContract } from '../contract/store-contract.js'
import { ItemReader, writeItems } from '../long-strings.js'
import { insert } from '../store.js'
import { createMemoryStore } from './memory-store.js'
import { type Compression, packLog, unpackEntries } from './packed-log.js'

const scale = inject('scale')

/** The texts that were compressed. */
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

/** Waits until all settled promises have been handled. */
function settle(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0))
}

describe('a packed log', () => {
  it('reads as it was written and rejects appends, in the store and its copies', async () => {
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

  it('stays unpacked if compression fails', async () => {
    const broken = { ...compression, compress: () => Promise.reject(new Error('broken')) }
    const { log } = createMemoryStore({ compression: broken })
    await log.append('one', 1, [makeEntry(1), makeEntry(2, 'seal')], 'a')
    await settle()
    expect(await log.read('one')).toHaveLength(2)
  })

  it('has parts of limited size, even if one entry is long', async () => {
    const entries = Array.from({ length: 9 }, (_, index) => makeEntry(index + 1, 'step', 'x'.repeat(100_000)))
    entries.push(makeEntry(10, 'step', '\u{1f3e5}\ud83c'.repeat(1_000_000)))
    texts.length = 0
    const packed = await packLog(entries, new Map(), compression)
    expect(Math.max(...texts.map((text) => text.length))).toBeLessThan(700_000)
    expect(await unpackEntries(packed, 1, compression)).toEqual(entries)
  })
})

describe('items with long strings', () => {
  const marked = fc.constantFrom(
    '\u0000long 0',
    '\u0000long 1',
    '\u0000long ',
    'x'.repeat(5000),
    `${'y'.repeat(65_535)}🏥z`,
  )
  const values = fc.dictionary(fc.string(), fc.oneof(fc.jsonValue(), marked, fc.array(marked)))

  it('are read as the value that was written', () => {
    fc.assert(
      fc.property(values, (value) => {
        const reader = new ItemReader()
        const read = [...writeItems(value)].map((item) => reader.read(JSON.parse(item)))
        expect(read.at(-1)).toEqual(JSON.parse(JSON.stringify(value)))
        expect(read.slice(0, -1).every((one) => one === undefined)).toBe(true)
      }),
      { numRuns: 100 * scale },
    )
  })

  it('contain equal long strings once', () => {
    const file = 'x'.repeat(100_000)
    const written = [...writeItems({ call: file, effects: [{ content: file }] })].join('')
    expect(written.length).toBeLessThan(101_000)
  })
})
