import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { approvableForm, clinicBenchmark, labResult } from './clinic-benchmark.js'
import { type AgentRun, at, type ContractTestbed, createContractTestbed, listAt, textAt } from './contract-testbed.js'

// The simulated systems as an agent reaches them with its run token.

const time = /^2026-03-02T18:\d\d:\d\d\.\d{3}Z$/

let testbed: ContractTestbed
let reference: string
let run: AgentRun
beforeAll(async () => {
  testbed = await createContractTestbed()
  reference = await testbed.publish(clinicBenchmark())
})
beforeEach(async () => {
  run = await testbed.createRun(reference)
  await run.start()
})

const call: AgentRun['call'] = (method, path, body, headers) =>
  run.call(method, `/v1/benchmark-runs/${run.id}/${path}`, body, headers)

const fhirJson = { 'content-type': 'application/fhir+json' }

describe('the run token', () => {
  it('grants access to every group with each of its methods [authentication.run-token-groups, public.fhir, public.portal, public.hl7-inbox, public.hl7-outbound, public.files-inbox, public.files-fetch]', async () => {
    for (const [method, path, status, body] of [
      ['GET', 'fhir/Patient/p1', 200],
      ['POST', 'fhir/Patient', 201, { resourceType: 'Patient' }],
      ['PUT', 'fhir/Patient/p1', 200, { resourceType: 'Patient', id: 'p1' }],
      ['DELETE', 'fhir/Patient/p1', 204],
      ['GET', 'portal/prior-auths', 200],
      ['POST', 'portal/prior-auths', 201, approvableForm],
      ['GET', 'hl7/inbox', 200],
      ['POST', 'hl7/outbound', 201, { payload: labResult }],
      ['GET', 'files/inbox', 200],
      ['GET', 'files/inbox/a.csv', 200],
    ] as const) {
      const answer = await call(method, path, body)
      expect([method, path, answer.status]).toEqual([method, path, status])
    }
  })

  it('is refused with an error of the service if it is invalid [errors.proxies-too]', async () => {
    for (const group of ['fhir/Patient', 'portal/prior-auths', 'hl7/inbox', 'files/inbox']) {
      const refused = await testbed.as('vrl_run_wrong')('GET', `/v1/benchmark-runs/${run.id}/${group}`)
      expect([refused.status, refused.body]).toMatchObject([401, { error: { code: 'UNAUTHORIZED' } }])
    }
    await run.complete()
    expect((await call('GET', 'fhir/Patient')).body).toMatchObject({ error: { code: 'CONFLICT' } })
  })
})

