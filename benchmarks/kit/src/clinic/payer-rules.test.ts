import { expect, it } from 'vitest'
import { handbookPages, outcomes } from './handbook.js'
import { listDeterminations, paperTypeNames, payerKeys, payers, services } from './payer-rules.js'

it('services have unique codes, and at least two diagnoses with different codes', () => {
  expect(services.length).toBe(14)
  expect(new Set(services.map(({ code }) => code)).size).toBe(services.length)
  for (const { code, diagnoses, sided, region, otherRegion } of services) {
    const codes = diagnoses.flatMap((diagnosis) =>
      'code' in diagnosis ? diagnosis.code : [diagnosis.right, diagnosis.left],
    )
    expect(diagnoses.length, code).toBeGreaterThanOrEqual(2)
    expect(new Set(codes).size, code).toBe(codes.length)
    expect(diagnoses.every((diagnosis) => 'right' in diagnosis) === sided, code).toBe(true)
    expect(region).not.toBe(otherRegion)
  }
})

it('each payer requires no authorization for at least three services, and the two differ in at least three', () => {
  for (const key of payerKeys)
    expect(services.filter(({ requires }) => requires[key] === null).length).toBeGreaterThanOrEqual(3)
  const differing = services.filter(({ requires }) => (requires.portal === null) !== (requires.prairie === null))
  expect(differing.length).toBeGreaterThanOrEqual(3)
})

it('the payer asks for the documents that its requirements service names', () => {
  for (const key of payerKeys) {
    for (const [index, { requires }] of listDeterminations(key).entries()) {
      const wanted = services[index]?.requires[key]
      expect(requires).toEqual(wanted?.map(({ type }) => type))
    }
  }
})

it('the handbook names every type of document, outcome, payer and requirements service', () => {
  const pages = Object.values(handbookPages()).join('\n')
  const named = [
    ...paperTypeNames,
    ...Object.keys(outcomes),
    ...payerKeys.flatMap((key) => [payers[key].name, payers[key].service]),
  ]
  expect(named.filter((name) => !pages.includes(name))).toEqual([])
})
