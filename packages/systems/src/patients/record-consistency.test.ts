import fc from 'fast-check'
import { describe, expect, inject, test } from 'vitest'
import { generateRecord } from './generate-record.js'
import type { GeneratedResource } from './generated-resource.js'

const NOW = '2026-11-20T12:00:00.000Z'
const record = generateRecord({ seed: 2026, patients: 200, now: NOW })

type Json = { readonly [member: string]: unknown }

/** The value at a path of member names and indexes; undefined if there is none. */
function at(value: unknown, ...path: readonly (string | number)[]): unknown {
  let current = value
  for (const step of path)
    current = typeof current === 'object' && current !== null ? (current as Json)[step] : undefined
  return current
}

function text(value: unknown, ...path: readonly (string | number)[]) {
  return String(at(value, ...path))
}

/** Every object, array and scalar in a value, with its path. */
function* walk(value: unknown, path = ''): Generator<readonly [path: string, value: unknown]> {
  yield [path, value]
  if (typeof value !== 'object' || value === null) return
  for (const [key, member] of Object.entries(value)) yield* walk(member, `${path}.${key}`)
}

function ofType(resources: readonly GeneratedResource[], type: string) {
  return resources.filter(({ resourceType }) => resourceType === type)
}

/** The reference to the patient of a resource. */
function findPatient(resource: GeneratedResource): string | undefined {
  if (resource.resourceType === 'Patient') return `Patient/${resource.id}`
  const reference = at(resource.subject ?? resource.patient ?? resource.beneficiary, 'reference')
  const actor = at(resource, 'participant', 0, 'actor', 'reference')
  const found = reference ?? (resource.resourceType === 'Appointment' ? actor : undefined)
  return typeof found === 'string' ? found : undefined
}

function byPatient(resources: readonly GeneratedResource[]): Map<string, GeneratedResource[]> {
  const groups = new Map<string, GeneratedResource[]>()
  for (const resource of resources) {
    const patient = findPatient(resource)
    if (patient === undefined) continue
    const group = groups.get(patient)
    if (group) group.push(resource)
    else groups.set(patient, [resource])
  }
  return groups
}

function listCodes(resource: GeneratedResource, member = 'code') {
  return (at(resource, member, 'coding') as Json[] | undefined)?.map((coding) => String(coding.code)) ?? []
}

/** The instant of a date or date-time; for a date, its first or last millisecond. */
function moment(value: string, end = false): number {
  return value.length === 10 ? Date.parse(value) + (end ? 86_399_999 : 0) : Date.parse(value)
}

/** The errors of a record, in words; empty if there are none. */
function faults(resources: readonly GeneratedResource[], now: string): string[] {
  const found: string[] = []
  const ids = new Set<string>()
  for (const resource of resources) {
    const name = `${resource.resourceType}/${resource.id}`
    if (ids.has(name)) found.push(`${name}: id used twice`)
    if (!/^[A-Za-z0-9.-]{1,64}$/.test(resource.id)) found.push(`${name}: not an id`)
    for (const [path, value] of walk(resource)) {
      if (path.endsWith('.reference') && !ids.has(String(value)) && value !== name) {
        found.push(`${name}${path}: ${String(value)} is not created before it`)
      }
      if (value === null || value === undefined || value === '' || Number.isNaN(value))
        found.push(`${name}${path}: nothing`)
      if (typeof value === 'object' && value !== null && Object.keys(value).length === 0)
        found.push(`${name}${path}: empty`)
    }
    ids.add(name)
  }
  for (const [patient, group] of byPatient(resources)) found.push(...patientFaults(patient, group, now))
  return found
}

