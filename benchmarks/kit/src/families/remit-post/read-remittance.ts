/** A line of an 835. Amounts are in cents. */
export interface ReadLine {
  readonly code: string
  readonly charge: number
  readonly paid: number
  readonly adjustments: readonly { readonly group: string; readonly reason: string; readonly amount: number }[]
  readonly remarks: readonly string[]
}

/** A claim of an 835. */
export interface ReadClaim {
  readonly account: string
  readonly status: string
  readonly number: string
  readonly charge: number
  readonly paid: number
  readonly lines: readonly ReadLine[]
}

/** An 835 as an agent reads it from the transactions of the clearinghouse. */
export interface ReadRemittance {
  readonly trace: string
  /** The NPI of the payee. */
  readonly payee: string
  readonly payment: number
  readonly claims: readonly ReadClaim[]
  readonly adjustments: readonly { readonly code: string; readonly number: string; readonly amount: number }[]
}

function cents(text: string | undefined): number {
  return Math.round(Number(text ?? '0') * 100)
}

/** The elements of a segment from one place on, in groups. */
function groups(segment: readonly string[], from: number, size: number): readonly (readonly string[])[] {
  const count = Math.ceil((segment.length - from) / size)
  return Array.from({ length: Math.max(0, count) }, (_, index) =>
    segment.slice(from + index * size, from + (index + 1) * size),
  )
}

/** Reads an 835 with the usual delimiters; undefined for a text without a payment. */
export function readRemittance(text: string): ReadRemittance | undefined {
  const segments = text.split('~').map((segment) => segment.trim().split('*'))
  const payment = segments.find(([id]) => id === 'BPR')
  if (payment === undefined) return undefined
  const starts = segments.flatMap(([id], index) => (id === 'CLP' ? [index] : []))
  const end = segments.findIndex(([id]) => id === 'PLB' || id === 'SE')
  return {
    trace: segments.find(([id]) => id === 'TRN')?.[2] ?? '',
    payee: segments.find(([id, role]) => id === 'N1' && role === 'PE')?.[4] ?? '',
    payment: cents(payment[2]),
    claims: starts.map((start, index) => readClaim(segments.slice(start, starts[index + 1] ?? end))),
    adjustments: segments
      .filter(([id]) => id === 'PLB')
      .flatMap((segment) =>
        groups(segment, 3, 2).map(([what = '', amount]) => {
          const [code = '', number = ''] = what.split(':')
          return { code, number, amount: cents(amount) }
        }),
      ),
  }
}

function readClaim(segments: readonly (readonly string[])[]): ReadClaim {
  const [, account = '', status = '', charge, paid, , , number = ''] = segments[0] ?? []
  const starts = segments.flatMap(([id], index) => (id === 'SVC' ? [index] : []))
  const lines = starts.map((start, index) => readLine(segments.slice(start, starts[index + 1])))
  return { account, status, number, charge: cents(charge), paid: cents(paid), lines }
}

function readLine(segments: readonly (readonly string[])[]): ReadLine {
  const [, procedure = '', charge, paid] = segments[0] ?? []
  return {
    code: procedure.split(':')[1] ?? '',
    charge: cents(charge),
    paid: cents(paid),
    adjustments: segments
      .filter(([id]) => id === 'CAS')
      .flatMap((segment) =>
        groups(segment, 2, 3).map(([reason = '', amount]) => ({
          group: segment[1] ?? '',
          reason,
          amount: cents(amount),
        })),
      ),
    remarks: segments.flatMap(([id, , remark = '']) => (id === 'LQ' ? [remark] : [])),
  }
}
