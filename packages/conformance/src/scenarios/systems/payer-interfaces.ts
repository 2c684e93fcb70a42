import { type Answer, at, listAt } from '../../exchange/exchange.js'
import { absent, filled, includingAll, type Pattern } from '../../expectation/pattern.js'
import {
  changed,
  chart,
  coverageBy,
  createOrder,
  createRequest,
  subscription,
} from '../../scenario/authorization-request.js'
import type { BenchmarkPlan } from '../../scenario/publish.js'
import { scenario } from '../../scenario/scenario.js'
import { must, textIn } from '../../scenario/unmet.js'

const policy = {
  id: 'lumbar-mri',
  title: 'MRI of the lumbar spine',
  version: '2026-01',
  services: [{ code: '72148' }],
  statements: { deficit: { question: 'Is there progressive weakness?' } },
  criteria: 'deficit',
}
const plan: BenchmarkPlan = {
  name: 'payer interfaces',
  simulators: [
    { type: 'FHIR', name: 'record' },
    {
      type: 'Payer',
      name: 'plan',
      config: {
        organization: 'Organization/insurer',
        accept_unknown_members: true,
        policies: [policy],
        determinations: [
          { procedure_code: '70551', status: 'approved', valid_days: 60 },
          { procedure_code: 'E0601', status: 'denied', reason: 'Not necessary.', reason_code: '0F' },
          { procedure_code: '70553', status: 'approved', requires: ['imaging_report'] },
        ],
      },
    },
  ],
  datasets: [
    {
      type: 'FHIR',
      name: 'chart',
      config: {
        bundle: { resourceType: 'Bundle', type: 'collection', entry: chart.map((resource) => ({ resource })) },
      },
    },
  ],
  tasks: [
    {
      starts_at: '2026-03-02T09:00:00Z',
      criteria: [{ label: 'c', assertion: { assert: 'output-match', fields: [{ path: 'a', expected: 1 }] } }],
    },
  ],
}

/** Finds the extension of an element whose URL ends in a name. */
function findExtension(element: unknown, name: string): unknown {
  return listAt(element, 'extension').find((one) => String(at(one, 'url')).split('/').at(-1) === name)
}

function codeIn(concept: unknown): unknown {
  return at(concept, 'coding', 0, 'code')
}

/** Returns the decision on the first item of a request in a PAS Bundle. */
function decisionIn(bundle: unknown) {
  const response = at(bundle, 'entry', 0, 'resource')
  const review = findExtension(at(response, 'item', 0, 'adjudication', 0), 'extension-reviewAction')
  return {
    outcome: at(response, 'outcome'),
    action: codeIn(at(findExtension(review, 'extension-reviewActionCode'), 'valueCodeableConcept')),
    number: at(findExtension(review, 'number'), 'valueString'),
    reason: codeIn(at(findExtension(review, 'reasonCode'), 'valueCodeableConcept')),
    error: codeIn(at(response, 'error', 0, 'code')),
  }
}

