import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Carebench } from '@carebench/client'
import { nodeFetch } from '@carebench/client/node'
import { createServer, type ServerOptions } from '@carebench/server'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type LocalServer, startLocalServer } from '../../serving/local-server.js'
import { runInProcess } from '../../testing/run-in-process.js'

let server: LocalServer
let environment: NodeJS.ProcessEnv
beforeAll(async () => {
  server = await startLocalServer({ port: 0, host: '127.0.0.1', fixtures: [] })
  environment = {
    CAREBENCH_URL: server.url,
    CAREBENCH_CA: server.caFile,
    CAREBENCH_ORGANIZATION_KEY: server.organizationKey,
  }
})
afterAll(() => server.close())

function keys(argv: readonly string[], changes: NodeJS.ProcessEnv = {}) {
  return runInProcess(['keys', ...argv], { environment: { ...environment, ...changes } })
}

function organizationClient() {
  return new Carebench({ baseUrl: server.url, apiKey: server.organizationKey, fetch: nodeFetch({ ca: server.caPem }) })
}

describe('carebench keys', () => {
  it('creates a key that works, shows it once, and revokes it', async () => {
    const created = await keys(['create', 'CI'])
    expect([created.code, created.out]).toEqual([0, expect.stringMatching(/^vk_[A-Za-z0-9]{43}\n$/)])
    const key = created.out.trim()
    const id = /key_\w{26}/.exec(created.err)?.[0] ?? ''
    expect(created.err).not.toContain(key)
    const listed = await keys(['list'], { CAREBENCH_ORGANIZATION_KEY: key })
    const [heading, first] = listed.out.split('\n')
    expect(heading).toMatch(/^id +key +created +name$/)
    expect(first).toMatch(new RegExp(`^${id}  vk_…${key.slice(-4)}  \\d{4}-\\S+Z  CI$`))
    expect(listed.out).not.toContain(key)
    expect(await keys(['revoke', id])).toMatchObject({ code: 0, out: '', err: expect.stringContaining(id) })
    expect((await keys(['list'])).out).not.toContain(id)
    expect(await keys(['list'], { CAREBENCH_ORGANIZATION_KEY: key })).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringContaining('revoked'),
    })
    expect(await keys(['revoke', id])).toMatchObject({ code: 2, err: expect.stringContaining('no such') })
  })

  it('prints JSON with wire keys', async () => {
    const created = JSON.parse((await keys(['create', 'CI', '--json'])).out)
    expect(Object.keys(created).sort()).toEqual(['created_at', 'id', 'key', 'name', 'prefix', 'suffix'])
    const { key, ...shown } = created
    expect(key).toMatch(/^vk_/)
    expect(JSON.parse((await keys(['list', '--json'])).out).data).toContainEqual(shown)
    expect(JSON.parse((await keys(['revoke', created.id, '--json'])).out)).toEqual({ revoked: created.id })
  })

  it('lists more than one page', async () => {
    const client = organizationClient()
    const names = Array.from({ length: 101 }, (_, index) => `many ${index}`)
    await Promise.all(names.map((name) => client.call('createApiKey', { body: { name } })))
    const { data } = JSON.parse((await keys(['list', '--json'])).out)
    expect(data.filter(({ name }: { name: string }) => name.startsWith('many'))).toHaveLength(101)
  })

  it('creates keys of a Solver, by alias or id', async () => {
    const { alias } = await organizationClient().call('getSolver', { params: { id: server.solverId } })
    for (const named of [alias, server.solverId]) {
      const { out, err } = await keys(['create', 'agent', '--solver', named])
      expect(out).toMatch(/^vrl_slv_/)
      const id = /key_\w{26}/.exec(err)?.[0] ?? ''
      expect((await keys(['list', '--solver', named])).out).toContain(id)
      expect((await keys(['list'])).out).not.toContain(id)
      // It is not a key of the organization.
      expect((await keys(['revoke', id])).code).toBe(2)
      expect((await keys(['revoke', id, '--solver', named])).code).toBe(0)
    }
    const unknown = await keys(['list', '--solver', 'nobody'])
    expect([unknown.code, unknown.err]).toEqual([2, expect.stringContaining(alias)])
  })

  it('prints names without control characters', async () => {
    const created = await keys(['create', 'red \u001b[31m\u202e'])
    // The service refuses the name, or the list shows it without these characters.
    const { out } = await keys(['list'])
    for (const obeyed of ['\u001b', '\u202e']) expect(created.err + out).not.toContain(obeyed)
  })
})

