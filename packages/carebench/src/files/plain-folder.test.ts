import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { assertPlainFolder } from './plain-folder.js'

let base: string

beforeAll(() => {
  base = mkdtempSync(join(tmpdir(), 'carebench-plain-folder-'))
  return () => rmSync(base, { recursive: true, force: true })
})

it('refuses links to files and to folders, except in the folders of agents and as the folder itself', () => {
  const attempt = 'trials/a/t/t01/attempt-1'
  for (const place of ['report', 'report/index.html', 'bases/x.json', `${attempt}/calls.jsonl`, `${attempt}/agent`]) {
    const folder = mkdtempSync(join(base, 'results-'))
    mkdirSync(join(folder, place, '..'), { recursive: true })
    symlinkSync(base, join(folder, place))
    expect(() => assertPlainFolder(folder), place).toThrow(`${join(folder, place)} must be a file or a folder`)
  }
  const folder = mkdtempSync(join(base, 'results-'))
  mkdirSync(join(folder, attempt, 'agent'), { recursive: true })
  writeFileSync(join(folder, 'run.json'), '{}')
  symlinkSync(base, join(folder, attempt, 'agent', 'own'))
  const link = join(base, 'link')
  symlinkSync(folder, link)
  expect(() => assertPlainFolder(link)).not.toThrow()
})

it.each(['bases', 'report', 'requests', 'trials', 'pid', 'run.json', 'bases/b.json.gz', 'report/index.html'])(
  'refuses a folder in the place of the file %s, and the other way round',
  (place) => {
    const folder = mkdtempSync(join(base, 'results-'))
    mkdirSync(join(folder, place, '..'), { recursive: true })
    if (/\.|pid/.test(place)) mkdirSync(join(folder, place))
    else writeFileSync(join(folder, place), '')
    expect(() => assertPlainFolder(folder)).toThrow(new RegExp(`${join(folder, place)} must be a (file|folder)$`))
  },
)
