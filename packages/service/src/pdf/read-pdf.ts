import { limits } from '@carebench/protocol'
import type { DocumentReading, OutsideDocument } from '../playground/calls/outside.js'
import { readExtras } from './pdf-extras.js'

/**
 * Extracts the text of a PDF, with form feeds between pages and the texts of notes after that of their page, and lists
 * what else it has. A scan has no text. If the file is not a PDF, needs a password or has too many pages, the result is
 * a problem in words; it never throws.
 *
 * The library is loaded with the first PDF. It generates no code from strings, so it runs in every runtime of the
 * service. It reads in this thread, without limits of time and memory, which `readPdfInWorker` of `@carebench/server`
 * has.
 */
export async function readPdf({ mediaType, bytes }: OutsideDocument): Promise<DocumentReading> {
  if (mediaType !== 'application/pdf') return { problem: `files of type ${mediaType} are not supported` }
  const { extractText, getDocumentProxy } = await import('unpdf')
  try {
    // The library takes ownership of the bytes. An error must not hide what comes after it.
    const options = { isEvalSupported: false, stopAtErrors: true, verbosity: 0 }
    const document = await getDocumentProxy(bytes.slice(), options)
    try {
      if (document.numPages > limits.pdfPages) {
        return { problem: `it has ${document.numPages} pages; the limit is ${limits.pdfPages}` }
      }
      const { text } = await extractText(document)
      const { notes, extras } = await readExtras(document)
      const pages = text.map((page, index) => [page, ...(notes[index] ?? [])].join('\n'))
      return { text: pages.join('\f'), pages: text.length, ...(extras.length > 0 && { extras }) }
    } finally {
      await document.destroy()
    }
  } catch (error) {
    return { problem: explainError(error) }
  }
}

function explainError(error: unknown): string {
  const { name } = error instanceof Error ? error : { name: '' }
  if (name === 'PasswordException') return 'it needs a password'
  return 'its structure is malformed'
}
