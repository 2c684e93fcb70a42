import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { makeFolder } from '../testing/make-trial.js'
import { readDataFile } from './data-file.js'

it('names the place of the first YAML error, even in a file full of errors', () => {
  const file = join(makeFolder('data-'), 'a.yaml')
  writeFileSync(file, 'a: 1\nb: [\n')
  expect(() => readDataFile(file)).toThrow(/a\.yaml is not YAML: .* at line 3, column 1$/)
  writeFileSync(file, `a: [${Array(3000).fill('- - -').join()}]\n`)
  expect(() => readDataFile(file)).toThrow(/is not YAML: .* at line 1, column 5:\n.{1,80}$/)
})

it('rejects duplicate keys, and too many aliases', () => {
  const file = join(makeFolder('data-'), 'a.yaml')
  const keys = Array.from({ length: 3000 }, (_, at) => `k${at}: 1\n`).join('')
  writeFileSync(file, keys)
  expect(Object.keys(readDataFile(file) as object)).toHaveLength(3000)
  writeFileSync(file, `${keys}k7: 2\n`)
  expect(() => readDataFile(file)).toThrow(/Map keys must be unique at line 3001, column 1:\nk7: 2$/)
  writeFileSync(file, `a: {b: 1, b: 2}\n`)
  expect(() => readDataFile(file)).toThrow(/Map keys must be unique at line 1, column 11/)
  const aliases = (count: number) => Array.from({ length: count }, (_, at) => `- &a${at} x\n- *a${at}\n`).join('')
  writeFileSync(file, aliases(50))
  expect(readDataFile(file)).toHaveLength(100)
  writeFileSync(file, aliases(1001))
  expect(() => readDataFile(file)).toThrow(/More than 1000 aliases at line 2002/)
})
