import { expect, it } from 'vitest'
import { findSegmentDefinition } from '../definitions/definition.js'
import { composites, segments } from '../definitions/dictionary.js'
import { checkElements } from './element-check.js'

const delimiters = { element: '*', component: ':', repetition: '^', segment: '~' }
function faults(line: string) {
  const [id = '', ...elements] = line.split('*')
  return checkElements(id, elements, delimiters).map(({ code, element, component, repetition, reference }) =>
    [code, element, component, repetition, reference].filter((part) => part !== undefined).join(' '),
  )
}

it.each([
  ['NM1*IL*1*DOE*JANE****MI*M1', []],
  ['NM1**1*DOE', ['element-missing 1 98']],
  ['NM1*I*1*DOE', ['element-short 1 98']],
  ['NM1*ILIL*1*DOE', ['element-long 1 98']],
  ['NM1*IL*1*DOE*****MI', ['element-condition 9']],
  ['NM1*IL*1*DOE\u0007', ['element-character 3 1035']],
  ['NM1*IL*1*DOE^ROE', ['element-repeats 3 1035']],
  ['NM1*IL*1***********X', ['too-many-elements 13']],
  ['NM1*IL*1***********', []],
  ['AMT*T3*12.50', []],
  ['AMT*T3*-.5', []],
  ['AMT*T3*12,50', ['element-character 2 782']],
  ['AMT*T3*1e5', ['element-character 2 782']],
  ['AMT*T3*-1234567890123456.78', []],
  ['LX*1.5', ['element-character 1 554']],
  ['BHT*0022*13*A*20261301*2460', ['element-date 4 373', 'element-time 5 337']],
  ['DTP*472*D8*20260230', ['element-date 3 1251']],
  ['DTP*472*RD8*20260101-20260131', []],
  ['DTP*472*RD8*20260101', ['element-date 3 1251']],
  ['DTP*472*TM*1230', []],
  ['DMG*D8*19851331', ['element-date 2 1251']],
  ['EB*1**30^35^123', ['element-long 3 3 1365']],
  ['SV1*HC:99213:2*10', ['element-short 1 3 1339']],
  ['SV1*HC*10', ['element-missing 1 2 234']],
  ['SV1*HC:1:11:11:11:11:X:Y:Z*10', ['too-many-components 1 9 C003']],
  ['REF*1K', ['element-condition 2']],
  ['QTY*90*1**X', ['element-excluded 4']],
  ['HSD*VS', ['element-condition 2']],
  ['N4*CITY*****X', ['element-condition 5']],
  ['CAS*CO*45*10***5', ['element-condition 5']],
  ['ZZZ*anything', []],
])('%s', (line, expected) => {
  expect(faults(line)).toEqual(expected)
})

it('checks the codes and required elements of a rule', () => {
  const rule = {
    segment: 'HL',
    name: 'x',
    use: 'R',
    when: { 3: ['20'] },
    codes: { 4: ['0', '1'] },
    required: [2],
  } as const
  const found = checkElements('HL', ['1', '', '21', '7'], delimiters, rule)
  expect(found.map(({ code, element, expected }) => `${code} ${element} ${expected}`)).toEqual([
    'element-missing 2 a value in this required element',
    'element-code 3 the code 20',
    'element-code 4 one of the codes 0, 1',
  ])
})

it('has a dictionary without malformed entries', () => {
  for (const [id, line] of Object.entries(segments)) {
    const definition = findSegmentDefinition(id)
    const [elements = '', notes = ''] = line.split(' ; ')
    const entries = elements.split(' | ').map((entry) => entry.replace('!', '').split(' ')[0])
    expect(definition?.elements.map(({ reference }) => reference)).toEqual(entries)
    expect(definition?.conditions).toHaveLength(notes === '' ? 0 : notes.split(' ').length)
    for (const own of definition?.elements ?? []) {
      if (own.components === undefined) {
        expect(own.min).toBeLessThanOrEqual(own.max)
        expect(own.max).toBeGreaterThan(0)
      } else
        expect(own.components.length, `${id} ${own.reference}`).toBe(composites[own.reference]?.split(' | ').length)
    }
    for (const { elements: places } of definition?.conditions ?? []) {
      for (const place of places) expect(place, `${id} ${place}`).toBeLessThanOrEqual(definition?.elements.length ?? 0)
    }
  }
})

it.each([
  ['LX*1234567', '1 to 6 characters'],
  ['NM1*IL*12*DOE', '1 character'],
  ['REF*1*A', '2 to 3 characters'],
  ['BHT*00*13', '4 characters'],
])('reports the allowed length of %s', (line, expected) => {
  const [id = '', ...elements] = line.split('*')
  expect(checkElements(id, elements, delimiters)[0]?.expected).toBe(expected)
})

it.each([
  ['BEG*00*1', []],
  ['BEG*99*', ['element-code 1', 'element-missing 2']],
  ['BEG', ['element-missing 1', 'element-missing 2']],
  ['BEG*00^99*1', ['element-code 1 2']],
  ['BEG*00*1*A:B', []],
  ['BEG*00*1*A:X', ['element-code 3 2']],
  ['BEG*00*1**ZZ', ['element-code 4']],
])('checks elements that are not in the dictionary against the rule alone: %s', (line, expected) => {
  const [id = '', ...elements] = line.split('*')
  const codes = { 1: ['00'], '3-2': ['B'] }
  const rule = { segment: 'BEG', name: 'Beginning', use: 'R', required: [1, 2], codes, when: { 4: ['QQ'] } } as const
  const found = checkElements(id, elements, delimiters, rule).map(({ code, element, component, repetition }) =>
    [code, element, component, repetition].filter((part) => part !== undefined).join(' '),
  )
  expect(found).toEqual(expected)
})
