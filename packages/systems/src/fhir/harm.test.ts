import { expect, it } from 'vitest'
import { fhirHarm } from './harm.js'

const made = { resourceType: 'Task', id: 't1', status: 'requested' }

function harmAfter(path: string, json: object) {
  const call = { method: 'POST', path, query: '', headers: {}, body: null }
  return fhirHarm({ call, response: { status: 201, headers: {}, body: { text: JSON.stringify(json) } } })
}

it('marks a created resource as entered in error if it has a status', () => {
  expect(harmAfter('Task', made)).toMatchObject([
    { kind: 'undone', call: { method: 'PATCH', path: 'Task/t1', body: { json: [{ value: 'entered-in-error' }] } } },
  ])
  expect(harmAfter('Patient', { resourceType: 'Patient', id: 'p1' })).toEqual([])
  expect(harmAfter('', { resourceType: 'Bundle', type: 'transaction-response' })).toEqual([])
})
