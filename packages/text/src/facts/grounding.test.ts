import fc from 'fast-check'
import { expect, inject, it } from 'vitest'
import { NameIndex } from '../atoms/name-index.js'
import { finishReading } from '../tokens/reading-steps.js'
import { WrittenText } from '../written/written-text.js'
import { type GroundFact, type GroundingOptions, Grounds } from './grounding.js'

const numRuns = 20 * inject('scale')

/** Facts, each with spellings of its value, and with other values that no fact gives. */
const spellings: readonly (readonly [fact: GroundFact, said: readonly string[], other: readonly string[]])[] = [
  [
    { date: '2026-03-09' },
    [
      '2026-03-09',
      '03/09/2026',
      '3/9/26',
      'March 9, 2026',
      'on March 9',
      'Mon 3/9',
      '9 March',
      '9-MAR-2026',
      'March ninth',
      'the 9th of March',
      '20260309',
      'on Monday',
      'on Monday, March 9',
      'on the 9th',
      'March 2026',
    ],
    [
      '2026-03-10',
      '3/10/2026',
      'March 10',
      'on March tenth',
      'the 10th of March',
      'on Tuesday',
      'on Tuesday, March 9',
      'on the 10th',
      'tomorrow',
      'March 9, 2027',
      '20260310',
      'April 2026',
    ],
  ],
  [
    { time: '14:30' },
    [
      '2:30 pm',
      '14:30',
      '1430 hours',
      '2:30 p.m.',
      '2.30 pm',
      'half past two in the afternoon',
      'two thirty pm',
      'at two thirty',
      '14:30:00',
      '2:30pm',
    ],
    [
      '2:30 am',
      '2:45 pm',
      '3:20 pm',
      '13:30',
      'half past three',
      'quarter to three',
      'two thirty am',
      'ten past two',
      'at noon',
      'at 3 pm',
    ],
  ],
  [
    { quantity: 6.4, unit: 'mmol/L' },
    [
      '6.4 mmol/L',
      '6.40 mmol/l',
      '6,4 mmol/L',
      'six point four mmol per liter',
      '6.4 mEq/L',
      '6.4mmol/L',
      '(mmol/L): 6.4',
      'It is 6.4.',
      'potassium 6.40',
    ],
    [
      'It is 7.4.',
      'potassium 4.6',
      '4.6 mmol/L',
      '64 mmol/L',
      '6.4 mg/dL',
      'six point five mmol/L',
      'over 6.5 mmol/L',
      'between 3.5 and 5.1 mmol/L',
      '3.5-5.1 mmol/L',
    ],
  ],
  [
    { quantity: 48, unit: 'h' },
    ['48 hours', '2 days', 'forty-eight hours', '48h', '48 hrs', 'two days'],
    ['24 hours', '3 days', 'two weeks', '48 minutes', 'a hundred hours'],
  ],
  [
    { quantity: 1210.5, unit: 'USD' },
    ['$1,210.50', '1210.50 dollars', 'USD 1,210.50', '$1210.50'],
    ['$1,201.50', '$121.05', '1210 dollars', 'USD 50'],
  ],
  [{ quantity: 20, unit: '%' }, ['20%', '20 percent', 'twenty percent'], ['80%', 'two percent']],
  [12, ['12 visits', 'twelve visits', 'a dozen visits'], ['21 visits', 'two visits', 'fourteen visits']],
  [
    { code: 'PA12345678' },
    ['PA12345678', 'pa-12345678', 'PA 1234 5678', 'P A one two three four five six seven eight', 'PA1234-5678'],
    ['PA12345687', 'PA 1234 5687', 'P A one two three four five six eight seven', 'PA1234567', 'ABC1234'],
  ],
  [
    '+16185550175',
    [
      '618-555-0175',
      '(618) 555-0175',
      '1-618-555-0175',
      '618.555.0175',
      '555-0175',
      'six one eight five five five oh one seven five',
    ],
    ['618-555-0157', '(608) 555-0175', '555-0157', 'six one eight five five five oh one five seven'],
  ],
  [
    'Dmitri Villareal',
    ['Dr. Villareal', 'Dr. Dmitri Villareal', 'Villareal, Dmitri', 'Doctor Villareal', 'Dmitri A. Villareal'],
    [
      'Dr. Baird',
      'Gloria Baird',
      'Baird, Gloria',
      'Dr. Gloria Villareal',
      'Dr. Feelgood',
      'Maple Ridge Internal Medicine',
    ],
  ],
]

