import { expect, it } from 'vitest'
import { listIdentifyingValues } from './identifying-values.js'
import type { RecordFormat } from './records/record-format.js'

it('reads a declaration that two kinds share in the format of each', () => {
  const identifies = { name: ['name'] }
  const reading = (prefix: string) =>
    ({
      compilePath: (path: string) => ({ readAll: (value: string) => [`${prefix} ${path} ${value}`] }),
    }) as unknown as RecordFormat<string>
  const kinds = ['first', 'second'].map((collection) => ({ collection, format: reading(collection), identifies }))
  expect(kinds.flatMap((kind) => listIdentifyingValues(kind, 'Ana')).map(({ value }) => value)).toEqual([
    'first name Ana',
    'second name Ana',
  ])
})
