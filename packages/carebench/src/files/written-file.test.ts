import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { UsageError } from '../terminal/exit-reason.js'
import { appendTextFile, assertWritable, writeTextFile } from './written-file.js'

const folder = mkdtempSync(join(tmpdir(), 'written-file-'))

it('creates the folders above a file', () => {
  const [written, appended] = [join(folder, 'logs', 'a', 'written.json'), join(folder, 'reports', 'appended.md')]
  writeTextFile(written, '{}')
  assertWritable(appended)
  appendTextFile(appended, 'x')
  expect([written, appended].map((file) => readFileSync(file, 'utf8'))).toEqual(['{}', 'x'])
})

it('names a file that cannot be written', () => {
  const file = join(folder, 'file')
  writeTextFile(file, '')
  const below = join(file, 'below.json')
  expect(() => writeTextFile(below, '')).toThrow(UsageError)
  expect(() => writeTextFile(below, '')).toThrow(`${below} cannot be written`)
})
