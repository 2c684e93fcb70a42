import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { UsageError } from '../terminal/exit-reason.js'
import { findSuite, folderOfSplit } from './benchmark-suite.js'

const folder = mkdtempSync(join(tmpdir(), 'carebench-suite-'))
afterAll(() => rmSync(folder, { recursive: true }))

it('finds the splits of a folder, and lists them for an unknown one', () => {
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ carebench: { splits: ['dev', 'test'] } }))
  const suite = findSuite(folder)
  if (suite === undefined) throw new Error('The folder is a suite.')
  expect(folderOfSplit(suite, 'dev')).toBe(join(folder, 'dev'))
  for (const wrong of [undefined, 'sealed', '../dev']) {
    expect(() => folderOfSplit(suite, wrong)).toThrow(UsageError)
    expect(() => folderOfSplit(suite, wrong)).toThrow('--split dev|test')
  }
})

it('returns undefined for other sources', () => {
  const plain = join(folder, 'plain')
  mkdirSync(plain)
  expect(findSuite(plain)).toBeUndefined()
  writeFileSync(join(plain, 'package.json'), '{"name":"x"}')
  expect(findSuite(plain)).toBeUndefined()
  expect(findSuite('no-such-benchmark')).toBeUndefined()
  expect(findSuite('prior-auth@1')).toBeUndefined()
})

it('finds a package by its name', () => {
  const days = ['days-8', 'days-16', 'days-30', 'days-dev']
  expect(findSuite('carebench-1')?.splits).toEqual(['dev', 'test', 'dev-x', 'test-x', ...days])
})
