import fc from 'fast-check'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { readSentForm } from './sent-form.js'

const numRuns = 10 * inject('scale')

async function readForm(data: FormData | URLSearchParams) {
  const request = new Request('https://carebench.example.org', { method: 'POST', body: data })
  const type = request.headers.get('content-type') ?? ''
  return readSentForm(type, new Uint8Array(await request.arrayBuffer()))
}

/** Counts how many forms the parser of the platform is given. */
function countParsed(): () => number {
  const read = globalThis.Response.prototype.formData
  onTestFinished(() => {
    globalThis.Response.prototype.formData = read
  })
  let parsed = 0
  globalThis.Response.prototype.formData = function () {
    parsed++
    return read.call(this)
  }
  return () => parsed
}

describe('readSentForm', () => {
  it('reads files byte for byte, and texts', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ minLength: 1, maxLength: 300 }),
        fc.string({ unit: 'grapheme' }),
        async (bytes, text) => {
          const data = new FormData()
          data.set('file', new File([new Uint8Array(bytes)], 'note.bin', { type: 'application/x-note' }))
          data.set('text', text)
          const form = await readForm(data)
          expect(form?.file('file')).toEqual({
            name: 'note.bin',
            mediaType: 'application/x-note',
            base64: Buffer.from(bytes).toString('base64'),
          })
          expect(form?.text('text')).toBe(text.replaceAll(/\r\n|\r|\n/g, '\n').trim())
        },
      ),
      { numRuns },
    )
  })

  it('reads missing fields as empty, and the first of repeated ones', async () => {
    const form = await readForm(
      new URLSearchParams([
        ['a', ' 1 '],
        ['a', '2'],
        ['b', ''],
      ]),
    )
    expect(['a', 'b', 'c', '__proto__'].map((name) => form?.text(name))).toEqual(['1', '', '', ''])
    expect(form?.file('a')).toBe(null)
    const data = new FormData()
    data.set('file', new File([], ''))
    expect((await readForm(data))?.file('file')).toBe(null)
  })

  it('returns null for anything that is not a form', async () => {
    expect(await readSentForm('application/json', new Uint8Array([0x7b, 0x7d]))).toBe(null)
    expect(await readSentForm(undefined, new Uint8Array())).toBe(null)
    expect(await readSentForm('multipart/form-data', new Uint8Array())).toBe(null)
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), fc.string({ maxLength: 5 }), async (bytes, boundary) => {
        const form = await readSentForm(`multipart/form-data; boundary=${boundary}`, bytes)
        expect(form === null || form.text('x') === '').toBe(true)
      }),
      { numRuns },
    )
  })

  it('rejects a form with very many fields', async () => {
    const parsed = countParsed()
    const many = new FormData()
    for (let at = 0; at < 201; at++) many.append('f', '')
    expect(await readForm(many)).toBe(null)
    expect(await readForm(new URLSearchParams(Array.from({ length: 201 }, () => ['f', ''])))).toBe(null)
    expect(parsed()).toBe(0)
    many.delete('f')
    for (let at = 0; at < 200; at++) many.append('f', 'x')
    expect((await readForm(many))?.text('f')).toBe('x')
    expect(parsed()).toBe(1)
  })

  it('rejects texts that are too long to be shown again and long heads of parts, but accepts long files', async () => {
    const parsed = countParsed()
    const head = `--x\r\n${'A: b\r\n'.repeat(10_000)}\r\nx\r\n--x--`
    expect(await readSentForm('multipart/form-data; boundary=x', new TextEncoder().encode(head))).toBe(null)
    expect(await readForm(new URLSearchParams({ text: '<'.repeat(131_073) }))).toBe(null)
    expect(parsed()).toBe(0)
    const data = new FormData()
    for (const name of ['a', 'b']) data.set(name, '<'.repeat(65_536))
    data.set('file', new File(['x'.repeat(500_000)], 'note.txt'))
    expect((await readForm(data))?.text('b')).toHaveLength(65_536)
    data.set('c', '<')
    expect(await readForm(data)).toBe(null)
  })
})
