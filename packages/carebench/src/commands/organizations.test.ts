import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createOperatorKey } from '@carebench/service'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type LocalServer, startLocalServer } from '../serving/local-server.js'
import { readOperatorKey } from '../serving/secrets.js'
import { runInProcess } from '../testing/run-in-process.js'

let server: LocalServer
let environment: NodeJS.ProcessEnv
beforeAll(async () => {
  server = await startLocalServer({ port: 0, host: '127.0.0.1', fixtures: [] })
  environment = {
    CAREBENCH_URL: server.url,
    CAREBENCH_CA: server.caFile,
    CAREBENCH_OPERATOR_KEY: server.operatorKey,
  }
})
afterAll(() => server.close())

function organizations(argv: readonly string[], changes: NodeJS.ProcessEnv = {}) {
  return runInProcess(['organizations', ...argv], { environment: { ...environment, ...changes } })
}

it('creates an organization whose keys work, and lists it', async () => {
  const created = await organizations(['create', 'Lakeside Clinic'])
  expect(created.code).toBe(0)
  const [, key = ''] =
    /^export CAREBENCH_ORGANIZATION_KEY=(vk_\w{43})\nexport CAREBENCH_SOLVER_KEY=vrl_slv_\w{43}\n$/.exec(created.out) ??
    []
  const keys = await runInProcess(['keys', 'list', '--json'], {
    environment: { ...environment, CAREBENCH_ORGANIZATION_KEY: key },
  })
  expect(JSON.parse(keys.out).data).toHaveLength(1)
  const listed = await organizations(['list'])
  expect(listed.out).toMatch(
    /^id +created +name\norg_\w{26} +\S+ +Lakeside Clinic\norg_\w{26} +\S+ +Local organization\n$/,
  )
  expect(JSON.parse((await organizations(['list', '--json'])).out).data).toHaveLength(2)
})

it('prints one object for machines, and nothing else', async () => {
  const { code, out, err } = await organizations(['create', 'Harbor', '--json'])
  expect([code, err]).toEqual([0, ''])
  expect(JSON.parse(out)).toEqual({
    organization_id: expect.stringMatching(/^org_/),
    organization_key: expect.stringMatching(/^vk_/),
    solver_id: expect.stringMatching(/^slv_/),
    solver_key: expect.stringMatching(/^vrl_slv_/),
  })
})

it.each([
  ['', 'CAREBENCH_OPERATOR_KEY is not set'],
  ['vk_0000000000000000000000000000000000000000000', 'got a key of a different kind'],
  [createOperatorKey(), 'the key in CAREBENCH_OPERATOR_KEY is unknown'],
])('says what is wrong with the key, without showing it', async (key, message) => {
  const { code, out, err } = await organizations(['list'], { CAREBENCH_OPERATOR_KEY: key })
  expect([code, out, err]).toEqual([2, '', expect.stringContaining(message)])
  if (key !== '') expect(err).not.toContain(key)
})

it('takes an operator key from a file, and shows no file that holds something else', () => {
  const folder = mkdtempSync(join(tmpdir(), 'carebench-operator-'))
  try {
    const file = join(folder, 'key')
    const key = createOperatorKey()
    writeFileSync(file, `${key}\n`)
    expect(readOperatorKey(file)).toBe(key)
    writeFileSync(file, 'hunter2')
    expect(() => readOperatorKey(file)).toThrow(/^--operator-key-file: (?!.*hunter2).*vop_/)
    expect(() => readOperatorKey(join(folder, 'none'))).toThrow(/cannot be read/)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
