import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { requestOfRun, takeRequests } from './run-requests.js'

it('takes each request once', () => {
  const folder = mkdtempSync(join(tmpdir(), 'requests-'))
  expect(takeRequests(folder)).toEqual([])
  requestOfRun(folder, { kind: 'pace', concurrency: 3 })
  expect(takeRequests(folder)).toEqual([{ kind: 'pace', concurrency: 3 }])
  expect(takeRequests(folder)).toEqual([])
})

it('neither waits for nor fails on other files among the requests', () => {
  const folder = mkdtempSync(join(tmpdir(), 'requests-'))
  const at = (name: string) => join(folder, 'requests', name)
  mkdirSync(at('folder.json'), { recursive: true })
  execFileSync('mkfifo', [at('pipe.json')])
  symlinkSync('/dev/zero', at('link.json'))
  writeFileSync(at('long.json'), `${JSON.stringify({ kind: 'pace', concurrency: 1 })}${' '.repeat(5000)}`)
  writeFileSync(at('text.json'), 'no JSON')
  requestOfRun(folder, { kind: 'pace', concurrency: 2 })
  expect(takeRequests(folder)).toEqual([{ kind: 'pace', concurrency: 2 }])
  expect(['long.json', 'text.json'].map((name) => existsSync(at(name)))).toEqual([false, false])
})

it('finds no request if the folder of requests is not a folder', () => {
  const folder = mkdtempSync(join(tmpdir(), 'requests-'))
  writeFileSync(join(folder, 'requests'), '')
  expect(takeRequests(folder)).toEqual([])
})
