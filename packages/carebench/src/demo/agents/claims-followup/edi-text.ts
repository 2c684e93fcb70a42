/** A segment of a transaction: its name, and its elements from 1. */
export type Segment = readonly string[]

/** One claim of an 835. Amounts are dollars. */
export interface RemittedClaim {
  readonly account: string
  readonly claimNumber: string
  readonly memberId: string
  /** CLP02: `1` processed, `4` denied. */
  readonly status: string
  readonly charge: number
  readonly paid: number
  readonly adjustments: readonly { readonly group: string; readonly reason: string; readonly amount: number }[]
}

/** The segments of an interchange, in order, with a minimal parser. */
export function segmentsOf(edi: string): readonly Segment[] {
  return edi.split('~').map((segment) => segment.trim().split('*'))
}

/** The claims of an 835. */
export function remittedClaims(edi: string): readonly RemittedClaim[] {
  const segments = segmentsOf(edi)
  const starts = segments.flatMap(([name], index) => (name === 'CLP' ? [index] : []))
  return starts.map((start, turn) => {
    const own = segments.slice(start, starts[turn + 1])
    const [, account = '', status = '', charge = '0', paid = '0', , , claimNumber = ''] = own[0] ?? []
    const patient = own.find(([name, role]) => name === 'NM1' && role === 'QC') ?? []
    const adjustments = own.flatMap(([name, group = '', ...rest]) => {
      if (name !== 'CAS') return []
      // Reason, amount and quantity, up to six times.
      return rest.flatMap((reason, index) =>
        index % 3 === 0 && reason !== '' ? [{ group, reason, amount: Number(rest[index + 1] ?? 0) }] : [],
      )
    })
    const numbers = { charge: Number(charge), paid: Number(paid) }
    return { account, claimNumber, memberId: patient[9] ?? '', status, ...numbers, adjustments }
  })
}

/** The sum of the adjustments of a group, without those with some reasons. */
export function adjusted({ adjustments }: RemittedClaim, group: string, reason?: string): number {
  return adjustments
    .filter((adjustment) => adjustment.group === group && (reason === undefined || adjustment.reason === reason))
    .reduce((sum, { amount }) => sum + amount, 0)
}

/** Dollars with two decimals. */
export function dollars(amount: number): string {
  return amount.toFixed(2)
}
