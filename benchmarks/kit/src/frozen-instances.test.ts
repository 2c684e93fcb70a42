import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { canary } from './build-benchmark.js'
import { createClinic } from './clinic/clinic.js'
import { families } from './families/families.js'
import { withFamiliesTable } from './families-table.js'
import { frozenFolder } from './frozen-folder.js'
import { instanceDigest } from './instance-digest.js'
import { splitNames } from './splits.js'
import type { Level } from './task.js'
import type { KeptValidity } from './validity/kept-validity.js'

interface Manifest {
  readonly instances: readonly {
    readonly id: string
    readonly level: Level
    readonly branch: string
    readonly digest: string
  }[]
}

function read<Content>(split: string, file: string): Content {
  return JSON.parse(readFileSync(join(frozenFolder, split, file), 'utf8'))
}

it.each(splitNames)('the packed files of %s equal the folder; pack them again with `pnpm benchmark:pack`', (split) => {
  const folder = join(frozenFolder, split)
  const packed = JSON.parse(brotliDecompressSync(readFileSync(join(folder, 'files.json.br'))).toString('utf8'))
  const names = readdirSync(folder).filter((name) => name.endsWith('.json') && name !== 'manifest.json')
  expect(Object.keys(packed).toSorted()).toEqual(names.toSorted())
  const changed = names.filter((name) => readFileSync(join(folder, name), 'utf8') !== packed[name])
  expect(changed).toEqual([])
})

// The soak test draws all instances again.
it('the first instances of each family are what their seeds give; write them again with `pnpm benchmark:write`', () => {
  const clinic = createClinic(1)
  const firsts = splitNames.flatMap((split) => {
    const { instances } = read<Manifest>(split, 'manifest.json')
    return families.flatMap(({ name }) => instances.find(({ id }) => id.startsWith(`${name}-`)) ?? [])
  })
  expect(firsts.length).toBe(splitNames.length * families.length)
  const digests = firsts.map(({ id, level, branch }) => {
    const family = families.find(({ name }) => id.startsWith(`${name}-`))
    return family && instanceDigest(family.make({ seed: Number(id.split('-').at(-1)), level, branch, clinic }))
  })
  expect(digests).toEqual(firsts.map(({ digest }) => digest))
})

it('the README has a row for each family; write it again with `pnpm benchmark:write`', () => {
  const page = readFileSync(join(frozenFolder, 'README.md'), 'utf8')
  expect(page).toBe(withFamiliesTable(page, families))
})

// The soak test compares the digest of the audit with that of the instances.
it('the ladder was run on the frozen instances; run `pnpm benchmark:ladder test`', () => {
  const [ladder, audit] = ['ladder.json', 'audit.json'].map((file) => read<{ readonly digest: string }>('test', file))
  expect(ladder?.digest).toMatch(/^[0-9a-f]{64}$/)
  expect(ladder?.digest).toBe(audit?.digest)
})

it('has the canary in every file of carebench-1', () => {
  const files = readdirSync(frozenFolder, { recursive: true, encoding: 'utf8' }).filter(
    // Releases write the changelog, which contains no instances.
    (file) => /\.(json|md|html|css)$/.test(file) && !file.includes('node_modules') && file !== 'CHANGELOG.md',
  )
  expect(files.length).toBeGreaterThan(5)
  const without = files.filter((file) => !readFileSync(join(frozenFolder, file), 'utf8').includes(canary))
  expect(without).toEqual([])
})

it.each(splitNames)('%s is scored only', (split) => {
  const { overrides } = read<{ readonly overrides: object }>(split, 'benchmark.json')
  expect(overrides).toMatchObject({ scored_only: true, clock: 'stepped' })
})

interface Audits {
  readonly audit: {
    readonly tasks: readonly {
      readonly solutions: readonly { readonly survivors: readonly { readonly mutant: string }[] }[]
    }[]
  }
}

it('every mutant that a family lists as harmless survives in some audit', () => {
  const survivors = splitNames.flatMap((split) => {
    const { instances } = read<Manifest>(split, 'manifest.json')
    return read<Audits>(split, 'audit.json').audit.tasks.flatMap(({ solutions }, index) =>
      solutions.flatMap((solution) => solution.survivors.map(({ mutant }) => ({ id: instances[index]?.id, mutant }))),
    )
  })
  const unneeded = families.flatMap(({ name, harmlessMutants }) =>
    harmlessMutants
      .filter(({ part }) => !survivors.some(({ id, mutant }) => id?.startsWith(`${name}-`) && mutant.includes(part)))
      .map(({ part }) => `${name}: ${part}`),
  )
  expect(unneeded).toEqual([])
})

it.each(splitNames)('every instance of %s is valid as it is; run `pnpm benchmark:validity`', (split) => {
  const { results } = read<KeptValidity>(split, 'validity.json')
  const { instances } = read<Manifest>(split, 'manifest.json')
  expect(results.map(({ id, digest }) => ({ id, digest }))).toEqual(instances.map(({ id, digest }) => ({ id, digest })))
  const broken = results.flatMap(({ id, checks }) =>
    checks.filter(({ outcome }) => outcome === 'broken').map(({ check }) => `${id} ${check}`),
  )
  expect(broken).toEqual([])
})
