// Reads one PDF in a thread of its own, which `read-pdf-in-worker.ts` starts and ends. JavaScript, so that it runs as
// it is from the sources too.
import { parentPort, workerData } from 'node:worker_threads'

/** @type {{ readonly bytes: Uint8Array, readonly maxArrayBytes: number, readonly maxPages: number }} */
const { bytes, maxArrayBytes, maxPages } = workerData

// The limits of a worker do not count the memory of arrays of bytes. This library inflates with a stream, or into a
// single array that it doubles.
const Native = DecompressionStream
globalThis.DecompressionStream = class {
  /** @param {CompressionFormat} format */
  constructor(format) {
    const { readable, writable } = new Native(format)
    let size = 0
    const counted = new TransformStream({
      transform(chunk, controller) {
        size += chunk.byteLength
        if (size > maxArrayBytes) throw refusedArray()
        controller.enqueue(chunk)
      },
    })
    this.writable = writable
    this.readable = readable.pipeThrough(counted)
  }
}
globalThis.Uint8Array = new Proxy(Uint8Array, {
  construct(target, args, newTarget) {
    if (typeof args[0] === 'number' && args[0] > maxArrayBytes) throw refusedArray()
    return Reflect.construct(target, args, newTarget === globalThis.Uint8Array ? target : newTarget)
  },
})

// Node 20 lacks this method; without it, the library would silently end the list of painting operators early.
ArrayBuffer.prototype.transferToFixedLength ??= function (length = this.byteLength) {
  return this.slice(0, length)
}

/** Reports the rejection to the parent thread, because the library may ignore the error and continue. */
function refusedArray() {
  parentPort?.postMessage({ tooLarge: true })
  return new RangeError('The array is too large.')
}

parentPort?.postMessage(await read())

async function read() {
  const { extractText, getDocumentProxy } = await import('unpdf')
  try {
    // An error must not hide what comes after it.
    const document = await getDocumentProxy(bytes, { isEvalSupported: false, stopAtErrors: true, verbosity: 0 })
    if (document.numPages > maxPages) {
      return { problem: `it has ${document.numPages} pages; the limit is ${maxPages}` }
    }
    const { text } = await extractText(document)
    const { notes, extras } = await readExtras(document)
    const pages = text.map((page, index) => [page, ...(notes[index] ?? [])].join('\n'))
    return { text: pages.join('\f'), pages: text.length, ...(extras.length > 0 && { extras }) }
  } catch (error) {
    const isLocked = error instanceof Error && error.name === 'PasswordException'
    return { problem: isLocked ? 'it needs a password' : 'its structure is malformed' }
  }
}

/**
 * Reads the content of a PDF besides the text of its pages, as `readExtras` of `@carebench/service` does.
 *
 * @param {Awaited<ReturnType<typeof import('unpdf').getDocumentProxy>>} document
 */
async function readExtras(document) {
  const { getResolvedPDFJS } = await import('unpdf')
  const { OPS } = await getResolvedPDFJS()
  const names = new Map(Object.entries(OPS).map(([name, code]) => [code, name]))
  const textual = ['FreeText', 'Link', 'Popup', 'Text']
  /** @type {string[][]} */
  const notes = []
  const extras = new Set(await findHidden(document))
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number)
    const annotations = await page.getAnnotations()
    notes.push(
      annotations
        .filter(({ subtype }) => textual.includes(subtype))
        .flatMap(({ contentsObj, titleObj, textContent, url }) => {
          const texts = [contentsObj?.str, titleObj?.str, ...(textContent ?? []), url]
          return [...new Set(texts.filter((text) => typeof text === 'string' && text.trim() !== ''))]
        }),
    )
    for (const { subtype } of annotations) if (!textual.includes(subtype)) extras.add(`an annotation (${subtype})`)
    const { fnArray, argsArray } = await page.getOperatorList()
    for (const [index, code] of fnArray.entries()) {
      const name = names.get(code) ?? ''
      if (name === 'constructPath' && argsArray[index]?.[0] !== OPS.endPath) extras.add('a drawing')
      if (/^(?:rawFillPath|shadingFill|(?:paint|begin)(?:Inline|Image|Solid)\w*)$/.test(name)) extras.add('an image')
    }
  }
  return { notes, extras: [...extras] }
}

/** @param {Awaited<ReturnType<typeof import('unpdf').getDocumentProxy>>} document */
async function findHidden(document) {
  const { info, metadata } = await document.getMetadata()
  const layers = await document.getOptionalContentConfig()
  const { Custom: custom = {}, Language: language, PDFFormatVersion: _, ...known } = /** @type {any} */ (info)
  const texts = Object.entries({ ...known, ...custom })
  /** @type {[unknown, string][]} */
  const hidden = [
    [metadata, 'XMP metadata'],
    [known.IsAcroFormPresent || known.IsXFAPresent, 'a form'],
    [known.IsCollectionPresent || (await document.getAttachments()), 'an embedded file'],
    [await document.getJSActions(), 'JavaScript'],
    [await document.getOutline(), 'bookmarks'],
    [(await document.getPageLabels())?.some((label) => !/^\d*$|^[ivxlcdm]+$/i.test(label)), 'names of pages'],
    [[...layers].length > 0, 'layers'],
    [typeof language === 'string' && !/^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/i.test(language), 'a language without a code'],
  ]
  return [
    ...hidden.flatMap(([isThere, what]) => (isThere ? [what] : [])),
    ...texts.flatMap(([name, value]) => (typeof value === 'string' ? [`the property ${name}: ${value}`] : [])),
  ]
}
