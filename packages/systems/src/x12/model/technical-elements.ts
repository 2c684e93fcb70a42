import type { Interchange, Transaction } from '@carebench/x12'
import { type Connection, contactNumbers, isNamed, namesIn, ownNamesIn } from './connection.js'

/** The name and id of who receives interchanges. */
interface Receiver {
  readonly name: string
  readonly id: string
}

/** A value that people do not read, where it is, and whether it is as expected. */
interface Technical {
  readonly path: string
  readonly found: string | undefined
  readonly expected: string
  readonly isRight: boolean
}

/** Days are those of any zone. */
const day = 24 * 60 * 60 * 1000

/**
 * Says which technical element of an interchange does not have what the connection defines; undefined if all have:
 * sender and receiver of the envelope and of the transaction, the days on which they were made, and no passwords; the
 * numbers of the sender's contacts, and the use of a claim.
 */
export function findTechnicalFault(
  interchange: Interchange,
  transaction: Transaction,
  connection: Connection,
  receiver: Receiver,
  now: number,
): string | undefined {
  const fault = [
    ...envelopeElements(interchange, connection, receiver, now),
    ...headerElements(transaction, now),
    ...nameElements(transaction, connection, receiver),
    ...contactElements(transaction, connection),
  ].find(({ isRight }) => !isRight)
  if (fault === undefined) return undefined
  return `Expected ${fault.path} to be ${fault.expected}; got ${JSON.stringify((fault.found ?? '').slice(0, 50))}.`
}

function envelopeElements(
  { header, groups }: Interchange,
  { senders }: Connection,
  receiver: Receiver,
  now: number,
): readonly Technical[] {
  const group = groups[0]?.header
  const parties = [
    { path: 'ISA06', found: header.element(6)?.trim(), ids: [...senders] },
    { path: 'GS02', found: group?.element(2)?.trim(), ids: [...senders] },
    { path: 'ISA08', found: header.element(8)?.trim(), ids: [receiver.id] },
    { path: 'GS03', found: group?.element(3)?.trim(), ids: [receiver.id] },
  ]
  return [
    ...[2, 4].map((element) => {
      const found = header.element(element)?.trim()
      return { path: `ISA0${element}`, found, expected: 'empty', isRight: !found }
    }),
    ...parties.map(({ path, found, ids }) => ({
      path,
      found,
      expected: `that of this connection, ${ids.join(' or ')}`,
      isRight: found !== undefined && ids.includes(found),
    })),
    dayElement('ISA09', header.element(9), now),
    dayElement('GS04', group?.element(4), now),
  ]
}

function headerElements(transaction: Transaction, now: number): readonly Technical[] {
  const [header] = transaction.segments('BHT')
  if (header === undefined) return []
  const use = header.element(6)
  const traces = transaction.segments('TRN').map((trace) => trace.element(4))
  return [
    dayElement('BHT04', header.element(4), now),
    ...(transaction.id === '837'
      ? [{ path: 'BHT06', found: use, expected: 'CH: claims are chargeable', isRight: use === 'CH' }]
      : []),
    ...traces.map((found) => ({
      path: 'TRN04',
      found,
      expected: 'empty or a number',
      isRight: !found || /^[A-Z]{0,3}\d+$/.test(found),
    })),
  ]
}

function dayElement(path: string, found: string | undefined, now: number): Technical {
  const digits = /^(?:20)?(\d\d)(\d\d)(\d\d)$/.exec(found ?? '')
  const made = digits === null ? Number.NaN : Date.parse(`20${digits.slice(1).join('-')}T12:00:00Z`)
  const today = new Date(now).toISOString().slice(0, 10)
  return { path, found, expected: `the day on which it is made, ${today}`, isRight: Math.abs(made - now) <= 1.5 * day }
}

function nameElements(
  transaction: Transaction,
  connection: Connection,
  { name: receiverName, id }: Receiver,
): readonly Technical[] {
  const known = [...connection.names]
  // Who asks in another name is answered, and judged by criteria: a payer does not compare names.
  const own = transaction.id === '837' ? ownNamesIn(transaction, connection) : []
  return [
    ...own.map((name) => ({
      path: `NM103 of NM1*${name.element(1)}`,
      found: name.element(3),
      expected: `the name of the sender, ${known[0]}`,
      isRight: isNamed(name.element(3), known),
    })),
    ...namesIn(transaction, '40').flatMap((receiver) => [
      {
        path: 'NM103 of NM1*40',
        found: receiver.element(3),
        expected: `the name of the receiver, ${receiverName}`,
        isRight: isNamed(receiver.element(3), [receiverName, id]),
      },
      { path: 'NM109 of NM1*40', found: receiver.element(9), expected: id, isRight: receiver.element(9) === id },
    ]),
  ]
}

function contactElements(transaction: Transaction, { telephones }: Connection): readonly Technical[] {
  const known = [...telephones]
  return contactNumbers(transaction).map(({ kind, text }) => {
    const digits = text.replace(/\D/g, '')
    if (kind === 'EX') return { path: 'PER', found: text, expected: 'an extension', isRight: /^\d{1,6}$/.test(text) }
    const isKnown = telephones.size === 0 || telephones.has(digits)
    // A fax machine has a number of the same exchange.
    const isNear = kind === 'FX' && known.some((number) => number.slice(0, 6) === digits.slice(0, 6))
    const isRight = (kind === 'TE' || kind === 'FX') && /^\d{10}$/.test(text) && (isKnown || isNear)
    const expected = `a number of the sender (TE or FX), ${known[0] ?? 'ten digits'}`
    return { path: 'PER', found: `${kind} ${text}`, expected, isRight }
  })
}
