import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, it, onTestFinished } from 'vitest'
import { readJsonFile } from './json-file.js'

function write(name: string, content: string | Uint8Array): string {
  const folder = mkdtempSync(join(tmpdir(), 'carebench-json-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(join(folder, name), content)
  return join(folder, name)
}

it('refuses a small file that would become millions of values', () => {
  const file = write('record.json.gz', gzipSync(`[${'{},'.repeat(10_000_000)}{}]`))
  expect(() => readJsonFile(file)).toThrow('has more than 10000000 JSON values')
})

it('reads long texts with any content', () => {
  const text = `\\",[{${'a,b\\'.repeat(3_000_000)}"`
  const value = [text, { [text.slice(0, 10)]: 1 }]
  expect(readJsonFile(write('long.json', JSON.stringify(value)))).toEqual(value)
})

it.skipIf(process.platform !== 'linux')('does not trust the size of a file', () => {
  const file = join(dirname(write('short.json', '{}')), 'long.json')
  // A file of the kernel that says that it is empty, and has terabytes.
  symlinkSync('/proc/self/pagemap', file)
  expect(() => readJsonFile(file)).toThrow(/cannot be read/)
})
