import { expect, it } from 'vitest'
import { isInForce, parseBulletins, parseDocuments, parsePayers } from './authorization-handbook.js'

it('reads payers', () => {
  const page = `Payers

The desk sends requests to the payers below.

East Mutual
  in the chart          Organization/payer-01
  portal                portal
  requirements service  east-requirements

West Health
  in the chart          Organization/payer-02
  portal                portal@west
  requirements service  west-requirements
`
  expect(parsePayers(page)).toEqual([
    { name: 'East Mutual', organization: 'Organization/payer-01', portal: 'portal', service: 'east-requirements' },
    { name: 'West Health', organization: 'Organization/payer-02', portal: 'portal@west', service: 'west-requirements' },
  ])
})

it('reads bulletins with the days on which they end', () => {
  const page = `Bulletins

- East Mutual, MRI of the knee (73721), from 2025-06-01 until 2025-12-31:
  also attach imaging_report, at most 180 days old.
- West Health, Total knee replacement (27447), from 2026-03-01 until further notice:
  also attach lab_report, at most 90 days old.
`
  const [first, second] = parseBulletins(page)
  expect(first).toEqual({
    payer: 'East Mutual',
    procedureCode: '73721',
    from: '2025-06-01',
    until: '2025-12-31',
    wants: [{ type: 'imaging_report', maxDays: 180 }],
  })
  expect(second?.until).toBeNull()
  expect([first, second].map((bulletin) => bulletin && isInForce(bulletin, '2026-03-01'))).toEqual([false, true])
  expect(parseBulletins('Bulletins\n\nThere are no bulletins.\n')).toEqual([])
})

it('rejects a bulletin that is not about documents', () => {
  expect(() => parseBulletins('- East Mutual: telephone first.')).toThrow('Expected a bulletin about documents')
})

it('reads the documents of a card', () => {
  const text =
    'Documents:\n- sleep_study (Polysomnography (sleep) study), at most 365 days old\n- lab_report (Labs), at ' +
    'most 30 days old'
  expect(parseDocuments(text)).toEqual([
    { type: 'sleep_study', maxDays: 365 },
    { type: 'lab_report', maxDays: 30 },
  ])
})
