import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readImports, sourcePathsIn, workspaceRoot } from '../workspace-sources.js'

/** Packages that agents can use, too: the client of `/v1`. */
const allowed = ['@carebench/client']

const sources = sourcePathsIn('benchmarks/solvers').map((path) => ({
  path,
  text: readFileSync(join(workspaceRoot, path), 'utf8'),
}))

/** The imports by which a solver could learn what an agent does not know. */
function forbiddenImports({ path, text }: (typeof sources)[number]): readonly string[] {
  const isTest = path.endsWith('.test.ts')
  return readImports(text)
    .map(({ specifier }) => specifier)
    .filter((specifier) => !/^\.\.?\/(?!.*\.\.)[a-z0-9/-]+\.js$/.test(specifier) || specifier.startsWith('../../'))
    .filter((specifier) => !allowed.includes(specifier) && !(isTest && specifier === 'vitest'))
    .map((specifier) => `${path} imports ${specifier}`)
}

it('solvers import the client of an agent and nothing else', () => {
  expect(sources.length).toBeGreaterThan(2)
  expect(sources.flatMap(forbiddenImports)).toEqual([])
})

it('solvers neither read files nor name the generator', () => {
  const wrong = sources.filter(({ text }) =>
    /node:|benchmark-kit|\bkit\/|carebench-1\/|import\.meta|require\(/.test(text),
  )
  expect(wrong.map(({ path }) => path)).toEqual([])
})

it('the package of the solvers depends on the client alone', () => {
  const manifest = JSON.parse(readFileSync(join(workspaceRoot, 'benchmarks/solvers/package.json'), 'utf8'))
  expect(Object.keys(manifest.dependencies)).toEqual(allowed)
  expect(manifest.devDependencies ?? {}).toEqual({})
})

it('notices imports that are not allowed', () => {
  const found = (text: string) => forbiddenImports({ path: 'benchmarks/solvers/src/x.ts', text }).length
  expect(found("import { Solver } from './solver.js'")).toBe(0)
  expect(found("import type { TaskSession } from '@carebench/client'")).toBe(0)
  expect(found("import { families } from '@carebench/benchmark-kit'")).toBe(1)
  expect(found("import { make } from '../../benchmarks/kit/src/families/pa-submit/family.js'")).toBe(1)
  expect(found("const { readFileSync } = await import('node:fs')")).toBe(1)
})
