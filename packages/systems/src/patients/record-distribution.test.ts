import { expect, test } from 'vitest'
import { generatePatients } from './generate-record.js'
import type { GeneratedResource } from './generated-resource.js'

const YEAR = 31_557_600_000
const NOW = '2026-11-20T12:00:00.000Z'
const patients = [...generatePatients({ seed: 11, patients: 400, now: NOW })]

function computeAge([patient]: readonly GeneratedResource[]) {
  return (Date.parse(NOW) - Date.parse(String(patient?.birthDate))) / YEAR
}

function hasCode(resources: readonly GeneratedResource[], code: string) {
  return resources.some(
    ({ resourceType, code: concept }) => resourceType === 'Condition' && JSON.stringify(concept).includes(`"${code}"`),
  )
}

/** The share of the patients in an age range who have a condition. */
function share(code: string, from: number, to: number): number {
  const group = patients.filter((patient) => computeAge(patient) >= from && computeAge(patient) < to)
  return group.filter((patient) => hasCode(patient, code)).length / group.length
}

test('both sexes and all ages occur', () => {
  const women = patients.filter(([patient]) => patient?.gender === 'female').length
  expect(women / patients.length).toBeGreaterThan(0.44)
  expect(women / patients.length).toBeLessThan(0.6)
  const ages = patients.map(computeAge)
  for (const [from, to, least] of [
    [0, 18, 0.1],
    [18, 45, 0.22],
    [45, 65, 0.2],
    [65, 100, 0.14],
  ] as const) {
    expect(ages.filter((age) => age >= from && age < to).length / ages.length).toBeGreaterThan(least)
  }
})

test('hypertension and diabetes grow with age, children have neither', () => {
  for (const code of ['59621000', '44054006']) {
    expect(share(code, 0, 18)).toBe(0)
    expect(share(code, 18, 45)).toBeLessThan(share(code, 65, 100))
  }
  expect(share('59621000', 65, 100)).toBeGreaterThan(0.45)
  expect(share('59621000', 65, 100)).toBeLessThan(0.9)
  expect(share('44054006', 45, 100)).toBeGreaterThan(0.1)
  expect(share('44054006', 45, 100)).toBeLessThan(0.45)
})

test('only children have ear infections', () => {
  expect(share('65363002', 0, 8)).toBeGreaterThan(0.3)
  expect(share('65363002', 20, 100)).toBe(0)
})

test('few have died, all of them old', () => {
  const dead = patients.filter(([patient]) => patient !== undefined && 'deceasedDateTime' in patient)
  expect(dead.length).toBeGreaterThan(2)
  expect(dead.length).toBeLessThan(40)
  expect(Math.min(...dead.map(computeAge))).toBeGreaterThan(45)
})

test('most have an active policy and a substantial record', () => {
  const active = patients.filter((patient) =>
    patient.some(({ resourceType, status }) => resourceType === 'Coverage' && status === 'active'),
  )
  expect(active.length / patients.length).toBeGreaterThan(0.88)
  const sizes = patients.map((patient) => patient.length).sort((one, other) => one - other)
  expect(sizes[200]).toBeGreaterThan(60)
  expect(sizes.at(-1)).toBeLessThan(700)
})
