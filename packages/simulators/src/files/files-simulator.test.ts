import {
  createSeededRandom,
  type FileRecord,
  formatInstant,
  type JsonObject,
  type JsonValue,
  type RecordedBody,
  type RecordedEvent,
  type ScenarioStep,
  type SimulatorCall,
} from '@carebench/protocol'
import fc from 'fast-check'
import { Value } from 'typebox/value'
import { describe, expect, it } from 'vitest'
import type { SimulatorChange, SimulatorResponse } from '../simulator.js'
import { filesConfigSchema } from './config.js'
import { filesSimulator as simulator } from './files-simulator.js'
import type { FilesEffect, FilesState } from './state.js'

const start = Date.UTC(2026, 0, 5, 9)
declare const process: { readonly env: Readonly<Record<string, string | undefined>> }

const numRuns = 100 * Number(process.env.CAREBENCH_SCALE ?? 1)

const names = ['a.txt', 'b.csv', 'sub/c.bin', 'sub']
const aPath = fc.tuple(fc.constantFrom('inbox', 'outbound', 'outbound', 'archive'), fc.constantFrom(...names))
const someBytes = fc.oneof(
  fc.string({ unit: 'binary' }).map((text) => new TextEncoder().encode(text)),
  fc.uint8Array({ maxLength: 12 }),
)
const base64Of = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes))
const aBody = fc.option(someBytes.map((bytes): RecordedBody => ({ base64: base64Of(bytes) })))
const aSeed = fc.array(
  fc.record({ path: aPath.map((parts) => parts.join('/')), content_base64: someBytes.map(base64Of) }),
  { maxLength: 5 },
)

/** Something that happens: a call of the agent, or a step of a scenario. */
type Step = { readonly call: SimulatorCall } | { readonly step: ScenarioStep }

const calling = (method: string, path: string, body: RecordedBody | null): Step => ({
  call: { method, path, query: '', headers: {}, body },
})
const aStep: fc.Arbitrary<Step> = fc.oneof(
  fc
    .tuple(fc.constantFrom('GET', 'PUT', 'PUT', 'DELETE'), aPath, aBody)
    .map(([method, parts, body]) => calling(method, parts.join('/'), body)),
  fc.constantFrom('inbox', 'outbound', 'archive').map((folder) => calling('GET', folder, null)),
  fc
    .tuple(fc.constantFrom(...names), someBytes)
    .map(([path, bytes]) => ({ step: { type: 'drop_file_inbox', path, content_base64: base64Of(bytes) } })),
)
const steps = fc.array(aStep, { maxLength: 25 })

const contextAt = (time: number) => ({ at: formatInstant(time), random: createSeededRandom(5, time) })
const seedOf = (files: JsonObject[]) => simulator.seed({}, [{ type: 'Files', config: { files } }], contextAt(start))
/** All rows of a list, two a page. */
function walk(state: FilesState, path: string): JsonValue[] {
  const rows: JsonValue[] = []
  let query = 'limit=2'
  for (;;) {
    const call: SimulatorCall = { method: 'GET', path, query, headers: {}, body: null }
    const { body } = simulator.handle(state, 'files', call, contextAt(start)).response
    const page = (body && 'json' in body ? body.json : null) as { data: JsonValue[]; _meta: { next: string | null } }
    rows.push(...page.data)
    if (page._meta.next === null) return rows
    query = `limit=2&cursor=${page._meta.next}`
  }
}

const observe = (state: FilesState) =>
  JSON.stringify([simulator.evidence(state), ...['inbox', 'outbound', 'archive'].map((folder) => walk(state, folder))])

type Outcome = SimulatorChange<FilesEffect> & { readonly response?: SimulatorResponse }

function carryOut(state: FilesState, step: Step, time: number): Outcome {
  return 'call' in step
    ? simulator.handle(state, 'files', step.call, contextAt(time))
    : simulator.inject(state, step.step, contextAt(time))
}

/** Does the host's part of the work, and records it. */
function run(state: FilesState, done: readonly Step[]) {
  const effects: FilesEffect[] = []
  const events: RecordedEvent[] = []
  const responses: SimulatorResponse[] = []
  done.forEach((step, index) => {
    const outcome = carryOut(state, step, start + index * 1000)
    for (const effect of outcome.effects) simulator.apply(state, effect)
    effects.push(...outcome.effects)
    events.push(...outcome.events)
    if (outcome.response) responses.push(outcome.response)
  })
  return { effects, events, responses }
}

