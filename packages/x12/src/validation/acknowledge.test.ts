import { describe, expect, it } from 'vitest'
import { parseInterchange, parseInterchanges } from '../syntax/parse.js'
import { sampleResponse, sampleText, sampleTime } from '../testing/sample.js'
import { acknowledge, acknowledgeInSteps } from './acknowledge.js'
import { validateTransaction } from './validate.js'

const options = { at: sampleTime, controlNumber: 7 }
const text = sampleText()
function lines(answer: string) {
  return answer.split('~').slice(0, -1)
}

describe('acknowledgeInSteps', () => {
  it.each([
    ['many transactions', sampleText(Array.from({ length: 40 }, () => ({ ...sampleResponse, segments: [] }))), 40],
    ['many segments', text.replace('MSG*', `${'ZZZ*1~'.repeat(2000)}MSG*`), 30],
  ])('acknowledges %s as acknowledge does', (_, input, least) => {
    const steps = acknowledgeInSteps(input, options)
    let count = 0
    let step = steps.next()
    for (; step.done !== true; step = steps.next()) count++
    expect(count).toBeGreaterThan(least)
    expect(step.value.text).toBe(acknowledge(input, options).text)
  })
})

describe('a 999', () => {
  it('accepts a valid interchange', () => {
    const answer = acknowledge(text, options)
    expect(answer).toMatchObject({ kind: '999', accepted: true, problems: [] })
    expect(lines(answer.text)).toEqual([
      'ISA*00*          *00*          *ZZ*EXAMPLECLINIC  *ZZ*EXAMPLEPLAN    *260105*0930*^*00501*000000007*0*T*:',
      'GS*FA*EXAMPLECLINIC*EXAMPLEPLAN*20260105*0930*7*X*005010X231A1',
      'ST*999*0001*005010X231A1',
      'AK1*HB*42*005010X279A1',
      'AK2*271*0001*005010X279A1',
      'IK5*A',
      'AK9*A*1*1*1',
      'SE*6*0001',
      'GE*1*7',
      'IEA*1*000000007',
    ])
  })

  it('names segment and element of each problem', () => {
    const bad = text
      .replace('EB*1*IND*30^35', 'EB*1*IND*30^3535')
      .replace('MSG*', 'ZZZ*1~MSG*')
      .replace('EB*C*FAM', 'EB*ZZ*FAM')
      .replace(/SE\*\d+/, 'SE*17')
    const answer = acknowledge(bad, options)
    expect(answer.accepted).toBe(false)
    expect(answer.transactions[0]?.problems.map(({ code }) => code)).toEqual([
      'element-long',
      'segment-unknown',
      'element-code',
    ])
    expect(lines(answer.text).slice(3, -3)).toEqual([
      'AK1*HB*42*005010X279A1',
      'AK2*271*0001*005010X279A1',
      'IK3*EB*12*2110*8',
      'IK4*3::2*1365*5*3535',
      'IK3*ZZZ*14*2110*1',
      'IK3*EB*16*2110*8',
      'IK4*1*1390*7*ZZ',
      'IK5*R*5',
      'AK9*R*1*1*0',
    ])
  })

  it('accepts in part, with one 999 for each group', () => {
    const bad = { ...sampleResponse, segments: [] }
    const answer = acknowledge(sampleText([sampleResponse, bad, { ...sampleResponse, version: '005010X279' }]), options)
    expect(lines(answer.text).filter((line) => /^(AK9|IK5|IK3|ST)/.test(line))).toEqual([
      'ST*999*0001*005010X231A1',
      'IK5*A',
      'IK3*BHT*2**3',
      'IK3*HL*2*2000*I7',
      'IK5*R*5',
      'AK9*P*2*2*1',
      'ST*999*0002*005010X231A1',
      'IK5*A',
      'AK9*A*1*1*1',
    ])
  })

  it('reports problems in the trailers of transaction and group', () => {
    const set = acknowledge(text.replace(/SE\*\d+\*0001/, 'SE*3*0009'), options)
    expect(lines(set.text)).toContain('IK5*R*3*4')
    const group = acknowledge(text.replace('GE*1*42', 'GE*9*43'), options)
    expect(lines(group.text)).toContain('AK9*R*9*1*0*4*5')
    const twice = acknowledge(sampleText([sampleResponse, sampleResponse]).replaceAll('*0002', '*0001'), options)
    expect(lines(twice.text)).toContain('IK5*R*23')
  })

  it('replaces delimiters in bad data with spaces', () => {
    const odd = sampleText(undefined, { delimiters: { element: '|', component: '>', repetition: '!', segment: '\n' } })
    const answer = acknowledge(odd.replace('EB|1|', 'EB|*~|'), options)
    expect(lines(answer.text)).toContain('IK4*1*1390*7*  ')
  })

  it('is not acknowledged itself', () => {
    expect(acknowledge(acknowledge(text, options).text, options)).toMatchObject({
      kind: 'none',
      accepted: true,
      text: '',
    })
  })
})

