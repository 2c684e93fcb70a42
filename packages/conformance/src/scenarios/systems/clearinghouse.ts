import { at, listAt } from '../../exchange/exchange.js'
import { scenario } from '../../scenario/scenario.js'
import { must } from '../../scenario/unmet.js'

function field(path: string, expected: unknown) {
  return { path, expected }
}

const dependent = { first_name: 'Kim', patient_id: 'kim', birth_date: '2015-06-01' }
const member = { member_id: 'M-9', last_name: 'Lindqvist', dependents: [dependent] }

const x12Criteria = [
  {
    label: 'by value',
    assertion: {
      assert: 'x12-response',
      transaction: '271',
      correlate_by: { 'NM1[1=IL].9': 'M-9' },
      fields: [field('EB[1=1].3', '30'), field('NM1[1=IL].3', 'Lindqvist')],
    },
  },
  {
    label: 'short',
    assertion: { assert: 'x12-response', transaction: '271', fields: [field('EB03', '30'), field('EB01', '1')] },
  },
  {
    label: 'sent',
    assertion: {
      assert: 'x12-response',
      transaction: '270',
      direction: 'sent',
      correlate_by: { 'NM1[1=IL].9': 'M-9' },
      fields: [field('EQ.1', '30')],
    },
  },
  { label: 'not received', assertion: { assert: 'x12-response', transaction: '835' } },
]

export const clearinghouse = scenario({
  name: 'The clearinghouse',
  ids: [
    'x12.eligibility',
    'x12.unknown-member',
    'x12.claim-status',
    'x12.authorizations',
    'x12.dependents',
    'x12.claims',
    'x12.transactions',
    'x12.malformed',
    'kinds.x12-response',
    'paths.x12',
    'paths.x12-short',
  ],
  needs: ['organization-key', 'solver-key', 'authoring'],
  async run(k) {
    const { reference } = await k.publish({
      name: 'clearinghouse',
      simulators: [
        {
          type: 'Payer',
          name: 'plan',
          config: {
            members: [{ ...member, birth_date: '1980-01-01' }],
            determinations: [{ procedure_code: '72148', status: 'approved' }],
          },
        },
        {
          type: 'X12',
          name: 'clearinghouse',
          config: { payer: { name: 'SAMPLE PLAN', id: 'PLAN1' }, members: [member] },
        },
      ],
      tasks: [{ criteria: x12Criteria }],
    })
    const run = await k.createRun(reference)
    must(await run.start(), 200)
    const call = (method: string, path: string, body?: unknown, headers?: Readonly<Record<string, string>>) =>
      run.system(method, `clearinghouse/${path}`, body, headers)
    const edi = { 'content-type': 'application/edi-x12' }
    const asked = await call('POST', 'eligibility', { patient_id: 'M-9' })
    k.answer('x12.eligibility', asked, { status: 200, body: { status: 'active', x12: /ST\*271\*/ } })
    const inquiry = listAt((await call('GET', 'transactions')).body, 'data').find(
      (item) => at(item, 'transaction') === '270',
    )
    const raw = await call('POST', 'eligibility', new TextEncoder().encode(String(at(inquiry, 'payload'))), edi)
    k.answer('x12.eligibility', raw, {
      status: 200,
      headers: { 'content-type': /^application\/edi-x12/ },
      text: /ST\*271\*/,
    })
    k.answer('x12.unknown-member', await call('POST', 'eligibility', { patient_id: 'M-9009' }), {
      status: 200,
      body: { status: 'rejected', errors: [{ code: '75' }], x12: /AAA\*N\*\*75/ },
    })
    const authorization = await call('POST', 'authorizations', {
      patient_id: 'M-9',
      procedure_code: '72148',
      diagnosis_codes: ['M54.16'],
      service_date: '2026-04-01',
    })
    k.answer('x12.authorizations', authorization, {
      status: 201,
      body: { auth_number: /./, status: 'approved', x12: /ST\*278\*/ },
    })
    const child = await call('POST', 'eligibility', { patient_id: 'kim' })
    k.answer('x12.dependents', child, {
      status: 200,
      body: {
        status: 'active',
        member: { member_id: 'M-9' },
        dependent: { first_name: 'Kim' },
        x12: /HL\*4\*3\*23\*0/,
      },
    })
    const ofChild = await call('POST', 'authorizations', {
      patient_id: 'kim',
      procedure_code: '72148',
      diagnosis_codes: ['M54.16'],
      service_date: '2026-04-01',
    })
    k.answer('x12.dependents', ofChild, {
      status: 201,
      body: { status: 'approved', x12: /NM1\*IL\*[^~]*\*MI\*M-9~[\s\S]*HL\*4\*3\*23\*1/ },
    })
    const claim = await call('POST', 'claims', {
      patient_id: 'M-9',
      patient_account: 'A-1',
      diagnosis_codes: ['E11.9'],
      lines: [{ procedure_code: '99213', charge: 100, date: '2026-03-02' }],
    })
    k.answer('x12.claims', claim, {
      status: 201,
      body: { x12: /ST\*999\*[\s\S]*ST\*277\*[^~]*005010X214/, claims: [{ accepted: true }] },
    })
    k.answer('x12.claim-status', await call('POST', 'claim-status', { patient_account: 'A-1' }), {
      status: 200,
      body: { status: /./, category: /./ },
    })
    const listed = await call('GET', 'transactions?limit=100')
    const kinds = listAt(listed.body, 'data').map((item) => `${at(item, 'direction')} ${at(item, 'transaction')}`)
    k.value(
      'x12.transactions',
      [
        'sent 270',
        'received 271',
        'sent 278',
        'sent 837',
        'received 999',
        'received 277CA',
        'sent 276',
        'received 277',
      ].filter((kind) => !kinds.includes(kind)),
      [],
      listed,
    )
    const broken = await call('POST', 'eligibility', new TextEncoder().encode('ISA*00*hello'), edi)
    k.value(
      'x12.malformed',
      { status: broken.status, text: broken.text, refused: broken.status === 400 || /TA1\*|ST\*999/.test(broken.text) },
      { refused: true },
      broken,
    )
    const answer = must(await run.complete(), 200)
    const score = (label: string) =>
      at(
        listAt(answer.body, 'checks').find((check) => at(check, 'label') === label),
        'score',
      )
    k.value('paths.x12', score('by value'), 1, answer)
    k.value('paths.x12-short', score('short'), 1, answer)
    k.value(
      'kinds.x12-response',
      { received: score('by value'), sent: score('sent'), 'not received': score('not received') },
      { received: 1, sent: 1, 'not received': 0 },
      answer,
    )
  },
})
