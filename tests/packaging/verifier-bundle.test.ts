import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { expect, it } from 'vitest'

/** What a bundler takes of the sources of our packages into a bundle that begins with an entry and drops what is not used. */
async function bytesOf(entry: string): Promise<ReadonlyMap<string, number>> {
  return bytesOfProgram(`export * from './${entry}'`)
}

/** The same of a program in the folder of the packages. */
async function bytesOfProgram(contents: string): Promise<ReadonlyMap<string, number>> {
  const { metafile } = await build({
    stdin: { contents, resolveDir: fileURLToPath(new URL('../../packages', import.meta.url)) },
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

function isOfValidation(file: string): boolean {
  return /\/(fhir\/src\/validation|patients)\//.test(file)
}

it('the verifier takes the search of FHIR with it, but neither its validation nor its patients', async () => {
  const bytes = await bytesOf('systems/src/verifier.ts')
  const files = [...bytes].filter(([, count]) => count > 0).map(([file]) => file)
  expect(files.filter((file) => file.endsWith('/fhir/src/search/r4-search-parameters.ts'))).toHaveLength(1)
  expect(files.filter(isOfValidation)).toEqual([])
})

it('a verifier of other kinds and parts takes neither those of the package nor the formats that they read', async () => {
  const bytes = await bytesOfProgram(
    `import { createVerifier } from './verifier/src/index.ts'\nexport const verifier = createVerifier({ checks: [], parts: [] })`,
  )
  const files = [...bytes].filter(([, count]) => count > 0).map(([file]) => file)
  expect(files.filter((file) => file.endsWith('/verifier/src/verifier.ts'))).toHaveLength(1)
  const others = /\/(fhir|hl7v2|patients|x12)\/src\/|\/verifier\/src\/(audit|checks|defaults|parts)\//
  expect(files.filter((file) => others.test(file))).toEqual([])
})

it('a record that is written to takes both', async () => {
  const bytes = await bytesOf('fhir/src/index.ts')
  const tables = [...bytes].filter(([file]) => file.endsWith('/fhir/src/validation/r4-structures.ts'))
  expect(tables.map(([, count]) => count > 100_000)).toEqual([true])
})
