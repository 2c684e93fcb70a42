import { describe, expect, it } from 'vitest'
import { parseMessage } from '../syntax/message.js'
import { buildAck } from './acknowledge.js'
import { acknowledgmentDue } from './acknowledgment-mode.js'

function due(accept: string, application: string) {
  const message = parseMessage(`MSH|^~\\&|EHR||LAB|||ADT^A01|7|A1|P|2.5.1|||${accept}|${application}\rPID|1`)
  return (['AA', 'AE', 'AR'] as const).map((code) => acknowledgmentDue(message, code) ?? '-').join(' ')
}

describe('acknowledgmentDue', () => {
  it.each([
    ['', '', 'AA AE AR'],
    ['""', '""', 'AA AE AR'],
    ['NE', 'NE', '- - -'],
    ['NE', '', '- - -'],
    ['', 'NE', '- - -'],
    ['NE', 'AL', 'AA AE AR'],
    ['NE', 'ER', '- AE AR'],
    ['NE', 'SU', 'AA - -'],
    ['AL', 'NE', 'CA CE CR'],
    ['ER', 'NE', '- CE CR'],
    ['SU', 'NE', 'CA - -'],
    ['AL', 'ER', 'CA AE AR'],
    ['AL', 'AL', 'AA AE AR'],
    ['NE', 'always', 'AA AE AR'],
  ])('with MSH-15 "%s" and MSH-16 "%s" returns %s', (accept, application, expected) => {
    expect(due(accept, application)).toBe(expected)
  })

  it('returns codes that buildAck accepts', () => {
    const received = parseMessage('MSH|^~\\&|EHR||LAB|||ADT^A01|7|A1|P|2.5.1|||AL|NE\rPID|1')
    expect(buildAck(received, { code: 'CA', controlId: 'B1', at: 0 }).read('MSA-1')).toBe('CA')
  })
})
