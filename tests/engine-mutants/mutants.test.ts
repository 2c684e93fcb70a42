import { expect, it } from 'vitest'
import { applyEdit } from './build-engine.js'
import { mutants } from './mutants.js'

it('mutants are edits that apply', () => {
  expect(mutants.length).toBeGreaterThan(200)
  for (const mutant of mutants) expect(applyEdit(mutant)).toContain(mutant.replace)
})
