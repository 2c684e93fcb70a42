import { expect, it } from 'vitest'
import { findClosure } from './import-closure.js'

/** Returns everything that is loaded before a file runs: files of the workspace, and names of external modules. */
function loadedWith(path: string) {
  return findClosure(path, { follows: ({ isType, isDynamic }) => !isType && !isDynamic })
}

it('loads the part of the command line that lists commands, not the part that runs them', () => {
  const { files, outside } = loadedWith('packages/carebench/src/main.ts')
  expect([...outside].sort()).toEqual(['@carebench/fixtures/names', 'commander'])
  expect([...files].filter((file) => file.startsWith('packages/carebench/src/commands/')).length).toBeGreaterThan(10)
  expect([...files].filter((file) => /\/commands\/.*action\.ts$/.test(file))).toEqual([])
})

it('loads the names of the fixtures without the fixtures', () => {
  const { files, outside } = loadedWith('fixtures/src/names.ts')
  expect([[...files], [...outside]]).toEqual([['fixtures/src/names.ts'], []])
})