function patientFaults(name: string, group: readonly GeneratedResource[], now: string): string[] {
  const found: string[] = []
  const patient = group[0]
  const born = Date.parse(text(patient, 'birthDate'))
  const died = at(patient, 'deceasedDateTime')
  const end = typeof died === 'string' ? Date.parse(died) : Date.parse(now)
  for (const resource of group) {
    const where = `${name} ${resource.resourceType}/${resource.id}`
    for (const [path, value] of walk(resource)) {
      if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}($|T)/.test(value)) continue
      if (moment(value, true) < born) found.push(`${where}${path}: ${value} before birth`)
      const later = path === '.period.end' || (resource.resourceType === 'Appointment' && resource.status === 'booked')
      if (!later && moment(value) > end) found.push(`${where}${path}: ${value} after the end`)
    }
  }
  const policies = ofType(group, 'Coverage')
  policies.slice(1).forEach((policy, index) => {
    const gap = moment(text(policy, 'period', 'start')) - moment(text(policies[index], 'period', 'end'))
    if (gap !== 86_400_000) found.push(`${name} ${policy.id}: does not follow the policy before it`)
  })
  for (const encounter of ofType(group, 'Encounter')) {
    for (const edge of ['start', 'end']) {
      const then = Date.parse(text(encounter, 'period', edge))
      const covering = policies.filter(({ period }) => {
        const last = at(period, 'end')
        return moment(text(period, 'start')) <= then && (typeof last !== 'string' || then <= moment(last, true))
      })
      if (covering.length !== 1) found.push(`${name} ${encounter.id}: ${covering.length} policies cover its ${edge}`)
      const medicare = text(covering[0], 'type', 'coding', 0, 'code') === 'PUBLICPOL'
      const years = (then - born) / (365.25 * 86_400_000)
      if (medicare !== years >= 65 && Math.abs(years - 65) > 0.1)
        found.push(`${name} ${encounter.id}: Medicare at ${years}`)
    }
  }
  const visits = new Map(ofType(group, 'Encounter').map((visit) => [`Encounter/${visit.id}`, visit]))
  for (const resource of group) {
    const visit = visits.get(text(resource, 'encounter', 'reference'))
    const when = at(resource, 'effectiveDateTime') ?? at(resource, 'authoredOn') ?? at(resource, 'performedDateTime')
    if (visit === undefined || typeof when !== 'string') continue
    const inside = text(visit, 'period', 'start') <= when && when <= text(visit, 'period', 'end')
    if (!inside) found.push(`${name} ${resource.resourceType}/${resource.id}: ${when} outside its encounter`)
  }
  for (const condition of ofType(group, 'Condition')) {
    const active = text(condition, 'clinicalStatus', 'coding', 0, 'code') === 'active'
    const [onset, abatement] = [text(condition, 'onsetDateTime'), at(condition, 'abatementDateTime')]
    if (active !== (abatement === undefined)) found.push(`${name} ${condition.id}: status against abatement`)
    if (abatement !== undefined && String(abatement) <= onset)
      found.push(`${name} ${condition.id}: over before it began`)
  }
  return found
}

