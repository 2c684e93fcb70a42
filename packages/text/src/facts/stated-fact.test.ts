import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import { maxUtteranceLength, SpokenText } from '../spoken/spoken-text.js'
import { compileStatedFact, type StatedFact, type StatedFactListener } from './stated-fact.js'

function listen(fact: StatedFact): StatedFactListener {
  const listener = compileStatedFact(fact)
  if (listener === undefined) throw new Error(`Expected a fact that can be stated, got ${JSON.stringify(fact)}.`)
  return listener
}

const facts = {
  dob: listen({ date: '1968-05-14', year: true }),
  day: listen({ date: '2026-03-12', year: false }),
  name: listen({ name: 'Delphine Maud Ashgrove' }),
  member: listen({ code: 'EVM550940202' }),
  approval: listen({ like: 'PA########' }),
  payer: listen({ words: ['Evergreen Mutual Health', 'Evergreen'] }),
  phone: listen({ phone: '+12175550151' }),
}

function statedIn(text: string): string {
  const spoken = new SpokenText(text)
  return Object.entries(facts)
    .flatMap(([name, listener]) => (listener(spoken).value === undefined ? [] : [name]))
    .join(' ')
}

/** Whether another value was stated in place of a fact. */
function another(name: keyof typeof facts, text: string): boolean {
  return facts[name](new SpokenText(text)).another
}

