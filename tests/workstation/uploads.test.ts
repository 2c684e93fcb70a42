import { createHash } from 'node:crypto'
import { deflateRawSync, gzipSync } from 'node:zlib'
import { defaultSystems } from '@carebench/systems'
import { beforeAll, describe, expect, it } from 'vitest'
import { at, listAt, textAt } from '../contract/contract-testbed.js'
import { type OpenPlayground, openPlayground } from './open-playground.js'

// An upload through a page keeps its bytes, is never unpacked, and is saved instead of shown when opened.

const script = '<script xmlns="http://www.w3.org/1999/xhtml">alert(1)</script>'

/** A zip archive with one entry of many zeros. */
function zipBomb(): Buffer {
  const name = Buffer.from('bomb.bin')
  const size = 64 * 1024 * 1024
  const packed = deflateRawSync(Buffer.alloc(size), { level: 9 })
  const local = Buffer.alloc(30)
  local.writeUInt32LE(0x04034b50, 0)
  local.writeUInt16LE(8, 8)
  local.writeUInt32LE(packed.length, 18)
  local.writeUInt32LE(size, 22)
  local.writeUInt16LE(name.length, 26)
  return Buffer.concat([local, name, packed])
}

const uploads = {
  'a PDF with a script': [
    'a.pdf',
    'application/pdf',
    Buffer.from('%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj\ntrailer<</Root 1 0 R>>'),
  ],
  'a PDF that unpacks to much': [
    'bomb.pdf',
    'application/pdf',
    Buffer.concat([
      Buffer.from('%PDF-1.7\n1 0 obj<</Filter/FlateDecode>>stream\n'),
      gzipSync(Buffer.alloc(32 * 1024 * 1024)),
      Buffer.from('\nendstream endobj'),
    ]),
  ],
  'an SVG with a script': [
    'a.svg',
    'image/svg+xml',
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`),
  ],
  'an HTML page': ['a.html', 'text/html', Buffer.from(`<!doctype html>${script}<img src=x onerror=alert(1)>`)],
  'an XHTML page': [
    'a.xhtml',
    'application/xhtml+xml',
    Buffer.from(`<html xmlns="http://www.w3.org/1999/xhtml">${script}</html>`),
  ],
  'a zip bomb': ['a.zip', 'application/zip', zipBomb()],
  'HTML that calls itself a picture': ['a.png', 'image/png', Buffer.from(`<html>${script}</html>`)],
  'a name that leads elsewhere': ['../../"a\r\n.html', 'text/html', Buffer.from(script)],
} as const satisfies Readonly<Record<string, readonly [string, string, Buffer]>>

let playground: OpenPlayground
beforeAll(async () => {
  const numbers = { '+15550100142': { answers: true } }
  playground = await openPlayground(defaultSystems, { Payer: { accept_unknown_members: true }, Fax: { numbers } })
})

function isActive({ tag }: { readonly tag: string }): boolean {
  return ['script', 'img', 'svg', 'iframe', 'object', 'embed'].includes(tag)
}

function expectSaved(headers: Readonly<Record<string, string>>) {
  expect(headers['content-disposition']).toMatch(/^attachment; filename="[\w.-]+"$/)
  expect(headers['content-security-policy']).toBe("default-src 'none'; sandbox")
  expect(headers['x-content-type-options']).toBe('nosniff')
}

describe.each(Object.entries(uploads))('%s', (_, [name, type, bytes]) => {
  const file = () => new File([new Uint8Array(bytes)], name, { type })

  it('is attached to a request, and saved as it was', async () => {
    const { clicker, base, call, endpoint } = playground
    await clicker.open(`${base}/payer/submitPriorAuth`)
    await clicker.press('New request', {
      '/patient_member_id': 'MBR-1',
      '/patient_dob': '1970-01-01',
      '/procedure_code': '72148',
      '/diagnosis_codes': 'M54.16',
      '/provider_npi': '1234567893',
      '/service_date': '2026-03-14',
      '/attachments/0/document_type': 'Clinical note',
      '/attachments/0/content_base64': file(),
    })
    expect(clicker.page.text).toContain('The request has been submitted.')
    expect(clicker.page.elements.filter(isActive)).toEqual([])
    const auth_number = textAt(await call('GET', `${endpoint('Payer')}/prior-auths?limit=1`), 'data', 0, 'auth_number')
    const request = await call('GET', `${endpoint('Payer')}/prior-auths/${auth_number}`)
    const [attachment] = listAt(request, 'attachments')
    expect(at(attachment, 'size')).toBe(bytes.length)
    const query = new URLSearchParams({ auth_number, attachment_id: textAt(attachment, 'attachment_id') })
    await clicker.open(`${base}/payer/openAttachment?${query}&~file=1`)
    expect([clicker.page.status, clicker.page.headers['content-type']]).toEqual([200, type])
    expectSaved(clicker.page.headers)
    // Its page shows text as text, and nothing that a browser runs.
    await clicker.open(`${base}/payer/openAttachment?${query}`)
    expect(clicker.page.elements.filter(isActive)).toEqual([])
  })

  it('is written to a file, and saved as it was', async () => {
    const { clicker, base, call, endpoint } = playground
    const written = `upload${/\.\w+$/.exec(name)?.[0] ?? ''}`
    await clicker.open(`${base}/files/writeOutboundFile?name=${written}`)
    await clicker.press('Write a file', { '/~file': file() })
    expect([clicker.page.status, clicker.page.text]).toEqual([200, expect.stringContaining('Done.')])
    expect(clicker.page.elements.filter(isActive)).toEqual([])
    await clicker.open(`${base}/files/readOutboundFile?name=${written}&~file=1`)
    expectSaved(clicker.page.headers)
    // The digest of the text that the page has read, as the log has it.
    const digest = createHash('sha256').update(new TextDecoder().decode(bytes)).digest('hex')
    expect(clicker.page.headers['carebench-responses']).toContain(digest)
    const listed = listAt(await call('GET', `${endpoint('Files')}/outbound`), 'data')
    expect(listed).toContainEqual(expect.objectContaining({ path: `outbound/${written}`, size: bytes.length }))
  })
})
