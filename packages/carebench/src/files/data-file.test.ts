import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { makeFolder } from '../testing/make-trial.js'
import { readDataFile } from './data-file.js'

it('says where a file stops being YAML, in seconds for one that is full of errors', () => {
  const file = join(makeFolder('data-'), 'a.yaml')
  writeFileSync(file, 'a: 1\nb: [\n')
  expect(() => readDataFile(file)).toThrow(/a\.yaml is not YAML: .* at line 3, column 1$/)
  writeFileSync(file, `a: [${Array(30_000).fill('- - -').join()}]\n`)
  const began = performance.now()
  expect(() => readDataFile(file)).toThrow(/is not YAML: .* at line 1, column 5:\n.{1,80}$/)
  expect(performance.now() - began).toBeLessThan(10_000)
})