describe('an utterance', () => {
  it.each([
    // Dates of birth.
    ['1968-05-14', 'dob'],
    ['Her DOB is 05/14/1968.', 'dob'],
    ['5/14/68', 'dob'],
    ['5-14-1968', 'dob'],
    ['05141968', 'dob'],
    ['19680514', 'dob'],
    ['14.05.1968', 'dob'],
    ['5 14 68', 'dob'],
    ['05 14 1968', 'dob'],
    ['born May 14, 1968', 'dob'],
    ['May the 14th, 1968', 'dob'],
    ["May 14th '68", 'dob'],
    ['MAY 14 1968', 'dob'],
    ['the 14th of May 1968', 'dob'],
    ['14-MAY-1968', 'dob'],
    ['may fourteenth nineteen sixty-eight', 'dob'],
    ['May fourteen, nineteen sixty eight', 'dob'],
    ['the fourteenth of May, nineteen hundred and sixty-eight', 'dob'],
    ['five fourteen sixty-eight', 'dob'],
    ['oh five, fourteen, nineteen sixty-eight', 'dob'],
    ['month five, day fourteen, year nineteen sixty-eight', 'dob'],
    ['14 de mayo de 1968', 'dob'],
    ['No, May 14, 1968.', 'dob'],
    ['Is it May 14, 1968?', 'dob'],
    ['not May 14, 1968', ''],
    ['May 14, 1986, sorry, May 14, 1968', 'dob'],
    ['May 14, 1968. That is not so.', ''],
    ['May 14, 1968 is wrong.', ''],
    ['May 14', ''],
    ['1968', ''],
    ['May 14, 1986', ''],
    // Days without a year.
    ['Thursday, March 12 at nine, with Dr. Hollis', 'day'],
    ['March 12th, 9 a.m.', 'day'],
    ['March 12, 10 am', 'day'],
    ['3/12', 'day'],
    ['on the twelfth of March', 'day'],
    ['12 March 2026, 9:00 to 9:45 AM', 'day'],
    ['March 13', ''],
    ['march 12 miles', 'day'],
    // Names.
    ['Delphine Ashgrove', 'name'],
    ['delphine ashgrove', 'name'],
    ['DELPHINE ASHGROVE', 'name'],
    ['Delphine Maud Ashgrove', 'name'],
    ['Delphine M. Ashgrove', 'name'],
    ['Ms. Delphine Ashgrove, RN', 'name'],
    ['Ashgrove, Delphine', 'name'],
    ['Ashgrove, Delphine M.', 'name'],
    ['ASHGROVE DELPHINE MAUD', 'name'],
    ['first name Delphine, last name Ashgrove', 'name'],
    ['First name is Delphine. Last name is Ashgrove.', 'name'],
    ['Delphine, A-S-H-G-R-O-V-E', 'name'],
    ['D E L P H I N E, A S H G R O V E', 'name'],
    ["Delphine Ashgrove's appointment", 'name'],
    ['Delphine Rose Ashgrove', ''],
    ['Delfina Ashgrove', ''],
    ['Ms. Ashgrove', ''],
    ['Delphine', ''],
    ['not Delphine Ashgrove', ''],
    // Numbers.
    ['EVM550940202', 'member'],
    ['evm-550-940-202', 'member'],
    ['EVM 550 940 202', 'member'],
    ['E V M 5 5 0 9 4 0 2 0 2', 'member'],
    ['E V M five five zero nine four zero two zero two', 'member'],
    ['EVM, double five, oh nine, forty, two oh two', 'member'],
    ['E as in echo, V as in Victor, M as in Mike, 550 940 202', 'member'],
    ['echo victor mike five five oh nine four oh two oh two', 'member'],
    ['EVM dash 550940202', 'member'],
    ['EVM550940202, May 14 1968', 'dob member'],
    ['EVM550940203', ''],
    ['EVM5509402020', ''],
    ['550940202', ''],
    ['Authorization PA12345678.', 'approval'],
    ['P A one two three four five six seven eight', 'approval'],
    ['PA 1234-5678', 'approval'],
    ['PA1234567', ''],
    ['217-555-0151', 'phone'],
    ['(217) 555 0151', 'phone'],
    ['+1 217.555.0151', 'phone'],
    ['two one seven, five five five, oh one five one', 'phone'],
    ['217-555-0152', ''],
    // Payers, and several facts at once.
    ['the payer is Evergreen Mutual Health', 'payer'],
    ['with EVERGREEN', 'payer'],
    ['It was not Evergreen Mutual Health', ''],
    ['DOB May 14, 1968, the patient is Delphine Ashgrove', 'dob name'],
    ['The patient is Delphine Maud Ashgrove, date of birth 05/14/1968.', 'dob name'],
    ['No, it was not denied. Evergreen Mutual Health approved it under PA12345678.', 'approval payer'],
    ['Hello, this is the clinic.', ''],
    ['', ''],
  ])('%j states %j', (text, expected) => {
    expect(statedIn(text)).toBe(expected)
  })

  it('returns the stated value if only the form is known', () => {
    const spoken = new SpokenText(
      'It is P A one two three four, five six seven eight; call me at (217) 555-0151 on March 3rd.',
    )
    expect(facts.approval(spoken)).toEqual({ value: 'PA12345678', another: false })
    expect(listen({ phone: null })(spoken).value).toBe('2175550151')
    expect(listen({ date: null, year: false })(spoken).value).toBe('03-03')
  })

  it('notices another value stated in place of a fact', () => {
    expect(another('name', 'This is about Delfina Ashgrove.')).toBe(true)
    expect(another('name', 'This is about Ms. Ashgrove.')).toBe(false)
    expect(another('name', 'Delphine Rose Ashgrove')).toBe(true)
    expect(another('dob', 'May 14, 1986')).toBe(true)
    expect(another('member', 'EVM550940203')).toBe(true)
    expect(another('member', 'It is 7 of 9.')).toBe(false)
  })

  it('treats a list of candidates as guesses, which state nothing', () => {
    const days = ['1968-05-11', '1968-05-12', '1968-05-13', '1968-05-14'].join(', ')
    expect(facts.dob(new SpokenText(days))).toEqual({ value: undefined, another: true })
    const members = [200, 201, 202, 203].map((end) => `EVM550940${end}`).join(', ')
    expect(facts.member(new SpokenText(members))).toEqual({ value: undefined, another: true })
    const people = ['Anna', 'Beth', 'Cara', 'Delphine'].map((name) => `${name} Ashgrove`).join(', ')
    expect(facts.name(new SpokenText(people))).toEqual({ value: undefined, another: true })
  })

  it.each<[string, string, boolean]>([
    ['John Doe Jr.', 'John Doe, Jr.', true],
    ['John Doe Jr.', 'John Doe', true],
    ['John Doe Jr.', 'John Doe Sr.', false],
    ['John Doe', 'John Doe III', true],
    ["Mary-Ann O'Neil", 'mary ann oneil', true],
    ["Mary-Ann O'Neil", 'Maryann O’Neil', true],
    ['Ana de la Cruz', 'Ana Cruz', true],
    ['Ana de la Cruz', 'Ana de la Cruz', true],
    ['Ana de la Cruz', 'Cruz, Ana', true],
    ['Ashgrove, Delphine Maud', 'Delphine Ashgrove', true],
    ['José Núñez', 'jose nunez', true],
    ['Dr. Zoe Desai', 'Zoe Desai, MD', true],
    ['Jane Smith-Jones', 'Jane Smith Jones', true],
    ['Jane Smith-Jones', 'Jane Smith', false],
  ])('of %j, %j says the name: %j', (name, text, isSaid) => {
    expect(listen({ name })(new SpokenText(text)).value !== undefined).toBe(isSaid)
  })

  it.each<StatedFact>([
    { date: '1968', year: true },
    { date: '1968-02-30', year: true },
    { name: 'Delphine' },
    { code: '--' },
    { like: '' },
    { words: ['…'] },
    { words: [] },
  ])('cannot state the fact %j', (fact) => expect(compileStatedFact(fact)).toBeUndefined())
})

