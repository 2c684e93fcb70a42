import { expect, it } from 'vitest'
import { openPayers } from '../testing/open-payers.js'
import { pasBundle, pasClaim, pasItem, pasSupport } from '../testing/pas-bundle.js'
import type { PayerConfig } from './config.js'
import { objectsIn } from './electronic/fhir/element.js'
import { questionnaireUrl } from './electronic/fhir/urls.js'
import { payerHarm } from './harm.js'

function harmAfter(path: string, json: object) {
  const call = { method: 'POST', path, query: '', headers: {}, body: { json: JSON.parse(JSON.stringify(json)) } }
  return payerHarm({ call, response: { status: 201, headers: {}, body: { json: { auth_number: 'PA1' } } } })
}

it('attaches the first document of a request again', () => {
  const document = { document_type: 'clinical_note', text: 'Seen.' }
  expect(harmAfter('prior-auths', { attachments: [document] })).toMatchObject([
    { kind: 'duplicate', call: { method: 'POST', path: 'prior-auths/PA1/attachments', body: { json: document } } },
  ])
  expect(harmAfter('prior-auths', {})).toEqual([])
  expect(harmAfter('prior-auths/PA1/appeals', { attachments: [document] })).toEqual([])
})

it('repeats a request of PAS by every channel, changes it without its predecessor, and takes it back', () => {
  const config: PayerConfig = {
    accept_unknown_members: true,
    default_determination: { status: 'pending' },
    policies: [{ id: 'mri', title: 'MRI', version: '2', services: [{ code: '73721' }] }],
  }
  const form = { resourceType: 'QuestionnaireResponse', id: 'answers', status: 'completed' }
  const answers = { ...form, questionnaire: `${questionnaireUrl}mri|2`, item: [] }
  const supportingInfo = [pasSupport(1, 'QuestionnaireResponse/answers')]
  const json = pasBundle(pasClaim('c1', [pasItem(1, '72148')], { supportingInfo }), [answers])
  const path = 'fhir/Claim/$submit'
  const send = (which: number) => {
    const { electronic, portal, evidence } = openPayers({ Payer: { config } })
    const call = { method: 'POST', path, query: '', headers: {}, body: { json } }
    const response = { status: 200, headers: {}, body: { json: electronic('POST', path, json).json } }
    const harm = payerHarm({ call, response })[which]
    if (harm === undefined) return undefined
    const { call: again, group } = harm
    const body = again.body !== null && 'json' in again.body ? again.body.json : {}
    const { status } = (group === 'portal' ? portal : electronic)('POST', again.path, body)
    const { pas_requests = [], questionnaire_responses: forms = [] } = evidence()
    const requests = objectsIn(portal('GET', 'prior-auths').json.data).map((one) => one.status)
    return [
      harm.what,
      status,
      requests,
      pas_requests.map(({ outcome }) => outcome),
      forms.map((one) => one.questionnaire),
    ]
  }
  const form2 = answers.questionnaire
  expect([0, 1, 2, 3, 4, 5, 6].map(send)).toEqual([
    ['again under another identifier', 200, ['pending', 'pending'], ['complete', 'complete'], [form2, form2]],
    ['cancelled by an update', 200, ['cancelled'], ['complete', 'complete'], [form2]],
    ['again as an update that names no request', 200, ['pending'], ['complete', 'error'], [form2]],
    [
      'again with an older form',
      200,
      ['pending', 'pending'],
      ['complete', 'complete'],
      [form2, form2.replace('|', '|before-')],
    ],
    ['again by the portal', 201, ['pending', 'pending'], ['complete'], [form2]],
    ['to', 200, ['pending', 'pending'], ['complete', 'complete'], [form2, form2]],
    undefined,
  ])
  expect(harmAfter(path, json)).toEqual([])
})
