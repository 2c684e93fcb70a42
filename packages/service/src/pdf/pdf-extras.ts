import type { getDocumentProxy } from 'unpdf'

type PdfDocument = Awaited<ReturnType<typeof getDocumentProxy>>

/** The content of a PDF besides the text of its pages. */
interface PdfExtras {
  /** The texts of the notes of each page. */
  readonly notes: readonly (readonly string[])[]
  /** Other content, in words. */
  readonly extras: readonly string[]
}

/** Annotations that are nothing but their text. */
const textual: readonly unknown[] = ['FreeText', 'Link', 'Popup', 'Text']

/** Operators that paint something other than text. */
const painting = /^(?:rawFillPath|shadingFill|(?:paint|begin)(?:Inline|Image|Solid)\w*)$/

/**
 * Reads the content of a PDF besides the text of its pages, for `DocumentReading`. The worker of `@carebench/server`,
 * which runs unbuilt from the sources, has a copy in its file.
 */
export async function readExtras(document: PdfDocument): Promise<PdfExtras> {
  const { getResolvedPDFJS } = await import('unpdf')
  ownTransfer()
  const { OPS } = await getResolvedPDFJS()
  const names = new Map(Object.entries(OPS as Readonly<Record<string, number>>).map(([name, code]) => [code, name]))
  const notes: string[][] = []
  const extras = new Set<string>(await findHidden(document))
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number)
    const annotations: readonly Annotation[] = await page.getAnnotations()
    notes.push(annotations.filter(({ subtype }) => textual.includes(subtype)).flatMap(readTexts))
    for (const { subtype } of annotations) if (!textual.includes(subtype)) extras.add(`an annotation (${subtype})`)
    const { fnArray, argsArray } = await page.getOperatorList()
    for (const [index, code] of fnArray.entries()) {
      const name = names.get(code) ?? ''
      // A clipping path is not visible.
      if (name === 'constructPath' && argsArray[index]?.[0] !== OPS.endPath) extras.add('a drawing')
      if (painting.test(name)) extras.add('an image')
    }
  }
  return { notes, extras: [...extras] }
}

/**
 * Adds a method that Node 20 lacks: without it, the library would silently end the list of painting operators early.
 */
function ownTransfer(): void {
  if ('transferToFixedLength' in ArrayBuffer.prototype) return
  Object.defineProperty(ArrayBuffer.prototype, 'transferToFixedLength', {
    configurable: true,
    writable: true,
    value(this: ArrayBuffer, length = this.byteLength) {
      return this.slice(0, length)
    },
  })
}

interface Annotation {
  readonly subtype?: string
  readonly contentsObj?: { readonly str?: unknown }
  readonly titleObj?: { readonly str?: unknown }
  readonly textContent?: readonly unknown[] | null
  readonly url?: unknown
}

function readTexts({ contentsObj, titleObj, textContent, url }: Annotation): string[] {
  const texts = [contentsObj?.str, titleObj?.str, ...(textContent ?? []), url]
  return [...new Set(texts.filter((text) => typeof text === 'string' && text.trim() !== ''))] as string[]
}

/** Lists, in words, the content that no page shows, which viewers run, open or list: scripts, files, properties. */
async function findHidden(document: PdfDocument): Promise<string[]> {
  const { info, metadata } = await document.getMetadata()
  const layers = await document.getOptionalContentConfig()
  const { Custom: custom = {}, Language: language, PDFFormatVersion: _, ...known } = info as Record<string, unknown>
  const texts = Object.entries({ ...known, ...(custom as object) })
  const hidden: readonly (readonly [unknown, string])[] = [
    [metadata, 'XMP metadata'],
    [known.IsAcroFormPresent || known.IsXFAPresent, 'a form'],
    [known.IsCollectionPresent || (await document.getAttachments()), 'an embedded file'],
    [await document.getJSActions(), 'JavaScript'],
    [await document.getOutline(), 'bookmarks'],
    [(await document.getPageLabels())?.some((label: string) => !/^\d*$|^[ivxlcdm]+$/i.test(label)), 'names of pages'],
    [[...layers].length > 0, 'layers'],
    [typeof language === 'string' && !/^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/i.test(language), 'a language without a code'],
  ]
  return [
    ...hidden.flatMap(([isThere, what]) => (isThere ? [what] : [])),
    ...texts.flatMap(([name, value]) => (typeof value === 'string' ? [`the property ${name}: ${value}`] : [])),
  ]
}
