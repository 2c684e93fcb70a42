/** The limited output of a process: the beginning and the end are kept. */
export interface CapturedOutput {
  readonly add: (chunk: Uint8Array) => void
  /** Everything, or the beginning, a line that says how many bytes are missing, and the end. */
  readonly text: () => string
  /** Only the end; if it was cut, it starts at the beginning of a line. */
  readonly end: () => string
}

/** Captures at most `limit` bytes: half from the beginning, half from the end. */
export function captureOutput(limit: number): CapturedOutput {
  const half = Math.floor(limit / 2)
  const head: Uint8Array[] = []
  let headSize = 0
  let tail: Uint8Array[] = []
  let tailSize = 0
  let dropped = 0

  /** Drops whole chunks from the front of the tail while the rest still fills it. */
  function trim(): void {
    let spare = 0
    for (const chunk of tail) {
      if (tailSize - chunk.length < half) break
      tailSize -= chunk.length
      dropped += chunk.length
      spare += 1
    }
    if (spare > 0) tail = tail.slice(spare)
  }

  /** Returns the tail in one piece, at most its half of the limit. */
  function joinTail(): Buffer {
    const all = Buffer.concat(tail)
    if (all.length > half) {
      dropped += all.length - half
      tail = [all.subarray(all.length - half)]
      tailSize = half
      return all.subarray(all.length - half)
    }
    return all
  }

  return {
    add(chunk) {
      const room = half - headSize
      if (room > 0) {
        const part = chunk.subarray(0, room)
        head.push(Uint8Array.from(part))
        headSize += part.length
      }
      if (chunk.length <= room) return
      const rest = room > 0 ? chunk.subarray(room) : chunk
      tail.push(Uint8Array.from(rest))
      tailSize += rest.length
      // Not for each chunk, because that would copy the tail each time.
      if (tailSize > 2 * half || tail.length > 1000) trim()
      if (tail.length > 1000) joinTail()
    },
    text() {
      const end = joinTail()
      const gap = dropped > 0 ? `\n[... ${dropped} bytes not kept ...]\n` : ''
      return `${Buffer.concat(head).toString('utf8')}${gap}${end.toString('utf8')}`
    },
    end() {
      const end = joinTail().toString('utf8')
      if (dropped > 0) return end.slice(end.indexOf('\n') + 1)
      return `${Buffer.concat(head).toString('utf8')}${end}`
    },
  }
}
