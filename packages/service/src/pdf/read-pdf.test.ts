import { limits } from '@carebench/protocol'
import fc from 'fast-check'
import { expect, inject, it } from 'vitest'
import { readPdf } from './read-pdf.js'

interface Extra {
  readonly catalog?: string
  readonly page?: string
  readonly painted?: string
}

/**
 * Returns a PDF with a line of text on each page. `more` goes into its trailer, `extra` into its catalog, its first
 * page, and what that paints.
 */
function makePdf(pages: readonly string[], more = '', extra: Extra = {}): Uint8Array {
  const kids = pages.map((_, at) => `${3 + 2 * at} 0 R`).join(' ')
  const font = 3 + 2 * pages.length
  const bodies = [
    `<< /Type /Catalog /Pages 2 0 R ${extra.catalog ?? ''} >>`,
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    ...pages.flatMap((text, at) => {
      const [own, painted] = at === 0 ? [extra.page, extra.painted] : []
      const content = `BT /F1 12 Tf 72 720 Td (${text}) Tj ET ${painted ?? ''}`
      const resources = `/Resources << /Font << /F1 ${font} 0 R >> >>`
      return [
        `<< /Type /Page /Parent 2 0 R ${resources} /Contents ${4 + 2 * at} 0 R ${own ?? ''} >>`,
        `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      ]
    }),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let file = '%PDF-1.4\n'
  const places = bodies.map((body, at) => {
    const place = file.length
    file += `${at + 1} 0 obj\n${body}\nendobj\n`
    return `${String(place).padStart(10, '0')} 00000 n \n`
  })
  const table = file.length
  file += `xref\n0 ${places.length + 1}\n0000000000 65535 f \n${places.join('')}`
  file += `trailer\n<< /Size ${places.length + 1} /Root 1 0 R ${more}>>\nstartxref\n${table}\n%%EOF\n`
  return new TextEncoder().encode(file)
}

function read(bytes: Uint8Array) {
  return readPdf({ mediaType: 'application/pdf', bytes })
}

it('reads the text of every page, without changing the bytes', async () => {
  const bytes = makePdf(['Referral of Ada Okafor', 'To cardiology'])
  const before = bytes.slice()
  expect(await read(bytes)).toEqual({ text: 'Referral of Ada Okafor\fTo cardiology', pages: 2 })
  expect(bytes).toEqual(before)
  expect(await read(makePdf(['']))).toEqual({ text: '', pages: 1 })
})

it('reads notes with their page', async () => {
  const note = '<< /Type /Annot /Subtype /FreeText /Rect [0 0 9 9] /Contents (NOT BOOKED) >>'
  expect(await read(makePdf(['booked', 'two'], '', { page: `/Annots [${note}]` }))).toEqual({
    text: 'booked\nNOT BOOKED\ftwo',
    pages: 2,
  })
})

it.each<[string, Extra]>([
  ['an annotation (Stamp)', { page: '/Annots [<< /Type /Annot /Subtype /Stamp /Rect [0 0 9 9] /Contents (VOID) >>]' }],
  ['a drawing', { painted: 'q 50 400 20 200 re f Q' }],
  ['a drawing', { painted: '50 400 m 90 400 l S' }],
  ['an image', { painted: 'BI /W 1 /H 1 /CS /G /BPC 8 ID a EI' }],
  ['a form', { catalog: '/AcroForm << /Fields [<< /FT /Tx /T (note) /V (HIV) >>] >>' }],
  ['JavaScript', { catalog: '/OpenAction << /S /JavaScript /JS (app.alert\\("HIV"\\)) >>' }],
  ['names of pages', { catalog: '/PageLabels << /Nums [0 << /P (HIV) >>] >>' }],
  ['a language without a code', { catalog: '/Lang (she must not be told)' }],
])('lists %s', async (what, extra) => {
  expect(await read(makePdf(['x'], '', extra))).toEqual({ text: 'x', pages: 1, extras: [what] })
})

it('lists properties, but no clipping path', async () => {
  const bytes = makePdf(['x'], '/Info << /Title (HIV) /Room (7) /Trapped /False >> ', { painted: '0 0 9 9 re W n' })
  const extras = ['the property Title: HIV', 'the property Room: 7']
  expect(await read(bytes)).toEqual({ text: 'x', pages: 1, extras })
})

it('reports why a file cannot be read', async () => {
  expect(await read(new TextEncoder().encode('%PDF-1.4'))).toEqual({ problem: 'its structure is malformed' })
  expect(await read(new Uint8Array())).toEqual({ problem: 'its structure is malformed' })
  const encrypted = makePdf(['x'], '/ID [<00><00>] /Encrypt << /Filter /Standard /V 1 /R 2 /O <00> /U <00> /P -1 >> ')
  expect(await read(encrypted)).toHaveProperty('problem')
  const many = makePdf(Array.from({ length: limits.pdfPages + 1 }, () => 'x'))
  expect(await read(many)).toEqual({ problem: `it has ${limits.pdfPages + 1} pages; the limit is ${limits.pdfPages}` })
  expect(await readPdf({ mediaType: 'image/tiff', bytes: makePdf(['x']) })).toEqual({
    problem: 'files of type image/tiff are not supported',
  })
})

it('reads any bytes or reports a problem, and never throws', async () => {
  const whole = makePdf(['Referral', 'page two'])
  const spoiled = fc
    .array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 20 })
    .map((changes) => {
      const bytes = whole.slice()
      for (const [at, byte] of changes) bytes[at] = byte
      return bytes
    })
  const cut = fc.nat(whole.length).map((length) => whole.slice(0, length))
  await fc.assert(
    fc.asyncProperty(fc.oneof(spoiled, cut, fc.uint8Array()), async (bytes) => {
      const reading = await read(bytes)
      if ('text' in reading) expect(reading.pages).toBeGreaterThan(0)
      else expect(reading.problem).not.toBe('')
    }),
    { numRuns: 12 * inject('scale') },
  )
})