describe('the FHIR record', () => {
  it('contains the seeded resources, and answers reads and searches [fhir.seeded, fhir.read, fhir.search, fhir.media-type, errors.simulated-payloads]', async () => {
    const read = await call('GET', 'fhir/Patient/p1')
    expect([read.status, read.body]).toMatchObject([
      200,
      { resourceType: 'Patient', id: 'p1', name: [{ family: 'Okafor' }] },
    ])
    expect(read.headers['content-type']).toMatch(/^application\/fhir\+json/)
    const found = await call('GET', 'fhir/Patient?family=okafor')
    expect(found.body).toMatchObject({
      resourceType: 'Bundle',
      type: 'searchset',
      total: 1,
      entry: [{ resource: { id: 'p1' } }],
    })
    expect((await call('GET', 'fhir/Patient?family=nobody')).body).toMatchObject({ total: 0 })
    const missing = await call('GET', 'fhir/Patient/none')
    expect([missing.status, missing.body]).toMatchObject([404, { resourceType: 'OperationOutcome', issue: [{}] }])
  })

  it('creates, replaces and deletes resources, version by version [fhir.create, fhir.update, fhir.delete, fhir.versions]', async () => {
    const made = await call(
      'POST',
      'fhir/Observation',
      { resourceType: 'Observation', id: 'mine', status: 'final', code: { text: 'x' } },
      fhirJson,
    )
    expect(made.status).toBe(201)
    const id = textAt(made.body, 'id')
    expect(made.headers.location).toContain(`Observation/${id}`)
    expect(id).not.toBe('mine')
    expect(at(made.body, 'meta')).toMatchObject({
      versionId: '1',
      lastUpdated: testbed.now(),
    })
    testbed.clock.advance(1_000)
    const replaced = await call(
      'PUT',
      `fhir/Observation/${id}`,
      { resourceType: 'Observation', id, status: 'amended', code: { text: 'x' } },
      fhirJson,
    )
    expect([replaced.status, replaced.body]).toMatchObject([200, { status: 'amended', meta: { versionId: '2' } }])
    expect(at(replaced.body, 'meta', 'lastUpdated')).not.toBe(at(made.body, 'meta', 'lastUpdated'))
    expect((await call('DELETE', `fhir/Observation/${id}`)).status).toBe(204)
    expect((await call('GET', `fhir/Observation/${id}`)).status).toBe(410)
    expect((await call('GET', 'fhir/Observation')).body).toMatchObject({ total: 0 })
  })

  it('refuses a reference to a resource that is not there, unless its configuration accepts it', async () => {
    const note = { resourceType: 'Communication', status: 'completed', subject: { reference: 'Patient/123' } }
    expect(await call('POST', 'fhir/Communication', note, fhirJson)).toMatchObject({
      status: 422,
      body: { resourceType: 'OperationOutcome', issue: [{ code: 'not-found' }] },
    })
    expect((await call('GET', 'fhir/Communication')).body).toMatchObject({ total: 0 })
    const { environment } = clinicBenchmark()
    const simulators = environment.simulators.map((one) =>
      one.type === 'FHIR' ? { ...one, config: { dangling_references: 'accept' } } : one,
    )
    const lenient = await testbed.createRun(
      await testbed.publish(clinicBenchmark({ name: 'Lenient clinic', environment: { ...environment, simulators } })),
    )
    await lenient.start()
    const path = `/v1/benchmark-runs/${lenient.id}/fhir/Communication`
    expect((await lenient.call('POST', path, note, fhirJson)).status).toBe(201)
  })

  it('takes and returns the bytes of a Binary', async () => {
    const bytes = new Uint8Array([0x25, 0x50, 0x44, 0x46, 0xff, 0x00])
    const made = await call('POST', 'fhir/Binary', bytes, { 'content-type': 'application/pdf' })
    const id = textAt(made.body, 'id')
    expect([made.status, made.body]).toMatchObject([201, { contentType: 'application/pdf', data: 'JVBERv8A' }])
    const read = await call('GET', `fhir/Binary/${id}`, undefined, { accept: 'application/pdf, */*;q=0.1' })
    expect([read.status, read.headers['content-type'], read.text]).toEqual([200, 'application/pdf', '%PDF\ufffd\0'])
    const resource = await call('GET', `fhir/Binary/${id}`, undefined, { accept: 'application/fhir+json' })
    expect(resource.body).toEqual(made.body)
  })

  it('rejects unknown parameters and invalid resources [fhir.search-unknown, fhir.invalid]', async () => {
    const outcome = { resourceType: 'OperationOutcome' }
    expect(await call('GET', 'fhir/Patient?shoe_size=44')).toMatchObject({ status: 400, body: outcome })
    for (const body of [{ resourceType: 'Observation' }, { a: 1 }, []]) {
      expect(await call('POST', 'fhir/Patient', body, fhirJson)).toMatchObject({ status: 400, body: outcome })
    }
  })

  it('refuses what is not JSON, and methods that a path does not have, with an OperationOutcome [fhir.malformed, fhir.allow]', async () => {
    const outcome = {
      resourceType: 'OperationOutcome',
      issue: [{ severity: 'error', diagnostics: expect.any(String) }],
    }
    for (const text of ['{"resourceType":', '{"resourceType":"Patient","a":9007199254740993}', '{"__proto__":{}}']) {
      const malformed = await call('POST', 'fhir/Patient', new TextEncoder().encode(text), fhirJson)
      expect([malformed.status, malformed.body]).toMatchObject([400, outcome])
      expect(malformed.headers['content-type']).toBe('application/fhir+json')
    }
    for (const [method, path, allow] of [
      ['POST', 'fhir/Patient/p1', 'GET, HEAD, PUT, PATCH, DELETE'],
      ['DELETE', 'fhir/metadata', 'GET, HEAD'],
      ['PUT', 'fhir', 'GET, HEAD, POST'],
    ] as const) {
      const refused = await call(method, path)
      expect([refused.status, refused.headers.allow, refused.body]).toMatchObject([405, allow, outcome])
    }
  })

  it("links to itself at the caller's address, and pages to the end [fhir.absolute-links, fhir.search-system]", async () => {
    const host = { host: 'clinic.example:8443' }
    const base = `https://clinic.example:8443/v1/benchmark-runs/${run.id}/fhir/`
    const made = await call(
      'POST',
      'fhir/Basic',
      { resourceType: 'Basic', code: { text: 'Note' } },
      { ...fhirJson, ...host },
    )
    expect(made.headers.location).toBe(`${base}Basic/${textAt(made.body, 'id')}/_history/1`)
    const seen: unknown[] = []
    for (let url: unknown = `${base}?_type=Basic,Patient&_count=1`; typeof url === 'string'; ) {
      expect(url.startsWith(base.slice(0, -1))).toBe(true)
      const page = await run.call('GET', url.slice('https://clinic.example:8443'.length), undefined, host)
      const entries = listAt(page.body, 'entry')
      expect(entries).toHaveLength(1)
      seen.push(at(entries[0], 'fullUrl'))
      const next = listAt(page.body, 'link').find((link) => at(link, 'relation') === 'next')
      url = at(next, 'url')
    }
    expect(seen).toEqual([`${base}Patient/p1`, `${base}Basic/${textAt(made.body, 'id')}`])
    const posted = await call('POST', 'fhir/_search', new TextEncoder().encode('_type=Patient'), {
      'content-type': 'application/x-www-form-urlencoded',
    })
    expect(at(posted.body, 'entry', 0, 'fullUrl')).toBe(`/v1/benchmark-runs/${run.id}/fhir/Patient/p1`)
  })

  it('stores references to its own URL as relative references [fhir.local-references]', async () => {
    const host = { host: 'clinic.example' }
    for (const url of [
      `https://clinic.example/v1/benchmark-runs/${run.id}/fhir/`,
      `/v1/benchmark-runs/${run.id}/fhir/`,
    ]) {
      const body = { resourceType: 'Basic', code: { text: url }, subject: { reference: `${url}Patient/p1` } }
      const made = await call('POST', 'fhir/Basic', body, { ...fhirJson, ...host })
      expect(made.body).toMatchObject({ code: { text: url }, subject: { reference: 'Patient/p1' } })
      const query = `subject=${encodeURIComponent(`${url}Patient/p1`)}&_id=${textAt(made.body, 'id')}`
      expect((await call('GET', `fhir/Basic?${query}`, undefined, host)).body).toMatchObject({ total: 1 })
      const entry = { request: { method: 'GET', url: `${url}Patient/p1` } }
      const batch = { resourceType: 'Bundle', type: 'batch', entry: [entry] }
      expect((await call('POST', 'fhir', batch, { ...fhirJson, ...host })).body).toMatchObject({
        entry: [{ resource: { id: 'p1' } }],
      })
    }
    const foreign = { reference: `https://other.example/v1/benchmark-runs/${run.id}/fhir/Patient/p1` }
    const kept = await call(
      'POST',
      'fhir/Basic',
      { resourceType: 'Basic', code: { text: 'Note' }, subject: foreign },
      { ...fhirJson, ...host },
    )
    expect(at(kept.body, 'subject')).toEqual(foreign)
  })

  it('knows the address of the run and that of its sandbox [fhir.local-references]', async () => {
    const started = await (await testbed.createRun(reference)).start()
    const sandbox = textAt(
      listAt((await run.start()).body, 'sandboxes').find((one) => at(one, 'type') === 'FHIR'),
      'id',
    )
    const foreign = textAt(
      listAt(started.body, 'sandboxes').find((one) => at(one, 'type') === 'FHIR'),
      'id',
    )
    const host = { host: 'clinic.example' }
    const base = 'https://clinic.example'
    const inRun = `/v1/benchmark-runs/${run.id}/fhir`
    const inSandbox = `/sandboxes/${sandbox}/fhir`
    const write = async (target: string, url: string) => {
      const body = { resourceType: 'Basic', code: { text: 'Note' }, subject: { reference: `${url}/Patient/p1` } }
      return run.call('POST', target, body, { ...fhirJson, ...host })
    }
    for (const url of [base + inSandbox, inSandbox]) {
      const made = await write(`${inRun}/Basic`, url)
      expect(at(made.body, 'subject', 'reference')).toBe('Patient/p1')
      const query = `subject=${encodeURIComponent(`${url}/Patient/p1`)}&_id=${textAt(made.body, 'id')}`
      expect((await call('GET', `fhir/Basic?${query}`, undefined, host)).body).toMatchObject({ total: 1 })
    }
    const other = `${base}/sandboxes/${foreign}/fhir`
    expect(at((await write(`${inRun}/Basic`, other)).body, 'subject', 'reference')).toBe(`${other}/Patient/p1`)
    const query = `subject=${encodeURIComponent(`${base}${inRun}/Patient/p1`)}`
    const found = await testbed.call('GET', `${inSandbox}/Basic?${query}`, undefined, host)
    expect(found.body).toMatchObject({ total: 2 })
  })

  it('declares its capabilities [fhir.capability-statement]', async () => {
    const { status, body } = await call('GET', 'fhir/metadata')
    expect([status, body]).toMatchObject([
      200,
      { resourceType: 'CapabilityStatement', fhirVersion: '4.0.1', rest: [{ mode: 'server' }] },
    ])
  })
})

