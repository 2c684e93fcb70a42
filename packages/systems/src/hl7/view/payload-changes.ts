import { Hl7Error, type Message, parseMessage } from '@carebench/hl7v2'
import { divide, divideAll, leafPiece, type Piece } from '../../records/delimited-changes.js'

/**
 * Returns the values of an HL7 message that can be changed, without header and segment numbers; none if the text is not
 * HL7.
 */
export function piecesOfHl7(payload: string): readonly Piece[] {
  const message = readHl7(payload)
  // Positions are relative to the payload, which may have a frame around the message.
  const at = message === undefined ? -1 : payload.indexOf(message.text)
  if (message === undefined || at < 0) return []
  return hl7Pieces(message).map((piece) => ({ ...piece, start: piece.start + at }))
}

function readHl7(payload: string): Message | undefined {
  try {
    return parseMessage(payload)
  } catch (error) {
    if (error instanceof Hl7Error) return undefined
    throw error
  }
}

function hl7Pieces(message: Message): readonly Piece[] {
  const { component, field, repetition, subcomponent } = message.delimiters
  const seen = new Map<string, number>()
  return message.segments().flatMap((segment) => {
    const { start, end } = message.range(segment.position)
    const line = message.text.slice(start, end)
    const name = line.slice(0, 3)
    const occurrence = (seen.get(name) ?? 0) + 1
    seen.set(name, occurrence)
    if (name === 'MSH') return []
    const inner = [repetition, component, subcomponent].filter((number) => number !== undefined)
    return divide(line, field).flatMap((piece, index) => {
      const isNumber = index === 1 && /^\d{1,4}$/.test(piece.text)
      if (index === 0 || isNumber || piece.text === '""') return []
      const subject = name === 'PID' && index === 3
      const at = `${name}${occurrence === 1 ? '' : `[${occurrence}]`}-${index}`
      return divideAll(piece, inner).map((leaf) => leafPiece(leaf, { at, start, subject }))
    })
  })
}
