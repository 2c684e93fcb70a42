import { finish, type JsonValue } from '@carebench/protocol'
import fc from 'fast-check'
import { Type } from 'typebox'
import { Check } from 'typebox/value'
import { expect, inject, it } from 'vitest'
import { checkSchema } from './schema-check.js'

const row = Type.Object({ id: Type.String(), count: Type.Optional(Type.Integer()) }, { additionalProperties: false })
const schema = Type.Object(
  {
    name: Type.String(),
    rows: Type.Array(Type.Union([row, Type.Null()])),
    few: Type.Optional(Type.Array(row, { maxItems: 3 })),
    tables: Type.Optional(Type.Unsafe({ type: 'object', patternProperties: { '': Type.Array(row) } })),
  },
  { additionalProperties: false },
)

function rows(count: number): JsonValue[] {
  return Array.from({ length: count }, (_, number) => ({ id: `r${number}` }))
}

it.each<[string, JsonValue, readonly object[]]>([
  ['a valid one', { name: 'x', rows: rows(150), tables: { a: rows(60), 'b/c': rows(60) } }, []],
  ['a member', { name: 1, rows: rows(150) }, [{ path: '/config/name', message: 'must be string' }]],
  ['an element', { name: 'x', rows: [...rows(100), 5] }, [{ path: '/config/rows/100', message: expect.any(String) }]],
  [
    'a member deep inside',
    { name: 'x', rows: [], tables: { 'a/b': [...rows(100), { id: 'y', other: 1 }] } },
    [{ path: '/config/tables/a~1b/100/other', message: 'is not a known field' }],
  ],
  [
    'a missing and an unknown member',
    { rows: rows(150), more: rows(150) },
    [
      { path: '/config/name', message: 'is required' },
      { path: '/config/more', message: 'is not a known field' },
    ],
  ],
  [
    'only the length',
    { name: 'x', rows: [], few: Array(999).fill(7) },
    [{ path: '/config/few', message: 'must have at most 3 items' }],
  ],
])('finds %s in a large value', (_, value, findings) => {
  expect(finish(checkSchema(schema, value, '/config'))).toEqual(findings)
})

it('checks a large value in steps, and stops after a few findings', () => {
  const stepsFor = (value: JsonValue) => [...checkSchema(schema, value, '')].length
  expect(stepsFor({ name: 'x', rows: rows(200) })).toBeGreaterThan(200)
  expect(stepsFor({ name: 'x', rows: Array(200).fill(1) })).toBeLessThan(20)
})

it('finds something exactly if the schema as a whole does', () => {
  const element = fc.oneof(
    { weight: 30, arbitrary: fc.record({ id: fc.string() }) },
    fc.record({ id: fc.string(), count: fc.oneof(fc.nat(), fc.boolean()) }),
    fc.jsonValue({ maxDepth: 1 }),
  )
  const list = fc.array(element, { maxLength: 80, size: 'max' })
  const anyValue = fc.record(
    {
      name: fc.oneof({ weight: 5, arbitrary: fc.string() }, fc.nat()),
      rows: list,
      few: fc.array(element, { maxLength: 5 }),
      tables: fc.dictionary(fc.string(), list, { maxKeys: 3 }),
    },
    { requiredKeys: ['name', 'rows'] },
  )
  fc.assert(
    fc.property(anyValue, (value) => {
      const json: JsonValue = JSON.parse(JSON.stringify(value))
      expect(finish(checkSchema(schema, json, '')).length === 0).toBe(Check(schema, json))
    }),
    { numRuns: 3 * inject('scale') },
  )
})
