import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { readPackages } from './workspace-sources.js'

const sources = new Map(readPackages().flatMap(({ files }) => files.map((file) => [file.path, file])))

/** Everything loaded with a file before it runs: its own files, and the names of external modules. */
function loadedWith(path: string, loaded = { files: new Set<string>(), packages: new Set<string>() }) {
  if (loaded.files.has(path)) return loaded
  loaded.files.add(path)
  for (const { specifier, isType, isDynamic } of sources.get(path)?.imports ?? []) {
    if (isType || isDynamic) continue
    if (specifier.startsWith('.')) loadedWith(join(dirname(path), specifier).replace(/\.js$/, '.ts'), loaded)
    else loaded.packages.add(specifier)
  }
  return loaded
}

it('loads the part of the command line that lists commands, not the part that executes them', () => {
  const { files, packages } = loadedWith('packages/carebench/src/main.ts')
  expect([...packages].sort()).toEqual(['@carebench/fixtures/names', 'commander'])
  expect([...files].filter((file) => file.startsWith('packages/carebench/src/commands/')).length).toBeGreaterThan(10)
  expect([...files].filter((file) => file.startsWith('packages/carebench/src/actions/'))).toEqual([])
})

it('loads no fixture for the names of the fixtures', () => {
  const { files, packages } = loadedWith('fixtures/src/names.ts')
  expect([[...files], [...packages]]).toEqual([['fixtures/src/names.ts'], []])
})
