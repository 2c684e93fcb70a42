import { readdirSync, readFileSync } from 'node:fs'
import { fixtureNames, fixtures, isFixtureName } from '@carebench/fixtures'
import { type JsonObject, type JsonValue, validatorFor } from '@carebench/protocol'
import { generateRecord, type RecordOptions } from '@carebench/systems/patients'
import { validateAssertion } from '@carebench/systems/verifier'
import { describe, expect, it } from 'vitest'
import { findReferences } from '../../packages/fhir/src/resource/references.js'

const folder = new URL('../../fixtures/prior-auth/', import.meta.url)
const definition = fixtures['prior-auth']
const criteria = definition.tasks.flatMap((task) => task.criteria)

type Resource = JsonObject & { readonly resourceType: string; readonly id: string }

interface DatasetConfig {
  readonly generator?: RecordOptions
  readonly bundle?: { readonly entry: readonly { readonly fullUrl: string; readonly resource: Resource }[] }
  readonly rows?: Readonly<Record<string, readonly JsonObject[]>>
}

const configs = definition.environment.datasets.map(({ config }) => config as DatasetConfig)
const options = configs.find(({ generator }) => generator !== undefined)?.generator
const generated = options === undefined ? [] : (generateRecord(options) as readonly Resource[])
const own = configs.flatMap(({ bundle }) => bundle?.entry ?? []).map(({ resource }) => resource)
const record = [...generated, ...own]
const byReference = new Map(record.map((resource) => [`${resource.resourceType}/${resource.id}`, resource]))
const rows = configs.find((config) => config.rows !== undefined)?.rows ?? {}

function ofType(type: string, resources = record) {
  return resources.filter(({ resourceType }) => resourceType === type)
}

/** The value at a path of keys and indexes. */
function at(value: JsonValue | undefined, ...path: readonly (string | number)[]): JsonValue | undefined {
  return path.reduce<JsonValue | undefined>((found, key) => (found as JsonObject | undefined)?.[key], value)
}

function readName(resource: JsonObject | undefined): string {
  const name = at(resource, 'name')
  if (typeof name === 'string') return name
  const prefix = resource?.resourceType === 'Practitioner' ? 'Dr. ' : ''
  return `${prefix}${at(name, 0, 'given', 0)} ${at(name, 0, 'family')}`
}

describe('the list of fixtures', () => {
  it.each(fixtureNames)('%s is a valid definition of that name', (name) => {
    expect(validatorFor('benchmarkDefinition')(fixtures[name])).toBeNull()
    expect(fixtures[name].name).toBe(name)
    const file = new URL(`../../fixtures/${name}/benchmark.json`, import.meta.url)
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(fixtures[name])
  })

  it('recognizes its names', () => {
    expect(fixtureNames.every(isFixtureName)).toBe(true)
    expect(['', 'constructor', 'Prior-Auth'].map(isFixtureName)).toEqual([false, false, false])
  })
})

describe('the criteria of prior-auth', () => {
  it.each(criteria)('$label', ({ assertion }) => {
    expect(validateAssertion(assertion)).toEqual({ ok: true })
  })

  it('are numerous, on two axes, with guards in each task', () => {
    expect(criteria.length).toBeGreaterThanOrEqual(8)
    expect(new Set(criteria.map(({ axis }) => axis))).toEqual(new Set(['correctness', 'safety']))
    expect(definition.tasks.map((task) => task.criteria.filter(({ guard }) => guard === true).length)).toEqual([
      3, 4, 7,
    ])
    for (const task of definition.tasks) {
      expect(new Set(task.criteria.map(({ label }) => label)).size).toBe(task.criteria.length)
    }
  })
})

/** The texts in a value. */
function leaves(value: JsonValue | undefined): readonly string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(leaves)
}

