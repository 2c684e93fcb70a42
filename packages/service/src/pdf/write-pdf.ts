import type { PrintedDocument } from '../playground/calls/outside.js'
import { letOthersWork } from '../work/let-others-work.js'

/** Letter paper in points, with margins of three quarters of an inch. */
const paper = { width: 612, height: 792, margin: 54 }
const size = 10
const leading = 12
/** The width of a character of Courier is 0.6 of its size. */
const columns = Math.floor((paper.width - 2 * paper.margin) / (size * 0.6))

/** Lines that are drawn between pauses. */
const linesInARow = 100

/**
 * Writes a document as a PDF, one page for each of its texts. The same document gives the same bytes.
 *
 * Lines that are too long are broken at spaces, and a word that is longer than a line is written smaller. A text of
 * more than 57 lines makes its page longer, as on the paper of a fax. The text read back from the file is that of every
 * page, apart from white space.
 *
 * The library is loaded with the first document. It generates no code from strings.
 *
 * @throws {Error} if a text has characters that Windows-1252 lacks
 */
export async function writePdf({ title, createdAt, pages }: PrintedDocument): Promise<Uint8Array> {
  const { PDFDocument, StandardFonts } = await import('@cantoo/pdf-lib')
  const document = await PDFDocument.create({ updateMetadata: false })
  const at = new Date(createdAt)
  document.setTitle(title)
  document.setCreationDate(at)
  document.setModificationDate(at)
  const font = await document.embedFont(StandardFonts.Courier)
  let drawn = 0
  for (const text of pages) {
    const lines = splitLines(text)
    const height = Math.max(paper.height, 2 * paper.margin + lines.length * leading)
    const page = document.addPage([paper.width, height])
    page.setFont(font)
    for (const [index, line] of lines.entries()) {
      // Drawing takes long, and the service answers others meanwhile.
      if (++drawn % linesInARow === 0) await letOthersWork()
      if (line.trim() === '') continue
      const fitting = Math.min(size, (size * columns) / line.length)
      page.drawText(line, { x: paper.margin, y: height - paper.margin - (index + 1) * leading, size: fitting })
    }
  }
  return document.save()
}

function splitLines(text: string): string[] {
  return text.split(/\r\n|\r|\n/).flatMap((line) => broken(line.replaceAll('\t', '    ').trimEnd()))
}

/** Returns a line in pieces that fit, broken at spaces. */
function broken(line: string): string[] {
  const pieces: string[] = []
  let rest = line
  while (rest.length > columns) {
    const indented = rest.length - rest.trimStart().length
    const before = rest.lastIndexOf(' ', columns)
    const end = before > indented ? before : rest.indexOf(' ', columns)
    if (end === -1) break
    pieces.push(rest.slice(0, end))
    rest = rest.slice(end + 1).trimStart()
  }
  return [...pieces, rest]
}
