import type { DocumentReading, OutsideDocument } from '@carebench/playground'

/** Pages of a PDF that is read. */
export const mostPages = 500

/**
 * Reads the text of a PDF, pages parted by form feeds. A scan has none: its text is empty. What is no PDF, needs a password
 * or has too many pages is a problem in words; it never throws.
 *
 * The reader is loaded with the first PDF. It makes no code from strings and runs where the service does.
 */
export async function readPdf({ mediaType, bytes }: OutsideDocument): Promise<DocumentReading> {
  if (mediaType !== 'application/pdf') return { problem: `files of type ${mediaType} are not supported` }
  const { extractText, getDocumentProxy } = await import('unpdf')
  try {
    // The reader takes the bytes over.
    const document = await getDocumentProxy(bytes.slice(), { isEvalSupported: false, verbosity: 0 })
    try {
      if (document.numPages > mostPages) {
        return { problem: `it has ${document.numPages} pages; the limit is ${mostPages}` }
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
