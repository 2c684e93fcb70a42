import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { expect, it } from 'vitest'

/**
 * Returns the files of our packages that a bundler includes for an entry after dropping unused code, with their bytes.
 */
async function measureBytes(entry: string): Promise<ReadonlyMap<string, number>> {
  return bytesOfProgram(`export * from './${entry}'`)
}

/** Like {@link measureBytes}, for a program in the folder `packages`. */
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

function filesOfProtocol(files: readonly string[]): readonly string[] {
  return files.flatMap((file) => /\/protocol\/src\/(?:.+\/)?([^/]+)\.ts$/.exec(file)?.[1] ?? []).sort()
}

it('the verifier of the systems includes the search of FHIR, but no validation, patients or behaviour', async () => {
  const bytes = await measureBytes('systems/src/verifier.ts')
  const files = [...bytes].filter(([, count]) => count > 0).map(([file]) => file)
  expect(files.filter((file) => file.endsWith('/fhir/src/search/parameters/r4-search-parameters.ts'))).toHaveLength(1)
  expect(files.filter((file) => file.endsWith('/systems/src/fax/records.ts'))).toHaveLength(1)
  expect(files.filter(isOfValidation)).toEqual([])
  // The built index of the protocol is one file with all schemas; these are in its small other entry.
  expect(filesOfProtocol(files)).toEqual([
    'base64',
    'json',
    'json-excess',
    'json-numbers',
    'json-string-pieces',
    'limits',
    'severity',
    'steps',
    'text-map',
    'value-count',
  ])
  expect(files.filter((file) => /\/systems\/src\/\w+\/(behaviour|calls|handle|state|system)\.ts$/.test(file))).toEqual(
    [],
  )
})

it('a verifier with one kind of assertion and its part includes no code of other systems', async () => {
  const bytes = await bytesOfProgram(
    `import { faxesPart, faxSent } from './systems/src/verifier.ts'
import { createVerifier } from './verifier/src/index.ts'
export const verifier = createVerifier({ checks: [faxSent], parts: [faxesPart] })`,
  )
  const files = [...bytes].filter(([, count]) => count > 0).map(([file]) => file)
  const folders = new Set(files.map((file) => /\/systems\/src\/(\w+)\//.exec(file)?.[1]).filter(Boolean))
  expect([...folders].sort()).toEqual(['fax', 'records'])
  expect(files.filter((file) => /\/(fhir|hl7v2|x12)\/src\//.test(file))).toEqual([])
})

it('the engine includes no system, and none of the formats of systems', async () => {
  const bytes = await measureBytes('verifier/src/index.ts')
  expect([...bytes.keys()].filter((file) => file.endsWith('/verifier/src/verify/verifier.ts'))).toHaveLength(1)
  const files = [...bytes].filter(([, count]) => count > 0).map(([file]) => file)
  expect(files.filter((file) => /\/(systems|fhir|hl7v2|x12)\/src\//.test(file))).toEqual([])
  expect(filesOfProtocol(files)).toEqual([
    'base64',
    'json',
    'json-string-pieces',
    'severity',
    'steps',
    'text-map',
    'value-count',
  ])
})

it('a verifier of other kinds and parts includes neither the audit nor the kinds of the engine', async () => {
  const bytes = await bytesOfProgram(
    `import { createVerifier } from './verifier/src/index.ts'\nexport const verifier = createVerifier({ checks: ` +
      '[], parts: [] })',
  )
  const files = [...bytes].filter(([, count]) => count > 0).map(([file]) => file)
  expect(files.filter((file) => file.endsWith('/verifier/src/verify/verifier.ts'))).toHaveLength(1)
  // $grounded and $within read records by their fields, and events by theirs.
  const facts = ['reader/evidence-reader.ts', 'fields/field.ts', 'fields/written-field.ts', 'events/logged-event.ts']
  const others = /\/(fhir|hl7v2|systems|x12)\/src\/|\/verifier\/src\/(audit|checks)\/(?!check\.ts)/
  const found = files.filter((file) => others.test(file) && !facts.some((name) => file.endsWith(name)))
  expect(found).toEqual([])
})

it('the FHIR package includes the tables of its validation', async () => {
  const bytes = await measureBytes('fhir/src/index.ts')
  const tables = [...bytes].filter(([file]) => file.endsWith('/fhir/src/resource/definitions/r4-structures.ts'))
  expect(tables.map(([, count]) => count > 100_000)).toEqual([true])
})
