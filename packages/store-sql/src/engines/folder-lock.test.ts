import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { readLabel, writeLabel } from './folder-label.js'
import { FolderInUseError, lockFolder } from './folder-lock.js'
import { WrongFolderError } from './wrong-folder-error.js'

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'carebench-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

it('one holder has a folder until it lets go', () => {
  const folder = makeFolder()
  const unlock = lockFolder(folder)
  expect(() => lockFolder(folder)).toThrow(FolderInUseError)
  expect(() => lockFolder(folder)).toThrow(`process ${process.pid} of this machine`)
  unlock()
  unlock()
  lockFolder(folder)()
})

it.each([
  ['a process that has ended', { pid: 2 ** 22 + 1, host: hostname(), since: '' }],
  ['an earlier process with the same id, as in a container', { pid: process.pid, host: hostname(), since: '' }],
])('the lock of %s counts for nothing', (_, holder) => {
  const folder = makeFolder()
  writeFileSync(join(folder, 'lock'), JSON.stringify(holder))
  const unlock = lockFolder(folder)
  expect(JSON.parse(readFileSync(join(folder, 'lock'), 'utf8'))).toMatchObject({ pid: process.pid })
  unlock()
})

it.each([
  [
    'a process that runs',
    JSON.stringify({ pid: process.ppid, host: hostname(), since: 'noon' }),
    `process ${process.ppid}`,
  ],
  [
    'another machine',
    JSON.stringify({ pid: 1, host: 'elsewhere', since: 'noon' }),
    'process 1 of elsewhere, since noon',
  ],
  ['nobody who can be read', '', 'an unknown machine'],
])('the lock of %s counts', (_, text, named) => {
  const folder = makeFolder()
  writeFileSync(join(folder, 'lock'), text)
  expect(() => lockFolder(folder)).toThrow(named)
  expect(readFileSync(join(folder, 'lock'), 'utf8')).toBe(text)
})

it('a folder says by what it was written, and others are refused', () => {
  const folder = makeFolder()
  const expected = { format: 1, engine: 'pglite', postgres: 18 } as const
  writeFileSync(join(folder, 'lock'), '')
  expect(readLabel(folder, expected, ['lock'])).toBe(undefined)
  writeFileSync(join(folder, 'novel.txt'), '')
  expect(() => readLabel(folder, expected, ['lock'])).toThrow('novel.txt')
  writeLabel(folder, { ...expected, ready: true })
  expect(readLabel(folder, expected, ['lock'])).toEqual({ ...expected, ready: true })
  writeLabel(folder, { ...expected, postgres: 17, ready: true })
  expect(() => readLabel(folder, expected, ['lock'])).toThrow(WrongFolderError)
  expect(() => readLabel(folder, expected, ['lock'])).toThrow('by pglite with PostgreSQL 17')
  writeFileSync(join(folder, 'carebench.json'), '[')
  expect(() => readLabel(folder, expected, ['lock'])).toThrow(WrongFolderError)
})
