import type { ByteBudget } from './byte-budget.js'

/** Thrown when a file would exceed its size limit, or the open files their budget. */
export class FileTooLargeError extends Error {
  override readonly name = 'FileTooLargeError'
}

/** The content of an open file. Written data are kept here until the file is closed. */
export class OpenFile {
  readonly path: string
  readonly mayRead: boolean
  readonly mayWrite: boolean
  readonly #appends: boolean
  readonly #most: number
  readonly #budget: ByteBudget
  #bytes: Buffer
  #size: number
  #isChanged: boolean
  #isBroken = false

  constructor(options: {
    readonly path: string
    readonly mayRead: boolean
    readonly mayWrite: boolean
    /** Whether all data are appended at the end. */
    readonly appends: boolean
    /** Whether the file is stored even if nothing is written. */
    readonly isNew: boolean
    /** The initial content, already counted in the budget. */
    readonly content: Uint8Array
    readonly most: number
    readonly budget: ByteBudget
  }) {
    this.path = options.path
    this.mayRead = options.mayRead
    this.mayWrite = options.mayWrite
    this.#appends = options.appends
    this.#most = options.most
    this.#budget = options.budget
    this.#bytes = Buffer.from(options.content.buffer, options.content.byteOffset, options.content.byteLength)
    this.#size = options.content.byteLength
    this.#isChanged = options.isNew
  }

  /** Whether a write failed, so that the incomplete content must not be stored. */
  get isBroken(): boolean {
    return this.#isBroken
  }

  get size(): number {
    return this.#size
  }

  /** The content if it has to be stored, else undefined. */
  get changed(): Uint8Array | undefined {
    return this.#isChanged ? this.#bytes.subarray(0, this.#size) : undefined
  }

  /** Reads bytes; undefined at the end of the file. */
  read(offset: number, length: number): Buffer | undefined {
    return offset >= this.#size ? undefined : this.#bytes.subarray(offset, Math.min(this.#size, offset + length))
  }

  /** Throws {@link FileTooLargeError}. */
  write(offset: number, data: Uint8Array): void {
    const start = this.#appends ? this.#size : offset
    this.#reserve(start + data.byteLength)
    this.#bytes.fill(0, this.#size, Math.max(start, this.#size))
    this.#bytes.set(data, start)
    this.#size = Math.max(this.#size, start + data.byteLength)
    this.#isChanged = true
  }

  /** Truncates the file, or extends it with zeros. Throws {@link FileTooLargeError}. */
  resize(size: number): void {
    this.#reserve(size)
    this.#bytes.fill(0, this.#size, Math.max(size, this.#size))
    this.#size = size
    this.#isChanged = true
  }

  /** Frees its memory. */
  release(): void {
    this.#budget.release(this.#bytes.byteLength)
    this.#bytes = Buffer.alloc(0)
    this.#size = 0
  }

  #broken(message: string): FileTooLargeError {
    this.#isBroken = true
    return new FileTooLargeError(message)
  }

  #reserve(size: number): void {
    if (size > this.#most) throw this.#broken(`A file has at most ${this.#most} bytes.`)
    const present = this.#bytes.byteLength
    if (size <= present) return
    // Doubling keeps the total copying linear, however small the writes are.
    const wanted = [Math.min(this.#most, Math.max(size, 2 * present, 4096)), size]
    const length = wanted.find((one) => this.#budget.take(one - present))
    if (length === undefined) {
      throw this.#broken('The open files have too many bytes. Close some, and try again.')
    }
    const larger = Buffer.alloc(length)
    larger.set(this.#bytes.subarray(0, this.#size))
    this.#bytes = larger
  }
}