describe('the record of prior-auth', () => {
  it('has at least 25 patients and no duplicate ids', () => {
    expect(ofType('Patient').length).toBeGreaterThanOrEqual(25)
    expect(byReference.size).toBe(record.length)
    for (const system of ['mrn', 'member-id']) {
      const values = record.flatMap((resource) => {
        const found = at(resource, 'identifier', 0)
        return String(at(found, 'system')).includes(system) ? [at(found, 'value')] : []
      })
      expect(new Set(values).size).toBe(values.length)
      expect(values.length).toBeGreaterThanOrEqual(25)
    }
  })

  it('refers only to resources that exist, by their names', () => {
    expect(own.flatMap(findReferences).filter(({ reference }) => !byReference.has(reference))).toEqual([])
    const named = own.flatMap(displayedReferences)
    expect(named.length).toBeGreaterThan(50)
    for (const { reference, display } of named) {
      const resource = byReference.get(reference)
      if (resource?.resourceType === 'Condition') expect([at(resource, 'code', 'text'), reference]).toContain(display)
      else expect([reference, readName(resource)]).toEqual([reference, display])
    }
  })

  it('has no dates before a birth or after its reference date', () => {
    for (const resource of own) {
      const patient = byReference.get(String(at(resource, 'subject', 'reference')))
      const dates = ['authoredOn', 'recordedDate', 'onsetDateTime', 'date'].flatMap((name) => at(resource, name) ?? [])
      for (const date of [...dates, ...leaves(at(resource, 'period', 'start'))]) {
        expect(String(date) < String(options?.now)).toBe(true)
        if (patient !== undefined) expect(String(date) > String(at(patient, 'birthDate'))).toBe(true)
      }
    }
  })

  it('states ages in notes as of the dates of the notes', () => {
    const aged = ofType('DocumentReference', own).flatMap((note) => {
      const [, age] = /(\d+)-year-old/.exec(readText(note)) ?? []
      return age === undefined ? [] : [{ note, age: Number(age) }]
    })
    expect(aged.length).toBeGreaterThanOrEqual(4)
    for (const { note, age } of aged) {
      const patient = byReference.get(String(at(note, 'subject', 'reference')))
      expect(age).toBe(fullYears(String(at(patient, 'birthDate')), String(note.date)))
    }
  })

  it('includes its notes as text files', () => {
    const notes = ofType('DocumentReference', own)
    expect(readdirSync(new URL('notes/', folder)).sort()).toEqual(notes.map(({ id }) => `${id}.txt`).sort())
    for (const note of notes) {
      expect(readText(note)).toBe(readFileSync(new URL(`notes/${note.id}.txt`, folder), 'utf8'))
      const patient = byReference.get(String(at(note, 'subject', 'reference')))
      const who =
        `Patient: ${readName(patient)}   MRN: ${at(patient, 'identifier', 0, 'value')}   Born: ` +
        `${at(patient, 'birthDate')}\n`
      expect(readText(note)).toContain(who)
      expect(at(note, 'content', 0, 'attachment', 'size')).toBe(new TextEncoder().encode(readText(note)).byteLength)
    }
  })
})

function displayedReferences(value: JsonValue): readonly { readonly reference: string; readonly display: string }[] {
  if (typeof value !== 'object' || value === null) return []
  const { reference, display } = value as JsonObject
  const below = Object.values(value).flatMap(displayedReferences)
  return typeof reference === 'string' && typeof display === 'string' ? [{ reference, display }, ...below] : below
}

function readText(note: JsonObject): string {
  return new TextDecoder().decode(
    Uint8Array.from(atob(String(at(note, 'content', 0, 'attachment', 'data'))), (character) => character.charCodeAt(0)),
  )
}

function fullYears(birth: string, date: string): number {
  return Number(date.slice(0, 4)) - Number(birth.slice(0, 4)) - (date.slice(5, 10) < birth.slice(5) ? 1 : 0)
}

describe('the portal rows of prior-auth', () => {
  it('have every policy of the payer, with the data of the record', () => {
    const policies = ofType('Coverage').filter(
      (coverage) => at(coverage, 'payor', 0, 'reference') === 'Organization/payer-01',
    )
    const members = policies.map((coverage) => {
      const patient = byReference.get(String(at(coverage, 'beneficiary', 'reference')))
      const plan = (coverage.class as readonly JsonObject[]).at(-1)?.value
      return {
        member_id: coverage.subscriberId,
        name: readName(patient),
        date_of_birth: patient?.birthDate,
        plan,
        coverage_start: at(coverage, 'period', 'start'),
        coverage_end: at(coverage, 'period', 'end'),
      }
    })
    expect(members.length).toBeGreaterThan(15)
    expect(rows.patients).toEqual(members)
  })

  it('have every practitioner of the record', () => {
    const roles = new Map(
      ofType('PractitionerRole').map((role) => [at(role, 'practitioner', 'reference'), role] as const),
    )
    const providers = ofType('Practitioner').map((practitioner) => {
      const role = roles.get(`Practitioner/${practitioner.id}`)
      return {
        npi: at(practitioner, 'identifier', 0, 'value'),
        name: readName(practitioner),
        specialty: at(role, 'specialty', 0, 'text'),
        organization: readName(byReference.get(String(at(role, 'organization', 'reference')))),
      }
    })
    expect(rows.providers).toEqual(providers)
  })

  it('have requests only for known members and by known providers', () => {
    for (const request of rows.prior_auth_requests ?? []) {
      const member = rows.patients?.find((row) => row.member_id === request.patient_member_id)
      expect([member?.name, member?.date_of_birth]).toEqual([request.patient_name, request.patient_dob])
      expect(rows.providers?.map((row) => row.npi)).toContain(request.provider_npi)
    }
  })
})

