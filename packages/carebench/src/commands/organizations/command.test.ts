import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer } from '@carebench/server'
import { createOperatorKey, type Service } from '@carebench/service'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type LocalServer, startLocalServer } from '../../serving/local-server.js'
import { createLocalService } from '../../serving/local-service.js'
import { readOperatorKey } from '../../serving/secrets.js'
import { runInProcess } from '../../testing/run-in-process.js'

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

describe('an organization that could only be created in part', () => {
  /** Creates an organization on a server that rejects one operation, by method and path. */
  async function createWhere(refused: RegExp, status: number, argv: readonly string[] = []) {
    const operatorKey = createOperatorKey()
    const service = createLocalService({ seed: 1, operatorKey })
    const refusing: Service = {
      ...service,
      handle(request) {
        if (!refused.test(`${request.method} ${request.target}`)) return service.handle(request)
        const code = status === 401 ? 'UNAUTHORIZED' : 'UNAVAILABLE'
        const body = JSON.stringify({ error: { code, message: 'No.', request_id: 'r1' } })
        return Promise.resolve({ status, headers: { 'content-type': 'application/json' }, body })
      },
    }
    const other = createServer({ service: refusing })
    const folder = mkdtempSync(join(tmpdir(), 'carebench-ca-'))
    try {
      const { url, caPem } = await other.listen({ port: 0, host: '127.0.0.1' })
      const caFile = join(folder, 'ca.pem')
      writeFileSync(caFile, caPem)
      return await organizations(['create', 'Lakeside', ...argv], {
        CAREBENCH_URL: url,
        CAREBENCH_CA: caFile,
        CAREBENCH_OPERATOR_KEY: operatorKey,
      })
    } finally {
      await other.close()
      rmSync(folder, { recursive: true, force: true })
    }
  }

  it('is named, with the missing parts, if it got no key', async () => {
    const { code, out, err } = await createWhere(/^POST \/organizations\/\w+\/api-keys$/, 503)
    expect([code, out]).toEqual([1, ''])
    expect(err).toMatch(
      /The organization (org_\w+) was created, but it has no API key yet: POST \/organizations\/\1\/api-keys/,
    )
  })

  it('has its key printed if it got no Solver, and no other key is blamed', async () => {
    const { code, out, err } = await createWhere(/^POST \/solvers$/, 401)
    expect([code, out]).toEqual([2, expect.stringMatching(/^export CAREBENCH_ORGANIZATION_KEY=vk_\w{43}\n$/)])
    expect(err).toMatch(
      /The organization org_\w+ was created, and its API key is printed, but it has no Solver key yet/,
    )
    expect(err).toContain('the key in the response that created it is unknown to the server')
    expect(err).not.toContain('CAREBENCH_OPERATOR_KEY')
  })

  it('is printed as one object for machines', async () => {
    const { code, out } = await createWhere(/^POST \/solvers\/\w+\/api-keys$/, 503, ['--json'])
    expect(code).toBe(1)
    expect(JSON.parse(out)).toEqual({
      organization_id: expect.stringMatching(/^org_/),
      organization_key: expect.stringMatching(/^vk_/),
      solver_id: null,
      solver_key: null,
    })
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

it('reads an operator key from a file, and does not show other content of a file', () => {
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
