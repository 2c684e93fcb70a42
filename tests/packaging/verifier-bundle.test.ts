import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { expect, it } from 'vitest'

/** What a bundler takes of the sources of our packages into a bundle that begins with an entry and drops what is not used. */
async function bytesOf(entry: string): Promise<ReadonlyMap<string, number>> {
  const { metafile } = await build({
    entryPoints: [fileURLToPath(new URL(`../../packages/${entry}`, import.meta.url))],
    bundle: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'browser',
    logLevel: 'silent',
    conditions: ['@carebench/source'],
  })
  const [output] = Object.values(metafile.outputs)
  return new Map(Object.entries(output?.inputs ?? {}).map(([file, { bytesInOutput }]) => [file, bytesInOutput]))
}

const isOfValidation = (file: string): boolean => /\/fhir\/src\/(validation|generate)\//.test(file)

it('the verifier takes the search of FHIR with it, but neither its validation nor its patients', async () => {
  const bytes = await bytesOf('verifier/src/index.ts')
  const files = [...bytes].filter(([, count]) => count > 0).map(([file]) => file)
  expect(files.filter((file) => file.endsWith('/fhir/src/search/r4-search-parameters.ts'))).toHaveLength(1)
  expect(files.filter(isOfValidation)).toEqual([])
})

it('a record that is written to takes both', async () => {
  const bytes = await bytesOf('fhir/src/index.ts')
  const tables = [...bytes].filter(([file]) => file.endsWith('/fhir/src/validation/r4-structures.ts'))
  expect(tables.map(([, count]) => count > 100_000)).toEqual([true])
})
