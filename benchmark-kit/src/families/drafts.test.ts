import { describe, expect, it } from 'vitest'
import { createClinic } from '../clinic/clinic.js'
import { Refusal } from '../family.js'
import { drafts } from './drafts.js'
import { families } from './families.js'

const clinic = createClinic(5)

it('are in no split', () => {
  const drawn = new Set(families.map(({ name }) => name))
  expect(drafts.filter(({ family }) => drawn.has(family.name))).toEqual([])
})

describe.each(drafts.map((draft) => [draft.family.name, draft] as const))('%s', (_, { family, pages, worker }) => {
  it.each(Object.keys(family.branches))('draws %s the same for the same seed', (branch) => {
    const draw = (seed: number) => family.make({ seed, level: 'M', branch, clinic })
    for (let seed = 1; seed < 50; seed++) {
      try {
        expect(JSON.stringify(draw(seed))).toBe(JSON.stringify(draw(seed)))
        return
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
      }
    }
    throw new RangeError(`expected an instance of ${branch} within 50 seeds`)
  })

  it('comes with its pages of the handbook', () => {
    for (const [path, text] of Object.entries(pages)) {
      expect(path).toMatch(/^handbook\/.+\.txt$/)
      expect(text.length).toBeGreaterThan(100)
    }
    expect(worker === undefined || typeof worker === 'function').toBe(true)
  })
})
