import { Hl7Message } from '@medplum/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildAck } from './building/acknowledge.js'
import { buildMessage } from './building/build.js'
import { parseMessage } from './syntax/message.js'

const leaf = fc.stringMatching(/^[A-Za-z0-9 .]{1,8}$/)
const fields = fc.dictionary(
  fc.integer({ min: 1, max: 12 }).map(String),
  fc.oneof(leaf, fc.array(leaf, { minLength: 2, maxLength: 4 })),
)

describe('another parser', () => {
  it('reads the same values', () => {
    fc.assert(
      fc.property(fc.array(fields, { minLength: 1, maxLength: 4 }), (segments) => {
        const message = buildMessage([
          ['MSH', { 9: ['ADT', 'A01'], 10: '7', 12: '2.5.1' }],
          ...segments.map((one) => ['ZAA', one] as const),
        ])
        const other = Hl7Message.parse(message.text)
        segments.forEach((_, index) => {
          for (let field = 1; field <= 12; field++) {
            for (let component = 1; component <= 4; component++) {
              const theirs = other.getAllSegments('ZAA')[index]?.getComponent(field, component)
              expect(message.read(`ZAA[${index + 1}].${field}.${component}`) ?? '').toBe(theirs ?? '')
            }
          }
        })
      }),
    )
  })

  it('reads our acknowledgment, and writes an equivalent one', () => {
    const text = 'MSH|^~\\&|EHR|CLINIC|LAB|SITE|20260105||ADT^A01^ADT_A01|77|P|2.5.1'
    const ours = buildAck(parseMessage(text), { code: 'AA', controlId: 'A', at: 0 })
    const theirs = parseMessage(Hl7Message.parse(text).buildAck().toString())
    for (const path of ['MSH-3', 'MSH-4', 'MSH-5', 'MSH-6', 'MSH-12', 'MSA-1', 'MSA-2']) {
      expect([path, ours.read(path)]).toEqual([path, theirs.read(path)])
    }
    expect(Hl7Message.parse(ours.text).getSegment('MSA')?.getComponent(2, 1)).toBe('77')
  })
})
