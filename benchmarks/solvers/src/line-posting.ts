import type { AdvisedClaim, AdvisedLine, LineAdjustment } from './remittance-advice.js'

/** The posting of one line of a claim, in whole cents. */
export interface LinePosting {
  readonly trace: string
  readonly account: string
  readonly code: string
  readonly entry: 'payment' | 'reversal'
  readonly paid: number
  readonly writeOff: number
  /** The part of the write-off that is subject to the limit. */
  readonly limited: number
  readonly patient: number
  readonly open: number
  /** The next step for the open amount; empty if nothing is open. */
  readonly openNext: string
}

type Treatment =
  | { readonly column: 'writeOff' | 'limited' | 'patient' }
  | { readonly column: 'open'; readonly next: string }

const writeOff: Treatment = { column: 'writeOff' }
const limited: Treatment = { column: 'limited' }
const patient: Treatment = { column: 'patient' }

/** How to post each adjustment reason, by section 6, except CO 97; some reasons need a remark code. */
const treatments: ReadonlyMap<string, Treatment> = new Map([
  ['CO 45', writeOff],
  ['CO 29', limited],
  ['CO 96 N425', limited],
  ['CO 96 N30', open('verify-coverage')],
  ['CO 16 M127', open('send-records')],
  ['CO 16 N382', open('correct-claim')],
  ['CO 16 M53', open('correct-claim')],
  ['OA 18', open('close-duplicate')],
  ['CO 22', open('bill-other-payer')],
  ['CO 50', open('appeal')],
  ['CO 197', open('find-authorization')],
  ['PR 27', open('verify-coverage')],
  ['PR 1', patient],
  ['PR 2', patient],
  ['PR 3', patient],
])

/** Returns the postings of the lines of a claim. Throws for an adjustment reason that the handbook does not know. */
export function postClaim(trace: string, claim: AdvisedClaim): readonly LinePosting[] {
  return claim.lines.map((line) => {
    const posting = { writeOff: 0, limited: 0, patient: 0, open: 0, openNext: '' }
    for (const adjustment of line.adjustments) {
      const treatment = treatmentFor(adjustment, line, claim)
      posting[treatment.column] += adjustment.amount
      if (treatment.column === 'open') posting.openNext = treatment.next
    }
    const { account, isReversal } = claim
    const entry = isReversal ? 'reversal' : 'payment'
    const { code, paid } = line
    return { trace, account, code, entry, paid, ...posting, writeOff: posting.writeOff + posting.limited }
  })
}

function treatmentFor({ group, reason }: LineAdjustment, line: AdvisedLine, claim: AdvisedClaim): Treatment {
  const code = `${group} ${reason}`
  if (code === 'CO 97')
    return claim.lines.some((other) => other !== line && other.paid !== 0) ? writeOff : open('correct-claim')
  const [known] = [code, ...line.remarks.map((remark) => `${code} ${remark}`)].flatMap(
    (key) => treatments.get(key) ?? [],
  )
  if (known === undefined) {
    throw new Error(`Expected an adjustment that the handbook knows, got ${[code, ...line.remarks].join(' ')}.`)
  }
  return known
}

function open(next: string): Treatment {
  return { column: 'open', next }
}
