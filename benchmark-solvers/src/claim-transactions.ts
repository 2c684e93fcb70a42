import type { JsonObject, TaskSession } from '@carebench/client'
import { needed, textAt } from './json.js'

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
  /** Such as `M53`. */
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

/** A claim as it was sent (837P), with its one line. */
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

/** What was sent and received through the clearinghouse, newest first. */
export interface ClaimTransactions {
  readonly remittances: readonly Remittance[]
  /** The claims that an acknowledgment (277CA) returned, category A3, with the status code after it. */
  readonly returned: readonly { readonly account: string; readonly statusCode: string }[]
  readonly sent: readonly SentClaim[]
}

/** Reads all interchanges, over all pages. */
export async function readClaimTransactions(session: TaskSession): Promise<ClaimTransactions> {
  const rows: JsonObject[] = []
  for await (const row of session.clearinghouse.transactions()) rows.push(row)
  const of = (type: string): readonly Interchange[] =>
    rows
      .filter((row) => textAt(row, 'transaction') === type)
      .map((row) => splitInterchange(needed(textAt(row, 'payload'), 'an interchange')))
  return {
    remittances: of('835').flatMap(readRemittances),
    returned: of('277CA').flatMap(readReturned),
    sent: of('837').flatMap(readSent),
  }
}

type Segment = readonly string[]

interface Interchange {
  /** Each with its name first, so that CLP01 has position 1. */
  readonly segments: readonly Segment[]
  /** Between the components of an element: `HC:97110`. */
  readonly separator: string
}

/** ISA has a fixed length, and tells the separators by their positions. */
function splitInterchange(text: string): Interchange {
  const between = text.charAt(3)
  const segments = text
    .split(text.charAt(105))
    .map((segment) => segment.trim().split(between))
    .filter(([name]) => name !== '')
  return { segments, separator: text.charAt(104) }
}

/** The segments from each one with the name up to the next. */
function groupsFrom(segments: readonly Segment[], name: string): readonly (readonly Segment[])[] {
  const starts = segments.flatMap((segment, index) => (segment[0] === name ? [index] : []))
  return starts.map((start, index) => segments.slice(start, starts[index + 1]))
}

function elementOf(segments: readonly Segment[], name: string, position: number): string {
  return segments.find((segment) => segment[0] === name)?.[position] ?? ''
}

function readRemittances({ segments }: Interchange): readonly Remittance[] {
  return groupsFrom(segments, 'ST').flatMap((transaction) => {
    const payee = transaction.find(([name, qualifier]) => name === 'N1' && qualifier === 'PE')
    return groupsFrom(transaction, 'CLP').map((claim) => ({
      account: elementOf(claim, 'CLP', 1),
      status: elementOf(claim, 'CLP', 2),
      claimNumber: elementOf(claim, 'CLP', 7),
      paid: Number(elementOf(claim, 'CLP', 4)),
      payee: { name: payee?.[2] ?? '', npi: payee?.[4] ?? '' },
      paymentNumber: elementOf(transaction, 'TRN', 2),
      day: elementOf(transaction, 'BPR', 16).replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3'),
      adjustments: claim.filter(([name]) => name === 'CAS').flatMap(readAdjustments),
      remarks: claim.flatMap(([name, , remark]) => (name === 'LQ' && remark !== undefined ? [remark] : [])),
    }))
  })
}

/** CAS has a group, and up to six times a reason, an amount and a quantity. */
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
      account: elementOf(claim, 'CLM', 1),
      placeOfService: elementOf(claim, 'CLM', 5).split(separator)[0] ?? '',
      authorizationNumber: authorization,
      diagnoses: diagnoses.map((diagnosis) => diagnosis.split(separator)[1] ?? ''),
      procedureCode: elementOf(claim, 'SV1', 1).split(separator)[1] ?? '',
      charge: Number(elementOf(claim, 'SV1', 2)),
      units: Number(elementOf(claim, 'SV1', 4)),
    }
  })
}
