import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { runInProcess } from '../../packages/carebench/src/testing/run-in-process.js'
import { readExample } from './shell-walk.js'

const parent = mkdtempSync(join(tmpdir(), 'carebench-task-environments-'))
afterAll(() => rmSync(parent, { recursive: true, force: true }))
const folder = join(parent, 'potassium')
mkdirSync(folder)
const benchmark = readExample('potassium/benchmark.json')
writeFileSync(join(folder, 'benchmark.json'), benchmark)
writeFileSync(join(folder, 'larsen.json'), readExample('potassium/larsen.json'))

it('the benchmark of the guide is valid, and its solutions pass', async () => {
  expect(await runInProcess(['validate', folder])).toMatchObject({ code: 0 })
  const { code, out } = await runInProcess(['audit', folder])
  expect([code, out]).toEqual([0, expect.stringMatching(/look it up +1\.00 pass[\s\S]*send and look +1\.00 pass/)])
})

it('errors in the environment of a task name their place in its files', async () => {
  const faulty = join(parent, 'faulty')
  mkdirSync(faulty)
  writeFileSync(
    join(faulty, 'larsen.json'),
    readExample('potassium/larsen.json').replace('"final"', '"unknown-status"'),
  )
  const wrong = benchmark.replace('"answers": false', '"answers": 0')
  writeFileSync(join(faulty, 'benchmark.json'), wrong)
  const { code, out } = await runInProcess(['validate', faulty, '--json'])
  expect(code).toBe(1)
  const { problems } = JSON.parse(out) as { problems: readonly { file: string; path: string; task?: string }[] }
  expect(problems.map(({ file, path, task }) => [file.slice(parent.length), path, task])).toEqual([
    [
      '/faulty/benchmark.json',
      '/tasks/1/environment/simulators/faxes/numbers/+15550100188/answers',
      'Find out whether the fax arrives',
    ],
    ['/faulty/larsen.json', '/entry/1/resource/status', 'Report the potassium'],
    ['/faulty/larsen.json', '/entry/1/resource/status', 'Find out whether the fax arrives'],
  ])
})
