import type { AuthoredPart, MemberNames } from '@carebench/verifier'
import type { Transaction } from '@carebench/x12'

/** The envelope segments of every transaction. */
const envelope: ReadonlySet<string> = new Set(['ST', 'SE'])

/** Returns the segments of a transaction without its envelope, with the texts of their elements. */
export function segmentsOfTransaction(transaction: Transaction): readonly AuthoredPart[] {
  return transaction.segments().flatMap((segment, index) => {
    if (envelope.has(segment.id)) return []
    const elements = segment.elements().map((text, element) => [element + 1, text] as const)
    const position = index + 1
    return [
      {
        value: { [segment.id]: Object.fromEntries(elements) },
        name: `segment ${position}`,
        place: { segment: position },
      },
    ]
  })
}

/** The names of segments and elements: `NM1`, `NM1.9`. */
export const x12Members: MemberNames = {
  expected: 'a segment or one of its elements, such as "NM1" or "NM1.9"',
  toPath: (name) => (/^[A-Z][A-Z0-9]{1,2}(\.[1-9]\d*)?$/.test(name) ? name : undefined),
  fromPath: (path) => path,
}
