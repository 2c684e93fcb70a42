import type { Delimiters } from './delimiters.js'
import type { SourceText } from './source-text.js'

/** The text from which segments are read, with its delimiters. */
export interface SegmentSource {
  readonly text: string
  readonly delimiters: Delimiters
  /** The same text with its byte positions in the input. */
  readonly origin: SourceText
}

/** A segment as a view of the interchange's text. Elements are located and copied only when they are read. */
export class Segment {
  /** `start` is the index of its first character in the source; `end` is the index of its terminator. */
  constructor(
    readonly source: SegmentSource,
    readonly start: number,
    readonly end: number,
  ) {}

  /** The identifier, such as `NM1`: everything before the first element separator. */
  get id(): string {
    const { text, delimiters } = this.source
    return text.slice(this.start, findElementEnd(text, this.start, this.end, delimiters.element.charCodeAt(0)))
  }

  /** The segment as received, without its terminator. */
  get text(): string {
    return this.source.text.slice(this.start, this.end)
  }

  /** The byte offset in the input at which the segment begins. */
  get offset(): number {
    return this.source.origin.byteOffset(this.start)
  }

  /** Returns the elements as raw text; `elements()[0]` is element 1. */
  elements(): string[] {
    return this.text.split(this.source.delimiters.element).slice(1)
  }

  /**
   * Returns the raw text of element `position` (1-based) with its repetitions and components undivided; undefined if it
   * is missing or empty.
   */
  element(position: number): string | undefined {
    if (position < 1) return undefined
    const { text, delimiters } = this.source
    const separator = delimiters.element.charCodeAt(0)
    let at = findElementEnd(text, this.start, this.end, separator)
    for (let passed = 1; passed < position; passed++) {
      if (at >= this.end) return undefined
      at = findElementEnd(text, at + 1, this.end, separator)
    }
    if (at >= this.end) return undefined
    const stop = findElementEnd(text, at + 1, this.end, separator)
    return stop === at + 1 ? undefined : text.slice(at + 1, stop)
  }

  /** Returns the repetitions of element `position`; empty if the element is missing, and one if it does not repeat. */
  repetitions(position: number): string[] {
    const value = this.element(position)
    return value === undefined ? [] : splitRepetitions(value, this.source.delimiters)
  }

  /**
   * Returns a component of an element; all positions count from 1. By default it is read from the first repetition.
   * Component 1 of an undivided element is the element itself. Undefined if missing or empty.
   */
  component(position: number, component: number, repetition = 1): string | undefined {
    const value = this.element(position)
    if (value === undefined) return undefined
    return readPart(value, this.source.delimiters, component, repetition)
  }
}

/** Splits an element's raw text into its repetitions. */
export function splitRepetitions(value: string, { repetition }: Delimiters): string[] {
  return repetition === undefined ? [value] : value.split(repetition)
}

/** Returns one repetition, or one of its components, from an element's raw text; undefined if empty. */
export function readPart(
  value: string,
  delimiters: Delimiters,
  component: number | undefined,
  repetition: number,
): string | undefined {
  const repeated = findPart(value, delimiters.repetition, repetition)
  const part = component === undefined ? repeated : findPart(repeated, delimiters.component, component)
  return part === '' ? undefined : part
}

/** Returns a part of a text by its number from 1. Does not split later parts, because there may be many. */
function findPart(text: string | undefined, separator: string | undefined, number: number): string | undefined {
  if (separator === undefined) return number === 1 ? text : undefined
  return text?.split(separator, number)[number - 1]
}

function findElementEnd(text: string, from: number, end: number, separator: number): number {
  let at = from
  while (at < end && text.charCodeAt(at) !== separator) at++
  return at
}
