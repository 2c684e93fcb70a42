import { expect, it } from 'vitest'
import { post, put } from './calls.js'
import { honestVariants } from './honest-variants.js'

const solution = (...calls: ReturnType<typeof post>[]) => ({ name: 'by the handbook', calls })

it('reword dates and units, leave out today, and combine writes in a transaction', () => {
  const said = post('voice/calls/{{call}}/turns', { text: 'Born 1970-01-31, potassium 2.4 mmol/L.' })
  const asked = post('clearinghouse/eligibility', { member_id: 'M1', date: '2026-03-02' })
  const written = [put('fhir/Task/t1', { id: 't1' }), put('fhir/Coverage/c1', { id: 'c1' })]
  const variants = honestVariants([solution(said, asked), solution(...written)])
  expect(variants.map(({ calls }) => calls.map((call) => ('body' in call ? call.body : null)))).toMatchObject([
    [{ text: 'Born January 31, 1970, potassium 2.4 millimoles per liter.' }, { date: '2026-03-02' }],
    [{ text: 'Born 01/31/1970, potassium 2.4 mmol/L.' }, { date: '2026-03-02' }],
    [{ text: 'Born 1970-01-31, potassium 2.4 mmol/L.' }, { member_id: 'M1' }],
    [{ type: 'transaction', entry: [{ request: { url: 'Task/t1' } }, { request: { url: 'Coverage/c1' } }] }],
  ])
  expect(variants[2]?.calls[1]).not.toHaveProperty('body.date')
  const again = put('fhir/Task/t1', { id: 't1', status: 'completed' })
  const [twice] = honestVariants([solution(asked), solution(...written, again)]).slice(-1)
  expect(twice?.calls).toEqual([expect.objectContaining({ path: 'fhir' }), again])
})

it('are none if no call can be changed', () => {
  expect(honestVariants([solution(post('wait', { seconds: 5 })), solution(post('wait', { seconds: 5 }))])).toEqual([])
  expect(honestVariants([])).toEqual([])
})
