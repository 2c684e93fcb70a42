import { at, listAt } from '../../exchange/exchange.js'
import { filled, includingAll, instant } from '../../expectation/pattern.js'
import { approvableForm } from '../../scenario/clinic.js'
import type { BenchmarkPlan } from '../../scenario/publish.js'
import { scenario } from '../../scenario/scenario.js'
import { must, textIn } from '../../scenario/unmet.js'

export const payer = scenario({
  name: 'The payer and its portal',
  ids: [
    'payer.submit',
    'payer.read',
    'payer.list',
    'payer.change',
    'payer.attachments',
    'payer.attachment-content',
    'payer.peer-to-peer',
    'payer.appeals',
    'payer.patients-providers',
    'payer.determination',
    'payer.determination-requires',
    'payer.default-determination',
    'payer.invalid',
    'payer.unknown-member',
    'payer.html',
    'payer.list-page',
    'payer.change-with-documents',
    'payer.appeal-outcome',
    'payer.login',
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
            appeals: [{ patient_member_id: 'M-2002', status: 'approved' }],
          },
        },
      ],
      datasets: [
        {
          type: 'Portal',
          name: 'rows',
          config: {
            rows: {
              patients: [
                { member_id: 'M-2002', name: 'Ida Larsen' },
                { member_id: 'M-3003', name: 'Ola Larsen' },
              ],
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
    const opened = await call('GET', `${needs}/attachments/${at(attached.body, 'attachment_id')}`)
    k.answer('payer.attachment-content', opened, {
      status: 200,
      text: 'Seen.',
      headers: { 'content-type': /^text\/plain/, 'content-disposition': /^attachment/ },
    })
    k.answer('payer.attachment-content', await call('GET', `${needs}/attachments/none`), 404)
    k.answer('payer.determination-requires', await call('PATCH', needs, {}), {
      status: 200,
      body: { status: 'approved' },
    })
    const denied = await submit({ procedure_code: 'E0601' })
    k.answer('payer.determination', denied, { body: { status: 'denied', determination_reason: 'Not necessary.' } })
    const refusal = `portal/prior-auths/${textIn(denied, 'auth_number')}`
    k.answer(
      'payer.peer-to-peer',
      await call('POST', `${refusal}/peer-to-peer`, { contact_name: 'Dr. Berg', contact_phone: '617-555-0142' }),
      201,
    )
    k.answer('payer.appeals', await call('POST', `${refusal}/appeals`, { reason: 'Therapy has failed.' }), 201)
    k.answer('payer.appeals', await call('POST', `${open}/appeals`, { reason: 'Therapy has failed.' }), 409)
    const numbers = [denied, wanting, pending, made].map((answer) => ({ auth_number: textIn(answer, 'auth_number') }))
    k.answer('payer.list', await call('GET', 'portal/prior-auths'), { status: 200, body: { data: numbers } })
    k.answer('payer.invalid', await submit({ provider_npi: '1' }), {
      status: 422,
      body: { errors: [{ field: 'provider_npi', message: filled }] },
    })
    k.answer('payer.invalid', await submit({ service_date: 'soon' }), 422)
    k.answer('payer.unknown-member', await submit({ patient_member_id: 'M-9009' }), {
      status: 422,
      body: { errors: [{ field: 'patient_member_id', message: filled }] },
    })
    const unchanged = await call('GET', 'portal/prior-auths')
    k.answer('payer.invalid', unchanged, { body: { data: numbers } })
    k.answer('payer.unknown-member', unchanged, { body: { data: numbers } })
    const patients = await call('GET', 'portal/patients?member_id=M-2002')
    k.answer('payer.patients-providers', patients, {
      status: 200,
      body: { data: [{ member_id: 'M-2002', name: 'Ida Larsen' }] },
    })
    k.answer('payer.patients-providers', await call('GET', 'portal/providers'), {
      status: 200,
      body: { data: [{ npi: '1234567893', name: 'A. Berg' }] },
    })
    k.answer('datasets.config-portal', patients, { body: { data: [{ member_id: 'M-2002' }] } })
    const first = await call('GET', 'portal/prior-auths?limit=1')
    k.answer('payer.list-page', first, {
      body: { data: numbers.slice(0, 1), _meta: { next: filled, prev: null, limit: 1 } },
    })
    const rest = `portal/prior-auths?limit=1&cursor=${encodeURIComponent(String(at(first.body, '_meta', 'next')))}`
    k.answer('payer.list-page', await call('GET', rest), { body: { data: numbers.slice(1, 2), _meta: { limit: 1 } } })
    const lacking = await submit({ procedure_code: '72148' })
    const lacks = `portal/prior-auths/${textIn(lacking, 'auth_number')}`
    const document = { document_type: 'imaging_report', text: 'Seen.' }
    const half = await call('PATCH', lacks, { provider_npi: '1', attachments: [document] })
    k.answer('payer.change-with-documents', half, 422)
    k.answer('payer.change-with-documents', await call('GET', lacks), {
      body: { status: 'more_information', attachments: [] },
    })
    const together = await call('PATCH', lacks, { clinical_notes: 'More.', attachments: [document] })
    k.answer('payer.change-with-documents', together, {
      status: 200,
      body: { status: 'approved', clinical_notes: 'More.' },
    })
    k.answer('payer.appeal-outcome', await call('GET', refusal), {
      body: { status: 'approved', appeal_status: 'approved' },
    })
    const other = await submit({ procedure_code: 'E0601', patient_member_id: 'M-3003' })
    const unruled = await call('POST', `portal/prior-auths/${textIn(other, 'auth_number')}/appeals`, {
      reason: 'Please.',
    })
    k.answer('payer.appeal-outcome', unruled, { status: 201, body: { status: 'filed' } })
    k.answer('payer.login', await call('POST', 'portal/login', {}), { status: 201, body: { logged_in_at: instant } })
    const boxes = await k.call('GET', `/task-runs/${run.taskRun()}`)
    const listed = await k.call('GET', `/sandboxes?playground_id=${at(boxes.body, 'playground_id')}`)
    const events = await k.call('GET', `/sandboxes/${at(listed.body, 'data', 0, 'id')}/events?limit=100`)
    k.value(
      'payer.login',
      listAt(events.body, 'data').map((event) => at(event, 'type')),
      includingAll('portal.login'),
      events,
    )
    const page = await call('GET', 'portal/prior-auths', undefined, { accept: 'text/html' })
    k.answer('payer.html', page, { status: 200, headers: { 'content-type': /^text\/html/ } })
  },
})
