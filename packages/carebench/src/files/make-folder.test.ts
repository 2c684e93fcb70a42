import { mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { makeFolder } from './make-folder.js'

it('creates missing folders, and names a path that cannot be created', () => {
  const root = mkdtempSync(join(tmpdir(), 'carebench-folder-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  makeFolder(join(root, 'a/b/c'), 0o700)
  makeFolder(join(root, 'a/b/c'))
  expect(['a', 'a/b', 'a/b/c'].map((name) => statSync(join(root, name)).mode & 0o777)).toEqual([0o700, 0o700, 0o700])
  writeFileSync(join(root, 'file'), '')
  symlinkSync(join(root, 'nowhere'), join(root, 'link'))
  expect(() => makeFolder(join(root, 'file'))).toThrow('is not a folder')
  expect(() => makeFolder(join(root, 'file/under'))).toThrow('ENOTDIR')
  expect(() => makeFolder(join(root, 'link'))).toThrow('ENOENT')
})

// With `recursive`, Node's own function would never return.
it.skipIf(process.platform !== 'linux')('fails for a path that cannot hold folders', () => {
  expect(() => makeFolder('/proc/carebench/archive')).toThrow('ENOENT')
})
