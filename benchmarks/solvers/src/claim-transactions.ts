import type { TaskSession } from '@carebench/client'
import { findElement, groupsFrom, type Interchange, readInterchanges, type Segment } from './interchange.js'

/** What a remittance (835) says about a claim. */
export interface Remittance {
  readonly account: string
  /** CLP02: 1 paid, 4 denied. */
  readonly status: string
  /** The number that the payer gave the claim (CLP07). */
  readonly claimNumber: string
  /** USD. */
  readonly paid: number
  readonly payee: { readonly name: string; readonly npi: string }
  /** TRN02. */
  readonly paymentNumber: string
  /** BPR16, `YYYY-MM-DD`. */
  readonly day: string
  readonly adjustments: readonly Adjustment[]
  /** Remark codes, such as `M53`. */
  readonly remarks: readonly string[]
}

/** One reason of a CAS segment. */
export interface Adjustment {
  /** `CO`, `OA`, `PR`. */
  readonly group: string
  /** `197`. */
  readonly reason: string
  /** USD. */
  readonly amount: number
}

/** A claim that was sent (837P), with its only line. */
export interface SentClaim {
  readonly account: string
  readonly placeOfService: string
  readonly authorizationNumber: string | undefined
  /** Without dots: `G43909`. */
  readonly diagnoses: readonly string[]
  readonly procedureCode: string
  /** USD. */
  readonly charge: number
  readonly units: number
}

/** The claims and the responses to them in the transactions of the clearinghouse, newest first. */
export interface ClaimTransactions {
  readonly remittances: readonly Remittance[]
  /** The claims that an acknowledgment (277CA) returned with category A3, with the status code that follows it. */
  readonly returned: readonly { readonly account: string; readonly statusCode: string }[]
  readonly sent: readonly SentClaim[]
}

/** Reads the claims and responses in all interchanges, from all pages. */
export async function readClaimTransactions(session: TaskSession): Promise<ClaimTransactions> {
  const interchanges = await readInterchanges(session)
  const of = (type: string): readonly Interchange[] => interchanges.filter(({ transaction }) => transaction === type)
  return {
    remittances: of('835').flatMap(readRemittances),
    returned: of('277CA').flatMap(readReturned),
    sent: of('837').flatMap(readSent),
  }
}

function readRemittances({ segments }: Interchange): readonly Remittance[] {
  return groupsFrom(segments, 'ST').flatMap((transaction) => {
    const payee = transaction.find(([name, qualifier]) => name === 'N1' && qualifier === 'PE')
    return groupsFrom(transaction, 'CLP').map((claim) => ({
      account: findElement(claim, 'CLP', 1),
      status: findElement(claim, 'CLP', 2),
      claimNumber: findElement(claim, 'CLP', 7),
      paid: Number(findElement(claim, 'CLP', 4)),
      payee: { name: payee?.[2] ?? '', npi: payee?.[4] ?? '' },
      paymentNumber: findElement(transaction, 'TRN', 2),
      day: findElement(transaction, 'BPR', 16).replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3'),
      adjustments: claim.filter(([name]) => name === 'CAS').flatMap(readAdjustments),
      remarks: claim.flatMap(([name, , remark]) => (name === 'LQ' && remark !== undefined ? [remark] : [])),
    }))
  })
}

/** Reads a CAS segment: a group, and up to six times a reason, an amount and a quantity. */
function readAdjustments([, group = '', ...rest]: Segment): readonly Adjustment[] {
  return rest.flatMap((reason, index) =>
    index % 3 === 0 && reason !== '' ? [{ group, reason, amount: Number(rest[index + 1]) }] : [],
  )
}

function readReturned({ segments, separator }: Interchange): ClaimTransactions['returned'] {
  return groupsFrom(segments, 'HL').flatMap((level) => {
    const account = level.find(([name, kind]) => name === 'TRN' && kind === '2')?.[2]
    const statuses = level.filter(([name]) => name === 'STC').map((status) => (status[1] ?? '').split(separator))
    return statuses.flatMap(([category, statusCode]) =>
      account !== undefined && category === 'A3' && statusCode !== undefined ? [{ account, statusCode }] : [],
    )
  })
}

function readSent({ segments, separator }: Interchange): readonly SentClaim[] {
  return groupsFrom(segments, 'CLM').map((claim) => {
    const authorization = claim.find(([name, qualifier]) => name === 'REF' && qualifier === 'G1')?.[2]
    const diagnoses = claim.find(([name]) => name === 'HI')?.slice(1) ?? []
    return {
      account: findElement(claim, 'CLM', 1),
      placeOfService: findElement(claim, 'CLM', 5).split(separator)[0] ?? '',
      authorizationNumber: authorization,
      diagnoses: diagnoses.map((diagnosis) => diagnosis.split(separator)[1] ?? ''),
      procedureCode: findElement(claim, 'SV1', 1).split(separator)[1] ?? '',
      charge: Number(findElement(claim, 'SV1', 2)),
      units: Number(findElement(claim, 'SV1', 4)),
    }
  })
}
