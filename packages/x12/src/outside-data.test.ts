/// <reference types="node" />
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { readValue } from './definitions/path.js'
import { checkEnvelope } from './syntax/envelope.js'
import { encodeInterchange } from './syntax/interchange.js'
import { parseInterchange } from './syntax/parse.js'
import { sampleTime } from './testing/sample.js'
import { acknowledge } from './validation/acknowledge.js'
import { readHierarchy } from './validation/loops.js'
import { validateTransaction } from './validation/validate.js'

const data = process.env.CAREBENCH_DATA ?? fileURLToPath(new URL('../../../../shared/data', import.meta.url))
const folder = join(data, 'x12')
const hasData = existsSync(join(folder, '271.txt'))
const title = hasData
  ? 'interchanges of others'
  : 'interchanges of others (skipped: no data; set CAREBENCH_DATA to a folder with x12/271.txt)'

describe.skipIf(!hasData)(title, () => {
  const cases = [
    {
      file: '270.txt',
      set: '270',
      faults: ['set-control-number', 'set-count'],
      levels: ['20', '21', '22'],
      kind: 'TA1',
    },
    { file: '271.txt', set: '271', faults: ['set-count'], levels: ['20', '21', '22'], kind: 'TA1' },
    { file: '277ca-accepted.txt', set: '277', faults: [], levels: ['20', '21', '19', 'PT'], kind: '999' },
  ]

  it.each(cases)('$file is read, validated and acknowledged', ({ file, set, faults, levels, kind }) => {
    const bytes = new Uint8Array(readFileSync(join(folder, file)))
    const interchange = parseInterchange(bytes)
    expect(encodeInterchange(interchange)).toEqual(bytes)
    const [transaction] = interchange.transactions
    if (transaction === undefined) throw new Error('no transaction')
    expect(transaction.id).toBe(set)
    expect(validateTransaction(transaction).map(({ code }) => code)).toEqual(faults)
    expect(checkEnvelope(interchange).length === 0).toBe(kind === '999')
    expect(readHierarchy(transaction).loops.map(({ level }) => level)).toEqual(levels)
    expect(acknowledge(bytes, { at: sampleTime, controlNumber: 1 })).toMatchObject({ kind, accepted: kind === '999' })
  })

  it('is read by path', () => {
    const read = (file: string, path: string) => {
      const [transaction] = parseInterchange(readFileSync(join(folder, file), 'utf8')).transactions
      return transaction === undefined ? undefined : readValue(transaction, path)
    }
    expect(read('271.txt', 'NM1[1=IL].9')).toBe('123456789')
    expect(read('271.txt', 'EB[1=1,3=30].5')).toBe('GOLD 123 PLAN')
    expect(read('270.txt', 'EQ01')).toBe('30')
    expect(read('277ca-accepted.txt', 'STC[1.1=A2].1.2')).toBe('20')
  })
})
