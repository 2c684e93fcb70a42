import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { auditsInFolder } from './shipped-audit.js'

it('reads the audit in a folder, and ignores a file of another kind', () => {
  const folder = mkdtempSync(join(tmpdir(), 'carebench-shipped-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'audit.json')
  expect(auditsInFolder(folder)).toEqual([])
  const known = { digest: 'd', engine_version: '1', verifier_version: '1', audit: { ok: true } }
  writeFileSync(file, JSON.stringify(known))
  expect(auditsInFolder(folder)).toEqual([known])
  // The format that `carebench audit --json` prints.
  writeFileSync(file, '{"name":"mine","ok":true,"tasks":[]}')
  expect(auditsInFolder(folder)).toEqual([])
  writeFileSync(file, '{')
  expect(() => auditsInFolder(folder)).toThrow('audit.json is not JSON')
})
