import { argumentError } from './argument.js'
import { Segment, type SegmentSource } from './segment.js'

/** A transaction from ST to SE. It stores only the positions of its segments; `Segment` views are created on demand. */
export class Transaction {
  readonly #bounds: readonly number[]

  /** `bounds` lists the start and end of each segment alternately, beginning with ST. */
  constructor(
    readonly source: SegmentSource,
    bounds: readonly number[],
    /** Whether it ends with SE. */
    readonly hasTrailer: boolean,
    /** The GS segment of its group. */
    readonly groupHeader: Segment | undefined,
    /** The ISA segment of its interchange. */
    readonly interchangeHeader: Segment | undefined,
  ) {
    this.#bounds = bounds
  }

  /** The number of segments, including ST and SE. */
  get segmentCount(): number {
    return this.#bounds.length / 2
  }

  /** The ST segment. */
  get header(): Segment {
    return new Segment(this.source, this.#bounds[0] ?? 0, this.#bounds[1] ?? 0)
  }

  /** The SE segment. */
  get trailer(): Segment | undefined {
    return this.hasTrailer ? this.segment(this.segmentCount) : undefined
  }

  /** ST01, such as `271`. */
  get id(): string | undefined {
    return this.header.element(1)
  }

  /** ST02. */
  get controlNumber(): string | undefined {
    return this.header.element(2)
  }

  /** The implementation guide, such as `005010X279A1`: ST03 or, without it, GS08. */
  get version(): string | undefined {
    return this.header.element(3) ?? this.groupHeader?.element(8)
  }

  /** The text from ST to SE as received, including line ends between segments but not the last terminator. */
  get text(): string {
    return this.source.text.slice(this.#bounds[0] ?? 0, this.#bounds.at(-1) ?? 0)
  }

  /** Returns the segment at `position`, counted from 1 = ST. */
  segment(position: number): Segment | undefined {
    const start = this.#bounds[position * 2 - 2]
    const end = this.#bounds[position * 2 - 1]
    return start === undefined || end === undefined ? undefined : new Segment(this.source, start, end)
  }

  /** Returns all segments, or those with identifier `id`, in order. */
  segments(id?: string): Segment[] {
    const found: Segment[] = []
    if (id === undefined) {
      for (let at = 0; at < this.#bounds.length; at += 2) {
        found.push(new Segment(this.source, this.#bounds[at] ?? 0, this.#bounds[at + 1] ?? 0))
      }
      return found
    }
    for (let at = this.#next(id, 0); at !== -1; at = this.#next(id, at + 2)) {
      found.push(new Segment(this.source, this.#bounds[at] ?? 0, this.#bounds[at + 1] ?? 0))
    }
    return found
  }

  /** Returns the first segment with identifier `id` for which `matches` is true (default: any). */
  find(id: string, matches?: (segment: Segment) => boolean): Segment | undefined {
    for (let at = this.#next(id, 0); at !== -1; at = this.#next(id, at + 2)) {
      const segment = new Segment(this.source, this.#bounds[at] ?? 0, this.#bounds[at + 1] ?? 0)
      if (matches === undefined || matches(segment)) return segment
    }
    return undefined
  }

  /**
   * Returns the transaction with only the segments at these positions, in ascending order. Its `text` still contains
   * the omitted segments between the first and the last of them.
   */
  withOnly(positions: readonly number[]): Transaction {
    const bounds = positions.flatMap((position) => this.#bounds.slice(position * 2 - 2, position * 2))
    return new Transaction(this.source, bounds, this.hasTrailer, this.groupHeader, this.interchangeHeader)
  }

  #next(id: string, from: number): number {
    const { text, delimiters } = this.source
    const separator = delimiters.element.charCodeAt(0)
    const first = id.charCodeAt(0)
    const width = id.length
    for (let at = from; at < this.#bounds.length; at += 2) {
      const start = this.#bounds[at] ?? 0
      if (text.charCodeAt(start) !== first || !text.startsWith(id, start)) continue
      const next = start + width
      const end = this.#bounds[at + 1] ?? 0
      if (next === end || (next < end && text.charCodeAt(next) === separator)) return at
    }
    return -1
  }
}

/** Throws an `X12Error` unless a value is a transaction. */
export function requireTransaction(value: unknown): void {
  if (value instanceof Transaction) return
  const expected = 'a transaction (parseTransactions makes them)'
  throw argumentError(expected, value, "readValue(parseTransactions(input)[0], 'NM1[1=IL].9')")
}
