import { expect, it } from 'vitest'
import { readBenefit } from './shown-benefit.js'

it.each([
  [
    { code: 'B', coverage_level: 'IND', service_types: ['98'], amount: 25, period: '27', in_network: true },
    'B copayment · IND individual · 98 office visit of a physician · $25.00 · 27 a visit · in network',
  ],
  [
    { code: 'A', coverage_level: null, service_types: ['ZZ'], percent: 0.2, plan: 'Gold' },
    'A coinsurance · ZZ · 20 % · Gold',
  ],
])('shows the codes of a benefit with what they mean', (benefit, text) => {
  expect(readBenefit(benefit)).toEqual({ text })
})

it.each([[null], ['B'], [{ code: 'B' }]])('leaves %j as it is', (value) => {
  expect(readBenefit(value)).toBeNull()
})
