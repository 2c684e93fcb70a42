import { request } from 'node:https'
import { networkInterfaces } from 'node:os'
import { createManualClock } from '@carebench/protocol'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type LocalServerOptions, startLocalServer } from '../../packages/carebench/src/serving/local-server.js'
import { hasCurl, readBlocks, walk } from './shell-walk.js'

const block = readBlocks('docs/guides/testing-with-a-manual-clock.md')
const elsewhere = Object.values(networkInterfaces())
  .flat()
  .find((address) => address !== undefined && address.family === 'IPv4' && !address.internal)?.address

async function start(options: Pick<LocalServerOptions, 'fixtures' | 'manualClock'>, host = '127.0.0.1') {
  const server = await startLocalServer({ ...options, port: 0, host })
  onTestFinished(() => server.close())
  const { port } = new URL(server.url)
  /** Advances the clock by a minute, calling the server at an address of this machine. */
  const advanceAt = (address: string) =>
    new Promise<{ status: number | undefined; body: unknown }>((resolve, reject) => {
      const headers = {
        authorization: `Bearer ${server.organizationKey}`,
        'content-type': 'application/json',
        'x-request-id': 'same',
      }
      const options = { method: 'POST', ca: server.caPem, headers, agent: false, servername: 'localhost' }
      request(`https://${address}:${port}/testing/clock`, options, (response) => {
        let text = ''
        response.on('data', (part) => {
          text += part
        })
        response.on('end', () => resolve({ status: response.statusCode, body: JSON.parse(text) }))
      })
        .on('error', reject)
        .end('{"advance_seconds": 60}')
    })
  return { server, advanceAt }
}

const unknownPath = {
  status: 404,
  body: { error: { code: 'RESOURCE_NOT_FOUND', message: 'There is no such resource.', request_id: 'same' } },
}

describe('POST /testing/clock', () => {
  it('advances the manual clock of a server, for callers on loopback', async () => {
    const { advanceAt } = await start({ fixtures: [], manualClock: createManualClock() })
    expect(await advanceAt('127.0.0.1')).toEqual({ status: 200, body: { now: '2026-01-05T09:01:00.000Z' } })
  })

  it.skipIf(elsewhere === undefined)('is not found for other callers (needs another address)', async () => {
    const { advanceAt } = await start({ fixtures: [], manualClock: createManualClock() }, '0.0.0.0')
    expect(await advanceAt(elsewhere ?? '')).toEqual(unknownPath)
    expect((await advanceAt('127.0.0.1')).body).toEqual({ now: '2026-01-05T09:01:00.000Z' })
  })

  it('is not found on a server with the system clock', async () => {
    const { advanceAt } = await start({ fixtures: [] })
    expect(await advanceAt('127.0.0.1')).toEqual(unknownPath)
  })

  it.skipIf(!hasCurl)('works as shown in the guide (needs curl)', async () => {
    const { server } = await start({ fixtures: ['prior-auth'], manualClock: createManualClock() })
    expect(await walk(block('sh walk'), server)).toBe(block('text'))
  })
})
