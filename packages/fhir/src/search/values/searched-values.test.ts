import { expect, it } from 'vitest'
import { searchedValues } from './searched-values.js'

const request = {
  resourceType: 'ServiceRequest',
  id: 'a',
  status: 'draft',
  subject: { reference: 'Patient/p1' },
}

it.each([
  ['_id', ['a']],
  ['status', ['draft']],
  ['status:not', ['draft']],
  ['patient', [{ reference: 'Patient/p1' }]],
  ['subject:Patient.name', [{ reference: 'Patient/p1' }]],
  ['intent', []],
  ['no-such-parameter', []],
])('%s searches %j', (name, values) => {
  expect(searchedValues(request, name)).toEqual(values)
})
