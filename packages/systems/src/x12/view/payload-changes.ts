import { parseTransactions, type Transaction, X12Error } from '@carebench/x12'
import { divide, divideAll, leafPiece, type Piece } from '../../records/delimited-changes.js'

/** Returns the values of X12 transactions that can be changed, without the envelope; none if the text is not X12. */
export function piecesOfX12(payload: string): readonly Piece[] {
  return readX12(payload).flatMap(x12Pieces)
}

function readX12(payload: string): readonly Transaction[] {
  try {
    // If the parsed text differs, for example by a byte order mark, values could not be written back to their
    // positions.
    return parseTransactions(payload).filter((transaction) => transaction.source.text === payload)
  } catch (error) {
    if (error instanceof X12Error) return []
    throw error
  }
}

/** Segments about the transmission and structure of a transaction, not its content. */
const envelope = new Set(['ISA', 'GS', 'ST', 'SE', 'GE', 'IEA', 'BHT', 'HL', 'LX'])

function x12Pieces(transaction: Transaction): readonly Piece[] {
  const { element, component, repetition } = transaction.source.delimiters
  const seen = new Map<string, number>()
  return transaction.segments().flatMap(({ id, start, text }) => {
    const occurrence = (seen.get(id) ?? 0) + 1
    seen.set(id, occurrence)
    if (envelope.has(id)) return []
    const inner = [repetition, component].filter((number) => number !== undefined)
    return divide(text, element).flatMap((piece, index) => {
      if (index === 0) return []
      const subject = id === 'NM1' && index === 9
      const at = `${id}${occurrence === 1 ? '' : `[${occurrence}]`}.${index}`
      return divideAll(piece, inner).map((leaf) => leafPiece(leaf, { at, start, subject }))
    })
  })
}
