import { expect, it } from 'vitest'
import { x12Harm } from './harm.js'

function harmAfter(path: string, json: object) {
  const call = { method: 'POST', path, query: '', headers: {}, body: { json: { patient_id: 'p1', frequency: '1' } } }
  return x12Harm({ call, response: { status: 201, headers: {}, body: { text: JSON.stringify(json) } } })
}

it('voids an accepted claim', () => {
  const answer = { claims: [{ claim_number: 'C1' }] }
  expect(harmAfter('claims', answer)).toMatchObject([
    { kind: 'undone', call: { body: { json: { patient_id: 'p1', frequency: '8', original_claim_number: 'C1' } } } },
  ])
  expect(harmAfter('claims', { claims: [] })).toEqual([])
  expect(harmAfter('eligibility', answer)).toEqual([])
})
