import type { IdentifyingMembers, SelectedMembers } from '@carebench/verifier'
import type { Segment, Transaction } from '@carebench/x12'

/**
 * Codes of NM101 for people who are insured or treated: insured, patient, dependent, corrected insured, other insured,
 * parent, custodial parent.
 */
const people = ['IL', 'QC', '03', '74', 'GB', 'S1', 'S3']

/** The members of an X12 transaction that identify a subscriber, a patient or a dependent. */
export const x12Identity: IdentifyingMembers<Transaction> = {
  id: [/* @__PURE__ */ named(9), /* @__PURE__ */ qualified('REF', ['SY', '0F', '1W', 'EJ', 'HJ', 'NQ', 'Q4', 'Y4'], 2)],
  familyName: [/* @__PURE__ */ named(3)],
  givenName: [/* @__PURE__ */ named(4)],
  birthDate: [/* @__PURE__ */ elements('DMG', 2)],
  contact: [/* @__PURE__ */ followingPerson('N3', 1), /* @__PURE__ */ followingPerson('PER', 4)],
  // Names may be in any text.
  text: [{ path: 'every segment', readAll: (transaction) => transaction.segments().map(({ text }) => text) }],
}

function named(position: number): SelectedMembers<Transaction> {
  return qualified('NM1', people, position)
}

/** Returns a reader of an element in all segments with this id whose first element is one of these codes. */
function qualified(segment: string, codes: readonly string[], position: number): SelectedMembers<Transaction> {
  const path = `${segment}[1=${codes.join('|')}].${position}`
  return select(path, (one) => one.id === segment && codes.includes(one.element(1) ?? ''), position)
}

function elements(segment: string, position: number): SelectedMembers<Transaction> {
  return select(`${segment}.${position}`, ({ id }) => id === segment, position)
}

/**
 * Returns a reader of an element in all segments with this id that follow the NM1 of a person, not of a payer or
 * provider.
 */
function followingPerson(segment: string, position: number): SelectedMembers<Transaction> {
  return {
    path: `${segment}.${position} after NM1[1=${people.join('|')}]`,
    readAll(transaction) {
      let isPerson = false
      return transaction.segments().flatMap((one) => {
        if (one.id === 'NM1' || one.id === 'N1') isPerson = one.id === 'NM1' && people.includes(one.element(1) ?? '')
        return isPerson && one.id === segment ? [one.element(position)] : []
      })
    },
  }
}

function select(path: string, accepts: (segment: Segment) => boolean, position: number): SelectedMembers<Transaction> {
  return {
    path,
    readAll: (transaction) =>
      transaction
        .segments()
        .filter(accepts)
        .map((one) => one.element(position)),
  }
}
