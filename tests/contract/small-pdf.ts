/** A minimal PDF with one line of text on each page. */
export function smallPdf(pages: readonly string[]): string {
  const objects: string[] = []
  const put = (number: number, body: string) => {
    objects[number] = `${number} 0 obj\n${body}\nendobj\n`
  }
  const font = 3 + 2 * pages.length
  put(1, '<< /Type /Catalog /Pages 2 0 R >>')
  put(2, `<< /Type /Pages /Kids [${pages.map((_, at) => `${3 + 2 * at} 0 R`).join(' ')}] /Count ${pages.length} >>`)
  for (const [at, text] of pages.entries()) {
    const content = `BT /F1 12 Tf 72 720 Td (${text}) Tj ET`
    const resources = `<< /Font << /F1 ${font} 0 R >> >>`
    put(3 + 2 * at, `<< /Type /Page /Parent 2 0 R /Resources ${resources} /Contents ${4 + 2 * at} 0 R >>`)
    put(4 + 2 * at, `<< /Length ${content.length} >>\nstream\n${content}\nendstream`)
  }
  put(font, '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>')
  let file = '%PDF-1.4\n'
  const places = objects.flatMap((object) => {
    const place = file.length
    file += object
    return `${String(place).padStart(10, '0')} 00000 n \n`
  })
  const table = file.length
  file += `xref\n0 ${places.length + 1}\n0000000000 65535 f \n${places.join('')}`
  return `${file}trailer\n<< /Size ${places.length + 1} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`
}