describe('any utterance', () => {
  const part = fc.constantFrom(
    'Delphine Ashgrove',
    'Ashgrove, Delphine',
    'May 14, 1968',
    '05/14/1968',
    'EVM 550 940 202',
    'Evergreen Mutual Health',
    'PA12345678',
    'thank you',
    'about a booking',
    'not',
    'five',
    '1968',
  )

  it('states the same facts each time, and all facts of its sentences', () => {
    fc.assert(
      fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
        const sentences = parts.map((text) => `It is ${text}.`)
        const whole = statedIn(sentences.join(' ')).split(' ')
        expect(statedIn(sentences.join(' ')).split(' ')).toEqual(whole)
        for (const sentence of sentences) {
          for (const fact of statedIn(sentence).split(' ')) if (fact !== '') expect(whole).toContain(fact)
        }
      }),
      {
        numRuns: 60 * inject('scale'),
        examples: [[Array(6).fill('Delphine Ashgrove')], [Array(6).fill('05/14/1968')]],
      },
    )
  })

  it('is read without an error, even garbage', () => {
    const noise = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 100 }),
      fc.array(part, { maxLength: 8 }).map((parts) => parts.join('-')),
    )
    fc.assert(
      fc.property(noise, (text) => {
        for (const listener of Object.values(facts)) expect(listener(new SpokenText(text))).toBeDefined()
      }),
      { numRuns: 60 * inject('scale') },
    )
  })

  it('is read only up to a limit', () => {
    expect(statedIn(`${' '.repeat(maxUtteranceLength)}Delphine Ashgrove`)).toBe('')
    expect(statedIn(`Delphine Ashgrove ${'E'.repeat(1_000_000)}`)).toBe('name')
    for (const word of ['uh ', 'oh five ', '9 ', 'double five ', 'Ashgrove ', 'E V M ', 'May ']) {
      expect(statedIn(word.repeat(2000))).toBe('')
    }
  })
})

it('hears a number with its unit right behind it, unless it is denied', () => {
  for (const fact of [{ code: '172' }, { words: ['2.6'] }] as const) {
    const number = 'code' in fact ? fact.code : fact.words[0]
    const listener = compileStatedFact(fact)
    const hears = (text: string) => listener?.(new SpokenText(text)).value === number
    for (const text of [`sodium ${number} mmol/L`, `sodium ${number}mmol/L.`, `${number}g/L`])
      expect(hears(text), text).toBe(true)
    for (const text of [`sodium 1${number}mmol/L`, `room ${number}b`, `it is not ${number}mmol/L`]) {
      expect(hears(text), text).toBe(false)
    }
  }
})
