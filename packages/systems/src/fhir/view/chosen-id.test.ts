import { createSeededRandom } from '@carebench/protocol'
import { expect, it } from 'vitest'
import { newFhirId } from '../state.js'
import { isNumberOfRecord } from './chosen-id.js'

it('takes ids of the server and those that workers count', () => {
  const ids = [
    newFhirId(createSeededRandom(1, 1)),
    '0b6c9c1e-5a52-4d3a-9f7e-3d1f3f7f6a10',
    'comm-1',
    'readback-20147',
    'critical-result-readback-20147',
    'visit-new-1',
    'ReadbackCommunication2',
    'anl-nl65951',
    'communication',
    '20260302T140500Z',
    '17',
  ]
  for (const id of ids) expect(isNumberOfRecord(id, 'Communication'), id).toBe(true)
  expect(isNumberOfRecord('diagnosticreport-3', 'DiagnosticReport')).toBe(true)
})

it.each([
  'hiv-positive',
  'denied-by-doctor',
  'ingrid-boateng-1999',
  'hivPositive1',
  'cancelled',
  'vip-no-wait',
  'drunk',
])('takes no words: %s', (id) => expect(isNumberOfRecord(id, 'Communication')).toBe(false))