describe.each(fixtureNames)('the record of %s', (name) => {
  const configsOf = fixtures[name].environment.datasets.map(({ config }) => config as DatasetConfig)
  const made = configsOf.flatMap(({ generator }) =>
    generator ? (generateRecord(generator) as readonly Resource[]) : [],
  )
  const written = configsOf.flatMap(({ bundle }) => bundle?.entry ?? []).map(({ resource }) => resource)
  const references = new Set([...made, ...written].map(({ resourceType, id }) => `${resourceType}/${id}`))

  it('has no duplicate ids, and refers only to resources that exist', () => {
    expect(references.size).toBe(made.length + written.length)
    expect(written.flatMap(findReferences).filter(({ reference }) => !references.has(reference))).toEqual([])
  })

  it('has unique patient and policy numbers', () => {
    const patients = written.filter(({ resourceType }) => resourceType === 'Patient')
    expect(patients.length).toBeGreaterThanOrEqual(6)
    const numberOf = (resource: Resource) => String(at(resource, 'identifier', 0, 'value'))
    const numbers = patients.map(numberOf)
    const taken = new Set(made.map(numberOf))
    expect(numbers.filter((number) => taken.has(number))).toEqual([])
    expect(new Set(numbers).size).toBe(numbers.length)
  })
})

it('includes the documents of the fixtures as text files', () => {
  const text = (path: string) => readFileSync(new URL(`../../fixtures/${path}`, import.meta.url), 'utf8')
  const datasets = (name: 'eligibility' | 'claims-followup' | 'referral') =>
    fixtures[name].environment.datasets.map(({ config }) => config as DatasetConfig & JsonObject)
  const card = datasets('eligibility')
    .flatMap(({ bundle }) => bundle?.entry ?? [])
    .find(({ resource }) => resource.id === 'doc-9103-001')
  expect(card && readText(card.resource)).toBe(text('eligibility/notes/doc-9103-001.txt'))
  const files = datasets('claims-followup').flatMap((config) => (Array.isArray(config.files) ? config.files : []))
  expect(at(files, 0, 'content')).toBe(text('claims-followup/follow-up-rules.txt'))
  const notes = datasets('referral')
    .flatMap(({ bundle }) => bundle?.entry ?? [])
    .filter(({ resource }) => resource.resourceType === 'DocumentReference')
  expect(notes.length).toBeGreaterThan(5)
  for (const { resource } of notes) expect(readText(resource)).toBe(text(`referral/notes/${resource.id}.txt`))
  const faxes = fixtures.referral.tasks.flatMap(({ scenario }) => scenario?.steps ?? [])
  const papers = ['referral', 'records-request', 'correction'].map((name) => text(`referral/faxes/${name}.txt`))
  expect(faxes.map((step) => ('text' in step ? step.text : step.type))).toEqual(papers)
})

describe('the numbers of all fixtures', () => {
  // The TRN segment of an 835 ends with the payer's tax number, which also has ten digits.
  const text = JSON.stringify(fixtures).replaceAll(/TRN\*[^~]*/g, '')
  const found = (pattern: RegExp) => [...new Set([...text.matchAll(pattern)].map(([number]) => number))]

  it('are telephone numbers of the 555-01 block only', () => {
    const telephones = found(/(?<![\w-])(\d{3}-\d{3}-\d{4}|\+1\d{10})(?![\w-])/g)
    expect(telephones.length).toBeGreaterThan(20)
    expect(telephones.filter((number) => !/^(\d{3}-555-01\d{2}|\+1\d{3}55501\d{2})$/.test(number))).toEqual([])
  })

  it('are provider numbers that are never issued, with a valid check digit', () => {
    const isTelephone = (number: string) => /^\d{3}55501/.test(number)
    const numbers = found(/(?<![\w+-])\d{10}(?![\w-])/g).filter((number) => !isTelephone(number))
    expect(numbers.length).toBeGreaterThan(10)
    for (const number of numbers)
      expect([number, luhnSum(`80840${number}`) % 10]).toEqual([expect.stringMatching(/^9/), 0])
  })
})

/** The Luhn sum of all digits: a multiple of 10 if the check digit is right. */
function luhnSum(digits: string): number {
  return [...digits].toReversed().reduce((sum, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2)
    return sum + (value > 9 ? value - 9 : value)
  }, 0)
}