it('a body over 1 MiB is refused by all groups but FHIR and files [errors.payload-small-groups, errors.payload-large-groups]', async () => {
  const large = new TextEncoder().encode(`"${'x'.repeat(1_048_576)}"`)
  const statuses: Record<string, number> = {}
  for (const [method, path] of [
    ['POST', 'hl7/outbound'],
    ['POST', 'portal/prior-auths'],
    ['POST', 'clearinghouse/eligibility'],
    ['POST', 'faxes'],
    ['POST', 'messages'],
    ['POST', 'voice/calls'],
    ['POST', 'cds/cds-services/x'],
    ['POST', 'fhir/Patient'],
    ['PUT', 'files/outbound/a.json'],
  ] as const) {
    statuses[path] = (await call(method, path, large, { 'content-type': 'application/json' })).status
  }
  const tooLarge = Object.keys(statuses).filter((path) => statuses[path] === 413)
  expect(tooLarge).toEqual(Object.keys(statuses).slice(0, 7))
  expect(statuses).toMatchObject({ 'fhir/Patient': 400, 'files/outbound/a.json': 201 })
})

describe('the payer', () => {
  it('accepts requests, lists them and decides them by the clock [payer.submit, payer.read, payer.list, payer.determination, payer.determination-delay, reproducibility.due-events]', async () => {
    const made = await call('POST', 'portal/prior-auths', approvableForm)
    expect([made.status, made.body]).toMatchObject([
      201,
      { auth_number: expect.stringMatching(/./), status: 'pending' },
    ])
    const target = `portal/prior-auths/${textAt(made.body, 'auth_number')}`
    const status = async () => at((await call('GET', target)).body, 'status')
    testbed.clock.advance(4_999)
    expect(await status()).toBe('pending')
    testbed.clock.advance(1)
    expect(await status()).toBe('approved')
    const listed = await call('GET', 'portal/prior-auths')
    expect(listAt(listed.body, 'data')).toMatchObject([{ patient_member_id: 'M-1001', status: 'approved' }])
    expect((await call('GET', 'portal/prior-auths/none')).status).toBe(404)
  })

  it('leaves a request pending if no rule applies [payer.default-determination]', async () => {
    const made = await call('POST', 'portal/prior-auths', { ...approvableForm, procedure_code: '72148' })
    testbed.clock.advance(30_000)
    const read = await call('GET', `portal/prior-auths/${textAt(made.body, 'auth_number')}`)
    expect(at(read.body, 'status')).toBe('pending')
  })

  it('rejects invalid forms, and stores nothing of them [payer.invalid]', async () => {
    const refused = await call('POST', 'portal/prior-auths', { ...approvableForm, provider_npi: '1' })
    expect([refused.status, refused.body]).toMatchObject([422, { errors: [{ field: 'provider_npi' }] }])
    expect((await call('GET', 'portal/prior-auths')).body).toMatchObject({ data: [] })
  })
})

