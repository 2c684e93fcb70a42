import { limits } from '@carebench/protocol'
import type { DocumentReading, OutsideDocument } from '../playground/calls/outside.js'

/**
 * Extracts the text of a PDF, with form feeds between pages. A scan has no text. If the file is no PDF, needs a
 * password or has too many pages, the result is a problem in words; it never throws.
 *
 * The library is loaded with the first PDF. It generates no code from strings, so it runs in every runtime of the
 * service. It reads in this thread, without limits of time and memory, which `readPdfInWorker` of `@carebench/server`
 * has.
 */
export async function readPdf({ mediaType, bytes }: OutsideDocument): Promise<DocumentReading> {
  if (mediaType !== 'application/pdf') return { problem: `files of type ${mediaType} are not supported` }
  const { extractText, getDocumentProxy } = await import('unpdf')
  try {
    // The library takes ownership of the bytes.
    const document = await getDocumentProxy(bytes.slice(), { isEvalSupported: false, verbosity: 0 })
    try {
      if (document.numPages > limits.pdfPages) {
        return { problem: `it has ${document.numPages} pages; the limit is ${limits.pdfPages}` }
      }
      const { text } = await extractText(document)
      return { text: text.join('\f'), pages: text.length }
    } finally {
      await document.destroy()
    }
  } catch (error) {
    return { problem: reasonOf(error) }
  }
}

function reasonOf(error: unknown): string {
  const { name } = error instanceof Error ? error : { name: '' }
  if (name === 'PasswordException') return 'it needs a password'
  return 'its structure is malformed'
}