describe('laws of the files simulator', () => {
  it('reads without changing: what is done twice without effects gives the same', () => {
    fc.assert(
      fc.property(aSeed, steps, aStep, (seeds, done, last) => {
        const state = simulator.fork(seedOf(seeds))
        run(state, done)
        const before = observe(state)
        expect(carryOut(state, last, start)).toEqual(carryOut(state, last, start))
        expect(simulator.due(state, contextAt(start))).toEqual({ effects: [], events: [] })
        expect(observe(state)).toBe(before)
      }),
      { numRuns },
    )
  })

  it('replays: the effects, as JSON, over a fork give the state; the calls again give the effects', () => {
    fc.assert(
      fc.property(aSeed, steps, (seeds, done) => {
        const seeded = seedOf(seeds)
        const pristine = observe(seeded)
        const state = simulator.fork(seeded)
        const first = run(state, done)
        const folded = simulator.fork(seeded)
        for (const effect of JSON.parse(JSON.stringify(first.effects)) as FilesEffect[]) simulator.apply(folded, effect)
        expect(observe(folded)).toBe(observe(state))
        expect(run(simulator.fork(seeded), done)).toEqual(first)
        expect(observe(seeded)).toBe(pristine)
      }),
      { numRuns },
    )
  })

  it('keeps forks apart: each goes on as if it were alone', () => {
    fc.assert(
      fc.property(aSeed, steps, steps, steps, (seeds, done, mine, yours) => {
        const seeded = seedOf(seeds)
        const state = simulator.fork(seeded)
        run(state, done)
        const straight = simulator.fork(seeded)
        run(straight, done)
        run(straight, mine)
        const fork = simulator.fork(state)
        expect(observe(fork)).toBe(observe(state))
        run(state, yours)
        run(fork, mine)
        expect(observe(fork)).toBe(observe(straight))
      }),
      { numRuns },
    )
  })

  it('behaves as a list of files in the order of writing', () => {
    fc.assert(
      fc.property(aSeed, steps, (seeds, done) => {
        let model: { path: string; bytes: string; seeded: boolean }[] = []
        const put = (path: string, bytes: string, seeded: boolean) => {
          model = [...model.filter((file) => file.path !== path), { path, bytes, seeded }]
        }
        for (const { path, content_base64 } of seeds) put(path, content_base64, true)
        const state = simulator.fork(seedOf(seeds))
        for (const step of done) {
          const { responses } = run(state, [step])
          if ('step' in step) {
            put(`inbox/${step.step.path}`, String(step.step.content_base64), true)
            continue
          }
          const { method, path, body } = step.call
          const [{ status, body: answer } = { status: 0, body: null }] = responses
          const present = model.find((file) => file.path === path)
          if (!path.includes('/')) {
            const { data } = (answer as { json: { data: { path: string }[] } }).json
            const below = model.filter((file) => file.path.startsWith(`${path}/`)).map((file) => file.path)
            expect(data.map((file) => file.path)).toEqual(below.reverse())
          } else if (method !== 'GET' && !path.startsWith('outbound/')) expect(status).toBe(405)
          else if (method === 'PUT') {
            expect(status).toBe(present ? 204 : 201)
            put(path, body && 'base64' in body ? body.base64 : '', false)
          } else if (!present) expect(status).toBe(404)
          else if (method === 'DELETE') model = model.filter((file) => file !== present)
          else expect(bytesOf(answer)).toBe(present.bytes)
        }
        const files = simulator.evidence(state).files ?? []
        const listed = ['inbox', 'outbound', 'archive'].flatMap((folder) => walk(simulator.fork(state), folder))
        expect(listed).toHaveLength(files.length)
        expect(
          files.map((file) => ({ path: file.path, bytes: bytesOf(recordBody(file)), seeded: file.seeded })),
        ).toEqual(model)
        for (const { content_base64: base64 } of files) {
          if (base64 !== undefined) expect(() => fatal.decode(bytesFrom(base64))).toThrow()
        }
      }),
      { numRuns },
    )
  })

  it('answers anything, and what it refuses changes nothing', () => {
    const anyBody = fc.oneof(
      aBody,
      fc.record({ json: fc.jsonValue() as fc.Arbitrary<JsonValue> }),
      fc.record({ text: fc.string({ unit: 'binary' }) }),
      fc.record({ base64: fc.string() }),
    )
    const aName = fc.oneof(
      fc.constantFrom('..', '.', '%2e%2e', '%2f', '%00', 'inbox', 'outbound', '__proto__', 'a.txt', '', '\\'),
      fc.string({ unit: 'binary', maxLength: 6 }),
    )
    const anyPath = fc.array(aName, { maxLength: 5 }).map((parts) => parts.join('/'))
    const statuses = new Set<number>()
    const seeded = seedOf([{ path: 'outbound/a.txt', content: 'x' }])
    fc.assert(
      fc.property(
        fc.constantFrom('GET', 'PUT', 'DELETE', 'POST', 'BREW'),
        fc.oneof(anyPath, fc.constantFrom('inbox', 'outbound/a.txt', 'outbound/new')),
        fc.oneof(fc.string(), fc.constantFrom('limit=5', 'cursor=%E0%A4%A', '%')),
        fc.option(fc.string({ unit: 'binary' }), { nil: 'text/csv' }),
        anyBody,
        (method, path, query, type, body) => {
          const call: SimulatorCall = { method, path, query, headers: { 'content-type': type }, body }
          const { response, effects, events } = simulator.handle(
            simulator.fork(seeded),
            'files',
            call,
            contextAt(start),
          )
          statuses.add(response.status)
          expect([200, 201, 204, 400, 404, 405]).toContain(response.status)
          expect(JSON.parse(JSON.stringify({ response, effects, events }))).toEqual({ response, effects, events })
          for (const value of Object.values(response.headers)) expect(value).toMatch(/^[\x20-\x7e]+$/)
          for (const effect of effects) {
            const touched = effect.op === 'put' ? effect.file.path : effect.path
            expect(touched).toMatch(/^outbound\/./)
            expect(touched.split('/').every((name) => name !== '' && name !== '.' && name !== '..')).toBe(true)
          }
          if (response.status < 400) return
          expect({ effects, events }).toEqual({ effects: [], events: [] })
          expect(response.body).toEqual({
            json: {
              error: { code: expect.stringMatching(/^[A-Z_]+$/), message: expect.stringMatching(/\.(csv\.)?$/) },
            },
          })
        },
      ),
      { numRuns: 10 * numRuns },
    )
    expect([...statuses].sort()).toEqual([200, 201, 204, 400, 404, 405])
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
function bytesOf(body: RecordedBody | null): string {
  if (body !== null && 'text' in body) return base64Of(new TextEncoder().encode(body.text))
  return body !== null && 'base64' in body ? body.base64 : ''
}
