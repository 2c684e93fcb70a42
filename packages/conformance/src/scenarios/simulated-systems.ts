import { at } from '../exchange/exchange.js'
import { anything, each, either, filled, includingAll, instant, not, Rule } from '../expectation/pattern.js'
import { approvableForm, labResult } from '../scenario/clinic.js'
import type { BenchmarkPlan } from '../scenario/publish.js'
import { scenario } from '../scenario/scenario.js'
import { must, textIn } from '../scenario/unmet.js'

const fhirJson = { 'content-type': 'application/fhir+json' }
const outcome = { resourceType: 'OperationOutcome', issue: each(anything, 1) }
const bytes = (text: string) => new TextEncoder().encode(text)

export const record = scenario({
  name: 'The FHIR record',
  ids: [
    'fhir.seeded',
    'fhir.read',
    'fhir.create',
    'fhir.update',
    'fhir.delete',
    'fhir.search',
    'fhir.search-unknown',
    'fhir.capability-statement',
    'fhir.versions',
    'fhir.invalid',
    'fhir.media-type',
    'public.fhir',
    'authentication.run-token-groups',
    'errors.simulated-payloads',
    'errors.proxies-too',
    'errors.payload-large-groups',
  ],
  needs: ['organization-key', 'solver-key', 'authoring'],
  async run(k) {
    const run = await k.createRun((await k.clinic()).reference)
    must(await run.start(), 200)
    const call = run.system
    const read = await call('GET', 'fhir/Patient/p1')
    k.answer('fhir.seeded', read, {
      status: 200,
      body: { resourceType: 'Patient', id: 'p1', name: [{ family: 'Larsen', given: ['Ida'] }] },
    })
    k.answer('fhir.read', read, { status: 200, body: { resourceType: 'Patient', id: 'p1' } })
    k.answer('fhir.media-type', read, { headers: { 'content-type': /^application\/fhir\+json/ } })
    const found = await call('GET', 'fhir/Patient?family=larsen')
    k.answer('fhir.search', found, {
      status: 200,
      body: { resourceType: 'Bundle', type: 'searchset', total: 1, entry: [{ resource: { id: 'p1' } }] },
    })
    k.answer('fhir.search', await call('GET', 'fhir/Patient?family=nobody'), {
      status: 200,
      body: { resourceType: 'Bundle', type: 'searchset', total: 0 },
    })
    const lost = await call('GET', 'fhir/Patient/none')
    k.answer('fhir.read', lost, { status: 404, body: outcome })
    k.answer('errors.simulated-payloads', lost, { status: 404, body: outcome })
    const sent = { resourceType: 'Observation', id: 'mine', status: 'final', code: { text: 'x' } }
    const made = await call('POST', 'fhir/Observation', sent, fhirJson)
    const id = textIn(made, 'id')
    k.answer('fhir.create', made, {
      status: 201,
      headers: { location: new RegExp(`Observation/${id}`) },
      body: { status: 'final', id: not('mine') },
    })
    k.answer('fhir.versions', made, { body: { meta: { versionId: '1', lastUpdated: filled } } })
    const replaced = await call('PUT', `fhir/Observation/${id}`, { ...sent, id, status: 'amended' }, fhirJson)
    k.answer('fhir.update', replaced, { status: 200, body: { status: 'amended' } })
    k.answer('fhir.update', await call('GET', `fhir/Observation/${id}`), { body: { status: 'amended' } })
    k.answer('fhir.versions', replaced, { body: { meta: { versionId: '2' } } })
    k.answer('fhir.delete', await call('DELETE', `fhir/Observation/${id}`), { status: either(200, 204) })
    k.answer('fhir.delete', await call('GET', `fhir/Observation/${id}`), { status: either(404, 410) })
    k.answer('fhir.delete', await call('GET', 'fhir/Observation'), { body: { total: 0 } })
    const unknown = await call('GET', 'fhir/Patient?shoe_size=44')
    k.answer('fhir.search-unknown', unknown, { status: 400, body: outcome })
    for (const body of [{ resourceType: 'Observation' }, { a: 1 }, []]) {
      k.answer('fhir.invalid', await call('POST', 'fhir/Patient', body, fhirJson), { status: 400, body: outcome })
    }
    const metadata = await call('GET', 'fhir/metadata')
    k.answer('fhir.capability-statement', metadata, {
      status: 200,
      body: { resourceType: 'CapabilityStatement', fhirVersion: filled, rest: each({ mode: 'server' }, 1) },
    })
    for (const answer of [found, lost, made, replaced, metadata])
      k.answer('fhir.media-type', answer, { headers: { 'content-type': /^application\/fhir\+json/ } })
    for (const [answer, status] of [
      [read, 200],
      [made, 201],
      [replaced, 200],
    ] as const)
      k.answer('public.fhir', answer, status)
    for (const [method, path, body] of [
      ['GET', 'fhir/Patient/p1'],
      ['POST', 'fhir/Patient', { resourceType: 'Patient' }],
      ['PUT', 'fhir/Patient/p1', { resourceType: 'Patient', id: 'p1' }],
      ['GET', 'portal/prior-auths'],
      ['POST', 'portal/prior-auths', approvableForm],
      ['GET', 'hl7/inbox'],
      ['POST', 'hl7/outbound', { payload: labResult }],
      ['GET', 'files/inbox'],
      ['GET', 'files/inbox/a.csv'],
      ['DELETE', 'fhir/Patient/p1'],
    ] as const) {
      const answer = await call(method, path, body)
      k.answer('authentication.run-token-groups', answer, { status: either(200, 201, 204) })
    }
    for (const group of ['fhir/Patient', 'portal/prior-auths', 'hl7/inbox', 'files/inbox']) {
      const target = `/v1/benchmark-runs/${run.id}/${group}`
      for (const token of ['vrl_run_wrong', k.solverKey, k.organizationKey]) {
        k.answer('errors.proxies-too', await k.as(token)('GET', target), {
          status: 401,
          body: { error: { code: 'UNAUTHORIZED', message: filled } },
        })
      }
    }
    const large = {
      resourceType: 'Patient',
      text: { status: 'generated', div: `<div xmlns="http://www.w3.org/1999/xhtml">${'x'.repeat(1_100_000)}</div>` },
    }
    k.answer('errors.payload-large-groups', await call('POST', 'fhir/Patient', large, fhirJson), 201)
  },
})

