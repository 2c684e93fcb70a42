import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { UsageError } from '../terminal/exit-reason.js'
import { getQueuedRun } from './open-queue.js'

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'carebench-queued-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

it('keeps the id of the run in a folder', () => {
  const folder = makeFolder()
  expect(getQueuedRun(folder)).toBe(getQueuedRun(folder))
})

it.each(['', '{"run": ', '{"run": 1}', '[]'])('rejects a damaged file: %j', (text) => {
  const folder = makeFolder()
  writeFileSync(join(folder, 'queue.json'), text)
  expect(() => getQueuedRun(folder)).toThrow(UsageError)
})
