import { expect, it } from 'vitest'
import { createClinic } from '../clinic/clinic.js'
import { drawSplit } from '../draw-split.js'
import { families } from '../families/families.js'
import { fitPolicy } from '../ladder/shallow.js'
import { settingFor } from '../splits.js'
import { drawGlances, glanceAt, passedBy } from './shallow-policy.js'

// Runs at night, because it draws more than 300 instances of each family. By day, rung A10 of the ladder shows the
// policy's pass rate on the split.

/** Maximum pass rate of a policy that has not read the deciding record, on drawn instances and on those of `test`. */
const most = { drawn: 0.1, test: 0.15 }

/** Families in which guesses pass more often, with their own maximum, which may only shrink. */
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
