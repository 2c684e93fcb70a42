import { expect, it } from 'vitest'
import { documentTypeIn, inWords, sentence, statusInWords } from './request-words.js'

it('writes names and statuses as people do', () => {
  expect(sentence('clinical_note')).toBe('Clinical note')
  expect(sentence('patient_dob')).toBe('Patient date of birth')
  expect(sentence('constructor')).toBe('Constructor')
  expect(sentence('')).toBe('')
  expect(documentTypeIn('  Imaging  Report ')).toBe('imaging_report')
  expect(documentTypeIn('follow-up note')).toBe('follow_up_note')
  expect(['more_information', 'on_hold', 'toString'].map(statusInWords)).toEqual([
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
