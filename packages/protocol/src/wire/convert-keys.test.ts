import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import { wireTable } from '../wire-table.js'
import { keysFromWire, keysToWire } from './convert-keys.js'
import type { KeyMap } from './key-map.js'

const maps = Object.entries(wireTable).flatMap(([id, { query, body, response }]) =>
  [query, body, response].flatMap((map, index) => (map === null ? [] : [[`${id} ${index}`, map] as const])),
)

/** Generates values in the shape of a map, with undeclared keys and open JSON inside. */
function drawValues(map: KeyMap): fc.Arbitrary<unknown> {
  if (map === null) return fc.jsonValue({ maxDepth: 2 })
  if ('items' in map) return fc.array(drawValues(map.items), { maxLength: 3 })
  if ('values' in map) return fc.dictionary(fc.string(), drawValues(map.values), { maxKeys: 3 })
  const declared = Object.fromEntries(Object.entries(map.keys).map(([key, inner]) => [key, drawValues(inner)]))
  const extra = fc.dictionary(fc.stringMatching(/^[a-z]{1,4}_x_[a-z]{1,4}$/), fc.jsonValue({ maxDepth: 1 }), {
    maxKeys: 2,
  })
  return fc.tuple(fc.record(declared, { requiredKeys: [] }), extra).map(([own, others]) => ({ ...others, ...own }))
}

/** Returns the objects with declared keys in a map, including the map itself. */
function listObjects(map: KeyMap): readonly { readonly keys: Readonly<Record<string, KeyMap>> }[] {
  if (map === null) return []
  if ('items' in map) return listObjects(map.items)
  if ('values' in map) return listObjects(map.values)
  return [map, ...Object.values(map.keys).flatMap(listObjects)]
}

function fromWire(id: keyof typeof wireTable, value: unknown) {
  return keysFromWire(wireTable[id].response, value)
}

describe('a value from the wire', () => {
  it('has its declared keys in camelCase, and a leading underscore kept', () => {
    expect(
      fromWire('listTaskRuns', {
        data: [{ id: 'tr_1', benchmark_run_id: 'run_1', started_at: null, unknown_key: { inner_key: 1 } }],
        _meta: { next: null, prev: null, limit: 20 },
      }),
    ).toEqual({
      data: [{ id: 'tr_1', benchmarkRunId: 'run_1', startedAt: null, unknown_key: { inner_key: 1 } }],
      _meta: { next: null, prev: null, limit: 20 },
    })
  })

  it('keeps open JSON unchanged', () => {
    const open = { some_key: [{ inner_key: null }], camelKey: 1, resourceType: 'Task' }
    expect(fromWire('getSimulator', { config: open, created_at: 'x' })).toEqual({ config: open, createdAt: 'x' })
    expect(fromWire('getTask', { task_item: open, criteria: [{ assertion: open, task_id: 'x' }] })).toEqual({
      taskItem: open,
      criteria: [{ assertion: open, taskId: 'x' }],
    })
    const results = [{ path: 'a', expected: open, actual: { some_key: 1 } }]
    expect(fromWire('completeTaskRun', { checks: [{ criterion_id: 'c', field_results: results }] })).toEqual({
      checks: [{ criterionId: 'c', fieldResults: results }],
    })
  })

  it('keeps keys that are data unchanged: the names of axes and simulators', () => {
    expect(fromWire('completeTaskRun', { axes: { patient_safety: { score: 1, weight: 2 } } })).toEqual({
      axes: { patient_safety: { score: 1, weight: 2 } },
    })
    expect(
      fromWire('getBenchmark', { overrides: { axis_weights: { my_axis: 1 }, simulators: { sim_1: { a_b: 1 } } } }),
    ).toEqual({ overrides: { axisWeights: { my_axis: 1 }, simulators: { sim_1: { a_b: 1 } } } })
  })

  it('is unchanged if it has another shape than declared', () => {
    for (const value of [null, 5, 'data', true, undefined]) expect(fromWire('listTaskRuns', value)).toBe(value)
    expect(fromWire('listTaskRuns', [1])).toEqual([1])
    expect(fromWire('listTaskRuns', { data: 'none', _meta: null })).toEqual({ data: 'none', _meta: null })
  })
})

describe.each(maps)('the key map of %s', (_, map) => {
  it('converts in both directions, and changes no value', () => {
    fc.assert(
      fc.property(drawValues(map), (value) => {
        const before = JSON.stringify(value)
        const there = keysFromWire(map, value)
        expect(keysToWire(map, there)).toEqual(value)
        expect(JSON.stringify(value)).toBe(before)
      }),
      { numRuns: 2 * inject('scale') },
    )
  })

  it('has no two keys that are equal in camelCase', () => {
    for (const { keys } of listObjects(map)) {
      const names = Object.keys(keys)
      const converted = Object.keys(
        keysFromWire({ keys }, Object.fromEntries(names.map((name) => [name, 1]))) as object,
      )
      expect(new Set(converted).size).toBe(names.length)
      for (const name of names) expect(name).toMatch(/^_?[a-z][a-z0-9]*(_[a-z0-9]+)*$/)
    }
  })
})

it('keeps the wire table plain JSON', () => {
  expect(JSON.parse(JSON.stringify(wireTable))).toEqual(wireTable)
})

it('converts the name of a prototype member like any other key', () => {
  const hostile: unknown = JSON.parse('{"__proto__":{"a":1},"constructor":2,"created_at":"x"}')
  const read = fromWire('getTask', hostile) as object
  expect(Object.keys(read)).toEqual(['__proto__', 'constructor', 'createdAt'])
  expect(Object.getPrototypeOf(read)).toBe(Object.prototype)
})
