import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { appendWhole, writeAtomically } from './atomic-file.js'

/** A disk with this many bytes left; each write stores at most seven bytes. */
function diskWith(room: number) {
  let left = room
  return (descriptor: number, bytes: Uint8Array, at: number) => {
    const length = Math.min(bytes.length - at, 7, left)
    if (length === 0) throw new Error('ENOSPC: no space left on device, write')
    left -= length
    return fs.writeSync(descriptor, bytes, at, length)
  }
}

function makeFolder(): string {
  const folder = fs.mkdtempSync(join(tmpdir(), 'carebench-full-'))
  onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true }))
  return folder
}

it('leaves both kinds of files unchanged on a full disk, and continues once there is space', () => {
  const folder = makeFolder()
  const [whole, lines] = [join(folder, 'result.json'), join(folder, 'index.jsonl')]
  writeAtomically(whole, 'the first content')
  appendWhole(lines, 'the first line\n')
  for (const left of [0, 1, 10, 19]) {
    expect(() => writeAtomically(whole, 'the second content of it', diskWith(left))).toThrow('ENOSPC')
    expect(() => appendWhole(lines, 'the second line, longer\n', true, diskWith(left))).toThrow('ENOSPC')
    expect([fs.readFileSync(whole, 'utf8'), fs.readFileSync(lines, 'utf8')]).toEqual([
      'the first content',
      'the first line\n',
    ])
    expect(fs.readdirSync(folder).toSorted()).toEqual(['index.jsonl', 'result.json'])
  }
  appendWhole(lines, 'the second line, longer\n', true, diskWith(100))
  expect(fs.readFileSync(lines, 'utf8')).toBe('the first line\nthe second line, longer\n')
})
