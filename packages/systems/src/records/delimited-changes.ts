import type { JsonObject } from '@carebench/protocol'
import type { RecordChange } from '@carebench/verifier'
import { otherValue } from '@carebench/verifier/kinds'

/** A value in a delimited text. */
export interface Piece {
  /** Its location in readable form: `PID-3.1`. */
  readonly path: string
  /** The index at which it begins. */
  readonly start: number
  readonly value: string
  /** Whether it identifies the person the record is about. */
  readonly subject: boolean
}

/** Returns copies of an item with one value of its `payload` changed in each. */
export function changesOfPayload(
  item: JsonObject,
  piecesOf: (payload: string) => readonly Piece[],
): readonly RecordChange[] {
  const { payload } = item
  if (typeof payload !== 'string') return []
  return piecesOf(payload).map(({ path, start, value, subject }) => {
    const { verb, how, value: next } = otherValue(value, true)
    const changed = payload.slice(0, start) + String(next) + payload.slice(start + value.length)
    return {
      verb: subject && verb === 'change' ? 'swap' : verb,
      what: `${path} ${how}`,
      record: { ...item, payload: changed },
    }
  })
}

/** A part of a divided text. */
interface Divided {
  /** The index at which it begins. */
  readonly start: number
  readonly text: string
  /** Its number, from 1, at each level at which the text has several parts, outermost first. */
  readonly inside: readonly number[]
}

/** Returns the parts of a text between delimiters. */
export function divide(text: string, by: string, start = 0, inside: readonly number[] = []): readonly Divided[] {
  let at = start
  const parts = text.split(by)
  return parts.map((part, index) => {
    const divided = { start: at, text: part, inside: parts.length === 1 ? inside : [...inside, index + 1] }
    at += part.length + by.length
    return divided
  })
}

/** Splits a text by all of the delimiters; returns the non-empty parts. */
export function divideAll(whole: Divided, delimiters: readonly string[]): readonly Divided[] {
  const parts = delimiters.reduce<readonly Divided[]>(
    (all, delimiter) => all.flatMap(({ text, start, inside }) => divide(text, delimiter, start, inside)),
    [{ ...whole, inside: [] }],
  )
  return parts.filter(({ text }) => text.trim() !== '')
}

/** Converts a part to a value; `at` is the path of the field that contains it. */
export function leafPiece(
  { text, start: offset, inside }: Divided,
  { at, start, subject }: { readonly at: string; readonly start: number; readonly subject: boolean },
): Piece {
  return {
    path: inside.length === 0 ? at : `${at}.${inside.join('.')}`,
    start: start + offset,
    value: text,
    subject,
  }
}
