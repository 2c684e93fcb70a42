import { Hl7Error, type Message, parseMessage } from '@carebench/hl7v2'
import { parseTransactions, type Transaction, X12Error } from '@carebench/x12'
import { type ChangedValue, otherValue } from './changed-value.js'

/** A text with one value changed, and the change in words. */
export interface TextChange {
  readonly verb: ChangedValue['verb']
  readonly what: string
  /** The value as it was. */
  readonly from: string
  readonly text: string
}

/** A value in a delimited text. */
interface Piece {
  readonly path: string
  readonly start: number
  readonly value: string
  /** Whether it says whose record it is. */
  readonly subject: boolean
}

/** All changes of one value of an HL7 message, its header and the numbers of its segments apart; none if it is no HL7. */
export const changesOfHl7 = (payload: string): readonly TextChange[] => {
  const message = readHl7(payload)
  // A frame around the message stays.
  const at = message === undefined ? -1 : payload.indexOf(message.text)
  if (message === undefined || at < 0) return []
  return changesOfPieces(
    payload,
    hl7Pieces(message).map((piece) => ({ ...piece, start: piece.start + at })),
  )
}

/** All changes of one value of X12 transactions, their envelope apart; none if the text is no X12. */
export const changesOfX12 = (payload: string): readonly TextChange[] =>
  changesOfPieces(payload, readX12(payload).flatMap(x12Pieces))

const readHl7 = (payload: string): Message | undefined => {
  try {
    return parseMessage(payload)
  } catch (error) {
    if (error instanceof Hl7Error) return undefined
    throw error
  }
}

const readX12 = (payload: string): readonly Transaction[] => {
  try {
    // What is offset by a byte order mark or the like could not be written back in its place.
    return parseTransactions(payload).filter((one) => one.source.text === payload)
  } catch (error) {
    if (error instanceof X12Error) return []
    throw error
  }
}

const changesOfPieces = (text: string, pieces: readonly Piece[]): readonly TextChange[] =>
  pieces.map(({ path, start, value, subject }) => {
    const { verb, how, value: next } = otherValue(value, true)
    const changed = text.slice(0, start) + String(next) + text.slice(start + value.length)
    return { verb: subject && verb === 'change' ? 'swap' : verb, what: `${path} ${how}`, from: value, text: changed }
  })

const hl7Pieces = (message: Message): readonly Piece[] => {
  const { component, field, repetition, subcomponent } = message.delimiters
  const seen = new Map<string, number>()
  return message.segments().flatMap((segment) => {
    const { start, end } = message.range(segment.position)
    const line = message.text.slice(start, end)
    const name = line.slice(0, 3)
    const occurrence = (seen.get(name) ?? 0) + 1
    seen.set(name, occurrence)
    if (name === 'MSH') return []
    const inner = [repetition, component, subcomponent].filter((one) => one !== undefined)
    return divide(line, field).flatMap((piece, index) => {
      const isNumber = index === 1 && /^\d{1,4}$/.test(piece.text)
      if (index === 0 || isNumber || piece.text === '""') return []
      const subject = name === 'PID' && index === 3
      const at = `${name}${occurrence === 1 ? '' : `[${occurrence}]`}-${index}`
      return divideAll(piece, inner).map((leaf) => leafPiece(leaf, { at, start, subject }))
    })
  })
}

/** Segments that say how a transaction is sent and divided, not what it says. */
const envelope = new Set(['ISA', 'GS', 'ST', 'SE', 'GE', 'IEA', 'BHT', 'HL', 'LX'])

const x12Pieces = (transaction: Transaction): readonly Piece[] => {
  const { element, component, repetition } = transaction.source.delimiters
  const seen = new Map<string, number>()
  return transaction.segments().flatMap(({ id, start, text }) => {
    const occurrence = (seen.get(id) ?? 0) + 1
    seen.set(id, occurrence)
    if (envelope.has(id)) return []
    const inner = [repetition, component].filter((one) => one !== undefined)
    return divide(text, element).flatMap((piece, index) => {
      if (index === 0) return []
      const subject = id === 'NM1' && index === 9
      const at = `${id}${occurrence === 1 ? '' : `[${occurrence}]`}.${index}`
      return divideAll(piece, inner).map((leaf) => leafPiece(leaf, { at, start, subject }))
    })
  })
}

/** A part of a text, with its place and the numbers of the parts that it is inside of. */
interface Divided {
  readonly start: number
  readonly text: string
  readonly inside: readonly number[]
}

const divide = (text: string, by: string, start = 0, inside: readonly number[] = []): readonly Divided[] => {
  let at = start
  const parts = text.split(by)
  return parts.map((part, index) => {
    const divided = { start: at, text: part, inside: parts.length === 1 ? inside : [...inside, index + 1] }
    at += part.length + by.length
    return divided
  })
}

/** The parts by all of these delimiters that are not empty. */
const divideAll = (whole: Divided, delimiters: readonly string[]): readonly Divided[] => {
  const parts = delimiters.reduce<readonly Divided[]>(
    (all, delimiter) => all.flatMap(({ text, start, inside }) => divide(text, delimiter, start, inside)),
    [{ ...whole, inside: [] }],
  )
  return parts.filter(({ text }) => text.trim() !== '')
}

const leafPiece = (
  { text, start: offset, inside }: Divided,
  { at, start, subject }: { readonly at: string; readonly start: number; readonly subject: boolean },
): Piece => ({
  path: inside.length === 0 ? at : `${at}.${inside.join('.')}`,
  start: start + offset,
  value: text,
  subject,
})
