import { at, listAt } from '../../exchange/exchange.js'
import { near } from '../../expectation/pattern.js'
import { approvableForm, clinicDatasets, clinicSimulators, finishedTask } from '../../scenario/clinic.js'
import { scenario } from '../../scenario/scenario.js'
import { must } from '../../scenario/unmet.js'

function order(n: number, code: string) {
  return [
    'MSH|^~\\&|EHR|WEST|LAB|EAST|||ORU^R01^ORU_R01|',
    n,
    '|P|2.5.1\rPID|1||MRN',
    n,
    '^^^HOSP^MR||Larsen^Ida||""\rOBR|1|||',
    code,
    '^Test^LN\rOBX|1|NM|',
    code,
    '^Test^LN||13.50|g/dL|||||F\rOBX|2|NM|2345-7^Glucose^LN||99|mg/dL|||||F',
  ].join('')
}

function hl7(label: string, correlate_by: object, ...fields: readonly (readonly [string, unknown])[]) {
  return {
    label,
    assertion: {
      assert: 'hl7-structural',
      correlate_by,
      fields: fields.map(([path, expected]) => ({ path, expected })),
    },
  }
}

function portal(label: string, more: object) {
  return {
    label,
    assertion: {
      assert: 'portal-state-match',
      correlate_by: { resource: 'prior_auth_requests', key: 'patient_member_id', value: 'M-2002' },
      ...more,
    },
  }
}

/** Creates a criterion: the Task has the member's number at a path. */
function like(label: string, path: string) {
  const as = { like: 'M####' }
  const records = [
    { collection: 'fhir.Task', where: { id: 't1' }, path, as },
    { collection: 'portal.prior_auth_requests', path: 'patient_member_id', as },
  ]
  return { label, assertion: { assert: 'records-agree', records } }
}

function field(path: string, expected: unknown) {
  return { path, expected }
}

function resource(label: string, resource_type: string, search: object, more: object) {
  return {
    label,
    assertion: { assert: 'fhir-resource-state', resource_type, search, ...more },
  }
}

function file(label: string, path: string, more: object = {}) {
  return {
    label,
    assertion: { assert: 'sftp-file-present', path, ...more },
  }
}

const csv = 'id,name,count\nA-1,"Larsen, Ida",5\nA-2,Sato,7\n'

const criteria = [
  resource('the task is finished', 'Task', { _id: 't1' }, { fields: [field('status', 'completed')] }),
  resource('a patient of another name', 'Patient', { family: 'Nobody' }, {}),
  resource('an observation exists', 'Observation', { status: 'final' }, {}),
  resource('two final observations', 'Observation', { status: 'final' }, { count: 2 }),
  resource('three final observations', 'Observation', { status: 'final' }, { count: 3 }),
  resource('best', 'Observation', {}, { fields: [field('status', 'final'), field('valueString', 'two')] }),
  resource(
    'first',
    'Observation',
    {},
    { match: 'first', fields: [field('status', 'final'), field('valueString', 'two')] },
  ),
  resource('worst', 'Observation', {}, { match: 'all', fields: [field('status', 'final'), field('code.text', 'x')] }),
  resource(
    'untouched',
    'Patient',
    { _id: 'p1' },
    { fields: [field('name[0].family', 'Larsen'), field('active', true)] },
  ),
  resource('untouched and right', 'Patient', { _id: 'p1' }, { fields: [field('name[0].family', 'Larsen')] }),
  hl7(
    'by value',
    { 'MSH-10': '2' },
    ['OBX[3.1=2345-7].5', '99'],
    ['OBX[2].1', '2'],
    ['OBX[1].5', { $approx: { value: 13.5, tolerance: 0 } }],
  ),
  hl7(
    'empty',
    { 'MSH-10': '2' },
    ['PID-4', { $exists: false }],
    ['PID-6', { $exists: false }],
    ['PID-8', { $exists: false }],
    ['PID-7', null],
  ),
  hl7(
    'places',
    { 'MSH-10': '1' },
    ['PID-3.1', 'MRN1'],
    ['PID.5.2', 'Ida'],
    ['MSH-1', '|'],
    ['MSH-2', '^~\\&'],
    ['OBX[1].5', 13.5],
  ),
  hl7('no such message', { 'MSH-10': '9' }),
  portal('by its value', { assertions: [field('procedure_code', '99213')] }),
  {
    label: 'by the entity',
    entity: 0,
    assertion: {
      assert: 'portal-state-match',
      correlate_by: { resource: 'prior_auth_requests', key: 'patient_member_id' },
      assertions: [field('provider_npi', { $entity: '/npi' })],
    },
  },
  file('a file', 'outbound/*.csv'),
  file('a file that is not', 'outbound/*.txt'),
  file('rows', 'outbound/**', {
    fields: [field('name', 'Larsen, Ida'), field('count', { $gt: 4 }), field('id', 'A-1')],
  }),
  file('a text', 'outbound/report.csv', { text: { $contains: 'Sato' } }),
  file('a seeded file', 'inbox/a.csv'),
  file('a seeded file, included', 'inbox/a.csv', { include_seeded: true }),
  {
    label: 'in order',
    assertion: {
      assert: 'event-order',
      events: [{ type: 'fhir.create' }, { type: 'hl7.sent' }, { type: 'prior_auth.submitted' }],
    },
  },
  {
    label: 'out of order',
    assertion: {
      assert: 'event-order',
      events: [
        { type: 'fhir.create' },
        { type: 'prior_auth.submitted' },
        { type: 'hl7.sent' },
        { type: 'fhir.create' },
      ],
    },
  },
  like('one code', 'note[*].text'),
  like('two codes', 'description'),
  { label: 'collateral', assertion: { assert: 'no-collateral', allow: [] } },
  {
    label: 'allowed',
    assertion: {
      assert: 'no-collateral',
      allow: ['fhir.Task', 'fhir.Observation', 'hl7.outbound', 'portal.prior_auth_requests', 'files'].map(
        (collection) => ({ collection }),
      ),
    },
  },
  {
    label: 'agree',
    assertion: {
      assert: 'records-agree',
      records: [
        { collection: 'fhir.Patient', where: { id: 'p1' }, path: 'name[0].family', as: 'text' },
        { collection: 'portal.prior_auth_requests', path: 'patient_name', as: 'text' },
      ],
    },
  },
  {
    label: 'agree on the name',
    assertion: {
      assert: 'records-agree',
      records: [
        { collection: 'fhir.Patient', where: { id: 'p1' }, path: 'name[0].family', as: 'text' },
        { collection: 'hl7.outbound', where: { 'MSH-10': '1' }, path: 'PID-5.1', as: 'text' },
      ],
    },
  },
]

