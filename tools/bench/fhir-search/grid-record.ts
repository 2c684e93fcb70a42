import type { FhirResource } from '@carebench/fhir'

/** Number of resources that a narrow condition finds, at any size of the record. */
export const narrow = 50

const minute = 60_000
const hour = 3_600_000
const begin = Date.UTC(2000, 0, 1)

/**
 * One Observation of the record as plain values, from which expected answers are computed. Times are in milliseconds.
 */
export interface Row {
  readonly index: number
  /** `narrow` rows have the same group. */
  readonly group: number
  /** `narrow` rows that were created one after another have the same patient. */
  readonly patient: number
  readonly status: 'final' | 'amended'
  readonly start: number
  readonly end: number
  readonly updated: number
  readonly value: number
  readonly noted: boolean
}

/** Returns the rows of a record. Sorting them by date, by time of update and by value gives three different orders. */
export function makeRows(size: number): readonly Row[] {
  const groups = size / narrow
  return Array.from({ length: size }, (_, index) => {
    const start = begin + ((index * 7919) % size) * hour
    return {
      index,
      group: index % groups,
      patient: Math.floor(index / narrow),
      status: index % groups === 0 ? 'amended' : 'final',
      start,
      end: start + (index % 4 === 0 ? hour : 1000),
      updated: begin + ((index * 6133) % size) * minute,
      value: (index * 4787) % size,
      noted: index % groups !== 1,
    }
  })
}

export function isoTime(time: number): string {
  return `${new Date(time).toISOString().slice(0, 19)}Z`
}

/** Returns the Patients of the rows and then their Observations. */
export function makeResources(rows: readonly Row[]): readonly FhirResource[] {
  const observations = rows.map(
    ({ index, group, patient, status, start, end, updated, value, noted }): FhirResource => {
      const period = { effectivePeriod: { start: isoTime(start), end: isoTime(end - 1000) } }
      return {
        resourceType: 'Observation',
        id: `o${index}`,
        meta: {
          versionId: '1',
          lastUpdated: isoTime(updated),
          source: `urn:source:${group}`,
          tag: [{ system: 'urn:tags', code: `tag-${group}` }],
        },
        status,
        code: { coding: [{ system: 'http://loinc.org', code: `code-${group}`, display: `Kind ${group} end` }] },
        subject: { reference: `Patient/p${patient}` },
        ...(noted ? { encounter: { reference: `Encounter/e${group}` } } : {}),
        ...(index % 4 === 0 ? period : { effectiveDateTime: isoTime(start) }),
        valueQuantity: { value, unit: 'mg', system: 'http://unitsofmeasure.org', code: 'mg' },
        valueString: `Value ${group} of the test`,
      }
    },
  )
  const patients = Array.from({ length: rows.length / narrow }, (_, patient): FhirResource => {
    return { resourceType: 'Patient', id: `p${patient}`, name: [{ family: `Name${patient}x` }], active: true }
  })
  return [...patients, ...observations]
}
