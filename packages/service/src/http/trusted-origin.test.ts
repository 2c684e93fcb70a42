import { describe, expect, it } from 'vitest'
import { createRequest } from './request.js'
import { explainDistrust } from './trusted-origin.js'

function from(remoteAddress: string | null, headers: Readonly<Record<string, string>>, hosts: readonly string[] = []) {
  return explainDistrust({ ...createRequest('POST', '/mcp', headers), remoteAddress }, hosts)
}

describe('a request is trusted', () => {
  it.each<[string | null, Record<string, string>, string[]?]>([
    [null, {}],
    [null, { host: 'anything.example.org' }],
    ['127.0.0.1', { host: 'localhost:8443' }],
    ['127.0.0.1', { host: '127.0.0.1:8443' }],
    ['::1', { host: '[::1]:8443' }],
    ['127.0.0.1', { host: 'LOCALHOST' }],
    ['127.0.0.1', { host: 'bench.example.org' }, ['bench.example.org']],
    ['192.0.2.7', { host: 'bench.example.org' }],
    ['127.0.0.1', { host: 'localhost:8443', origin: 'https://localhost:8443' }],
    ['192.0.2.7', { host: 'bench.example.org', origin: 'https://bench.example.org' }],
  ])('%s %j', (remoteAddress, headers, hosts) => {
    expect(from(remoteAddress, headers, hosts)).toBe(null)
  })
})

describe('a request is not trusted', () => {
  it.each<[string | null, Record<string, string>, string]>([
    ['127.0.0.1', { host: 'evil.example.org' }, 'Host'],
    ['127.0.0.1', { host: 'localhost.evil.example.org' }, 'Host'],
    ['127.0.0.1', { host: 'evil.example.org:127.0.0.1' }, 'Host'],
    ['127.0.0.1', {}, 'Host'],
    ['127.0.0.1', { host: 'localhost:8443', origin: 'https://localhost:8444' }, 'Origin'],
    ['127.0.0.1', { host: 'localhost:8443', origin: 'https://evil.example.org' }, 'Origin'],
    ['192.0.2.7', { host: 'bench.example.org', origin: 'null' }, 'Origin'],
    [null, { host: 'bench.example.org', origin: 'https://evil.example.org' }, 'Origin'],
    ['192.0.2.7', { origin: 'https://bench.example.org' }, 'Origin'],
  ])('%s %j', (remoteAddress, headers, header) => {
    expect(from(remoteAddress, headers)).toContain(header)
  })
})
