import { expect, it } from 'vitest'
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
