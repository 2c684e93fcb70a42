import { expect, it } from 'vitest'
import { findClosure } from './import-closure.js'

/** Everything loaded with a file before it runs: its own files, and the names of external modules. */
function loadedWith(path: string) {
  return findClosure(path, { follows: ({ isType, isDynamic }) => !isType && !isDynamic })
}

it('loads the part of the command line that lists commands, not the part that executes them', () => {
  const { files, outside } = loadedWith('packages/carebench/src/main.ts')
  expect([...outside].sort()).toEqual(['@carebench/fixtures/names', 'commander'])
  expect([...files].filter((file) => file.startsWith('packages/carebench/src/commands/')).length).toBeGreaterThan(10)
  expect([...files].filter((file) => /\/commands\/.*action\.ts$/.test(file))).toEqual([])
})

it('loads no fixture for the names of the fixtures', () => {
  const { files, outside } = loadedWith('fixtures/src/names.ts')
  expect([[...files], [...outside]]).toEqual([['fixtures/src/names.ts'], []])
})
