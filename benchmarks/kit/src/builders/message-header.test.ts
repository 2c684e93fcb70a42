import { expect, it } from 'vitest'
import { takes } from '../testing/takes.js'
import { post } from './calls.js'
import { falseHeaders, headerAllowed, plainId } from './message-header.js'

it('accepts ids of digits and the words of a desk, and rejects other words', () => {
  for (const id of ['ANL65951', 'SMRN28575385', 'ALD-77', '20260302-50424', 'ANSWER1', 'R1', 'readback-1']) {
    expect(takes(plainId, id), id).toBe(true)
  }
  for (const id of ['CANCELLED', 'NOT-FILED', 'Ada.Sample.19700131', 'MRN1-HIV-POS', 'hiv-positive', 'vip-no-wait']) {
    expect(takes(plainId, id), id).toBe(false)
  }
})

it('accepts a right header, and rejects each false field', () => {
  const { where, members } = headerAllowed({ type: ['ACK', 'R01', 'ACK'], to: ['LAB', 'NORTHLAB'], ours: 'EHR' })
  const isTaken = (payload: string) =>
    payload
      .split('\r', 1)
      .flatMap((header) => header.split('|').slice(1))
      .every((text, index) => {
        const path = `MSH-${index + 2}`
        const parts = path in where ? [[path, text]] : text.split('^').map((part, at) => [`${path}.${at + 1}`, part])
        return parts.every(
          ([name = '', part = '']) => part === '' || (members.includes(name) && takes(where[name], part)),
        )
      })
  const right = 'MSH|^~\\&|EHR|ALDERCREEK|LAB|NORTHLAB|20260302142000||ACK^R01^ACK|A1|P|2.5.1\rMSA|AA|1'
  expect(isTaken(right)).toBe(true)
  for (const field of [8, 14, 20, 21, 22, 23, 24, 25]) {
    const header = Array.from({ length: 25 }, (_, index) => (index === field - 1 ? 'oncology' : ''))
    expect(isTaken(header.join('|')), String(field)).toBe(false)
  }
  for (const [how, { body }] of falseHeaders(post('hl7/outbound', { payload: right })) as [string, never][]) {
    const { payload } = body as { readonly payload: string }
    expect(isTaken(payload), `${how}: ${payload}`).toBe(false)
    expect(payload.endsWith('\rMSA|AA|1')).toBe(true)
  }
})
