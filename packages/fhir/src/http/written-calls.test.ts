/// <reference types="node" />
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { FhirResource } from '../resource/fhir-resource.js'
import { recordServer } from '../testing/record-server.js'

/** The chart has the same secret word as every text. */
const secret = 'quokka'
const subject = { reference: 'Patient/1', display: secret }
const concept = { coding: [{ system: `urn:${secret}`, code: secret, display: secret }], text: secret }
const chart: readonly FhirResource[] = [
  {
    resourceType: 'Patient',
    id: '1',
    name: [{ family: secret, given: [secret] }],
    identifier: [{ system: `urn:${secret}`, value: secret }],
    address: [{ city: secret }],
  },
  { resourceType: 'Patient', id: secret },
  { resourceType: 'Practitioner', id: secret, name: [{ family: secret }] },
  { resourceType: 'Medication', id: secret, code: concept },
  { resourceType: 'Observation', id: 'o', status: 'final', code: concept, subject, category: [concept] },
  { resourceType: 'Condition', id: 'c', code: concept, subject },
  { resourceType: 'MedicationRequest', id: 'm', medicationCodeableConcept: concept, subject },
  { resourceType: 'Encounter', id: 'e', type: [concept], subject },
]
const full = recordServer(chart)
const empty = recordServer([{ resourceType: 'Patient', id: '1' }])

interface WrittenCall {
  readonly status: number
  readonly call: string
  readonly hint: string
}

function readCalls(): readonly WrittenCall[] {
  const text = readFileSync(new URL('written-calls.txt', import.meta.url), 'utf8')
  return text.split('\n').flatMap((line): WrittenCall[] => {
    const arrow = line.lastIndexOf(' => ')
    if (line.startsWith('#') || arrow < 0) return []
    return [{ status: Number(line.slice(0, 3)), call: line.slice(4, arrow), hint: line.slice(arrow + 4) }]
  })
}

/** Returns the diagnostics of an error, or of the entry of the mode `outcome`. */
function say({ send }: typeof full, call: string): { readonly status: number; readonly hint: string } {
  const { status, json } = send('GET', call.replace(/[ <>|"[\]\\]/g, encodeURIComponent))
  const entries = (json.entry ?? []).filter(({ search }) => JSON.stringify(search) === '{"mode":"outcome"}')
  const outcomes: readonly unknown[] = status < 400 ? entries.map(({ resource }) => resource) : [json]
  return { status, hint: JSON.stringify(outcomes).replaceAll('\\"', '"') }
}

const calls = readCalls()

it('has each call once', () => {
  expect(calls.length).toBeGreaterThan(300)
  expect(new Set(calls.map(({ call }) => call)).size).toBe(calls.length)
})

it.each(calls)('hints at $hint for $call', ({ status, call, hint }) => {
  const said = say(full, call)
  expect(said.status).toBe(status)
  if (hint === 'nothing') expect(said.hint).not.toContain('Did you mean')
  else expect(said.hint).toContain(hint.startsWith('"') && hint !== '"next"' ? `Did you mean ${hint}` : hint)
})

it('gives hints that disclose nothing of the chart', () => {
  for (const { call, status } of calls) {
    const said = say(full, call)
    expect(said.hint).not.toContain(secret)
    if (status >= 400) expect(said).toEqual(say(empty, call))
  }
})

it.each([
  'Observation?patient=9',
  'Observation?patient=Patient/9',
  'Observation?subject=Group/9&status=amended',
  'Observation?subject=http://example.org/fhir/Patient/9',
  'Observation?encounter=e-9&category=laboratory',
  'Observation?code=9999-9',
  'Observation?code=http://loinc.org|9999-9',
  'Observation?code=|local&status:not=cancelled',
  'Observation?date=1900&_count=5',
  'Observation?subject:Patient=9',
  'Observation?patient.name=Nobody',
  'Observation?patient:identifier=urn:mrn|9',
  'MedicationRequest?medication=Medication/9',
  'MedicationRequest?medication=med-9&status=active',
  'Patient?identifier=urn:mrn|9',
  'Patient?identifier=http://example.org/9',
  'Patient?family=Nobody&gender=other&active=false',
  'Patient?_id=9&telecom=555',
  'Patient?name:contains=zz',
  'Condition?clinical-status=http://terminology.hl7.org/CodeSystem/condition-clinical|remission',
])('does not warn of %s, which is valid and finds nothing', (call) => {
  const { json } = full.send('GET', call.replaceAll('|', '%7C'))
  expect([json.total, json.entry]).toEqual([0, undefined])
})

it('warns of a value among others that match, and not if no entries are requested', () => {
  const { send } = full
  const modes = (send('GET', 'Observation?status=final,amendd').json.entry ?? []).map(({ search }) => search)
  expect(modes).toEqual([{ mode: 'match' }, { mode: 'outcome' }])
  for (const end of ['_summary=count', '_count=0']) {
    expect(send('GET', `Observation?status=FINAL&${end}`).json.entry).toBeUndefined()
  }
  const [entry] = send('GET', 'Patient?gender=F').json.entry ?? []
  expect(entry?.fullUrl).toBeUndefined()
  expect(entry?.resource).toMatchObject({ resourceType: 'OperationOutcome', issue: [{ severity: 'warning' }] })
})
