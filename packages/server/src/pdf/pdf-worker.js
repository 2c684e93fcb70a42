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

/** Tells it to anyone who waits: the library may go on without what it was refused. */
function refusedArray() {
  parentPort?.postMessage({ tooLarge: true })
  return new RangeError('The array is too large.')
}

parentPort?.postMessage(await read())

async function read() {
  const { extractText, getDocumentProxy } = await import('unpdf')
  try {
    const document = await getDocumentProxy(bytes, { isEvalSupported: false, verbosity: 0 })
    if (document.numPages > maxPages) {
      return { problem: `it has ${document.numPages} pages; the limit is ${maxPages}` }
    }
    const { text } = await extractText(document)
    return { text: text.join('\f'), pages: text.length }
  } catch (error) {
    const isLocked = error instanceof Error && error.name === 'PasswordException'
    return { problem: isLocked ? 'it needs a password' : 'its structure is malformed' }
  }
}
