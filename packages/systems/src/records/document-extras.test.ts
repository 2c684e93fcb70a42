import { expect, it } from 'vitest'
import { findUnreadExtra } from './document-extras.js'

const text = 'Odette Ramaswamy:\nbooked on Monday.'

it('ignores dates, program names and statements that are in the text as well', () => {
  const extras = [
    "the property CreationDate: D:20260105090000+00'00'",
    'the property Producer: Skia/PDF m126',
    'the property Creator: Mozilla/5.0 (X11; Linux x86_64)'.replace('Mozilla', 'Chrome'),
    'the property Author: anonymous',
    'the property Title: Odette Ramaswamy: booked',
    'the property Title: fax_k3v09x2m41pq8zt7',
  ]
  expect(findUnreadExtra(extras, text)).toBeUndefined()
})

it.each([
  'the property Title: Patient is HIV positive',
  'the property Keywords: denied',
  'the property CreationDate: yesterday',
  'the property Producer: ReportLab for debt collectors',
  'XMP metadata',
  'JavaScript',
  'a drawing',
])('finds %s', (extra) => {
  expect(findUnreadExtra(['the property Producer: pdfTeX-1.40.25', extra], text)).toBe(extra)
})

it('accepts the images of a scan', () => {
  expect(findUnreadExtra(['an image', 'a drawing'], ' ')).toBeUndefined()
  expect(findUnreadExtra(['an image', 'an embedded file'], '')).toBe('an embedded file')
})
