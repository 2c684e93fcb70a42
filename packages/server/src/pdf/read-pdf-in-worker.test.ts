import { expect, it } from 'vitest'
import { readPdfInWorker } from './read-pdf-in-worker.js'

const bytes = new TextEncoder().encode('%PDF-1.4')

it('rejects other files, and stops at the time limit', async () => {
  expect(await readPdfInWorker({ mediaType: 'image/tiff', bytes })).toEqual({
    problem: 'files of type image/tiff are not supported',
  })
  expect(await readPdfInWorker({ mediaType: 'application/pdf', bytes }, { seconds: 0 })).toEqual({
    problem: 'reading it takes more than 0 seconds',
  })
})