export const payer = scenario({
  name: 'The payer and its portal',
  ids: [
    'payer.submit',
    'payer.read',
    'payer.list',
    'payer.change',
    'payer.attachments',
    'payer.peer-to-peer',
    'payer.appeals',
    'payer.patients-providers',
    'payer.determination',
    'payer.determination-requires',
    'payer.default-determination',
    'payer.invalid',
    'payer.html',
    'public.portal',
    'datasets.config-portal',
  ],
  needs: ['organization-key', 'solver-key', 'authoring'],
  async run(k) {
    const plan: BenchmarkPlan = {
      name: 'payer',
      simulators: [
        {
          type: 'Payer',
          name: 'plan',
          config: {
            determinations: [
              { procedure_code: '72148', status: 'approved', requires: ['imaging_report'] },
              { procedure_code: 'E0601', status: 'denied', reason: 'Not necessary.' },
              { procedure_code: '70551', status: 'approved' },
              { procedure_code: '70551', status: 'denied' },
            ],
          },
        },
      ],
      datasets: [
        {
          type: 'Portal',
          name: 'rows',
          config: {
            rows: {
              patients: [{ member_id: 'M-2002', name: 'Ida Larsen' }],
              providers: [{ npi: '1234567893', name: 'A. Berg' }],
            },
          },
        },
      ],
      tasks: [
        { criteria: [{ label: 'c', assertion: { assert: 'output-match', fields: [{ path: 'a', expected: 1 }] } }] },
      ],
    }
    const run = await k.createRun((await k.publish(plan)).reference)
    must(await run.start(), 200)
    const call = run.system
    const submit = (changes: object) => call('POST', 'portal/prior-auths', { ...approvableForm, ...changes })
    const made = await submit({})
    k.answer('payer.submit', made, {
      status: 201,
      body: { auth_number: filled, patient_member_id: 'M-2002', procedure_code: '70551' },
    })
    k.answer('payer.determination', made, { body: { status: 'approved' } })
    k.answer('public.portal', made, 201)
    const target = `portal/prior-auths/${textIn(made, 'auth_number')}`
    k.answer('payer.read', await call('GET', target), {
      status: 200,
      body: { auth_number: textIn(made, 'auth_number'), status: 'approved' },
    })
    k.answer('payer.read', await call('GET', 'portal/prior-auths/none'), 404)
    const pending = await submit({ procedure_code: '99213' })
    k.answer('payer.default-determination', pending, { body: { status: 'pending' } })
    const open = `portal/prior-auths/${textIn(pending, 'auth_number')}`
    k.answer('payer.change', await call('PATCH', open, { clinical_notes: 'More.' }), {
      status: 200,
      body: { clinical_notes: 'More.' },
    })
    k.answer('payer.change', await call('PATCH', target, { clinical_notes: 'Late.' }), 409)
    const wanting = await submit({ procedure_code: '72148' })
    k.answer('payer.determination-requires', wanting, {
      status: 201,
      body: { status: 'more_information', missing_documents: ['imaging_report'] },
    })
    const needs = `portal/prior-auths/${textIn(wanting, 'auth_number')}`
    const attached = await call('POST', `${needs}/attachments`, { document_type: 'imaging_report', text: 'Seen.' })
    k.answer('payer.attachments', attached, { status: 201, body: { document_type: 'imaging_report' } })
    k.answer('payer.determination-requires', await call('PATCH', needs, {}), {
      status: 200,
      body: { status: 'approved' },
    })
    const denied = await submit({ procedure_code: 'E0601' })
    k.answer('payer.determination', denied, { body: { status: 'denied', determination_reason: 'Not necessary.' } })
    const refusal = `portal/prior-auths/${textIn(denied, 'auth_number')}`
    k.answer('payer.appeals', await call('POST', `${refusal}/appeals`, { reason: 'Therapy has failed.' }), 201)
    k.answer('payer.appeals', await call('POST', `${open}/appeals`, { reason: 'Therapy has failed.' }), 409)
    k.answer(
      'payer.peer-to-peer',
      await call('POST', `${refusal}/peer-to-peer`, { contact_name: 'Dr. Berg', contact_phone: '617-555-0142' }),
      201,
    )
    const numbers = [made, pending, wanting, denied].map((answer) => ({ auth_number: textIn(answer, 'auth_number') }))
    k.answer('payer.list', await call('GET', 'portal/prior-auths'), { status: 200, body: { data: numbers } })
    k.answer('payer.invalid', await submit({ provider_npi: '1' }), {
      status: 422,
      body: { errors: [{ field: 'provider_npi', message: filled }] },
    })
    k.answer('payer.invalid', await submit({ service_date: 'soon' }), 422)
    k.answer('payer.invalid', await call('GET', 'portal/prior-auths'), { body: { data: numbers } })
    const patients = await call('GET', 'portal/patients')
    k.answer('payer.patients-providers', patients, {
      status: 200,
      body: { data: [{ member_id: 'M-2002', name: 'Ida Larsen' }] },
    })
    k.answer('payer.patients-providers', await call('GET', 'portal/providers'), {
      status: 200,
      body: { data: [{ npi: '1234567893', name: 'A. Berg' }] },
    })
    k.answer('datasets.config-portal', patients, { body: { data: [{ member_id: 'M-2002' }] } })
    const page = await call('GET', 'portal/prior-auths', undefined, { accept: 'text/html' })
    k.answer('payer.html', page, { status: 200, headers: { 'content-type': /^text\/html/ } })
  },
})