export const judgedWork = scenario({
  name: 'Work in four systems, judged by seven kinds of assertion',
  ids: [
    'kinds.fhir-resource-state',
    'kinds.hl7-structural',
    'kinds.portal-value',
    'kinds.portal-entity',
    'kinds.sftp-file-present',
    'kinds.sftp-rows',
    'kinds.event-order',
    'kinds.no-collateral',
    'kinds.records-agree',
    'kinds.records-agree-like',
    'paths.hl7',
    'paths.hl7-by-value',
    'paths.hl7-empty',
    'matchers.text-numbers',
    'matchers.entity',
    'checks.match-default',
    'checks.match-first-all',
    'checks.count',
    'checks.existence',
    'checks.event-prefix',
    'checks.untouched',
    'checks.matched',
    'criteria.portal-state-match',
    'states.complete-criterion-runs',
    'completion.checks',
  ],
  needs: ['organization-key', 'solver-key', 'authoring'],
  async run(k) {
    const { reference, criteria: ids } = await k.publish({
      name: 'judged work',
      simulators: clinicSimulators.map((simulator) =>
        simulator.type === 'Payer'
          ? { type: 'Payer', name: 'plan', config: { accept_unknown_members: true } }
          : simulator,
      ),
      datasets: clinicDatasets,
      tasks: [
        {
          criteria,
          entities: [
            { dataset: 0, type: 'member', ref: 'ida', data: { patient_member_id: 'M-2002', npi: '1234567893' } },
          ],
        },
      ],
    })
    const run = await k.createRun(reference)
    must(await run.start(), 200)
    const fhir = { 'content-type': 'application/fhir+json' }
    const worked = {
      ...finishedTask,
      description: 'For M-2002 or M-2003.',
      note: [{ text: 'Member M 2 0 0 2, born in 1980.' }, { text: 'Again: M-2002.' }],
    }
    must(await run.system('PUT', 'fhir/Task/t1', worked, fhir), 200)
    for (const [status, valueString] of [
      ['final', 'one'],
      ['final', 'two'],
      ['amended', 'two'],
    ]) {
      must(
        await run.system(
          'POST',
          'fhir/Observation',
          { resourceType: 'Observation', status, code: { text: 'x' }, valueString },
          fhir,
        ),
        201,
      )
    }
    for (const n of [1, 2]) must(await run.system('POST', 'hl7/outbound', { payload: order(n, '718-7') }), 201)
    for (const procedure_code of ['70551', '99213'])
      must(await run.system('POST', 'portal/prior-auths', { ...approvableForm, procedure_code }), 201)
    must(
      await run.system('PUT', 'files/outbound/report.csv', new TextEncoder().encode(csv), {
        'content-type': 'text/csv',
      }),
      200,
      201,
    )
    const answer = must(await run.complete(), 200)
    const check = (label: string) => listAt(answer.body, 'checks').find((candidate) => at(candidate, 'label') === label)
    const scores = (...labels: readonly string[]) =>
      Object.fromEntries(labels.map((label) => [label, at(check(label), 'score')]))
    k.value(
      'kinds.fhir-resource-state',
      scores('the task is finished', 'a patient of another name'),
      { 'the task is finished': 1, 'a patient of another name': 0 },
      answer,
    )
    k.value(
      'checks.existence',
      scores('an observation exists', 'a patient of another name'),
      { 'an observation exists': 1, 'a patient of another name': 0 },
      answer,
    )
    k.value(
      'checks.count',
      scores('two final observations', 'three final observations'),
      { 'two final observations': 1, 'three final observations': 0 },
      answer,
    )
    k.value('checks.match-default', scores('best'), { best: 1 }, answer)
    k.value('checks.match-first-all', scores('first', 'worst'), { first: 0.5, worst: 0.5 }, answer)
    k.value(
      'checks.untouched',
      scores('untouched', 'untouched and right'),
      { untouched: 0, 'untouched and right': 1 },
      answer,
    )
    k.value('paths.hl7-by-value', scores('by value'), { 'by value': 1 }, answer)
    k.value('paths.hl7-empty', passed(check('empty')), [true, true, true, true], answer)
    k.value('paths.hl7', passed(check('places')).slice(0, 4), [true, true, true, true], answer)
    k.value(
      'matchers.text-numbers',
      [passed(check('places'))[4], passed(check('by value'))[2], passed(check('rows'))[1]],
      [false, true, true],
      answer,
    )
    k.value(
      'kinds.hl7-structural',
      scores('by value', 'no such message'),
      { 'by value': 1, 'no such message': 0 },
      answer,
    )
    k.value('kinds.portal-value', scores('by its value'), { 'by its value': 1 }, answer)
    k.value('criteria.portal-state-match', scores('by its value'), { 'by its value': 1 }, answer)
    k.value('kinds.portal-entity', scores('by the entity'), { 'by the entity': 1 }, answer)
    k.value('matchers.entity', scores('by the entity'), { 'by the entity': 1 }, answer)
    k.value(
      'kinds.sftp-file-present',
      scores('a file', 'a file that is not', 'a seeded file', 'a seeded file, included'),
      { 'a file': 1, 'a file that is not': 0, 'a seeded file': 0, 'a seeded file, included': 1 },
      answer,
    )
    k.value('kinds.sftp-rows', scores('rows', 'a text'), { rows: 1, 'a text': 1 }, answer)
    k.value('kinds.event-order', scores('in order'), { 'in order': 1 }, answer)
    k.value(
      'checks.event-prefix',
      scores('in order', 'out of order'),
      { 'in order': 1, 'out of order': near(0.5) },
      answer,
    )
    k.value('kinds.no-collateral', scores('collateral', 'allowed'), { collateral: 0, allowed: 1 }, answer)
    k.value('kinds.records-agree', scores('agree', 'agree on the name'), { agree: 0, 'agree on the name': 1 }, answer)
    k.value('kinds.records-agree-like', scores('one code', 'two codes'), { 'one code': 1, 'two codes': 0 }, answer)
    k.value(
      'completion.checks',
      listAt(answer.body, 'checks')
        .map((entry) => String(at(entry, 'criterion_id')))
        .sort(),
      [...(ids[0] ?? [])].sort(),
      answer,
    )
    const runs = await k.call('GET', `/criterion-runs?task_run_id=${run.taskRun()}&limit=100`)
    k.value('states.complete-criterion-runs', listAt(runs.body, 'data').length, criteria.length, runs)
    const best = listAt(runs.body, 'data').find((item) => at(item, 'criterion_id') === ids[0]?.[5])
    k.value('checks.matched', JSON.stringify(at(best, 'evidence', 'matched') ?? null), /Observation/, runs)
  },
})

function passed(check: unknown): unknown[] {
  return listAt(check, 'field_results').map((fieldResult) => at(fieldResult, 'passed'))
}
