import fc from 'fast-check'
import { describe, expect, inject, test } from 'vitest'
import { generateDirectory, generatePatients, generateRecord } from './generate-record.js'

const NOW = '2026-01-15T12:00:00Z'

describe('generateRecord', () => {
  test('starts with the resources that patients refer to, in an order in which they can be created', () => {
    const types = generateRecord({ seed: 1, patients: 1, now: NOW }).map((resource) => resource.resourceType)
    expect(types.filter((type, index) => type !== types[index - 1]).slice(0, 7)).toEqual([
      'Organization',
      'Location',
      'Practitioner',
      'PractitionerRole',
      'Organization',
      'Patient',
      'Coverage',
    ])
  })

  test('contains every type of resource', () => {
    const types = new Set(generateRecord({ seed: 1, patients: 40, now: NOW }).map(({ resourceType }) => resourceType))
    expect([...types].sort()).toEqual([
      'AllergyIntolerance',
      'Appointment',
      'Condition',
      'Coverage',
      'DiagnosticReport',
      'DocumentReference',
      'Encounter',
      'Immunization',
      'Location',
      'MedicationRequest',
      'Observation',
      'Organization',
      'Patient',
      'Practitioner',
      'PractitionerRole',
      'Procedure',
      'ServiceRequest',
    ])
  })

  test('the same options give the same bytes, other seeds other people', () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), fc.maxSafeNat(), (seed, other) => {
        fc.pre(seed !== other)
        const text = JSON.stringify(generateRecord({ seed, patients: 2, now: NOW }))
        expect(JSON.stringify(generateRecord({ seed, patients: 2, now: NOW }))).toBe(text)
        expect(JSON.stringify(generateRecord({ seed: other, patients: 2, now: NOW }))).not.toBe(text)
      }),
      { numRuns: 3 * inject('scale') },
    )
  })

  test('a record of fewer patients is a prefix of a record of more', () => {
    const large = generateRecord({ seed: 5, patients: 9, now: NOW })
    for (const patients of [0, 1, 4, 8]) {
      const small = generateRecord({ seed: 5, patients, now: NOW })
      expect(large.slice(0, small.length)).toEqual(small)
    }
    expect(generateRecord({ seed: 5, patients: 0, now: NOW })).toEqual(
      generateDirectory({ seed: 5, patients: 0, now: NOW }),
    )
  })

  test('patients are generated one at a time, each with the Patient first', () => {
    const walk = generatePatients({ seed: 5, patients: 3, now: NOW })
    expect([...walk].map(([patient]) => `${patient?.resourceType}/${patient?.id}`)).toEqual([
      'Patient/pat-0001',
      'Patient/pat-0002',
      'Patient/pat-0003',
    ])
  })

  test.each([
    [{ seed: -1, patients: 1, now: NOW }, /seed: expected an integer .* got -1/],
    [{ seed: 0.5, patients: 1, now: NOW }, /seed/],
    [{ seed: 1, patients: 100_000, now: NOW }, /patients: expected an integer from 0 to 99999, got 100000/],
    [{ seed: 1, patients: 1, now: '2026-01-15' }, /now: expected an RFC 3339 date-time, got "2026-01-15"/],
    [{ seed: 1, patients: 1, now: '2026-13-15T00:00:00Z' }, /now/],
  ])('refuses %j', (options, message) => {
    expect(() => generateRecord(options)).toThrow(message)
    expect(() => generateRecord(options)).toThrow(RangeError)
  })
})
