import { parseInterchanges, type Segment, type Transaction } from '@carebench/x12'
import type { X12Config } from '../config.js'

/** The telephone of the submitter in claims that the clearinghouse writes for calls in JSON. */
export const submitterTelephone = '2175550101'

/** The connection of a clinic to the clearinghouse: what names it in the interchanges that it sends. */
export interface Connection {
  /** ISA06, GS02. */
  readonly senders: ReadonlySet<string>
  /** Its names in NM1. */
  readonly names: ReadonlySet<string>
  /** The numbers of its contacts, digits only; empty if none are known. */
  readonly telephones: ReadonlySet<string>
}

/** The organizations of a transaction that are the sender itself. */
const ownRoles = ['41', '1P', '85']

/**
 * Reads the connection from the configured provider and from the interchanges that were sent before the agent began;
 * undefined without a configured provider.
 */
export function readConnection({ provider }: X12Config, sent: readonly string[]): Connection | undefined {
  if (provider === undefined) return undefined
  const senders = new Set([provider.npi])
  const names = new Set([provider.name])
  const telephones = new Set<string>()
  const whole = sent.filter((text) => text.trimStart().startsWith('ISA'))
  for (const interchange of whole.flatMap((text) => parseInterchanges(text))) {
    senders.add(interchange.header.element(6)?.trim() ?? '')
    for (const transaction of interchange.transactions) {
      for (const submitter of namesIn(transaction, '41')) names.add(submitter.element(3) ?? '')
      for (const { text } of contactNumbers(transaction)) telephones.add(text)
    }
  }
  if (telephones.size > 0) telephones.add(submitterTelephone)
  return { senders, names, telephones }
}

/** A name without the differences of case, spaces and punctuation. */
function plainName(name: string | undefined): string {
  return (name ?? '')
    .toLowerCase()
    .replace(/[^\p{L}\d]+/gu, ' ')
    .trim()
}

/** Whether a text is one of these names, whole or shortened: each of its words is one of the name's. */
export function isNamed(text: string | undefined, names: Iterable<string>): boolean {
  const words = plainName(text)
    .split(' ')
    .filter((word) => word !== '')
  return [...names].some((name) => {
    const own = new Set(plainName(name).split(' '))
    return words.every((word) => own.has(word))
  })
}

/** The organizations of a transaction in a role, with their names. */
export function namesIn(transaction: Transaction, role: string): readonly Segment[] {
  return transaction.segments('NM1').filter((name) => name.element(1) === role && name.element(2) === '2')
}

/** The organizations of a transaction that are the sender itself. */
export function ownNamesIn(transaction: Transaction, { senders }: Connection): readonly Segment[] {
  return ownRoles.flatMap((role) =>
    namesIn(transaction, role).filter((name) => role === '41' || senders.has(name.element(9) ?? '')),
  )
}

/** A number of a contact: the qualifier of its kind, and its text. */
export interface ContactNumber {
  readonly kind: string
  readonly text: string
}

/** The numbers in PER, in their order. */
export function contactNumbers(transaction: Transaction): readonly ContactNumber[] {
  return transaction.segments('PER').flatMap((contact) =>
    [3, 5, 7].flatMap((element) => {
      const text = contact.element(element + 1) ?? ''
      return text === '' ? [] : [{ kind: contact.element(element) ?? '', text }]
    }),
  )
}
