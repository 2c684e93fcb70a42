import { expect, it } from 'vitest'
import { segmentDefinition } from './definition.js'
import { composites, segments } from './dictionary.js'
import { checkElements } from './element-check.js'

const delimiters = { element: '*', component: ':', repetition: '^', segment: '~' }
const faults = (line: string) => {
  const [id = '', ...elements] = line.split('*')
  return checkElements(id, elements, delimiters).map(({ code, element, component, repetition, reference }) =>
    [code, element, component, repetition, reference].filter((part) => part !== undefined).join(' '),
  )
}

it.each([
  ['NM1*IL*1*DOE*JANE****MI*M1', []],
  ['NM1**1*DOE', ['ELEMENT_MISSING 1 98']],
  ['NM1*I*1*DOE', ['ELEMENT_SHORT 1 98']],
  ['NM1*ILIL*1*DOE', ['ELEMENT_LONG 1 98']],
  ['NM1*IL*1*DOE*****MI', ['ELEMENT_CONDITION 9']],
  ['NM1*IL*1*DOE\u0007', ['ELEMENT_CHARACTER 3 1035']],
  ['NM1*IL*1*DOE^ROE', ['ELEMENT_REPEATS 3 1035']],
  ['NM1*IL*1***********X', ['TOO_MANY_ELEMENTS 13']],
  ['NM1*IL*1***********', []],
  ['AMT*T3*12.50', []],
  ['AMT*T3*-.5', []],
  ['AMT*T3*12,50', ['ELEMENT_CHARACTER 2 782']],
  ['AMT*T3*1e5', ['ELEMENT_CHARACTER 2 782']],
  ['AMT*T3*-1234567890123456.78', []],
  ['LX*1.5', ['ELEMENT_CHARACTER 1 554']],
  ['BHT*0022*13*A*20261301*2460', ['ELEMENT_DATE 4 373', 'ELEMENT_TIME 5 337']],
  ['DTP*472*D8*20260230', ['ELEMENT_DATE 3 1251']],
  ['DTP*472*RD8*20260101-20260131', []],
  ['DTP*472*RD8*20260101', ['ELEMENT_DATE 3 1251']],
  ['DTP*472*TM*1230', []],
  ['DMG*D8*19851331', ['ELEMENT_DATE 2 1251']],
  ['EB*1**30^35^123', ['ELEMENT_LONG 3 3 1365']],
  ['SV1*HC:99213:2*10', ['ELEMENT_SHORT 1 3 1339']],
  ['SV1*HC*10', ['ELEMENT_MISSING 1 2 234']],
  ['SV1*HC:1:11:11:11:11:X:Y:Z*10', ['TOO_MANY_COMPONENTS 1 9 C003']],
  ['REF*1K', ['ELEMENT_CONDITION 2']],
  ['QTY*90*1**X', ['ELEMENT_EXCLUDED 4']],
  ['HSD*VS', ['ELEMENT_CONDITION 2']],
  ['N4*CITY*****X', ['ELEMENT_CONDITION 5']],
  ['CAS*CO*45*10***5', ['ELEMENT_CONDITION 5']],
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
    'ELEMENT_MISSING 2 a value in this required element',
    'ELEMENT_CODE 3 the code 20',
    'ELEMENT_CODE 4 one of the codes 0, 1',
  ])
})

it('has a dictionary that reads whole', () => {
  for (const [id, line] of Object.entries(segments)) {
    const definition = segmentDefinition(id)
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
