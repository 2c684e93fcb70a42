import type { TaskSession } from '@carebench/client'
import { parseCents } from './cents.js'
import { findElement, groupsFrom, type Interchange, readInterchanges, type Segment } from './interchange.js'

/** A remittance (835) with everything that matters for its posting. All amounts are in whole cents. */
export interface RemittanceAdvice {
  /** TRN02. */
  readonly trace: string
  /** BPR02. */
  readonly payment: number
  /** The NPI of the payee. */
  readonly payee: string
  readonly claims: readonly AdvisedClaim[]
  readonly providerAdjustments: readonly ProviderAdjustment[]
}

/** A claim in a remittance (CLP). */
export interface AdvisedClaim {
  readonly account: string
  readonly isReversal: boolean
  readonly charge: number
  readonly paid: number
  /** The number that the payer gave the claim. */
  readonly number: string
  readonly lines: readonly AdvisedLine[]
}

/** A service line of a claim in a remittance (SVC). */
export interface AdvisedLine {
  readonly code: string
  readonly charge: number
  readonly paid: number
  readonly adjustments: readonly LineAdjustment[]
  /** Remark codes, such as `N30`. */
  readonly remarks: readonly string[]
}

/** One reason of a CAS segment. */
export interface LineAdjustment {
  readonly group: string
  readonly reason: string
  readonly amount: number
}

/** One amount of a PLB segment. */
export interface ProviderAdjustment {
  readonly code: string
  /** The payer's number of a claim. */
  readonly claimNumber: string
  readonly amount: number
}

/** Reads all remittances among the transactions of the clearinghouse, newest first. */
export async function readRemittanceAdvices(session: TaskSession): Promise<readonly RemittanceAdvice[]> {
  const interchanges = await readInterchanges(session)
  return interchanges.filter(({ transaction }) => transaction === '835').flatMap(readAdvices)
}

function readAdvices({ segments, separator }: Interchange): readonly RemittanceAdvice[] {
  return groupsFrom(segments, 'ST').map((transaction) => ({
    trace: findElement(transaction, 'TRN', 2),
    payment: parseCents(findElement(transaction, 'BPR', 2)),
    payee: transaction.find(([name, entity, , kind]) => name === 'N1' && entity === 'PE' && kind === 'XX')?.[4] ?? '',
    claims: groupsFrom(transaction, 'CLP').map((claim) => readClaim(claim, separator)),
    providerAdjustments: transaction
      .filter(([name]) => name === 'PLB')
      .flatMap((adjustments) => readProviderAdjustments(adjustments, separator)),
  }))
}

function readClaim(claim: readonly Segment[], separator: string): AdvisedClaim {
  return {
    account: findElement(claim, 'CLP', 1),
    isReversal: findElement(claim, 'CLP', 2) === '22',
    charge: parseCents(findElement(claim, 'CLP', 3)),
    paid: parseCents(findElement(claim, 'CLP', 4)),
    number: findElement(claim, 'CLP', 7),
    lines: groupsFrom(claim, 'SVC').map((line) => ({
      code: findElement(line, 'SVC', 1).split(separator)[1] ?? '',
      charge: parseCents(findElement(line, 'SVC', 2)),
      paid: parseCents(findElement(line, 'SVC', 3)),
      adjustments: line.filter(([name]) => name === 'CAS').flatMap(readLineAdjustments),
      remarks: line.flatMap(([name, , remark]) => (name === 'LQ' && remark !== undefined ? [remark] : [])),
    })),
  }
}

/** Reads a CAS segment: a group, and up to six times a reason, an amount and a quantity. */
function readLineAdjustments([, group = '', ...rest]: Segment): readonly LineAdjustment[] {
  return rest.flatMap((reason, index) =>
    index % 3 === 0 && reason !== '' ? [{ group, reason, amount: parseCents(rest[index + 1] ?? '') }] : [],
  )
}

/**
 * Reads a PLB segment: the provider, the end of the fiscal year, and up to six times a code with a number, and an
 * amount.
 */
function readProviderAdjustments([, , , ...rest]: Segment, separator: string): readonly ProviderAdjustment[] {
  return rest.flatMap((identifier, index) => {
    if (index % 2 === 1 || identifier === '') return []
    const [code = '', claimNumber = ''] = identifier.split(separator)
    return [{ code, claimNumber, amount: parseCents(rest[index + 1] ?? '') }]
  })
}
