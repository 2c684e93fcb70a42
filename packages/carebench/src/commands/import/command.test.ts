import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { runInProcess } from '../../testing/run-in-process.js'

const folder = mkdtempSync(join(tmpdir(), 'carebench-import-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const output = join(folder, 'patients.json')

function write(name: string, content: unknown): string {
  const file = join(folder, name)
  mkdirSync(join(file, '..'), { recursive: true })
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
  return file
}

async function importFiles(...paths: readonly string[]) {
  const { code, out, err } = await runInProcess(['import', 'fhir', ...paths, '--output', output])
  expect(out).toBe('')
  return { code, err, entry: code === 2 ? [] : JSON.parse(readFileSync(output, 'utf8')).bundle.entry }
}

const npi = 'http://hl7.org/fhir/sid/us-npi'
const doctor = { resourceType: 'Practitioner', id: 'd-1', identifier: [{ system: npi, value: '999' }] }

/** As Synthea writes it: a transaction of a patient, which finds practitioners of another file by search. */
const patients = {
  resourceType: 'Bundle',
  type: 'transaction',
  entry: [
    {
      fullUrl: 'urn:uuid:8f0e1b2c-0000-4000-8000-000000000001',
      resource: { resourceType: 'Patient', id: '8f0e1b2c-0000-4000-8000-000000000001', gender: 'female' },
      request: { method: 'POST', url: 'Patient' },
    },
    {
      fullUrl: 'urn:uuid:8f0e1b2c-0000-4000-8000-000000000002',
      resource: {
        resourceType: 'Encounter',
        status: 'finished',
        class: { code: 'AMB' },
        subject: { reference: 'urn:uuid:8f0e1b2c-0000-4000-8000-000000000001' },
        participant: [
          { individual: { reference: `Practitioner?identifier=${npi}|999`, display: 'Dr. Ames' } },
          { individual: { reference: `Practitioner?identifier=${npi}|1000`, display: 'Dr. Bell' } },
        ],
        serviceProvider: { reference: 'Organization/elsewhere' },
      },
      request: { method: 'POST', url: 'Encounter' },
    },
  ],
}

it('makes a dataset from the output of Synthea, with its ids, and reports its changes', async () => {
  write('synthea/patients.json', patients)
  write('synthea/practitioners.json', { resourceType: 'Bundle', type: 'batch', entry: [{ resource: doctor }] })
  write('synthea/readme.txt', 'no resource')
  const { code, err, entry } = await importFiles(join(folder, 'synthea'))
  expect(code).toBe(0)
  expect(entry.map(({ resource }: { resource: object }) => resource)).toEqual([
    { resourceType: 'Patient', id: '8f0e1b2c-0000-4000-8000-000000000001', gender: 'female' },
    {
      resourceType: 'Encounter',
      id: '8f0e1b2c-0000-4000-8000-000000000002',
      status: 'finished',
      class: { code: 'AMB' },
      subject: { reference: 'Patient/8f0e1b2c-0000-4000-8000-000000000001' },
      participant: [
        { individual: { reference: 'Practitioner/d-1', display: 'Dr. Ames' } },
        { individual: { type: 'Practitioner', identifier: { system: npi, value: '1000' }, display: 'Dr. Bell' } },
      ],
      serviceProvider: { reference: 'Organization/elsewhere' },
    },
    doctor,
  ])
  for (const line of [
    '3 resources: 1 × Patient, 1 × Encounter, 1 × Practitioner.',
    'Ids: 1 resource without a valid id',
    'References: 1 by fullUrl',
    'References: 1 by search are literal now.',
    `match no single resource; they are by identifier now: 1 × Practitioner?identifier=${npi}|1000.`,
    'point to resources that were not imported: 1 × Organization.',
  ])
    expect(err).toContain(line)
})

it('reads NDJSON, keeps the later of two versions, and leaves out values that are not resources', async () => {
  const file = write(
    'Patient.ndjson',
    [{ resourceType: 'Patient', id: 'a' }, { resourceType: 'Patient', id: 'a', active: true }, { x: 1 }, doctor, doctor]
      .map((one) => `${JSON.stringify(one)}\n`)
      .join('\n'),
  )
  const { code, err, entry } = await importFiles(file)
  expect([code, entry.length, entry[0].resource.active]).toEqual([0, 2, true])
  expect(err).toContain('the later is kept: 1 × Patient/a')
  expect(err).toContain(`Left out: 1 × ${file}:5: expected a resource`)
  expect(err).toContain('Repeated: 1 resource')
})

it('assigns ids that FHIR allows, and changes the references to them', async () => {
  const file = write('named.json', {
    resourceType: 'Bundle',
    type: 'collection',
    entry: [
      { fullUrl: 'https://ehr.example.org/fhir/Patient/ann_lee', resource: { resourceType: 'Patient', id: 'ann_lee' } },
      { resource: { resourceType: 'Basic', code: { text: 'x' }, subject: { reference: 'Patient/ann_lee' } } },
    ],
  })
  const { code, entry } = await importFiles(file)
  expect([code, entry[0].resource.id, entry[1].resource.subject.reference]).toEqual([0, 'ann-lee', 'Patient/ann-lee'])
  expect(entry[1].resource.id).toBe('basic-2')
})

it('writes invalid resources too, reports the errors, and exits with 1', async () => {
  const { code, err } = await importFiles(write('wrong.json', { resourceType: 'Patient', id: 'p', gender: 'woman' }))
  expect(code).toBe(1)
  expect(err).toContain('/bundle/entry/0/resource/gender: ')
  expect(err).toContain('the resources have errors: 1')
})

it.each([
  ['nothing.json', '{"a": 1}', 'no FHIR resource was found'],
  ['broken.ndjson', '{"resourceType":"Patient"}\n{', 'broken.ndjson:2 is not JSON'],
])('refuses %s', async (name, content, message) => {
  const { code, err } = await importFiles(write(name, content))
  expect(code).toBe(2)
  expect(err).toContain(message)
})

it('refuses a folder that is missing', async () => {
  const { code, err } = await importFiles(join(folder, 'missing'))
  expect([code, err]).toEqual([2, expect.stringContaining('there is no such file')])
})