describe('a TA1', () => {
  it.each([
    ['control numbers', text.replace('IEA*1*000000042', 'IEA*1*000000043'), '001'],
    ['the count of groups', text.replace('IEA*1', 'IEA*2'), '021'],
    ['the end', text.slice(0, text.indexOf('GE*')), '023'],
    ['a group header', text.replace(/GS[^~]*~/, ''), '022'],
  ])('reports a problem of %s', (_, broken, note) => {
    const answer = acknowledge(broken, options)
    expect(answer.kind).toBe('TA1')
    expect(lines(answer.text).slice(1)).toEqual([`TA1*000000042*260105*0930*R*${note}`, 'IEA*0*000000007'])
    expect(parseInterchange(answer.text, { strict: true }).acknowledgments[0]?.element(5)).toBe(note)
  })

  it('rejects input that is not an interchange', () => {
    const answer = acknowledge('hello', { ...options, sender: { id: 'CLEARING' }, receiver: { id: 'CLINIC' } })
    expect(answer).toMatchObject({ kind: 'TA1', accepted: false, error: { code: 'no-header' } })
    expect(answer.text).toContain('*ZZ*CLEARING       *ZZ*CLINIC         *')
    expect(lines(answer.text)[1]).toBe('TA1*000000000*260105*0930*R*022')
  })
})

describe('the acknowledgment of hostile text', () => {
  const sound = (input: string) => {
    const answer = acknowledge(input, options)
    const read = parseInterchange(answer.text, { strict: true }).transactions
    return { lines: lines(answer.text), faults: read.flatMap((one) => validateTransaction(one)) }
  }

  it.each([
    ['element 301', 'EB*1*IND', `EB*1${'*'.repeat(300)}X~EB*1*IND`, /^IK4\*99\*\*3\*X$/],
    [
      'component 152',
      'EB*1*IND*30',
      `EB*1*IND*30**********HC:1${':'.repeat(150)}X~EB*1*IND*30`,
      /^IK4\*13:99\*\*13\*HC 1 +$/,
    ],
  ])('reports a problem in %s with a two-digit IK401', (_, from, to, note) => {
    const { lines: written, faults } = sound(text.replace(from, to))
    expect(faults).toEqual([])
    expect(written).toContainEqual(expect.stringMatching(note))
  })

  it('never contains half of a surrogate pair', () => {
    const { lines: written } = sound(text.replace('EB*1*IND*30', `EB*1*IND*${'1'.repeat(98)}\u{1F600}`))
    expect(written.join('')).toContain('*11111')
    expect(written.join('')).not.toMatch(/\p{Cs}/u)
  })

  it('acknowledges a 999 in a group of another set once, without starting a loop', () => {
    const disguised = acknowledge(text, options).text.replace('GS*FA', 'GS*HB')
    const answer = acknowledge(disguised, options)
    expect(answer.kind).toBe('999')
    expect(acknowledge(answer.text, options).kind).toBe('none')
  })
})

describe('several interchanges in one input', () => {
  const other = sampleText().replaceAll('000000042', '000000043')

  it('are rejected with one TA1 to the sender of the first', () => {
    for (const rest of [other, 'ISA*broken']) {
      const answer = acknowledge(text + rest, options)
      expect(answer).toMatchObject({ kind: 'TA1', accepted: false })
      expect(answer.error?.code).toBe(rest === other ? 'several-interchanges' : 'invalid-header')
      expect(lines(answer.text)).toEqual([
        'ISA*00*          *00*          *ZZ*EXAMPLECLINIC  *ZZ*EXAMPLEPLAN    *260105*0930*^*00501*000000007*0*T*:',
        'TA1*000000042*260105*0930*R*022',
        'IEA*0*000000007',
      ])
    }
  })

  it('can be acknowledged one by one', () => {
    const answers = parseInterchanges(text + other).map((each) => acknowledge(each, options))
    expect(answers.map(({ kind, accepted }) => [kind, accepted])).toEqual([
      ['999', true],
      ['999', true],
    ])
  })
})
