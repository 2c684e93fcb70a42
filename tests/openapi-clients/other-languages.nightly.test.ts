import { spawnSync } from 'node:child_process'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type LocalServer, startLocalServer } from '../../packages/carebench/src/serving/local-server.js'
import { blocksOf, hasCurl, walk } from '../guides/shell-walk.js'

const block = blocksOf('docs/guides/other-languages.md')
const hasPython = spawnSync('python3', ['--version']).status === 0

let server: LocalServer
beforeAll(async () => {
  server = await startLocalServer({ port: 0, host: '127.0.0.1', fixtures: ['prior-auth'] })
})
afterAll(() => server?.close())

it.skipIf(!hasCurl)('the curl commands complete a whole run (needs curl)', async () => {
  const lines = (await walk(block('sh walk'), server)).trim().split('\n')
  expect(lines.map((line) => line.replace(/^\d+$/, 'n'))).toEqual(['n', 'fail', 'n', 'fail', 'n', 'fail', 'n'])
  expect(lines.at(-1)).toBe('0')
})

it.skipIf(!hasPython)('the Python program completes a whole run (needs python3)', async () => {
  const script = `python3 - <<'PROGRAM'\n${block('python')}PROGRAM\n`
  const lines = (await walk(script, server)).trim().split('\n')
  expect(lines).toEqual([
    expect.stringMatching(/^Request the ordered MRI: [1-9]\d* patients, \d+ requests$/),
    'fail 0',
    expect.stringMatching(/^Answer the request for more information: [1-9]\d* patients, [1-9]\d* requests$/),
    'fail 0',
    expect.stringMatching(/patients, \d+ requests$/),
    'fail 0',
    '401 UNAUTHORIZED',
  ])
})
