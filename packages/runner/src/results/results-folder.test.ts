import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { FolderInUseError, ResultsFolder } from './results-folder.js'

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'carebench-lock-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

function open(folder: string): ResultsFolder {
  return ResultsFolder.open(folder, (text) => text)
}

function locks(folder: string): string[] {
  return readdirSync(folder).filter((name) => name.startsWith('pid'))
}

it.each(['', '999999999\n', 'garbage', `${process.pid}\n`])('takes over a lock that holds %j', (content) => {
  const folder = newFolder()
  writeFileSync(join(folder, 'pid'), content)
  const results = open(folder)
  expect(readFileSync(join(folder, 'pid'), 'utf8')).toBe(`${process.pid}\n`)
  expect(locks(folder)).toEqual(['pid'])
  results.close()
  expect(locks(folder)).toEqual([])
})

it('leaves the lock of a process that is alive as it is', () => {
  const folder = newFolder()
  writeFileSync(join(folder, 'pid'), `${process.ppid}\n`)
  expect(() => open(folder)).toThrow(FolderInUseError)
  expect(readFileSync(join(folder, 'pid'), 'utf8')).toBe(`${process.ppid}\n`)
  expect(locks(folder)).toEqual(['pid'])
})
