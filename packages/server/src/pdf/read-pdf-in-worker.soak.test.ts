import { deflateSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { readPdfInWorker } from './read-pdf-in-worker.js'

/** Returns a PDF of one page with this content. */
function makePdf(content: Uint8Array, filter = ''): Uint8Array {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /Resources << /Font << /F1 5 0 R >> >> /Contents 4 0 R >>',
    `<< /Length ${content.length} ${filter} >>\nstream\n${Buffer.from(content).toString('latin1')}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let file = '%PDF-1.4\n'
  const places = objects.map((object, index) => {
    const place = file.length
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(place).padStart(10, '0')} 00000 n \n`
  })
  const table = file.length
  file +=
    `xref\n0 6\n0000000000 65535 f \n${places.join('')}trailer\n<< /Size 6 /Root 1 0 R ` +
    `>>\nstartxref\n${table}\n%%EOF\n`
  return Buffer.from(file, 'latin1')
}

function read(bytes: Uint8Array, limits = {}) {
  return readPdfInWorker({ mediaType: 'application/pdf', bytes }, limits)
}

const page = Buffer.from('BT /F1 12 Tf 72 720 Td (Referral of Ada Okafor) Tj ET')

it('reads the text of a PDF, compressed or not', async () => {
  const expected = { text: 'Referral of Ada Okafor', pages: 1 }
  expect(await read(makePdf(page))).toEqual(expected)
  expect(await read(makePdf(deflateSync(page), '/Filter /FlateDecode'))).toEqual(expected)
})

it('reads notes, and lists the other content of a PDF', async () => {
  const drawn = Buffer.from('BT /F1 12 Tf 72 720 Td (booked) Tj ET 50 400 20 200 re f')
  const note = '/Annots [<< /Type /Annot /Subtype /FreeText /Rect [0 0 9 9] /Contents (NOT BOOKED) >>]'
  const bytes = Buffer.from(makePdf(drawn)).toString('latin1').replace('/Parent 2 0 R', `/Parent 2 0 R ${note}`)
  expect(await read(Buffer.from(bytes, 'latin1'))).toEqual({
    text: 'booked\nNOT BOOKED',
    pages: 1,
    extras: ['a drawing'],
  })
})

it('reports why it cannot read a file', async () => {
  expect(await read(Buffer.from('%PDF-1.4'))).toEqual({ problem: 'its structure is malformed' })
})

it('stops at the size of an inflated stream, however often it is compressed', async () => {
  let content: Uint8Array = Buffer.alloc(3 * 1024 * 1024, ' ')
  for (let times = 0; times < 3; times++) content = deflateSync(content)
  const bytes = makePdf(content, '/Filter [/FlateDecode /FlateDecode /FlateDecode]')
  expect(bytes.length).toBeLessThan(2000)
  expect(await read(bytes, { inflated: 1 })).toEqual({
    problem: 'a stream of it has more than 1 MiB once it is inflated',
  })
})
