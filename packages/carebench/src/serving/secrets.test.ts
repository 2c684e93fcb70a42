import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createManualClock } from '@carebench/protocol'
import { createRequest } from '@carebench/service'
import { afterAll, describe, expect, it } from 'vitest'
import { UsageError } from '../terminal/exit-reason.js'
import { createLocalService } from './local-service.js'
import { readSecrets } from './secrets.js'

const folder = mkdtempSync(join(tmpdir(), 'carebench-test-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function write(name: string, bytes = randomBytes(32)): string {
  const file = join(folder, name)
  writeFileSync(file, bytes)
  return file
}

const older = write('older')
const newer = write('newer')

/** A node with these secrets; all have the same organization, with two benchmarks. */
async function startNode(secretFiles: readonly string[]) {
  const service = createLocalService({ secretFiles, seed: 1, manualClock: createManualClock() })
  const { organizationKey } = await service.provisionOrganization('Example')
  const authorization = `Bearer ${organizationKey}`
  const call = async (method: string, target: string, body?: string) => {
    const headers = { authorization, 'content-type': 'application/json' }
    const answer = await service.handle(createRequest(method, target, headers, new TextEncoder().encode(body)))
    return { status: answer.status, body: JSON.parse(String(answer.body)) }
  }
  for (const name of ['a', 'b']) await call('POST', '/benchmarks', JSON.stringify({ name }))
  return {
    cursor: async (): Promise<string> => (await call('GET', '/benchmarks?limit=1')).body._meta.next,
    statusOf: async (cursor: string) => (await call('GET', `/benchmarks?cursor=${cursor}`)).status,
  }
}

describe('secrets', () => {
  it('can be rotated node by node without rejected cursors', async () => {
    const before = await startNode([older])
    const prepared = await startNode([older, newer])
    const changed = await startNode([newer, older])
    const after = await startNode([newer])
    for (const [earlier, later] of [
      [before, prepared],
      [prepared, changed],
      [changed, after],
    ] as const) {
      expect(await earlier.statusOf(await later.cursor())).toBe(200)
    }
    for (const [earlier, later] of [
      [before, prepared],
      [before, changed],
      [prepared, changed],
    ] as const) {
      expect(await later.statusOf(await earlier.cursor())).toBe(200)
    }
    expect(await after.statusOf(await before.cursor())).toBe(400)
    expect(await before.statusOf(await after.cursor())).toBe(400)
  })

  it('are generated if no file is named', () => {
    const [first, other] = [readSecrets(), readSecrets()]
    expect(first.secret).toHaveLength(32)
    expect(first.secret).not.toEqual(other.secret)
    expect(first.cursorKeys).toHaveLength(1)
  })

  it('are refused if too short, missing, repeated or more than two', () => {
    for (const files of [
      [write('short', randomBytes(31))],
      [join(folder, 'missing')],
      [older, older],
      [older, newer, write('third')],
    ]) {
      expect(() => readSecrets(files)).toThrow(UsageError)
    }
    expect(readSecrets([write('exact', randomBytes(32))]).secret).toHaveLength(32)
  })
})
