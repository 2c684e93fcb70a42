import { expect, it } from 'vitest'
import { chooseMediaType } from '../files/model/media-type.js'
import { isUsualMediaType } from './usual-media-type.js'

it('accepts common media types', () => {
  for (const text of ['text/csv', ' Text/CSV ', 'application/fhir+json', 'x-application/hl7-v2+er7']) {
    expect(isUsualMediaType(text), text).toBe(true)
  }
  for (const name of ['a.835', 'a.csv', 'a.docx', 'a.edi', 'a.hl7', 'a.ndjson', 'a.tiff', 'a.xlsx', 'a.zip', 'a.dcm']) {
    expect(isUsualMediaType(chooseMediaType(name, undefined)), name).toBe(true)
  }
})

it('rejects other text', () => {
  for (const text of ['application/hiv-positive', 'application/x-not-to-be-read', 'hiv/positive', 'text', '']) {
    expect(isUsualMediaType(text), text).toBe(false)
  }
})
