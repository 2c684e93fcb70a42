/** The extras that are allowed in a scan. */
const seenOnScans: readonly string[] = ['a drawing', 'an image']

/** Names of programs that write PDFs, and words of their default properties. */
const programWords: ReadonlySet<string> = new Set(
  (
    'acrobat adobe anonymous apache bit cairo chrome chromium com context creator distiller document dompdf ' +
    'exstream fax fop foxit fpdf ghostscript github google gpl headless hexapdf html http https intel itext ' +
    'itextsharp jspdf latex letter libreoffice library linux lualatex luatex mac microsoft mpdf mupdf net office ' +
    'open opensource openpdf org os page pdf pdfbox pdfkit pdflatex pdfmake pdfsharp pdftex prawn prince print ' +
    'producer product pymupdf pypdf python qt quartz questpdf renderer reportlab skia tcpdf tex to typst unknown ' +
    'unspecified untitled version via weasyprint win windows with wkhtmltopdf word writer www xelatex xetex'
  ).split(' '),
)

/**
 * Returns the first extra content of a document, such as an image or a property, that adds something to its text;
 * undefined if there is none. Dates, program names, and properties that repeat the text do not count.
 */
export function findUnreadExtra(extras: readonly string[], text: string): string | undefined {
  const isScan = text.trim() === ''
  const said = plain(text)
  return extras.find((extra) => {
    if (seenOnScans.includes(extra)) return !isScan
    const [, name = '', value = ''] = /^the property (\w+): ([\s\S]*)$/.exec(extra) ?? []
    return name === '' || !saysNothing(name, value, said)
  })
}

function saysNothing(name: string, value: string, said: string): boolean {
  if (name === 'CreationDate' || name === 'ModDate') return /^D?:?[\dZ+:'-]+$/.test(value)
  if (name === 'Title' && /^fax_[a-z0-9]{16}$/.test(value)) return true
  const words = value.toLowerCase().match(/\p{L}+/gu) ?? []
  return words.every((word) => word.length === 1 || programWords.has(word)) || said.includes(plain(value))
}

function plain(text: string): string {
  return text.toLowerCase().replace(/\s+/g, ' ').trim()
}