describe('a record of 200 patients', () => {
  test('has no error in ids, references, dates, coverage or JSON', () => {
    expect(faults(record, NOW)).toEqual([])
  })

  test('the search for errors finds each kind', () => {
    const groups = [...byPatient(record).values()]
    const group =
      groups.find((one) => ofType(one, 'Coverage').length === 1 && ofType(one, 'Encounter').length > 3) ?? []
    const broken = (type: string, change: Json) =>
      faults(
        record
          .slice(0, record.indexOf(group[0] as GeneratedResource) + group.length)
          .map((resource) =>
            resource === group.find(({ resourceType }) => resourceType === type)
              ? ({ ...resource, ...change } as GeneratedResource)
              : resource,
          ),
        NOW,
      ).join('\n')
    expect(broken('Coverage', { id: 'pat-0001', payor: [{ reference: 'Organization/nobody' }] })).toMatch(/not created/)
    expect(broken('Condition', { onsetDateTime: '1850-01-01' })).toMatch(/before birth/)
    expect(broken('Condition', { recordedDate: '2090-01-01' })).toMatch(/after the end/)
    expect(broken('Coverage', { period: { start: '2026-11-20' } })).toMatch(/0 policies/)
    expect(broken('Encounter', { type: [] })).toMatch(/empty/)
    expect(broken('Observation', { effectiveDateTime: '2026-11-19T00:00:00.000Z' })).toMatch(/outside its encounter/)
    expect(broken('AllergyIntolerance', { code: null })).toMatch(/nothing/)
  })

  test('identifiers are unique, telephone numbers are fictional', () => {
    for (const [type, system] of [
      ['Patient', 'mrn'],
      ['Coverage', 'member-id'],
      ['Practitioner', 'us-npi'],
    ] as const) {
      const values = ofType(record, type).map((resource) => text(resource, 'identifier', 0, 'value'))
      expect(text(ofType(record, type)[0], 'identifier', 0, 'system')).toContain(system)
      expect(new Set(values).size).toBe(values.length)
    }
    const phones = record.flatMap(({ telecom }) => (telecom === undefined ? [] : (telecom as unknown as Json[])))
    for (const { system, value } of phones) {
      expect(String(value)).toMatch(system === 'phone' ? /^\d{3}-555-01\d\d$/ : /@([a-z-]+\.)?example\.(com|org)$/)
    }
  })

  test('elements that R4 requires are present', () => {
    const required: Readonly<Record<string, readonly string[]>> = {
      AllergyIntolerance: ['patient', 'clinicalStatus', 'code'],
      Appointment: ['status', 'participant'],
      Condition: ['subject', 'clinicalStatus', 'code'],
      Coverage: ['beneficiary', 'payor', 'status'],
      DiagnosticReport: ['status', 'code', 'subject', 'result'],
      DocumentReference: ['status', 'content'],
      Encounter: ['status', 'class', 'period'],
      Immunization: ['status', 'vaccineCode', 'patient', 'occurrenceDateTime'],
      MedicationRequest: ['status', 'intent', 'subject', 'medicationCodeableConcept'],
      Observation: ['status', 'code', 'subject'],
      Procedure: ['status', 'subject', 'code'],
      ServiceRequest: ['status', 'intent', 'subject', 'code'],
    }
    const missing = record.flatMap((resource) =>
      (required[resource.resourceType] ?? [])
        .filter((element) => !(element in resource))
        .map((name) => [resource.id, name]),
    )
    expect(missing).toEqual([])
  })
})

