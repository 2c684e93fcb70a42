import { expect, it } from 'vitest'
import { telephoneNote } from '../clinic/papers.js'
import { sampleAuthor, samplePerson } from '../testing/sample-person.js'
import { takes } from '../testing/takes.js'
import { documentNamed } from './closed-task.js'
import { inWords } from './expected-values.js'
import { onlyReference, referenceAllowed } from './references.js'

const note = telephoneNote(
  { id: 'doc-31', age: 3, author: sampleAuthor, body: 'The order is withdrawn.' },
  samplePerson,
)
const remark = 'The patient abuses drugs'

it('referenceAllowed accepts the type and the display that programs add, and nothing else', () => {
  const { where, members } = referenceAllowed('subject', 'Patient/pat-7', inWords('Ada Sample'))
  expect(members).toEqual(['subject.reference', 'subject.type', 'subject.display'])
  for (const [type, display] of [
    [undefined, undefined],
    ['Patient', 'Sample, Ada'],
  ]) {
    expect([takes(where['subject.type'], type), takes(where['subject.display'], display)]).toEqual([true, true])
  }
  for (const type of ['Group', 'https://example.org/drugs', remark])
    expect(takes(where['subject.type'], type)).toBe(false)
  for (const display of ['Moses Sample', remark]) expect(takes(where['subject.display'], display)).toBe(false)
})

it('onlyReference rejects the name of one participant beside the reference of another', () => {
  const actor = onlyReference('Patient/pat-7', 'Ada Sample')
  expect(takes(actor, { reference: 'Patient/pat-7', display: 'Ada Sample' })).toBe(true)
  expect(takes(actor, { reference: 'Patient/pat-7' })).toBe(true)
  expect(takes(actor, { reference: 'Practitioner/prac-04', display: 'Ada Sample' })).toBe(false)
  expect(takes(actor, { reference: 'Patient/pat-7', display: 'Ruth Abara' })).toBe(false)
  expect(takes(actor, { reference: 'Patient/pat-7', identifier: { value: remark } })).toBe(false)
})

it('documentNamed accepts the title, patient, author and day of a document, and rejects remarks', () => {
  const { where } = documentNamed(note, 'the order was withdrawn')
  const isTaken = (display: string | undefined) => takes(where['reasonReference.display'], display)
  const day = String(note.date).slice(0, 10)
  for (const display of [
    undefined,
    'Telephone note',
    `Telephone encounter Note for Ada Sample by Dr. Ruth Abara, ${day}`,
    'Document doc-31: the order was withdrawn',
  ]) {
    expect(isTaken(display), display).toBe(true)
  }
  for (const display of [remark, 'Telephone note for Moses Sample', 'Telephone note of 2019-05-07', 'Court order']) {
    expect(isTaken(display), display).toBe(false)
  }
  expect(takes(where['reasonReference.type'], 'https://example.org/drugs')).toBe(false)
})
