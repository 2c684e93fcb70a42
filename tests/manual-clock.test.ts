import { spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { request } from 'node:https'
import { networkInterfaces } from 'node:os'
import { createManualClock } from '@carebench/protocol'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type LocalServerOptions, startLocalServer } from '../packages/carebench/src/serving/local-server.js'

const guide = readFileSync(new URL('../docs/testing-with-a-manual-clock.md', import.meta.url), 'utf8')
const hasCurl = spawnSync('curl', ['--version']).status === 0
const elsewhere = Object.values(networkInterfaces())
  .flat()
  .find((one) => one !== undefined && one.family === 'IPv4' && !one.internal)?.address

function block(info: string): string {
  const found = new RegExp(`\`\`\`${info}\\n([\\s\\S]*?)\`\`\``).exec(guide)?.[1]
  if (found === undefined) throw new Error(`The guide has no block marked "${info}".`)
  return found
}

async function start(options: Pick<LocalServerOptions, 'fixtures' | 'manualClock'>, host = '127.0.0.1') {
  const server = await startLocalServer({ ...options, port: 0, host })
  onTestFinished(() => server.close())
  const { port } = new URL(server.url)
  /** Moves the clock by a minute, calling the server at an address of this machine. */
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
  it('moves the manual clock of a server, for callers on loopback', async () => {
    const { advanceAt } = await start({ fixtures: [], manualClock: createManualClock() })
    expect(await advanceAt('127.0.0.1')).toEqual({ status: 200, body: { now: '2026-01-05T09:01:00.000Z' } })
  })

  it.skipIf(elsewhere === undefined)('is unknown to callers from elsewhere (needs another address)', async () => {
    const { advanceAt } = await start({ fixtures: [], manualClock: createManualClock() }, '0.0.0.0')
    expect(await advanceAt(elsewhere ?? '')).toEqual(unknownPath)
    expect((await advanceAt('127.0.0.1')).body).toEqual({ now: '2026-01-05T09:01:00.000Z' })
  })

  it("is unknown on a server with the system's clock", async () => {
    const { advanceAt } = await start({ fixtures: [] })
    expect(await advanceAt('127.0.0.1')).toEqual(unknownPath)
  })

  it.skipIf(!hasCurl)('goes as the guide shows (needs curl)', async () => {
    const { server } = await start({ fixtures: ['prior-auth'], manualClock: createManualClock() })
    const child = spawn('bash', ['--norc', '-euo', 'pipefail', '-c', block('sh walk')], {
      env: {
        ...process.env,
        NODE_NO_WARNINGS: '1',
        CAREBENCH_URL: server.url,
        CAREBENCH_CA: server.caFile,
        CAREBENCH_SOLVER_KEY: server.solverKey,
        CAREBENCH_ORGANIZATION_KEY: server.organizationKey,
      },
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data))
    const code = await new Promise((resolve) => child.on('close', resolve))
    expect([code, output]).toEqual([0, block('text')])
  })
})
