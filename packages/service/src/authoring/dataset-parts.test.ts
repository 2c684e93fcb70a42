import fc from 'fast-check'
import { expect, inject, it } from 'vitest'
import { datasetParts, type WrittenDataset } from './dataset-parts.js'

const maxBytes = 20_000

function makeFiles(sizes: readonly number[]): WrittenDataset {
  const files = sizes.map((size, index) => ({ path: `inbox/${index}.txt`, content: 'é'.repeat(size) }))
  return { type: 'Files', name: 'files', config: { files } }
}

it('divides a large dataset into parts that fit, in order, and converts their findings to places in the whole', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(1500), { minLength: 1, maxLength: 60 }), (sizes) => {
      const dataset = makeFiles(sizes)
      const parts = datasetParts(dataset, maxBytes)
      const joined = parts.flatMap(({ body }) => (body.config as { files: object[] }).files)
      expect(joined).toEqual((dataset.config as { files: object[] }).files)
      for (const { body } of parts) expect(Buffer.byteLength(JSON.stringify(body))).toBeLessThanOrEqual(maxBytes)
      const located = parts.flatMap(({ body, locate }) =>
        (body.config as { files: object[] }).files.map(
          (_, index) => locate({ path: `/config/files/${index}/path`, message: 'x' }).path,
        ),
      )
      expect(located).toEqual(sizes.map((_, index) => `/config/files/${index}/path`))
    }),
    { numRuns: 10 * inject('scale') },
  )
})

it('numbers the parts, and does not divide a dataset that fits', () => {
  const large = makeFiles(Array.from({ length: 60 }, () => 1000))
  expect(datasetParts(large, maxBytes).map(({ body }) => body.name)).toEqual(
    Array.from(
      { length: datasetParts(large, maxBytes).length },
      (_, index, all = datasetParts(large, maxBytes)) => `files (${index + 1} of ${all.length})`,
    ),
  )
  expect(datasetParts(large).map(({ body }) => body)).toEqual([large])
})

it.each([
  ['a transaction', { bundle: { resourceType: 'Bundle', type: 'transaction', entry: [{ a: 'x'.repeat(maxBytes) }] } }],
  ['rows', { rows: { a: [{ b: 'x'.repeat(maxBytes) }] } }],
  ['an entry that does not fit', { messages: ['x'.repeat(maxBytes)] }],
  ['a value of another form', 'x'.repeat(maxBytes)],
])('does not divide %s', (_, config) => {
  expect(datasetParts({ type: 'FHIR', name: 'data', config }, maxBytes)).toHaveLength(1)
})