describe('carebench keys reports an error in one line, and exits 2:', () => {
  const notPem = () => {
    const file = join(server.caFile, '..', 'not.pem')
    writeFileSync(file, 'x')
    return file
  }
  const cases: readonly [string, readonly string[], () => NodeJS.ProcessEnv, string][] = [
    ['no address', ['list'], () => ({ CAREBENCH_URL: undefined }), 'CAREBENCH_URL'],
    ['an empty address', ['list'], () => ({ CAREBENCH_URL: '' }), 'CAREBENCH_URL'],
    ['an invalid address', ['list'], () => ({ CAREBENCH_URL: 'https://' }), 'CAREBENCH_URL'],
    ['plain HTTP', ['list'], () => ({ CAREBENCH_URL: server.url.replace('https', 'http') }), 'https://'],
    ['no key', ['list'], () => ({ CAREBENCH_ORGANIZATION_KEY: undefined }), 'CAREBENCH_ORGANIZATION_KEY'],
    ['a Solver key', ['list'], () => ({ CAREBENCH_ORGANIZATION_KEY: server.solverKey }), 'a different kind'],
    ['a key with a line end', ['list'], () => ({ CAREBENCH_ORGANIZATION_KEY: 'vk_x\n' }), 'CAREBENCH_ORGANIZATION_KEY'],
    [
      'an unknown key',
      ['list'],
      () => ({ CAREBENCH_ORGANIZATION_KEY: 'vk_'.padEnd(46, '0') }),
      'is unknown to the server',
    ],
    ['no certificate', ['list'], () => ({ CAREBENCH_CA: undefined }), 'CAREBENCH_CA'],
    ['a certificate that is missing', ['list'], () => ({ CAREBENCH_CA: '/none.pem' }), '/none.pem'],
    ['an invalid certificate', ['list'], () => ({ CAREBENCH_CA: notPem() }), 'PEM'],
    ['nobody there', ['list'], () => ({ CAREBENCH_URL: 'https://127.0.0.1:1' }), 'running'],
    ['another path', ['list'], () => ({ CAREBENCH_URL: `${server.url}/other` }), 'no such'],
    ['a name too long', ['create', 'x'.repeat(201)], () => ({}), '/name'],
    ['a key instead of an id', ['revoke', 'vk_secret'], () => ({}), 'expected the id of a key'],
    ['an empty id', ['revoke', ''], () => ({}), 'id'],
    ['no id', ['revoke'], () => ({}), 'id'],
  ]
  it.each(cases)('%s', async (_, argv, changes, hint) => {
    const { code, out, err } = await keys(argv, changes())
    expect([code, out]).toEqual([2, ''])
    expect(err).toContain(hint)
    const lines = err.trim().split('\n')
    // An error in the command line has a second line, which names the help.
    expect(lines.filter((line) => !line.startsWith('(carebench keys '))).toHaveLength(1)
    expect(err).not.toMatch(/\n {4}at |vk_secret/)
    for (const key of [server.organizationKey, server.solverKey]) expect(err).not.toContain(key)
  })
})

it('carebench keys exits 1 if the server is unavailable', async () => {
  const service: ServerOptions['service'] = {
    handle: async () => ({
      status: 503,
      headers: { 'content-type': 'application/json', 'retry-after': '0' },
      body: '{"error":{"code":"UNAVAILABLE","message":"Later."}}',
    }),
  }
  const away = createServer({ service })
  onTestFinished(() => away.close())
  const { url, caPem } = await away.listen({ port: 0 })
  const file = join(server.caFile, '..', 'away.pem')
  writeFileSync(file, caPem)
  const { code, err } = await keys(['list'], { CAREBENCH_URL: url, CAREBENCH_CA: file })
  expect([code, err]).toEqual([1, expect.stringContaining('Later.')])
})
