import { describe, expect, it } from 'vitest'
import type { Log } from '../log.js'
import { makeEntry } from './note.js'

/** Defines the tests that every log must pass. `createLog` creates an empty one. */
export function logContract(name: string, createLog: () => Log | Promise<Log>): void {
  describe(`${name} as a log`, () => {
    it('is empty before anything is written', async () => {
      const log = await createLog()
      expect(await log.read('pg_1')).toEqual([])
      expect(await log.head('pg_1')).toEqual({ nextSeq: 1, sealed: false })
    })

    it('appends in order and reads from any entry on', async () => {
      const log = await createLog()
      expect(await log.append('pg_1', 1, [makeEntry(1)], 'a')).toEqual({ ok: true })
      expect(await log.append('pg_1', 2, [makeEntry(2), makeEntry(3)], 'b')).toEqual({ ok: true })
      expect(await log.append('pg_1', 4, [], 'c')).toEqual({ ok: true })
      expect(await log.read('pg_1')).toEqual([makeEntry(1), makeEntry(2), makeEntry(3)])
      expect(await log.read('pg_1', 3)).toEqual([makeEntry(3)])
      expect(await log.read('pg_1', 4)).toEqual([])
      expect(await log.read('pg_2')).toEqual([])
    })

    it('reads long texts as they were written, whatever their characters', async () => {
      const log = await createLog()
      const texts = ['患'.repeat(150_000), '😀\n"\u0000\ud83d'.repeat(70_000), '\u0000long 0', 'x'.repeat(5000), 'y']
      const entries = texts.map((text, index) => makeEntry(index + 1, 'step', text))
      const many = { list: Array.from({ length: 40_000 }, (_, number) => `${number}`), text: texts[0] ?? '' }
      entries.push({ ...makeEntry(6), effects: [{ simulator: 'Any', effect: many }] })
      entries.push({ ...makeEntry(7), effects: [{ simulator: 'Any', effect: { list: many.list } }] }, makeEntry(8))
      await log.append('pg_1', 1, entries, 'a')
      const read = await log.read('pg_1', 1)
      expect(read).toHaveLength(8)
      for (const [index, entry] of entries.entries()) expect(read[index]).toEqual(entry)
      expect(await log.read('pg_1', 2, 1)).toEqual(entries.slice(1, 2))
    })

    it('is read in parts, and reports where it ends', async () => {
      const log = await createLog()
      const entries = [1, 2, 3, 4, 5].map((seq) => makeEntry(seq))
      await log.append('pg_1', 1, entries, 'a')
      expect(await log.head('pg_1')).toEqual({ nextSeq: 6, sealed: false })
      await log.append('pg_1', 6, [makeEntry(6, 'seal')], 'b')
      expect(await log.head('pg_1')).toEqual({ nextSeq: 7, sealed: true })
      expect(await log.read('pg_1', 1, 2)).toEqual(entries.slice(0, 2))
      expect(await log.read('pg_1', 3, 2)).toEqual(entries.slice(2, 4))
      expect(await log.read('pg_1', 6, 9)).toEqual([makeEntry(6, 'seal')])
      expect(await log.read('pg_1', 7, 9)).toEqual([])
      for (const limit of [0, -1, 1.5]) await expect(log.read('pg_1', 1, limit)).rejects.toThrow(RangeError)
    })

    it('appends nothing at a sequence number other than its next', async () => {
      const log = await createLog()
      await log.append('pg_1', 1, [makeEntry(1), makeEntry(2)], 'a')
      for (const seq of [1, 2, 4]) {
        const result = await log.append('pg_1', seq, [makeEntry(seq)], 'b')
        expect(result).toEqual({ ok: false, failed: { reason: 'sequence', nextSeq: 3 } })
      }
      expect(await log.read('pg_1')).toHaveLength(2)
    })

    it('accepts nothing after a seal', async () => {
      const log = await createLog()
      await log.append('pg_1', 1, [makeEntry(1), makeEntry(2, 'seal')], 'a')
      for (const entries of [[makeEntry(3)], [makeEntry(3, 'seal')], []]) {
        const result = await log.append('pg_1', 3, entries, 'b')
        expect(result).toEqual({ ok: false, failed: { reason: 'sealed', nextSeq: 3 } })
      }
      expect(await log.read('pg_1')).toHaveLength(2)
    })

    it('refuses entries with gaps and entries after a seal of the same batch', async () => {
      const log = await createLog()
      const append = async (seq: number, entries: ReturnType<typeof makeEntry>[]) =>
        log.append('pg_1', seq, entries, 'a')
      await expect(append(1, [makeEntry(1), makeEntry(3)])).rejects.toThrow(RangeError)
      await expect(append(1, [makeEntry(2)])).rejects.toThrow(RangeError)
      await expect(append(0, [makeEntry(0)])).rejects.toThrow(RangeError)
      await expect(append(1, [makeEntry(1, 'seal'), makeEntry(2)])).rejects.toThrow(RangeError)
      expect(await log.read('pg_1')).toEqual([])
    })

    it('accepts one of several appends at the same sequence number', async () => {
      const log = await createLog()
      const racers = Array.from({ length: 8 }, (_, racer) =>
        log.append('pg_1', 1, [makeEntry(1, 'step', `${racer}`)], `${racer}`),
      )
      const results = await Promise.all(racers)
      const winner = results.findIndex(({ ok }) => ok)
      expect(results.filter(({ ok }) => ok)).toHaveLength(1)
      expect(await log.read('pg_1')).toEqual([makeEntry(1, 'step', `${winner}`)])
    })

    it('applies an append once, however often it is repeated with its key', async () => {
      const log = await createLog()
      expect(await log.append('pg_1', 1, [makeEntry(1), makeEntry(2)], 'a')).toEqual({ ok: true })
      expect(await log.append('pg_1', 1, [makeEntry(1), makeEntry(2)], 'a')).toEqual({ ok: true })
      expect(await log.append('pg_1', 3, [makeEntry(3, 'seal')], 'b')).toEqual({ ok: true })
      for (const [seq, entries, key] of [
        [1, [makeEntry(1), makeEntry(2)], 'a'],
        [3, [makeEntry(3, 'seal')], 'b'],
      ] as const) {
        expect(await log.append('pg_1', seq, entries, key)).toEqual({ ok: true })
      }
      expect(await log.read('pg_1')).toEqual([makeEntry(1), makeEntry(2), makeEntry(3, 'seal')])
    })

    it('refuses an equal append with another key, and the same key at another place or in another log', async () => {
      const log = await createLog()
      await log.append('pg_1', 1, [makeEntry(1)], 'a')
      await log.append('pg_1', 2, [makeEntry(2)], 'b')
      const failed = { reason: 'sequence', nextSeq: 3 }
      expect(await log.append('pg_1', 1, [makeEntry(1)], 'b')).toEqual({ ok: false, failed })
      expect(await log.append('pg_1', 2, [makeEntry(2)], 'a')).toEqual({ ok: false, failed })
      expect(await log.append('pg_2', 1, [makeEntry(1)], 'a')).toEqual({ ok: true })
      expect(await log.read('pg_1')).toEqual([makeEntry(1), makeEntry(2)])
    })

    it('keeps any text in entries', async () => {
      const log = await createLog()
      const entries = ['\0', '\ud800', '\ufffd', '\'\\"'].map((text, index) => makeEntry(index + 1, 'step', text))
      await log.append('pg_\0', 1, entries, 'a\0')
      expect(await log.append('pg_\0', 1, entries, 'a\0')).toEqual({ ok: true })
      expect(await log.read('pg_\0')).toEqual(entries)
      expect(await log.read('pg_')).toEqual([])
    })

    it('keeps appended entries even if the caller changes them', async () => {
      const log = await createLog()
      const entry = { ...makeEntry(1), effects: [{ simulator: 'Any', effect: { n: [1] } }] }
      const entries = [entry]
      await log.append('pg_1', 1, entries, 'a')
      entry.effects[0]?.effect.n.push(2)
      entries.push(entry)
      expect(await log.read('pg_1')).toEqual([{ ...makeEntry(1), effects: [{ simulator: 'Any', effect: { n: [1] } }] }])
    })
  })
}