describe('the HL7 interface', () => {
  it('has an inbox of messages [hl7.inbox-item, hl7.inbox-page]', async () => {
    expect((await call('GET', 'hl7/inbox')).body).toEqual({
      data: [
        {
          id: expect.stringMatching(/./),
          message_type: 'ORU^R01',
          control_id: 'L1',
          payload: labResult,
          received_at: expect.stringMatching(time),
        },
      ],
      _meta: { next: null, prev: null, limit: 20 },
    })
  })

  it('accepts messages as JSON and as ER7, and acknowledges them [hl7.outbound-json, hl7.outbound-raw, hl7.unparsable]', async () => {
    const sent = await call('POST', 'hl7/outbound', { payload: labResult })
    expect([sent.status, sent.body]).toEqual([
      201,
      { id: expect.stringMatching(/./), ack: expect.stringMatching(/^MSH\|[\s\S]*MSA\|AA\|L1/), ack_code: 'AA' },
    ])
    const raw = await call('POST', 'hl7/outbound', new TextEncoder().encode(labResult), {
      'content-type': 'text/plain',
    })
    expect([raw.status, at(raw.body, 'ack_code')]).toEqual([201, 'AA'])
    const none = await call('POST', 'hl7/outbound', { payload: 'hello' })
    expect([none.status, at(none.body, 'ack_code')]).toEqual([201, 'AR'])
  })
})

