import { expect, it } from 'vitest'
import { dateText, documentTypeOf, inWords, sentence, sizeText, statusWord, valueText } from './wording.js'

it('writes names, dates and sizes as people do', () => {
  expect(sentence('clinical_note')).toBe('Clinical note')
  expect(sentence('patient_dob')).toBe('Patient date of birth')
  expect(sentence('constructor')).toBe('Constructor')
  expect(sentence('')).toBe('')
  expect(documentTypeOf('  Imaging  Report ')).toBe('imaging_report')
  expect(documentTypeOf('follow-up note')).toBe('follow_up_note')
  expect(dateText('2026-02-04')).toBe('4 February 2026')
  expect(dateText('2026-01-05T09:00:00.000Z')).toBe('5 January 2026, 09:00 UTC')
  for (const text of ['', '2026-13-01', 'soon', '2026-01-05T09:00:00+02:00']) expect(dateText(text)).toBe(text)
  expect([0, 1023, 1024, 5 * 1024 * 1024].map(sizeText)).toEqual(['0 bytes', '1023 bytes', '1.0 KB', '5.0 MB'])
  expect([statusWord('more_information'), statusWord('on_hold'), statusWord('toString')]).toEqual([
    'More information needed',
    'On hold',
    'ToString',
  ])
})

it('writes the codes of a message as people do', () => {
  expect(inWords('PA1 is pending. It can be corrected only while it is pending or more_information.')).toBe(
    'PA1 is in review. It can be corrected only while it is in review or waiting for more information.',
  )
  expect(inWords('first attach what is missing (clinical_note, imaging_report).')).toBe(
    'First attach what is missing (clinical note, imaging report).',
  )
  expect(inWords('Changed: patient_dob, provider_npi.')).toBe('Changed: patient date of birth, provider NPI.')
  for (const text of ['Got "a_b".', 'See https://x.example/a_b.', 'X_Y is a_B.']) expect(inWords(text)).toBe(text)
})

it('formats any value in words', () => {
  expect(valueText({ copay: 30, dates: ['2026-01-01', null], active: true, none: null })).toBe(
    'Copay: 30; Dates: 1 January 2026; Active: Yes; None: ',
  )
  expect([null, undefined, [], '', false, 0].map(valueText)).toEqual(['', '', '', '', 'No', '0'])
})
