import type { Duplex, Readable } from 'node:stream'
import { ApiError } from '@carebench/protocol'
import { BodyIncompleteError, BodyTooLargeError } from '@carebench/service'

/**
 * In a body of more than `chunks` chunks, chunks must have at least `meanBytes` bytes on average: each chunk costs
 * microseconds, however small it is, and Node delivers all chunks that it has read before it does anything else.
 */
export const chunkLimits = { chunks: 2048, meanBytes: 32 } as const

/** Counts the chunks of a body. */
class ChunkCounter {
  #chunks = 0
  #bytes = 0

  /** The bytes of all chunks. */
  get bytes(): number {
    return this.#bytes
  }

  /** Counts a chunk; returns whether the chunks are still within the limits. */
  add(chunk: Uint8Array): boolean {
    this.#bytes += chunk.byteLength
    return ++this.#chunks <= chunkLimits.chunks || this.#bytes >= this.#chunks * chunkLimits.meanBytes
  }
}

/**
 * Reads and discards the rest of a body, and calls `onEnd` at its end, or after a number of bytes. Returns a function
 * that removes the listener.
 */
export function discardBody(
  message: Readable & { readonly socket: Duplex },
  maxBytes: number,
  onEnd: () => void,
): () => void {
  const counter = new ChunkCounter()
  const stop = () => message.off('data', count)
  const count = (chunk: Uint8Array) => {
    const isFair = counter.add(chunk)
    if (counter.bytes > maxBytes) onEnd()
    else if (!isFair) {
      stop()
      discardRest(message.socket)
    }
  }
  message.on('data', count)
  message.once('end', onEnd)
  message.resume()
  return stop
}

/**
 * Goes on reading a connection without parsing it: a client that sends more has to be able to read the response.
 * Pausing is not enough: Node parses all chunks that it has already read.
 */
function discardRest(socket: Duplex): void {
  // With a `data` listener, Node delivers the bytes to it instead of its parser.
  const parsing = socket.listeners('data')
  socket.on('data', ignore)
  for (const listener of parsing) socket.off('data', listener as () => void)
  socket.resume()
}

function ignore(): void {}

/**
 * Number of chunks after which they are joined while reading: a separate chunk of one byte takes two hundred bytes of
 * memory.
 */
const maxChunks = 256

/**
 * Reads a stream to its end. Rejects with a {@link BodyTooLargeError} as soon as more than `limit` bytes have arrived,
 * with an {@link ApiError} as soon as its chunks are too many and too small, and leaves the stream paused then; rejects
 * with a {@link BodyIncompleteError} if the stream ends early.
 */
export function collectBody(stream: Readable & { readonly socket?: Duplex }, limit: number): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let latest: Buffer[] = []
    const counter = new ChunkCounter()
    const stop = () => {
      stream.off('data', onData).off('end', onEnd).off('close', onClose).off('error', onClose)
    }
    const refuse = (error: Error) => {
      stop()
      stream.pause()
      reject(error)
    }
    const onData = (chunk: Buffer) => {
      const isFair = counter.add(chunk)
      if (counter.bytes > limit) refuse(new BodyTooLargeError(limit))
      else if (!isFair) {
        refuse(tooManyChunks())
        if (stream.socket !== undefined) discardRest(stream.socket)
      } else {
        latest.push(chunk)
        if (latest.length === maxChunks) join()
      }
    }
    const join = () => {
      chunks.push(latest.length === 1 && latest[0] !== undefined ? latest[0] : Buffer.concat(latest))
      latest = []
    }
    const onEnd = () => {
      stop()
      join()
      const only = chunks[0]
      const whole = chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks, counter.bytes)
      resolve(new Uint8Array(whole.buffer, whole.byteOffset, whole.byteLength))
    }
    const onClose = () => {
      stop()
      reject(new BodyIncompleteError())
    }
    stream.on('data', onData).on('end', onEnd).on('close', onClose).on('error', onClose)
    if (stream.destroyed && !stream.readableEnded) onClose()
  })
}

function tooManyChunks(): ApiError {
  const { chunks, meanBytes } = chunkLimits
  return new ApiError(
    'INVALID_REQUEST',
    `The body came in more than ${chunks} chunks of less than ${meanBytes} bytes on average. Send larger chunks, ` +
      'or the whole body with a Content-Length.',
  )
}
