import { expect, it } from 'vitest'
import type { Settings } from './settings.js'
import { wireSettings, wiresText } from './wire-settings.js'

const settings: Settings = {
  port: 8443,
  host: '127.0.0.1',
  fixtures: [],
  clock: 'system',
  'memory-limit': 70,
  log: 'off',
  metrics: 'off',
  'wire-ports': '40000-40100',
  'wire-remote-listeners': 'off',
  'wire-private-webhooks': 'off',
}

it('opens no channels by default', () => {
  expect(wireSettings(settings)).toBeUndefined()
})

it('returns the addresses of the channels', () => {
  const wires = wireSettings({ ...settings, wires: ['mllp', 'mllp', 'sftp'], 'wire-listeners': '[::1]:41000-41100' })
  expect(wires).toEqual({
    kinds: ['mllp', 'sftp'],
    address: '127.0.0.1',
    host: '127.0.0.1',
    ports: { from: 40_000, to: 40_100 },
    listeners: { host: '::1', ports: { from: 41_000, to: 41_100 } },
  })
  expect(wireSettings({ ...settings, wires: ['mllp'], 'wire-ports': '0' })).toMatchObject({ ports: 'any' })
  const remote = { 'wire-listeners': '192.0.2.1:1-2', 'wire-remote-listeners': 'on' } as const
  expect(wireSettings({ ...settings, wires: ['mllp'], ...remote })).toMatchObject({ listeners: { host: '192.0.2.1' } })
})

it.each<[string, Partial<Settings>, string]>([
  ['without wires', { wires: [], 'wire-host': 'x' }, '--wire-host needs --wires'],
  ['with any address', { host: '0.0.0.0' }, '--wires needs --wire-host with --host 0.0.0.0'],
  ['ports the wrong way round', { 'wire-ports': '40100-40000' }, 'such as 40000-40100; got 40100-40000'],
  ['an invalid port', { 'wire-ports': '40100-99999' }, 'got 40100-99999'],
  ['webhooks without a URL', { wires: ['webhook'] }, '--wires webhook needs --wire-webhook-url'],
  ['a URL without webhooks', { 'wire-webhook-url': 'https://a.example' }, 'needs --wires webhook'],
  ['http', { wires: ['webhook'], 'wire-webhook-url': 'http://a.example' }, 'expected https'],
  [
    'a URL with credentials',
    { wires: ['webhook'], 'wire-webhook-url': 'https://a:b@a.example' },
    'without credentials',
  ],
  ['text for a URL', { wires: ['webhook'], 'wire-webhook-url': 'a.example' }, 'got a.example'],
  ['another machine', { 'wire-listeners': 'example.org:1-2' }, 'example.org is not this machine'],
])('refuses %s', (_, changed, message) => {
  expect(() => wireSettings({ ...settings, wires: ['mllp'], ...changed })).toThrow(message)
})

it('describes the open channels and the destination of webhooks', () => {
  const wires = wireSettings({
    ...settings,
    wires: ['mllp', 'webhook'],
    'wire-listeners': '127.0.0.1:41000-41100',
    'wire-webhook-url': 'https://agent.example.org/arrivals',
  })
  if (wires === undefined) throw new Error('There are no wires.')
  expect(wiresText(wires).replaceAll(/ {2,}/g, ' ')).toBe(
    ' wires mllp at 127.0.0.1, on the ports 40000-40100\n listeners of agents at 127.0.0.1, on the ports ' +
      '41000-41100\n webhooks go to https://agent.example.org/arrivals\n',
  )
})