/** Sentences without atoms. */
const words = [
  'Good day.',
  'Thank you very much for your help.',
  'One moment, please.',
  'This is the referral desk.',
  'Please call again if you have questions.',
  'Available 24/7.',
  'Page 1 of 2',
  'How are you today?',
  'We wrote about the COVID-19 test and vitamin B12.',
]

const names = new NameIndex()
names.addPerson('Gloria Baird')
names.addPerson('Dmitri Villareal')
names.addOrganization('Maple Ridge Internal Medicine')

const grounds = new Grounds(names)
for (const [fact] of spellings) grounds.add(fact)
grounds.addToday('2026-03-02')

function judge(text: string, options: GroundingOptions = {}, known: Grounds = grounds): readonly string[] {
  return finishReading(known.judge(new WrittenText(text), options)).map(({ what }) => what)
}

const anyRow = fc.constantFrom(...spellings)
const anyFact = anyRow.chain(([, said]) => fc.constantFrom(...said)).map((said) => `It is ${said}.`)
const anyOther = anyRow.chain(([, , other]) => fc.constantFrom(...other)).map((other) => `It is ${other}.`)
const filling = fc.array(fc.oneof(anyFact, fc.constantFrom(...words)), { maxLength: 6 })

it.each(spellings)('grounds every spelling of %j [matchers.grounded]', (_, said) => {
  for (const one of said) expect(judge(`It is ${one}.`), one).toEqual([])
})

it.each(spellings)('refuses another value than %j in any spelling [matchers.grounded]', (_, __, other) => {
  for (const one of other) expect(judge(`It is ${one}.`), one).not.toEqual([])
})

it('grounds organizations that a fact names, or calls by their first words alone', () => {
  const index = new NameIndex()
  const house = ['Alder Creek Regional Hospital', 'Alder Creek Clinic']
  for (const name of [...house, 'Birch Hill Imaging', 'Birch Hill Clinic']) index.addOrganization(name)
  const known = new Grounds(index)
  known.add('Alder Creek, authorization desk. To Birch Hill Imaging: please send it.')
  for (const name of house) expect(judge(`Sincerely, ${name}`, {}, known), name).toEqual([])
  expect(judge('To Birch Hill Imaging', {}, known)).toEqual([])
  expect(judge('To Birch Hill Clinic', {}, known)).toEqual(['unknown'])
})

it('reads no name after a title that ends its sentence', () => {
  expect(judge('Good morning, doctor. This is the desk. Thank you, doctor. Goodbye.')).toEqual([])
  for (const text of ['Good morning, Doctor Adair.', 'Good morning, Dr. Adair.'])
    expect(judge(text)).toEqual(['unknown'])
})

it('refuses a speaker who claims to be the person whom the text is about', () => {
  for (const text of [
    'Hello, I am the patient. I would like to know more.',
    'I’m the member and have a question.',
    "You're speaking with the patient.",
    'Calling as your member, in person.',
  ])
    expect(judge(text), text).not.toEqual([])
  for (const text of [
    'I am calling about the patient.',
    'I am the patient access representative of the office.',
    'I am speaking for the clinic; the patient is not here.',
    'I am not the patient.',
  ])
    expect(judge(text), text).toEqual([])
})

it('grounds facts and words without atoms in any order', () => {
  fc.assert(
    fc.property(filling, (sentences) => {
      expect(judge(sentences.join(' '))).toEqual([])
      expect(judge(sentences.toReversed().join('\n'))).toEqual([])
    }),
    { numRuns },
  )
})

it('refuses a text with one other value, wherever it stands', () => {
  fc.assert(
    fc.property(filling, anyOther, fc.nat(6), (sentences, other, at) => {
      expect(judge(sentences.toSpliced(at, 0, other).join(' '))).not.toEqual([])
    }),
    { numRuns },
  )
})

it('judges any text without an error, and ignores invisible signs and whether all letters are capitals', () => {
  const signs = fc.constantFrom(
    '\u200b',
    '\u200d',
    '\ufeff',
    '٣',
    '½',
    '𝟗',
    '1e400',
    '9'.repeat(400),
    '/',
    ':',
    '-',
    ' ',
    'March',
    'Dr.',
    'half past',
  )
  fc.assert(
    fc.property(fc.array(fc.oneof(signs, fc.string({ unit: 'grapheme' })), { maxLength: 20 }), (parts) => {
      expect(Array.isArray(judge(parts.join('')))).toBe(true)
    }),
    { numRuns },
  )
  expect(judge('It is Mar\u200bch 9 at 2:\u200b30 pm.')).toEqual([])
  expect(judge('IT IS ON MONDAY, MARCH 9 WITH DR. VILLAREAL AT 2:30 PM.')).toEqual([])
})

