import type { JsonOperationId } from '@carebench/protocol'
import { type KeyMap, keysFromWire, keysToWire, wireTable } from '@carebench/protocol/wire'
import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import { Transport } from '../http/transport.js'
import { json, stubFetch } from '../testing/stub-fetch.js'
import { callOperation } from './operation-caller.js'

const scale = inject('scale')
const ids = Object.keys(wireTable) as JsonOperationId[]

/** Open JSON with many keys that look like declared ones, in either form. */
const anyKey = fc.oneof(
  fc.constantFrom('task_id', 'taskId', 'created_at', 'createdAt', '_meta', 'id', 'config', 'next_cursor', 'a_1', 'a1'),
  fc.string({ maxLength: 4 }).filter((key) => key !== '__proto__'),
)
const openJson = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom(null, true, 0, -1.5, 'task_id', 'taskId'),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(anyKey, tie('value'), { maxKeys: 4 }),
  ),
})).value

/** Returns the camelCase form of a declared key, independently of the implementation. */
function camel(key: string) {
  return key.startsWith('_')
    ? key
    : key
        .split('_')
        .map((word, at) => (at === 0 ? word : word.slice(0, 1).toUpperCase() + word.slice(1)))
        .join('')
}

/** Generates a wire value of a map, and the same value in the form of the client. */
function drawPair(map: KeyMap): fc.Arbitrary<readonly [wire: unknown, client: unknown]> {
  if (map === null) return openJson.map((value) => [value, value] as const)
  if ('items' in map) {
    return fc
      .array(drawPair(map.items), { maxLength: 2 })
      .map((pairs) => [pairs.map(([a]) => a), pairs.map(([, b]) => b)])
  }
  if ('values' in map) {
    return fc
      .dictionary(anyKey, drawPair(map.values), { maxKeys: 2 })
      .map((pairs) => [mapValues(pairs, ([a]) => a), mapValues(pairs, ([, b]) => b)])
  }
  const declared: fc.Arbitrary<Record<string, readonly [unknown, unknown]>> = fc
    .record(mapValues(map.keys, (inner) => fc.option(drawPair(inner), { nil: undefined })))
    .map((pairs) =>
      Object.fromEntries(Object.entries(pairs).flatMap(([key, pair]) => (pair === undefined ? [] : [[key, pair]]))),
    )
  // A key of a newer service: not declared, so it is unchanged.
  const unknown = fc.dictionary(fc.constantFrom('x_new_key', 'xNewKey'), openJson, { maxKeys: 2 })
  return fc.tuple(declared, unknown).map(([pairs, others]) => [
    { ...mapValues(pairs, ([a]) => a), ...others },
    { ...Object.fromEntries(Object.entries(pairs).map(([key, [, b]]) => [camel(key), b])), ...others },
  ])
}

function mapValues<A, B>(record: Readonly<Record<string, A>>, change: (value: A) => B): Record<string, B> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]))
}

describe('keys', () => {
  it('are converted both ways where they are declared, and nowhere else', () => {
    expect(ids.length).toBeGreaterThan(30)
    const cases = fc.constantFrom(...ids).chain((id) => {
      const { body, response, query } = wireTable[id]
      return fc.constantFrom(body, response, query).chain((map) => fc.tuple(fc.constant(map), drawPair(map)))
    })
    fc.assert(
      fc.property(cases, ([map, [wire, client]]) => {
        expect(keysFromWire(map, wire)).toEqual(client)
        expect(keysToWire(map, client)).toEqual(wire)
      }),
      { numRuns: 60 * scale },
    )
  })

  it('are converted in a call', async () => {
    const cases = fc.constantFrom(...ids.filter((id) => wireTable[id].response !== null)).chain((id) => {
      const { body, response } = wireTable[id]
      return fc.tuple(fc.constant(id), drawPair(body), drawPair(response))
    })
    await fc.assert(
      fc.asyncProperty(cases, async ([id, [wireBody, body], [wireAnswer, answer]]) => {
        const { fetch, sent } = stubFetch(json(200, wireAnswer))
        const transport = Transport.create({ baseUrl: 'https://s.example.org', fetch }, 'apiKey', 'vk_1')
        const params = { id: 'a', simulatorId: 'b', datasetId: 'c', runId: 'd', version: 1, entityId: 'e', keyId: 'f' }
        expect(await callOperation(transport, id, { params, body })).toEqual(JSON.parse(JSON.stringify(answer)))
        expect(sent[0]?.body).toEqual(JSON.parse(JSON.stringify(wireBody)))
      }),
    )
  })
})
