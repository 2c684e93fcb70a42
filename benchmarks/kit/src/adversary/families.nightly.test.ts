import { expect, it } from 'vitest'
import { createClinic } from '../clinic/clinic.js'
import { drawSplit } from '../draw-split.js'
import { families } from '../families/families.js'
import { fitPolicy } from '../ladder/shallow.js'
import { settingFor } from '../splits.js'
import { drawGlances, glanceAt, passedBy } from './shallow-policy.js'

// At night: it draws 300 instances of each family. By day the ladder has what the policy passes of the split (A10).

/**
 * Maximum pass rate of a policy that has not read the deciding record: on drawn instances, and on the 20 of the split.
 */
const most = { drawn: 0.1, test: 0.15 }

/**
 * Families in which a guess is still worth more, with what it passes of drawn instances: the numbers may only shrink.
 */
const open: Readonly<Record<string, number>> = { 'pa-submit': 0.22, 'referral-through': 0.21 }

it.each(families.map((family) => [family.name, family] as const))('%s is not passed by guesses', (name, family) => {
  const clinic = createClinic(1)
  const policy = fitPolicy(family, clinic)
  const { firstSeed } = settingFor('test', clinic)
  const test = drawSplit(family, family.splits.test, { clinic, firstSeed }).instances.map(glanceAt)
  const drawn = drawGlances(family, clinic, 200).slice(100)
  expect(passedBy(policy, drawn)).toBeLessThanOrEqual(open[name] ?? most.drawn)
  expect(passedBy(policy, test)).toBeLessThanOrEqual(open[name] ?? most.test)
})