it.each([
  'half past something',
  'February 30',
  '13/45/2026',
  '25:70',
  'at 1O:3O',
  '6.l mmol/L',
  '٣ mmol/L',
  'pain 7/10',
  '\u202e2:30 pm',
  '1.2.3.4',
])('leaves %s open', (text) => {
  const found = judge(text)
  expect(found).not.toEqual([])
  expect(found.every((what) => what === 'unreadable' || what === 'ambiguous')).toBe(true)
})

it.each(['It is not on March 9.', "It isn't at 2:30 pm.", 'It is not 6.4 mmol/L.', 'not PA12345678'])(
  'refuses the denial %s',
  (text) => {
    expect(judge(text)).toEqual(['denied'])
  },
)

it('leaves a date open whose usual reading is another day', () => {
  const known = new Grounds()
  known.add({ date: '2026-06-05' })
  expect(judge('on 06/05/2026', {}, known)).toEqual([])
  expect(judge('on 05/06/2026', {}, known)).toEqual(['ambiguous'])
})

it('lets a text deny untrue facts, and judges only the requested kinds', () => {
  expect(judge('It is not on March 10, but on March 9.')).toEqual([])
  expect(judge('on March 10 at 2:30 pm', { kinds: ['time'] })).toEqual([])
  expect(judge('Desk C on the second floor, for the third visit.')).toEqual([])
  expect(judge('Come on the second.')).toEqual(['unknown'])
  expect(judge('By section 7.2 it is 9.9.', { kinds: ['quantity'] })).toEqual(['unknown'])
  expect(judge('By section 7.2, with 9 pages and 9 visits.', { kinds: ['quantity'] })).toEqual([])
})

const statuses = { booked: true, critical: true, paid: false }

it.each<[string, readonly string[]]>([
  ['It is booked. It is scheduled, not cancelled.', []],
  ['The critical result is abnormal.', []],
  ['It is not paid.', []],
  ['Is it approved? Tell us whether it is denied.', []],
  ['It is cancelled.', ['unknown']],
  ['It was not booked.', ['denied']],
  ['All is normal.', ['unknown']],
  ['It is confirmed.', ['unknown']],
  ['It was paid.', ['unknown']],
  ['It may be denied.', ['inexact']],
  ['We enclose all records.', ['unknown']],
])('%s: statuses %j [matchers.grounded]', (text, expected) => {
  expect(judge(text, { statuses })).toEqual(expected)
  expect(judge(text)).toEqual([])
})

it('grounds other known facts about the people concerned, unless they contradict the requested ones', () => {
  const known = new Grounds(names)
  known.add({ date: '2026-03-09' })
  known.add({ code: 'PA12345678' })
  known.addKnown('2026-03-20')
  known.addKnown('618-555-0175')
  known.addKnown('PA00000000')
  known.addKnown('MRN4455')
  known.add({ quantity: 50, unit: 'USD' })
  known.addKnown('$20')
  known.addBirth('1965-05-20')
  known.addToday('2026-03-02')
  const text = 'Date: March 2, 2026\nMRN4455, born May 20, 1965, tel. (618) 555-0175: visit on March 9, PA12345678'
  expect(judge(text, {}, known)).toEqual([])
  for (const other of ['on March 20', 'on March 2', 'on May 20, 1965', 'PA00000000', 'pay $20', 'born March 9, 2027']) {
    expect(judge(other, {}, known), other).toEqual(['unknown'])
  }
  const plain = new Grounds(names)
  plain.addKnown('2026-03-20')
  plain.addToday('2026-03-02')
  expect(judge('on March 20, said today, March 2', {}, plain)).toEqual([])
})

it('reads INR as a laboratory test, and as rupees only where money is meant', () => {
  const known = new Grounds()
  known.add({ quantity: 4.2 })
  known.add('cost 25 INR')
  const money = { kinds: ['money'] } as const
  for (const text of ['INR 4.2, high', 'PT/INR 4.2']) {
    expect(judge(text, {}, known), text).toEqual([])
    expect(judge(text, money, new Grounds()), text).toEqual([])
  }
  expect(judge('The fee is INR 25.', money, known)).toEqual([])
  expect(judge('The fee is INR 26.', money, known)).toEqual(['unknown'])
})

it('reads a long text in steps', () => {
  const steps = grounds.judge(new WrittenText('On March 9 at 2:30 pm, PA 1234 5678. '.repeat(400)), {})
  let count = 0
  while (steps.next().done !== true) count++
  expect(count).toBeGreaterThan(12)
})
