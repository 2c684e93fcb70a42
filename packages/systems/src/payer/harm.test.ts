import { expect, it } from 'vitest'
import { openPayers } from '../testing/open-payers.js'
import { pasBundle, pasClaim, pasItem } from '../testing/pas-bundle.js'
import { objectsIn } from './electronic/fhir/element.js'
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

it('sends a request of PAS again as another one, and takes it back', () => {
  const config = { accept_unknown_members: true, default_determination: { status: 'pending' } } as const
  const json = pasBundle(pasClaim('c1', [pasItem(1, '72148')]))
  const path = 'fhir/Claim/$submit'
  const statuses = [0, 1].map((which) => {
    const { electronic, portal } = openPayers({ Payer: { config } })
    const call = { method: 'POST', path, query: '', headers: {}, body: { json } }
    const response = { status: 200, headers: {}, body: { json: electronic('POST', path, json).json } }
    const harm = payerHarm({ call, response })[which]
    const body = harm?.call.body
    electronic('POST', path, body && 'json' in body ? body.json : {})
    return [harm?.kind, ...objectsIn(portal('GET', 'prior-auths').json.data).map(({ status }) => status)]
  })
  expect(statuses).toEqual([
    ['duplicate', 'pending', 'pending'],
    ['undone', 'cancelled'],
  ])
  expect(harmAfter(path, json)).toEqual([])
})
