import type { CallDescription } from '@carebench/protocol'
import { expect, it } from 'vitest'
import { makeInputSchema } from './tool-input.js'

const call: CallDescription = {
  name: 'listEntries',
  summary: 'List the entries of a row',
  method: 'GET',
  path: '/rows/{row_id}/{name}',
  status: 200,
  params: { row_id: 'The id of the row.', name: 'The path below its folder.' },
  query: { status: { description: 'The status.', enum: ['open', 'closed'] }, patient: 'The id of the patient.' },
}

it('describes an argument only where the description says more than its name', () => {
  expect(makeInputSchema(['rows'], [call])).toEqual({
    type: 'object',
    properties: {
      row_id: { type: 'string' },
      name: { type: 'string', description: 'The path below its folder.' },
      query: {
        type: 'object',
        properties: {
          status: { type: 'string', enum: ['open', 'closed'] },
          patient: { type: 'string', description: 'The id of the patient.' },
        },
      },
    },
    required: ['row_id', 'name'],
  })
})
