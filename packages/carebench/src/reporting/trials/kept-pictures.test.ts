import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConversation } from '@carebench/server/dashboard/task'
import { expect, it, onTestFinished } from 'vitest'
import { readPictures } from './kept-pictures.js'

const jpeg = Buffer.from('ffd8ffe000104a46', 'hex')

function turnsWith(pictures: readonly unknown[]) {
  const results = [{ source_call_id: 'c', content: '', extra: { pictures } }]
  const step = { source: 'agent', tool_calls: [{ tool_call_id: 'c', function_name: 'look' }], observation: { results } }
  return readConversation({ steps: [step] }, [])
}

function folderWith(files: Readonly<Record<string, Buffer>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'pictures-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'pictures'))
  for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder, name), bytes)
  return folder
}

it('returns the pictures that a trial names, each once', () => {
  const folder = folderWith({ 'pictures/001.jpeg': jpeg, 'pictures/002.jpeg': jpeg })
  const found = readPictures(folder, turnsWith(['pictures/001.jpeg', 'pictures/001.jpeg']))
  expect([...found]).toEqual([['pictures/001.jpeg', `data:image/jpeg;base64,${jpeg.toString('base64')}`]])
})

it('leaves out names and files that are not pictures of the folder, too large or missing', () => {
  const long = Buffer.concat([jpeg, Buffer.alloc(9 * 1024 * 1024)])
  const folder = folderWith({ 'pictures/001.jpeg': Buffer.from('<svg/>'), 'pictures/002.jpeg': long, 'key.jpeg': jpeg })
  symlinkSync('/dev/zero', join(folder, 'pictures/003.jpeg'))
  const names = ['pictures/001.jpeg', 'pictures/002.jpeg', 'pictures/003.jpeg', 'pictures/004.jpeg', 'key.jpeg']
  expect(readPictures(folder, turnsWith([...names, '../key.jpeg', 'pictures/../key.jpeg', 7, null])).size).toBe(0)
})
