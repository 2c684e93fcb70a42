import type { FileRecord, JsonObject, JsonValue, RecordedBody, SimulatorCall } from '@carebench/protocol'
import fc from 'fast-check'
import { Value } from 'typebox/value'
import { describe, expect, inject, it } from 'vitest'
import { simulatorContract } from '../testing/simulator-contract.js'
import { beginning, contextAt, createSimulatorHost } from '../testing/simulator-host.js'
import { filesSimulator as simulator } from './behaviour.js'
import { filesConfigSchema } from './config.js'
import { rootFolders } from './model/file-path.js'
import type { FilesState } from './state.js'

const scale = inject('scale')

const numRuns = 20 * scale

const names = ['a.txt', 'b.csv', 'sub/c.bin', 'sub']
const aPath = fc.tuple(fc.constantFrom('inbox', 'outbound', 'outbound', 'archive'), fc.constantFrom(...names))
const someBytes = fc.oneof(
  fc.string({ unit: 'binary' }).map((text) => new TextEncoder().encode(text)),
  fc.uint8Array({ maxLength: 12 }),
)

function toBase64(bytes: Uint8Array) {
  return btoa(String.fromCharCode(...bytes))
}

const aBody = fc.option(someBytes.map((bytes): RecordedBody => ({ base64: toBase64(bytes) })))
const aSeed = fc.array(
  fc.record({ path: aPath.map((parts) => parts.join('/')), content_base64: someBytes.map(toBase64) }),
  { maxLength: 5 },
)

function calling(method: string, path: string, body: RecordedBody | null = null): SimulatorCall {
  return {
    method,
    path,
    query: '',
    headers: {},
    body,
  }
}

const calls = fc.oneof(
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.constantFrom('GET', 'PUT', 'PUT', 'DELETE'), aPath, aBody)
      .map(([method, parts, body]) => calling(method, parts.join('/'), body)),
  },
  fc.constantFrom('inbox', 'outbound', 'archive').map((folder) => calling('GET', folder)),
)
const steps = fc
  .tuple(fc.constantFrom(...names), someBytes)
  .map(([path, bytes]) => ({ type: 'drop_file_inbox', path, content_base64: toBase64(bytes) }))
const anAct = fc.oneof(
  { weight: 3, arbitrary: fc.record({ wait: fc.constant(1000), group: fc.constant('files'), call: calls }) },
  fc.record({ wait: fc.constant(1000), step: steps }),
)

const host = createSimulatorHost(simulator)

function makeDatasets(files: JsonObject[]) {
  return [{ type: 'Files' as const, config: { files } }]
}

/** All rows of a list, fetched two per page. */
function walk(state: FilesState, path: string): JsonValue[] {
  const rows: JsonValue[] = []
  let query = 'limit=2'
  for (;;) {
    const call = { ...calling('GET', path), query }
    const { body } = simulator.handle(state, 'files', call, contextAt(beginning)).response
    const page = (body && 'json' in body ? body.json : null) as { data: JsonValue[]; _meta: { next: string | null } }
    rows.push(...page.data)
    if (page._meta.next === null) return rows
    query = `limit=2&cursor=${page._meta.next}`
  }
}

simulatorContract('the files simulator', {
  simulator,
  group: 'files',
  config: fc.constant({}),
  datasets: aSeed.map(makeDatasets),
  calls,
  steps,
  observe: (state) => rootFolders.map((folder) => walk(state, folder)),
  hostile: fc
    .tuple(
      fc.constantFrom('GET', 'PUT', 'DELETE'),
      fc.array(fc.constantFrom('..', '.', '%2e%2e', '%2f', '%00', 'inbox', 'outbound', '__proto__', '', '\\'), {
        maxLength: 5,
      }),
      fc.option(fc.string({ unit: 'binary' }), { nil: 'text/csv' }),
      aBody,
    )
    .map(([method, parts, type, body]) => ({
      ...calling(method, parts.join('/'), body),
      headers: { 'content-type': type },
    })),
  statuses: [200, 201, 204, 400, 404, 405],
  answered: ({ response, effects }) => {
    for (const effect of effects) {
      const touched = effect.op === 'put' ? effect.file.path : effect.path
      expect(touched).toMatch(/^outbound\/./)
      expect(touched.split('/').every((name) => name !== '' && name !== '.' && name !== '..')).toBe(true)
    }
    if ((response?.status ?? 0) < 400) return
    expect(response?.body).toEqual({
      json: { error: { code: expect.stringMatching(/^[A-Z_]+$/), message: expect.stringMatching(/\.(csv\.)?$/) } },
    })
  },
})

describe('the tree', () => {
  it('behaves like a list of files in the order of writing', () => {
    fc.assert(
      fc.property(aSeed, fc.array(anAct, { maxLength: 25 }), (seeds, done) => {
        let model: { path: string; bytes: string; seeded: boolean }[] = []
        const put = (path: string, bytes: string, seeded: boolean) => {
          model = [...model.filter((file) => file.path !== path), { path, bytes, seeded }]
        }
        for (const { path, content_base64 } of seeds) put(path, content_base64, true)
        const state = simulator.fork(simulator.seed({}, makeDatasets(seeds), contextAt(beginning)))
        for (const act of done) {
          const { outcomes } = host.run(state, [act])
          if ('step' in act) {
            put(`inbox/${act.step.path}`, act.step.content_base64, true)
            continue
          }
          const { method, path, body } = act.call
          const { status, body: answer } = outcomes[0]?.response ?? { status: 0, body: null }
          const present = model.find((file) => file.path === path)
          const isFolder = present === undefined && model.some((file) => file.path.startsWith(`${path}/`))
          if (!path.includes('/') || (method === 'GET' && isFolder)) {
            const { data } = (answer as { json: { data: { path: string }[] } }).json
            const below = model.filter((file) => file.path.startsWith(`${path}/`)).map((file) => file.path)
            expect(data.map((file) => file.path)).toEqual(below.reverse())
          } else if (method !== 'GET' && !path.startsWith('outbound/')) expect(status).toBe(405)
          else if (method === 'PUT') {
            expect(status).toBe(present ? 204 : 201)
            put(path, body && 'base64' in body ? body.base64 : '', false)
          } else if (!present) expect(status).toBe(404)
          else if (method === 'DELETE') model = model.filter((file) => file !== present)
          else expect(readBytes(answer)).toBe(present.bytes)
        }
        const files = simulator.evidence(state).files ?? []
        const listed = rootFolders.flatMap((folder) => walk(simulator.fork(state), folder))
        expect(listed).toHaveLength(files.length)
        expect(
          files.map((file) => ({ path: file.path, bytes: readBytes(recordBody(file)), seeded: file.seeded })),
        ).toEqual(model)
        for (const { content_base64: base64 } of files) {
          if (base64 !== undefined) expect(() => fatal.decode(bytesFrom(base64))).toThrow()
        }
      }),
      { numRuns },
    )
  })
})

describe('configuration', () => {
  it('is empty', () => {
    expect([{}, { root: '/' }].map((config) => Value.Check(filesConfigSchema, config))).toEqual([true, false])
  })
})

const fatal = new TextDecoder('utf-8', { fatal: true })

function bytesFrom(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
}

function recordBody({ content, content_base64 }: FileRecord): RecordedBody {
  return content === undefined ? { base64: content_base64 ?? '' } : { text: content }
}

/** The bytes of a body in base64. */
function readBytes(body: RecordedBody | null): string {
  if (body !== null && 'text' in body) return toBase64(new TextEncoder().encode(body.text))
  return body !== null && 'base64' in body ? body.base64 : ''
}