export const messagesAndFiles = scenario({
  name: 'The HL7 interface and the file exchange',
  ids: [
    'hl7.inbox-item',
    'hl7.inbox-page',
    'hl7.outbound-json',
    'hl7.outbound-raw',
    'hl7.accept',
    'hl7.reject',
    'hl7.unparsable',
    'files.inbox-item',
    'files.inbox-page',
    'files.bytes',
    'files.put',
    'files.delete',
    'files.inbox-read-only',
    'files.unsafe-path',
    'public.hl7-inbox',
    'public.hl7-outbound',
    'public.files-inbox',
    'public.files-fetch',
  ],
  needs: ['organization-key', 'solver-key', 'authoring'],
  async run(k) {
    const { datasets } = await k.clinic()
    const sent = { assert: 'hl7-structural', count: 0, correlate_by: { 'MSH-9.1': { $exists: true } } }
    const { reference } = await k.publish({
      name: 'interface',
      simulators: [
        {
          type: 'HL7',
          name: 'interface',
          config: {
            accept: ['ORU^R01'],
            reject: [{ where: { 'PID-5.1': 'Nobody' }, code: 'AE', reason: 'Unknown patient.' }],
          },
        },
        { type: 'Files', name: 'exchange' },
      ],
      datasets: [
        { type: 'HL7', name: 'results', parent_id: datasets[1], config: { messages: [] } },
        { type: 'Files', name: 'files', parent_id: datasets[2], config: { files: [] } },
      ],
      tasks: [
        { criteria: [{ label: 'nothing was sent', assertion: sent }] },
        { criteria: [{ label: 'nothing was sent', assertion: sent }] },
      ],
    })
    const run = await k.createRun(reference)
    must(await run.start(), 200)
    const call = run.system
    const inbox = await call('GET', 'hl7/inbox')
    k.answer('public.hl7-inbox', inbox, 200)
    k.answer('hl7.inbox-item', inbox, {
      status: 200,
      body: {
        data: [{ id: filled, message_type: 'ORU^R01', control_id: 'L1', payload: labResult, received_at: instant }],
      },
    })
    k.answer('hl7.inbox-page', inbox, { body: { data: [anything], _meta: { next: null, prev: null, limit: 20 } } })
    const acknowledged = { id: filled, ack: /^MSH\|[\s\S]*MSA\|AA\|L1/, ack_code: 'AA' }
    const asJson = await call('POST', 'hl7/outbound', { payload: labResult })
    k.answer('public.hl7-outbound', asJson, 201)
    k.answer('hl7.outbound-json', asJson, { status: 201, body: acknowledged })
    k.answer('hl7.accept', asJson, { status: 201, body: { ack_code: 'AA' } })
    k.answer(
      'hl7.outbound-raw',
      await call('POST', 'hl7/outbound', bytes(labResult), { 'content-type': 'text/plain' }),
      { status: 201, body: { ack_code: 'AA' } },
    )
    const rejected = await call('POST', 'hl7/outbound', { payload: labResult.replace('Larsen', 'Nobody') })
    k.answer('hl7.reject', rejected, { status: 201, body: { ack_code: 'AE', ack: /Unknown patient\./ } })
    k.answer(
      'hl7.accept',
      await call('POST', 'hl7/outbound', { payload: labResult.replace('ORU^R01^ORU_R01', 'ADT^A01^ADT_A01') }),
      { status: 201, body: { ack_code: not('AA') } },
    )
    const none = await call('POST', 'hl7/outbound', { payload: 'hello' })
    k.answer('hl7.unparsable', none, { status: 201, body: { ack_code: 'AR' } })

    const files = await call('GET', 'files/inbox')
    k.answer('public.files-inbox', files, 200)
    k.answer('files.inbox-item', files, {
      // printf 'a,b\n1,2\n' | sha256sum
      body: {
        data: [
          {
            path: 'inbox/a.csv',
            size: 8,
            media_type: 'text/csv',
            sha256: '492d5ea496056f1a6a6592241032fab764c321596317930b4fa0e1e8bc3b7470',
            modified_at: instant,
          },
        ],
      },
    })
    k.answer('files.inbox-page', files, { status: 200, body: { _meta: { next: null, prev: null, limit: 20 } } })
    const fetched = await call('GET', 'files/inbox/a.csv')
    k.answer('files.bytes', fetched, { status: 200, text: 'a,b\n1,2\n', headers: { 'content-type': /^text\/csv/ } })
    k.answer('public.files-fetch', fetched, 200)
    k.answer('files.bytes', await call('GET', 'files/inbox/none.csv'), 404)
    const put = await call('PUT', 'files/outbound/note.txt', bytes('done\n'), { 'content-type': 'text/plain' })
    k.answer('files.put', put, { status: either(200, 201, 204) })
    k.answer('files.put', await call('GET', 'files/outbound/note.txt'), { status: 200, text: 'done\n' })
    k.answer('files.delete', await call('DELETE', 'files/outbound/note.txt'), { status: either(200, 204) })
    k.answer('files.delete', await call('GET', 'files/outbound/note.txt'), 404)
    for (const [method, path] of [
      ['PUT', 'files/inbox/a.csv'],
      ['DELETE', 'files/inbox/a.csv'],
      ['PUT', 'files/other.txt'],
    ] as const) {
      const answer = await call(method, path, method === 'PUT' ? bytes('x') : undefined, {
        'content-type': 'text/plain',
      })
      k.answer('files.inbox-read-only', answer, {
        status: new Rule('a status from 400', (status) => Number(status) >= 400),
      })
    }
    k.answer('files.inbox-read-only', await call('GET', 'files/inbox/a.csv'), { text: 'a,b\n1,2\n' })
    for (const path of [
      'outbound/a%2fb',
      'outbound/a%00',
      'outbound/a%5Cb',
      'outbound/..%2fa',
      'outbound/%2e%2e%2fa',
    ]) {
      k.answer('files.unsafe-path', await call('GET', `files/${path}`), 400)
      k.answer(
        'files.unsafe-path',
        await call('PUT', `files/${path}`, bytes('x'), { 'content-type': 'text/plain' }),
        400,
      )
    }
    k.answer('hl7.inbox-item', await call('GET', 'hl7/inbox'), { body: { data: [{ control_id: 'L1' }] } })
    must(await run.complete(), 200)
    must(await run.start(1), 200)
    must(await call('POST', 'hl7/outbound', { payload: 'hello' }), 201)
    const judged = await run.complete(1)
    k.answer('hl7.unparsable', judged, {
      body: { checks: [{ label: 'nothing was sent', field_results: anything, result: 'pass' }] },
    })
    k.value('files.inbox-page', at(files.body, 'data'), each({ path: /^inbox\// }, 1), files)
    k.value('hl7.inbox-page', Object.keys(Object(inbox.body)), includingAll('data', '_meta'), inbox)
  },
})