describe('the file exchange', () => {
  it('lists and returns files [files.inbox-item, files.inbox-page, files.bytes, files.no-sniffing]', async () => {
    expect((await call('GET', 'files/inbox')).body).toEqual({
      data: [
        {
          path: 'inbox/a.csv',
          size: 8,
          media_type: 'text/csv',
          // printf 'a,b\n1,2\n' | sha256sum
          sha256: '492d5ea496056f1a6a6592241032fab764c321596317930b4fa0e1e8bc3b7470',
          modified_at: expect.stringMatching(time),
        },
      ],
      _meta: { next: null, prev: null, limit: 20 },
    })
    const read = await call('GET', 'files/inbox/a.csv')
    expect([read.status, read.text, read.headers['content-type']]).toEqual([200, 'a,b\n1,2\n', 'text/csv'])
    expect(read.headers['x-content-type-options']).toBe('nosniff')
    expect((await call('GET', 'files/inbox/none.csv')).status).toBe(404)
  })

  it('accepts files below outbound, and deletes them [files.put, files.delete, files.inbox-read-only]', async () => {
    const content = new TextEncoder().encode('done\n')
    const put = await call('PUT', 'files/outbound/note.txt', content, { 'content-type': 'text/plain' })
    expect(put.status).toBe(201)
    expect((await call('GET', 'files/outbound/note.txt')).text).toBe('done\n')
    expect((await call('DELETE', 'files/outbound/note.txt')).status).toBeLessThan(300)
    expect((await call('GET', 'files/outbound/note.txt')).status).toBe(404)
    expect((await call('PUT', 'files/inbox/a.csv', content)).status).toBe(405)
    expect((await call('GET', 'files/inbox/a.csv')).text).toBe('a,b\n1,2\n')
  })

  it.each([
    '../inbox/a.csv',
    'outbound/%2e%2e/a',
    'outbound/a%2fb',
    'outbound/a%00',
    'outbound/a%5Cb',
    'outbound/..\\a',
  ])('rejects the path %s [files.unsafe-path]', async (path) => {
    expect((await call('GET', `files/${path}`)).status).toBe(400)
    expect((await call('PUT', `files/${path}`, new Uint8Array(), { 'content-type': 'text/plain' })).status).toBe(400)
  })
})