describe('clinical plausibility', () => {
  const groups = [...byPatient(record)].map(([, group]) => group)
  const has = (group: readonly GeneratedResource[], code: string) =>
    ofType(group, 'Condition').some((condition) => listCodes(condition).includes(code))
  const lastValue = (group: readonly GeneratedResource[], code: string) => {
    const found = ofType(group, 'Observation').filter((observation) => listCodes(observation).includes(code))
    return found.map((observation) => Number(at(observation, 'valueQuantity', 'value'))).at(-1)
  }

  test('no conditions of the other sex, such as pregnancy', () => {
    const female = ['72892002', '64859006', '68566005']
    for (const group of groups) {
      const male = text(group[0], 'gender') === 'male'
      expect((male ? female : ['266569009']).filter((code) => has(group, code))).toEqual([])
    }
  })

  test('conditions fit the age at onset', () => {
    const range: Readonly<Record<string, readonly [number, number]>> = {
      '65363002': [0, 8],
      '71186008': [0, 4],
      '44054006': [30, 200],
      '59621000': [25, 200],
      '72892002': [18, 42],
      '13645005': [45, 200],
    }
    for (const group of groups) {
      for (const condition of ofType(group, 'Condition')) {
        const [from, to] = range[listCodes(condition)[0] ?? ''] ?? [0, 200]
        const years =
          (Date.parse(text(condition, 'onsetDateTime')) - Date.parse(text(group[0], 'birthDate'))) / 31_557_600_000
        expect(years, `${condition.id} ${text(condition, 'code', 'text')}`).toBeGreaterThan(from - 0.02)
        expect(years).toBeLessThan(to)
      }
    }
  })

  test('laboratory values fit the diagnoses', () => {
    for (const group of groups) {
      const diabetic = has(group, '44054006') || has(group, '46635009')
      const glycation = lastValue(group, '4548-4')
      if (glycation !== undefined)
        expect(glycation >= (diabetic ? 6 : 4) && glycation <= (diabetic ? 11 : 6.4)).toBe(true)
      const filtration = lastValue(group, '98979-8')
      if (filtration !== undefined && has(group, '433144002')) expect(filtration).toBeLessThan(60)
      if (filtration !== undefined) expect(filtration).toBeGreaterThanOrEqual(30)
      const hemoglobin = lastValue(group, '718-7')
      if (hemoglobin !== undefined) expect(hemoglobin < 12).toBe(has(group, '87522002'))
    }
  })

  test('lipids add up, body mass index is weight over height squared, systolic lies above diastolic', () => {
    let checked = 0
    const wrong: string[] = []
    for (const group of groups) {
      const valueAt = new Map<string, number>()
      for (const observation of ofType(group, 'Observation')) {
        const value = at(observation, 'valueQuantity', 'value')
        valueAt.set(`${listCodes(observation)[0]} ${text(observation, 'encounter', 'reference')}`, Number(value))
        if (listCodes(observation).includes('85354-9')) {
          const [systolic, diastolic] = [0, 1].map((index) =>
            Number(at(observation, 'component', index, 'valueQuantity', 'value')),
          )
          if ((systolic ?? 0) - (diastolic ?? 999) <= 15) wrong.push(`${observation.id}: ${systolic}/${diastolic}`)
        }
      }
      for (const [key, value] of valueAt) {
        const [code, visit] = key.split(' ')
        const of = (other: string) => valueAt.get(`${other} ${visit}`) ?? Number.NaN
        const index = of('29463-7') / (of('8302-2') / 100) ** 2
        const lipids = of('2093-3') - of('2085-9') - of('2571-8') / 5
        if (code === '39156-5' && !(Math.abs(value - index) < 0.06)) wrong.push(`${key}: ${value}, not ${index}`)
        if (code === '13457-7' && !(Math.abs(value - lipids) < 0.51)) wrong.push(`${key}: ${value}, not ${lipids}`)
        if (code === '13457-7' || code === '39156-5') checked += 1
      }
    }
    expect(wrong).toEqual([])
    expect(checked).toBeGreaterThan(500)
  })

  test('flags say on which side of the reference range a value lies', () => {
    const wrong: string[] = []
    for (const observation of ofType(record, 'Observation')) {
      const range = at(observation, 'referenceRange', 0)
      if (range === undefined) continue
      const value = Number(at(observation, 'valueQuantity', 'value'))
      const [low, high] = [at(range, 'low', 'value'), at(range, 'high', 'value')]
      const flag = typeof high === 'number' && value > high ? 'H' : typeof low === 'number' && value < low ? 'L' : 'N'
      const unit = at(range, low === undefined ? 'high' : 'low', 'code')
      const right = text(observation, 'interpretation', 0, 'coding', 0, 'code') === flag
      if (!right || unit !== at(observation, 'valueQuantity', 'code')) wrong.push(observation.id)
    }
    expect(wrong).toEqual([])
  })

  test('nobody gets contraindicated medication; every prescription has its condition', () => {
    for (const group of groups) {
      const allergic = ofType(group, 'AllergyIntolerance').flatMap((allergy) => listCodes(allergy))
      const drugs = ofType(group, 'MedicationRequest')
      const taken = drugs.flatMap((request) => listCodes(request, 'medicationCodeableConcept'))
      if (allergic.includes('91936005')) expect(taken.filter((code) => ['308191', '308189'].includes(code))).toEqual([])
      if (allergic.includes('91939003')) expect(taken.filter((code) => ['310798', '313988'].includes(code))).toEqual([])
      for (const drug of drugs) expect(text(drug, 'reasonReference', 0, 'reference')).toMatch(/^Condition\//)
    }
  })

  test('children do not shrink', () => {
    for (const group of groups) {
      const heights = ofType(group, 'Observation').filter((observation) => listCodes(observation).includes('8302-2'))
      const values = heights.map((observation) => Number(at(observation, 'valueQuantity', 'value')))
      expect([...values].sort((one, other) => one - other)).toEqual(values)
    }
  })
})

const scale = inject('scale')

test('a record has no error with any seed and any reference date', () => {
  fc.assert(
    fc.property(
      fc.maxSafeNat(),
      fc.date({ min: new Date('2012-01-01'), max: new Date('2049-12-31'), noInvalidDate: true }),
      (seed, date) => {
        const now = date.toISOString()
        expect(faults(generateRecord({ seed, patients: 8, now }), now)).toEqual([])
      },
    ),
    { numRuns: 2 * scale },
  )
})
