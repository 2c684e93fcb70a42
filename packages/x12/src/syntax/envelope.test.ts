import { expect, it } from 'vitest'
import { sampleResponse, sampleText } from '../testing/sample.js'
import { checkEnvelope } from './envelope.js'
import { parseInterchange } from './parse.js'

const text = sampleText([sampleResponse, sampleResponse])

it.each([
  ['nothing', (now: string) => now, []],
  ['IEA', (now: string) => now.replace(/IEA.*/, ''), ['interchange-trailer-missing IEA']],
  ['IEA02', (now: string) => now.replace('IEA*1*000000042', 'IEA*1*000000043'), ['interchange-control-number IEA02']],
  ['IEA01', (now: string) => now.replace('IEA*1*', 'IEA*2*'), ['interchange-count IEA01']],
  ['GE', (now: string) => now.replace(/GE[^~]*~/, ''), ['group-trailer-missing GE']],
  ['GE01', (now: string) => now.replace('GE*2', 'GE*x'), ['group-count GE01']],
  ['GE02', (now: string) => now.replace('GE*2*42', 'GE*2'), ['group-control-number GE02']],
  ['SE', (now: string) => now.replace(/SE[^~]*0001~/, ''), ['set-trailer-missing SE']],
  ['SE01', (now: string) => now.replace(/SE\*\d+\*0001/, 'SE*7*0001'), ['set-count SE01']],
  ['SE02', (now: string) => now.replace(/(SE\*\d+)\*0001/, '$1*0009'), ['set-control-number SE02']],
  ['ST02', (now: string) => now.replaceAll('*0002', '*0001'), ['set-repeated ST02']],
  ['ISA13', (now: string) => now.replaceAll('000000042', 'IS FINE 7'), ['interchange-control-invalid ISA013']],
  [
    'ISA02',
    (now: string) => now.replace('ISA*00*          ', 'ISA*00*WAS DENIED'),
    ['interchange-authorization ISA02'],
  ],
  [
    'GS06',
    (now: string) => now.replace('*42*X', '*A 42*X').replace('GE*2*42', 'GE*2*A 42'),
    ['group-control-invalid GS06'],
  ],
  ['the form of ST02', (now: string) => now.replaceAll('*0002', '*HE DIED'), ['set-control-invalid ST02']],
  ['the last terminator', (now: string) => now.slice(0, -1), ['unterminated IEA']],
  [
    'the place of a segment',
    (now: string) => now.replace('GE*', 'NTE**X~GE*').replace('NTE', 'GE*2*42~NTE'),
    ['stray-segment NTE', 'stray-segment GE'],
  ],
  ['GS', (now: string) => now.replace(/GS[^~]*~/, '').replace(/GE[^~]*~/, ''), ['group-header-missing GS']],
])('detects the problem in %s', (_, change, expected) => {
  const problems = checkEnvelope(parseInterchange(change(text)))
  expect(
    problems.map(({ code, segment, element }) => `${code} ${segment}${element === undefined ? '' : `0${element}`}`),
  ).toEqual(expected)
  for (const { message } of problems) expect(message).toMatch(/^Expected .+, got .+ \([A-Z0-9]+, .*byte \d+\)\.$/)
})

it('reports the byte offset of the segment', () => {
  const accented = text.replace('EXAMPLE CLINIC', 'CLÍNICA').replace('IEA*1*', 'IEA*2*')
  const [problem] = checkEnvelope(parseInterchange(accented))
  const bytes = new TextEncoder().encode(accented)
  expect(new TextDecoder().decode(bytes.subarray(problem?.offset))).toMatch(/^IEA\*2/)
})

it.each(['', ' 16', '16 ', '+16', '1.6e1', '0x10', '16.0', '-16', '16\u0000', '00000000016', '\u0661\u0666'])(
  'rejects a count written as %j',
  (count) => {
    const broken = sampleText().replace('SE*16*', `SE*${count}*`)
    expect(checkEnvelope(parseInterchange(broken)).map(({ code }) => code)).toEqual(['set-count'])
  },
)

it('accepts a count with leading zeros', () => {
  expect(checkEnvelope(parseInterchange(sampleText().replace('SE*16*', 'SE*0016*')))).toEqual([])
})
