import { requireBytes, requireLimit, requireText } from './argument.js'
import { Hl7Error } from './error.js'

const blockStart = 0x0b
const blockEnd = 0x1c
const carriageReturn = 0x0d
const lineFeed = 0x0a
/** Bytes between blocks that are ignored, because senders pad with them: NUL, tab, line ends, blank. */
const padding: ReadonlySet<number | undefined> = new Set([0x00, 0x09, lineFeed, carriageReturn, 0x20])
const example = '<0B>MSH|^~\\&|...<0D><1C><0D>'

/** Errors within so few bytes of a reported one are dropped, because an error takes far more memory than a byte. */
const minReportDistance = 64

/**
 * Wraps one message in an MLLP block: 0B, the bytes, 1C 0D. Throws an `Hl7Error` `invalid-frame` if the bytes contain
 * 0B or 1C.
 */
export function frameMessage(message: Uint8Array): Uint8Array {
  requireBytes(message)
  const at = message.findIndex((byte) => byte === blockStart || byte === blockEnd)
  if (at >= 0) {
    throw new Hl7Error({
      code: 'invalid-frame',
      expected: 'a message without the frame bytes 0B and 1C, which are escaped as \\X0B\\ and \\X1C\\',
      received: showByte(message[at]),
      offset: at,
      example,
    })
  }
  const block = new Uint8Array(message.length + 3)
  block[0] = blockStart
  block.set(message, 1)
  block[message.length + 1] = blockEnd
  block[message.length + 2] = carriageReturn
  return block
}

/** Removes the MLLP frame, even an incomplete one, from a text. */
export function stripFrame(text: string): string {
  requireText(text, example)
  const start = text.charCodeAt(0) === blockStart ? 1 : 0
  let end = text.length
  while (end > start && isLineEnd(text.charCodeAt(end - 1))) end--
  end = text.charCodeAt(end - 1) === blockEnd ? end - 1 : text.length
  return start === 0 && end === text.length ? text : text.slice(start, Math.max(start, end))
}

/** The output of a frame reader: a message, or an error, after which it continues at the next start of block. */
export type Frame =
  | { readonly kind: 'message'; readonly bytes: Uint8Array }
  | { readonly kind: 'error'; readonly error: Hl7Error }

/** Splits a stream of bytes into the messages framed in it. */
export interface FrameReader {
  /**
   * Takes the next bytes of the stream and returns the frames completed or broken by them, in order.
   *
   * Never throws for any bytes; an argument that is not a Uint8Array throws an `Hl7Error` `invalid-value`.
   */
  push(chunk: Uint8Array): Frame[]
  /** Ends the stream; an unfinished block is an error. The reader can be reused afterwards; its offsets continue. */
  end(): Frame[]
  /** Whether a block has begun and not ended. */
  readonly isInside: boolean
}

/** Options of a frame reader. */
export interface FrameReaderOptions {
  /**
   * The largest message in bytes, a whole number from 1 or Infinity; default 16 MiB. A longer one is dropped while it
   * arrives.
   */
  readonly maxBytes?: number
}

/**
 * Creates a reader of MLLP blocks that may arrive in pieces of any size.
 *
 * White space and NUL between blocks are skipped: senders pad with them. Other bytes between blocks, a start of block
 * inside a block, an end of block without its carriage return, and a message over the limit yield a frame of kind
 * `error`; `offset` counts from the first byte of the stream. Errors within 64 bytes of a reported one are dropped.
 * Memory is bounded by `maxBytes` and the chunk. Throws an `Hl7Error` `invalid-value` for an invalid `maxBytes`.
 */
export function createFrameReader({ maxBytes = 16 * 1024 * 1024 }: FrameReaderOptions = {}): FrameReader {
  requireLimit('maxBytes', maxBytes, '1000000')
  let state: 'between' | 'inside' | 'ending' | 'lost' = 'between'
  let held = new Uint8Array(0)
  let heldBytes = 0
  let passed = 0
  let lastReported = Number.NEGATIVE_INFINITY

  const reportError = (
    expected: string,
    received: string,
    offset: number,
    code: 'invalid-frame' | 'too-large' = 'invalid-frame',
  ): Frame[] => {
    heldBytes = 0
    if (offset - lastReported < minReportDistance) return []
    lastReported = offset
    return [{ kind: 'error', error: new Hl7Error({ code, expected, received, offset, example }) }]
  }
  const hold = (bytes: Uint8Array) => {
    const needed = heldBytes + bytes.length
    if (needed > held.length) {
      // Doubling keeps the total copying linear, however small the pieces are.
      const larger = new Uint8Array(Math.min(maxBytes, Math.max(needed, 2 * held.length, 1024)))
      larger.set(held.subarray(0, heldBytes))
      held = larger
    }
    held.set(bytes, heldBytes)
    heldBytes = needed
  }
  const release = (): Frame => {
    const bytes = held.slice(0, heldBytes)
    heldBytes = 0
    return { kind: 'message', bytes }
  }

  const isInside = () => state === 'inside' || state === 'ending'

  const push = (chunk: Uint8Array): Frame[] => {
    requireBytes(chunk)
    const frames: Frame[] = []
    let at = 0
    while (at < chunk.length) {
      if (state === 'inside') {
        let stop = at
        while (stop < chunk.length && chunk[stop] !== blockEnd && chunk[stop] !== blockStart) stop++
        if (heldBytes + stop - at > maxBytes) {
          frames.push(...reportError(`a message of at most ${maxBytes} bytes`, 'more', passed + at, 'too-large'))
          state = 'lost'
          at = stop
          continue
        }
        hold(chunk.subarray(at, stop))
        at = stop
        if (at === chunk.length) break
        if (chunk[at] === blockEnd) state = 'ending'
        else frames.push(...reportError('the end of block 1C 0D', 'the next start of block 0B', passed + at))
        at++
        continue
      }
      const byte = chunk[at]
      if (state === 'ending') {
        if (byte === carriageReturn) {
          frames.push(release())
          state = 'between'
          at++
        } else {
          frames.push(...reportError('0D after the end of block 1C', showByte(byte), passed + at))
          state = 'lost'
        }
      } else if (byte === blockStart) {
        state = 'inside'
        at++
      } else {
        if (state === 'between' && !padding.has(byte)) {
          frames.push(...reportError('the start of block 0B', showByte(byte), passed + at))
          state = 'lost'
        }
        at++
      }
    }
    passed += chunk.length
    return frames
  }

  const end = (): Frame[] => {
    const unfinished = isInside()
    state = 'between'
    lastReported = Number.NEGATIVE_INFINITY
    return unfinished ? reportError('the end of block 1C 0D', 'the end of the stream', passed) : []
  }

  return {
    push,
    end,
    get isInside() {
      return isInside()
    },
  }
}

function showByte(byte = 0): string {
  return byte.toString(16).toUpperCase().padStart(2, '0')
}

function isLineEnd(code: number): boolean {
  return code === carriageReturn || code === lineFeed
}