export const payerInterfaces = scenario({
  name: 'The payer’s interfaces for electronic prior authorization',
  ids: [
    'payer.metadata',
    'crd.discovery',
    'crd.order-sign',
    'crd.other-payer',
    'dtr.package',
    'dtr.other-payer',
    'pas.approved',
    'pas.pended',
    'pas.denied',
    'pas.expedited',
    'pas.update-alone',
    'pas.inquiry',
    'pas.other-payer',
    'pas.notification',
  ],
  needs: ['organization-key', 'solver-key', 'authoring'],
  async run(k) {
    const run = await k.createRun((await k.publish(plan)).reference)
    must(await run.start(), 200)
    const call = run.system
    const operate = (operation: string, body: unknown) => call('POST', `payer/fhir/${operation}`, body)
    const submit = (...request: Parameters<typeof createRequest>) => operate('Claim/$submit', createRequest(...request))
    const decision = (id: Parameters<typeof k.value>[0], answer: Answer, expected: Record<string, Pattern>) => {
      k.answer(id, answer, 200)
      k.value(id, decisionIn(answer.body), expected, answer)
    }

    const metadata = await call('GET', 'payer/fhir/metadata')
    k.answer('payer.metadata', metadata, { status: 200, body: { resourceType: 'CapabilityStatement' } })
    const offered = listAt(metadata.body, 'rest', 0, 'resource').flatMap((one) => listAt(one, 'operation'))
    const names = offered.map((one) => at(one, 'name'))
    k.value('payer.metadata', names, includingAll('submit', 'inquire', 'questionnaire-package'), metadata)

    const discovery = await call('GET', 'payer/cds-services')
    k.answer('crd.discovery', discovery, 200)
    const signing = listAt(discovery.body, 'services').find((one) => at(one, 'hook') === 'order-sign')
    k.value(
      'crd.discovery',
      signing,
      { id: filled, prefetch: { coverage: filled }, extension: { 'davinci-crd.version': includingAll('2.2') } },
      discovery,
    )
    const sign = (payor: string) =>
      call('POST', `payer/cds-services/${at(signing, 'id')}`, {
        hook: 'order-sign',
        hookInstance: '00000000-0000-4000-8000-000000000000',
        context: {
          userId: 'Practitioner/d',
          patientId: 'p1',
          draftOrders: { resourceType: 'Bundle', type: 'collection', entry: [{ resource: createOrder('72148') }] },
        },
        prefetch: { patient: chart[0], coverage: coverageBy(payor) },
      })
    const signed = await sign('insurer')
    k.answer('crd.order-sign', signed, 200)
    const action = at(signed.body, 'systemActions', 0)
    k.value(
      'crd.order-sign',
      action,
      { type: 'update', resource: { resourceType: 'ServiceRequest', id: 'order' } },
      signed,
    )
    const information = findExtension(at(action, 'resource'), 'ext-coverage-information')
    const said = (name: string) => findExtension(information, name)
    k.value('crd.order-sign', said('pa-needed'), { valueCode: 'auth-needed' }, signed)
    k.value('crd.order-sign', said('coverage-assertion-id'), { valueString: filled }, signed)
    k.value('crd.order-sign', said('questionnaire'), { valueCanonical: /\|2026-01$/ }, signed)
    k.answer('crd.other-payer', await sign('other'), { status: 400, body: { resourceType: 'OperationOutcome' } })

    const pack = (payor: string) =>
      operate('Questionnaire/$questionnaire-package', {
        resourceType: 'Parameters',
        parameter: [
          { name: 'coverage', resource: coverageBy(payor) },
          { name: 'order', resource: createOrder('72148') },
        ],
      })
    const packaged = await pack('insurer')
    k.answer('dtr.package', packaged, { status: 200, body: { resourceType: 'Parameters' } })
    const parts = listAt(packaged.body, 'parameter', 0, 'resource', 'entry').map((one) => at(one, 'resource'))
    const canonical = at(said('questionnaire'), 'valueCanonical')
    k.value('dtr.package', `${at(parts[0], 'url')}|${at(parts[0], 'version')}`, String(canonical), packaged)
    k.value(
      'dtr.package',
      parts[1],
      { resourceType: 'QuestionnaireResponse', questionnaire: String(canonical) },
      packaged,
    )
    k.answer('dtr.other-payer', await pack('other'), { status: 400, body: { resourceType: 'OperationOutcome' } })

    const approved = await submit('c1', '70551')
    decision('pas.approved', approved, { outcome: 'complete', action: 'A1', number: filled })
    const { number } = decisionIn(approved.body)
    k.answer('pas.approved', await call('GET', `portal/prior-auths/${number}`), { body: { status: 'approved' } })
    decision('pas.pended', await submit('c2', '99213'), { outcome: 'complete', action: 'A4', number: absent })
    const standard = at((await call('GET', 'portal/prior-auths?limit=1')).body, 'data', 0)
    const urgent = await call('POST', 'portal/prior-auths', {
      patient_member_id: 'M-2002',
      patient_dob: '1980-01-01',
      provider_npi: '1234567893',
      procedure_code: '99213',
      diagnosis_codes: ['G43.909'],
      service_date: '2026-04-01',
      urgency: 'expedited',
    })
    const expedited = { auth_number: String(at(standard, 'auth_number')), status: 'pending', urgency: 'expedited' }
    k.answer('pas.expedited', urgent, { status: 201, body: expedited })
    decision('pas.denied', await submit('c3', 'E0601'), { outcome: 'complete', action: 'A3', reason: '0F' })
    const refused = { outcome: 'error', action: absent, number: absent }
    decision('pas.update-alone', await submit('c4', '99214', 'insurer', [changed]), { ...refused, error: '33' })
    decision('pas.other-payer', await submit('c5', '70551', 'other'), { ...refused, error: '79' })
    const requests = await call('GET', 'portal/prior-auths')
    k.value('pas.update-alone', listAt(requests.body, 'data').length, 3, requests)
    k.value('pas.other-payer', listAt(requests.body, 'data').length, 3, requests)

    const inquire = (to: string) => operate('Claim/$inquire', createRequest('q1', '70551', to))
    const found = (answer: Answer) => listAt(answer.body, 'parameter').map((one) => decisionIn(at(one, 'resource')))
    const inquired = await inquire('insurer')
    k.answer('pas.inquiry', inquired, { status: 200, body: { resourceType: 'Parameters' } })
    k.value('pas.inquiry', found(inquired), [{ action: 'A1', number: String(number) }], inquired)
    const foreign = await inquire('other')
    k.value('pas.other-payer', found(foreign), [{ ...refused, error: '79' }], foreign)

    const subscribed = await call('POST', 'payer/fhir/Subscription', subscription)
    k.answer('pas.notification', subscribed, { status: 201, body: { status: 'active' } })
    const open = await submit('c6', '70553')
    decision('pas.notification', open, { action: 'A4' })
    const waiting = await call('GET', 'portal/prior-auths?limit=1')
    const row = `portal/prior-auths/${at(waiting.body, 'data', 0, 'auth_number')}`
    const document = { document_type: 'imaging_report', text: 'Seen.' }
    must(await call('PATCH', row, { attachments: [document] }), 200)
    const events = await call('GET', `payer/fhir/Subscription/${textIn(subscribed, 'id')}/$events`)
    k.answer('pas.notification', events, { status: 200, body: { resourceType: 'Bundle', type: 'history' } })
    const notified = at(events.body, 'entry', 1, 'resource')
    k.value('pas.notification', decisionIn(notified), { action: 'A1', number: filled }, events)
  },
})
