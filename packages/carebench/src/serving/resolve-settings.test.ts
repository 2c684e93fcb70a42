import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { UsageError } from '../terminal/exit-reason.js'
import { runInProcess } from '../testing/run-in-process.js'
import { resolveSettings } from './resolve-settings.js'
import { environmentName, settings } from './settings.js'

const folder = mkdtempSync(join(tmpdir(), 'carebench-test-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function write(name: string, text: string): string {
  const file = join(folder, name)
  writeFileSync(file, text)
  return file
}

const key = `vop_${'a'.repeat(43)}`

describe('settings', () => {
  it('are read from flags, the environment, the file and the defaults, in this order [serving.settings]', () => {
    const file = write('all.yaml', 'port: 1\nhost: a\nclock: manual\nkey: tls/key.pem\nsecret-file: [one, /two]\n')
    const environment = { CAREBENCH_SERVE_PORT: '2', CAREBENCH_SERVE_HOST: 'b', CAREBENCH_URL: 'https://localhost' }
    const { settings, sources } = resolveSettings({ flags: { port: '3', log: undefined }, environment, file })
    expect(settings).toEqual({
      port: 3,
      host: 'b',
      clock: 'manual',
      key: join(folder, 'tls/key.pem'),
      'secret-file': [join(folder, 'one'), '/two'],
      fixtures: ['all'],
      limits: 'on',
      'memory-limit': 70,
      log: 'off',
      metrics: 'off',
      'wire-ports': '40000-40100',
      'wire-remote-listeners': 'off',
      'wire-private-webhooks': 'off',
    })
    expect(sources).toEqual({
      port: '--port',
      host: 'CAREBENCH_SERVE_HOST',
      clock: file,
      key: file,
      'secret-file': file,
      fixtures: 'default',
      limits: 'default',
      'memory-limit': 'default',
      log: 'default',
      metrics: 'default',
      'wire-ports': 'default',
      'wire-remote-listeners': 'default',
      'wire-private-webhooks': 'default',
    })
  })

  it.each([
    [{}, 'off', 'default on loopback'],
    [{ host: '0.0.0.0' }, 'on', 'default'],
    [{ 'trust-proxy': ['loopback'] }, 'on', 'default behind a proxy'],
    [{ 'rate-limit': '5' }, 'on', 'with rate-limit'],
    [{ host: '0.0.0.0', limits: 'off' }, 'off', '--limits'],
  ])('say whether there are limits, and why: %j', (flags, limits, source) => {
    const resolved = resolveSettings({ flags, environment: {} })
    expect([resolved.settings.limits, resolved.sources.limits]).toEqual([limits, source])
  })

  it('mean the same in each source', () => {
    const environment = { CAREBENCH_SERVE_FIXTURES: 'prior-auth, referral', CAREBENCH_SERVE_SEED: '7' }
    const flags = { fixtures: ['prior-auth', 'referral'], seed: '7' }
    const file = write('same.json', '{"$schema": "./settings.json", "fixtures": ["prior-auth", "referral"], "seed": 7}')
    const [first, second, third] = [
      resolveSettings({ flags: {}, environment }),
      resolveSettings({ flags, environment: {} }),
      resolveSettings({ flags: {}, environment: {}, file }),
    ]
    expect(second.settings).toEqual(first.settings)
    expect(third.settings).toEqual(first.settings)
  })

  it.each([
    [{ flags: { port: '65536' } }, '--port: expected an integer from 0 to 65535, got 65536'],
    [{ flags: { port: '1e3' } }, '--port: expected an integer from 0 to 65535, got "1e3"'],
    [{ environment: { CAREBENCH_SERVE_CLOCK: 'x' } }, 'CAREBENCH_SERVE_CLOCK: expected system or manual, got "x"'],
    [
      { flags: { metrics: 'here' } },
      '--metrics: expected a text such as off or operator or 127.0.0.1:9464, got "here"',
    ],
    [
      { environment: { CAREBENCH_SERVE_PROT: '1' } },
      'unknown environment variable: CAREBENCH_SERVE_PROT; did you mean CAREBENCH_SERVE_PORT?',
    ],
    [{ written: '{"hosts": "a"}' }, /^unknown setting in .*: hosts; did you mean host\?$/],
    [{ written: '{"zzzzzzzzzz": "a"}' }, /known are port, host, /],
    [{ written: '[]' }, /expected an object with settings such as/],
    [{ written: '{"port": "8443"}' }, /: port: expected an integer from 0 to 65535, got "8443"$/],
  ])('are rejected with the expected value if they are invalid: %j [serving.settings]', (wrong, message) => {
    const {
      flags = {},
      environment = {},
      written,
    } = wrong as {
      flags?: Record<string, string>
      environment?: Record<string, string>
      written?: string
    }
    const file = written === undefined ? undefined : write('wrong.json', written)
    expect(() => resolveSettings({ flags, environment, file })).toThrow(message)
    expect(() => resolveSettings({ flags, environment, file })).toThrow(UsageError)
  })

  it('are never shown if they are secret', async () => {
    const environment = { CAREBENCH_SERVE_OPERATOR_KEY: `${key}!` }
    expect((await runInProcess(['serve'], { environment })).err).toBe(
      'carebench: CAREBENCH_SERVE_OPERATOR_KEY: expected a text that matches ^vop_[A-Za-z0-9]{43}$\n',
    )
    for (const output of [[], ['--json']]) {
      const shown = await runInProcess(['serve', '--print-config', ...output], {
        environment: { CAREBENCH_SERVE_OPERATOR_KEY: key },
      })
      expect([shown.code, shown.err]).toEqual([0, ''])
      expect(shown.out).not.toContain(key.slice(-20))
      expect(shown.out).toContain('[redacted]')
    }
  })
})

it('the configuration is printed with the source of each value', async () => {
  const { out } = await runInProcess(['serve', '--port', '0', '--print-config', '--json'])
  const printed = JSON.parse(out)
  expect(printed).toMatchObject({ port: { value: 0, source: '--port' }, host: { source: 'default' }, seed: {} })
  expect(Object.keys(printed)).toEqual(settings.map(([name]) => name))
  const text = (await runInProcess(['serve', '--port', '0', '--print-config'])).out
  expect(text).toMatch(/^port +0 +--port\nhost +127\.0\.0\.1 +default\ncert +not set\n/)
})

it.each([
  [['--secret-file', '/nowhere/secret'], '--secret-file: /nowhere/secret cannot be read'],
  [['--data', '/nowhere', '--database-url', 'postgres://db/x'], 'data and database-url are both given'],
  [['--database-url', 'postgres://db/x'], 'database-url needs secret-file'],
])('the configuration is printed, and the errors of a start are reported: %s', async (flags, message) => {
  const { out, err, code } = await runInProcess(['serve', '--print-config', ...flags])
  expect(out).toContain(flags[1])
  expect(err).toContain(message)
  expect(code).toBe(2)
})

it('the schema of the file is printed, and the help has each flag', async () => {
  const schema = JSON.parse((await runInProcess(['serve', '--print-config-schema'])).out)
  expect(Object.keys(schema.properties)).toEqual(['$schema', ...settings.map(([name]) => name)])
  const { out } = await runInProcess(['serve', '--help'])
  for (const [name, setting] of settings) expect(out.includes(`--${name} <`)).toBe(setting['x-secret'] !== true)
  expect(environmentName('secret-file')).toBe('CAREBENCH_SERVE_SECRET_FILE')
})
