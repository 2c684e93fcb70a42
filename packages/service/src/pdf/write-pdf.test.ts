import fc from 'fast-check'
import { expect, inject, it } from 'vitest'
import { readPdf } from './read-pdf.js'
import { writePdf } from './write-pdf.js'

function write(...pages: readonly string[]) {
  return writePdf({ title: 'fax_1', createdAt: '2026-03-02T09:00:00.000Z', pages })
}

/** Returns the words of each page as they are read from the file. */
async function wordsIn(bytes: Uint8Array) {
  const reading = await readPdf({ mediaType: 'application/pdf', bytes })
  if ('problem' in reading) throw new Error(reading.problem)
  return reading.text.split('\f').map(words)
}

/** Readers replace compatibility characters: the micro sign by the letter mu. */
function words(text: string) {
  return text.normalize('NFKC').split(/\s+/).filter(Boolean)
}

it('writes pages that are read back word for word', async () => {
  const bytes = await write(
    'REFERRAL\n\n  Ada Okafor “5 µg” — café\t€5 (x) \\ y',
    '',
    `Second page ${'word '.repeat(100)}`,
  )
  expect(await wordsIn(bytes)).toEqual([
    ['REFERRAL', 'Ada', 'Okafor', '“5', 'μg”', '—', 'café', '€5', '(x)', '\\', 'y'],
    [],
    ['Second', 'page', ...Array.from({ length: 100 }, () => 'word')],
  ])
})

it('writes any text in Windows-1252, whatever its length', async () => {
  const character = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...'aeir 0158') },
    { weight: 1, arbitrary: fc.constantFrom(...'\n\t-.()\\/<>éÿ€Žµ½\u00a0') },
  )
  const page = fc.string({ unit: character, maxLength: 300 })
  await fc.assert(
    fc.asyncProperty(fc.array(page, { minLength: 1, maxLength: 3 }), async (pages) => {
      expect(await wordsIn(await write(...pages))).toEqual(pages.map(words))
    }),
    { numRuns: 8 * inject('scale') },
  )
})

it('writes long words smaller, and long pages longer', async () => {
  const long = `${'x'.repeat(300)}\n${Array.from({ length: 200 }, (_, line) => `line ${line}`).join('\n')}`
  expect(await wordsIn(await write(long))).toEqual([words(long)])
})

it('writes the same bytes for the same document and date', async () => {
  const [first, second] = [await write('x'), await write('x')]
  expect(first).toEqual(second)
  const { getDocumentProxy } = await import('unpdf')
  const document = await getDocumentProxy(first.slice(), { verbosity: 0 })
  const { info } = await document.getMetadata()
  expect(info).toMatchObject({ Title: 'fax_1', CreationDate: 'D:20260302090000Z', ModDate: 'D:20260302090000Z' })
  await document.destroy()
})
