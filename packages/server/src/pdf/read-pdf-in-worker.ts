import { Worker } from 'node:worker_threads'
import { limits as shared } from '@carebench/protocol'
import type { DocumentReading, OutsideDocument } from '@carebench/service'

/** Limits for reading one PDF. */
export interface PdfLimits {
  /** Maximum time in seconds; default 10. */
  readonly seconds: number
  /** Maximum memory for values in MiB; default 256. */
  readonly memory: number
  /** Maximum size of one inflated stream of the file in MiB; default 64. */
  readonly inflated: number
}

const defaults: PdfLimits = { seconds: 10, memory: 256, inflated: 64 }

/** PDFs are read one after another, so that many take no more memory than one. */
let tail: Promise<unknown> = Promise.resolve()

/**
 * Reads PDFs like `readPdf` of `@carebench/service`, in a thread with limits of time and memory: a PDF of a few
 * kilobytes can take minutes and gigabytes to read. Pass it as `outside: { readDocument }` to `createService`.
 *
 * If a limit is exceeded, the reading has a problem that names the limit. Never rejects. PDFs are read one after
 * another.
 */
export function readPdfInWorker(
  { mediaType, bytes }: OutsideDocument,
  limits: Partial<PdfLimits> = {},
): Promise<DocumentReading> {
  if (mediaType !== 'application/pdf') {
    return Promise.resolve({ problem: `files of type ${mediaType} are not supported` })
  }
  const turn = tail.then(() => read(bytes, { ...defaults, ...limits }))
  tail = turn
  return turn
}

/** The message of the worker: the reading, or that an array was too large. */
type Report = DocumentReading | { readonly tooLarge: true }

function read(bytes: Uint8Array, { seconds, memory, inflated }: PdfLimits): Promise<DocumentReading> {
  return new Promise((resolve) => {
    const worker = new Worker(new URL('./pdf-worker.js', import.meta.url), {
      // A copy: the worker takes ownership of the memory.
      workerData: { bytes: bytes.slice(), maxArrayBytes: inflated * 1024 * 1024, maxPages: shared.pdfPages },
      resourceLimits: { maxOldGenerationSizeMb: memory, maxYoungGenerationSizeMb: 32 },
      execArgv: [],
      stdout: true,
      stderr: true,
    })
    const end = (reading: DocumentReading) => {
      clearTimeout(timer)
      resolve(reading)
      void worker.terminate()
    }
    const timer = setTimeout(() => end({ problem: `reading it takes more than ${seconds} seconds` }), seconds * 1000)
    worker.on('message', (report: Report) => {
      if ('tooLarge' in report) end({ problem: `a stream of it has more than ${inflated} MiB once it is inflated` })
      else end(report)
    })
    worker.on('error', (error: Error & { readonly code?: string }) => {
      const isFull = error.code === 'ERR_WORKER_OUT_OF_MEMORY'
      end({ problem: isFull ? `reading it takes more than ${memory} MiB of memory` : 'its structure is malformed' })
    })
    worker.on('exit', () => end({ problem: 'its structure is malformed' }))
  })
}
