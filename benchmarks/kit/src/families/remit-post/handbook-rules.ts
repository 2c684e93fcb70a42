import { ourselves } from '../../clinic/claims-records.js'
import {
  adjustmentRules,
  bundledNext,
  bundledReason,
  type Column,
  type NextStep,
  type RefusalReason,
  refusals,
  writeOffLimit,
} from '../../clinic/handbook-remittances.js'
import { UnfairDrawError } from '../../refusals.js'
import type {
  Batch,
  Branch,
  Cents,
  Deposit,
  Facts,
  Posting,
  Question,
  Remittance,
  Remitted,
  RemittedLine,
  Worked,
} from './facts.js'

export function addUp(amounts: readonly Cents[]): Cents {
  return amounts.reduce((sum, amount) => sum + amount, 0)
}

/** Returns the payment of a claim (CLP04), which is always the sum of its lines. */
export function sumPaid({ lines }: Remitted): Cents {
  return addUp(lines.map(({ paid }) => paid))
}

/** Returns the result of each remittance on the list by the handbook. */
export function makeWork(facts: Facts): readonly Worked[] {
  return facts.listed.map((remittance) => {
    const postings = listPostings(remittance, facts)
    return { remittance, postings, batch: makeBatch(remittance, postings, facts) }
  })
}

/** Returns the rows of the remittances that are posted. */
export function postedRows(work: readonly Worked[]): readonly Posting[] {
  return work.flatMap(({ batch, postings }) => (batch.result === 'posted' ? postings : []))
}

/**
 * Returns the questions to the supervisor: one for each line of a posted remittance whose write-off is above the limit.
 */
export function listQuestions(facts: Facts, work: readonly Worked[] = makeWork(facts)): readonly Question[] {
  return work
    .filter(({ batch }) => batch.result === 'posted')
    .flatMap(({ remittance }) => remittance.claims.filter(({ isOurs, status }) => isOurs && status !== '22'))
    .flatMap((claim) =>
      claim.lines.flatMap((line): readonly Question[] => {
        const amount = limitedAmount(claim, line)
        return amount > writeOffLimit ? [{ account: claim.billed.account, code: line.code, amount }] : []
      }),
    )
}

/** Whether the bank's afternoon list must be read: a remittance without other faults is not on the morning list. */
export function waitsForBank({ listed, morning, ...facts }: Facts): boolean {
  return listed.some(
    (remittance) =>
      remittance.payment > 0 &&
      morning.every(({ trace }) => trace !== remittance.trace) &&
      findUnbalanced(remittance) === undefined &&
      findUnexplained(remittance, { listed, others: facts.others }) === undefined,
  )
}

interface Treatment {
  readonly column: Column
  readonly limited: boolean
  readonly next: NextStep | ''
}

function treatmentFor(claim: Remitted, line: RemittedLine, { group, reason }: RemittedLine['adjustments'][number]) {
  if (group === 'CO' && reason === bundledReason) {
    const isPart = claim.lines.some((other) => other !== line && other.paid !== 0)
    return isPart ? treatment('write_off') : treatment('open', bundledNext)
  }
  const rules = adjustmentRules.filter(
    (rule) =>
      rule.group === group &&
      rule.reason === reason &&
      (rule.remark === undefined || line.remarks.includes(rule.remark)),
  )
  const [rule] = rules
  if (rule === undefined || rules.length > 1) {
    throw new UnfairDrawError('undecided-branch', `${group} ${reason} of ${line.code}: ${rules.length} rules apply`)
  }
  return treatment(rule.column, rule.next ?? '', rule.limited === true)
}

function treatment(column: Column, next: NextStep | '' = '', limited = false): Treatment {
  return { column, limited, next }
}

/** Returns the part of a line, in cents, that may be written off only up to the limit. */
function limitedAmount(claim: Remitted, line: RemittedLine): Cents {
  return addUp(line.adjustments.filter((one) => treatmentFor(claim, line, one).limited).map(({ amount }) => amount))
}

function listPostings(remittance: Remittance, facts: Facts): readonly Posting[] {
  return remittance.claims
    .filter(({ isOurs }) => isOurs)
    .flatMap((claim) => claim.lines.map((line) => makePosting({ remittance, claim, line }, facts)))
}

interface Place {
  readonly remittance: Remittance
  readonly claim: Remitted
  readonly line: RemittedLine
}

function makePosting({ remittance, claim, line }: Place, facts: Facts): Posting {
  const { account } = claim.billed
  const isReversal = claim.status === '22'
  const amounts: Record<Column, Cents> = { write_off: 0, patient: 0, open: 0 }
  let openNext: NextStep | '' = ''
  for (const adjusted of line.adjustments) {
    const { column, limited, next } = treatmentFor(claim, line, adjusted)
    const answer = facts.decision
    const isAsked = limited && !isReversal && limitedAmount(claim, line) > writeOffLimit
    const isDeclined = isAsked && answer?.account === account && answer.code === line.code && !answer.isApproved
    const into = isDeclined ? 'open' : column
    amounts[into] += adjusted.amount
    if (into === 'open') openNext = isDeclined ? (answer.next ?? '') : next
  }
  return {
    trace: remittance.trace,
    account,
    code: line.code,
    entry: isReversal ? 'reversal' : 'payment',
    paid: line.paid,
    writeOff: amounts.write_off,
    patient: amounts.patient,
    open: amounts.open,
    next: isReversal ? '' : amounts.open > 0 ? openNext : amounts.patient > 0 ? billing(claim, facts) : '',
  }
}

function billing({ billed }: Remitted, { secondPolicies }: Facts): NextStep {
  const second = secondPolicies.some(
    ({ member, start, end }) =>
      member.id === billed.member.id && start <= billed.serviceDate && billed.serviceDate <= end,
  )
  return second ? 'bill-secondary' : 'bill-patient'
}

interface Refused {
  readonly reason: RefusalReason
  readonly reference: string
}

function makeBatch(remittance: Remittance, postings: readonly Posting[], facts: Facts): Batch {
  const refused = findUnbalanced(remittance) ?? findUnexplained(remittance, facts) ?? findUnpaid(remittance, facts)
  const { trace, payment, claims, adjustments } = remittance
  if (refused !== undefined) {
    const { result } = refusals[refused.reason]
    return { trace, result, payment, posted: 0, notOurs: 0, interest: 0, recovered: 0, ...refused }
  }
  const ofCode = (isMeant: (code: string) => boolean) =>
    addUp(adjustments.filter(({ code }) => isMeant(code)).map(({ amount }) => amount))
  return {
    trace,
    result: 'posted',
    payment,
    posted: addUp(postings.map(({ paid }) => paid)),
    notOurs: addUp(claims.filter(({ isOurs }) => !isOurs).map(sumPaid)),
    interest: 0 - ofCode((code) => code === 'L6'),
    recovered: ofCode((code) => code !== 'L6'),
    reason: '',
    reference: '',
  }
}

function findUnbalanced({ claims, adjustments, payment }: Remittance): Refused | undefined {
  const wrong = claims.filter(({ lines }) =>
    lines.some((line) => line.charge - addUp(line.adjustments.map(({ amount }) => amount)) !== line.paid),
  )
  if (wrong.length > 1) throw new UnfairDrawError('undecided-branch', 'two claims of a remittance do not balance')
  if (wrong[0] !== undefined) return { reason: 'claim-out-of-balance', reference: wrong[0].billed.account }
  const total = addUp(claims.map(sumPaid)) - addUp(adjustments.map(({ amount }) => amount))
  return total === payment ? undefined : { reason: 'payment-out-of-balance', reference: '' }
}

function findUnexplained(
  { adjustments }: Remittance,
  { listed, others }: Pick<Facts, 'listed' | 'others'>,
): Refused | undefined {
  const reversed = new Set(
    [...listed, ...others]
      .filter(({ payee }) => payee.id === ourselves.id)
      .flatMap(({ claims }) => claims.filter(({ status }) => status === '22').map(({ number }) => number)),
  )
  const wrong = adjustments.filter(({ code, number, amount }) => code !== 'L6' && amount > 0 && !reversed.has(number))
  if (wrong.length > 1)
    throw new UnfairDrawError('undecided-branch', 'two recoveries of a remittance are not explained')
  return wrong[0] === undefined ? undefined : { reason: 'recovery-unexplained', reference: wrong[0].number }
}

function findUnpaid({ trace, payment }: Remittance, { morning, afternoon }: Facts): Refused | undefined {
  if (payment === 0) return undefined
  const isIt = (deposit: Deposit) => deposit.trace === trace
  const found = morning.find(isIt) ?? afternoon.find(isIt)
  if (found === undefined) return { reason: 'no-deposit', reference: '' }
  return found.amount === payment ? undefined : { reason: 'deposit-differs', reference: '' }
}

/** The reasons for which the last remittance is not posted, by branch; an empty reason means that it is posted. */
const wantedReasons: Readonly<Record<Branch, readonly (RefusalReason | '')[]>> = {
  denied: [''],
  'write-off-approved': [''],
  'write-off-declined': [''],
  'out-of-balance': ['claim-out-of-balance', 'payment-out-of-balance'],
  'deposit-late': [''],
  'not-deposited': ['no-deposit', 'deposit-differs'],
  'not-ours': [''],
  'recovery-unexplained': ['recovery-unexplained'],
}

/** Returns the branches to which the handbook leads from the facts, regardless of the drawn one. */
export function listBranches(facts: Facts): readonly Branch[] {
  const work = makeWork(facts)
  const reasons = work.map(({ batch }) => batch.reason).filter((reason) => reason !== '')
  const questions = listQuestions(facts, work)
  const found: Branch[] = []
  for (const reason of reasons) {
    const branch = (Object.keys(wantedReasons) as Branch[]).find((one) => wantedReasons[one].includes(reason))
    if (branch !== undefined) found.push(branch)
  }
  if (questions.length > 0)
    found.push(facts.decision?.isApproved === true ? 'write-off-approved' : 'write-off-declined')
  const posted = work.filter(({ batch }) => batch.result === 'posted')
  const isLate = posted.some(
    ({ remittance }) => remittance.payment > 0 && facts.afternoon.some(({ trace }) => trace === remittance.trace),
  )
  if (isLate) found.push('deposit-late')
  if (facts.listed.some(({ claims }) => claims.some(({ isOurs }) => !isOurs))) found.push('not-ours')
  return found.length === 0 ? ['denied'] : found
}

/**
 * Throws if the handbook does not lead from the facts to only the drawn branch, if the questions do not match the
 * answer, if a posted batch does not balance, or if two remittances or claims share a number.
 *
 * @throws {@link UnfairDrawError}
 */
export function refuseUndecided(facts: Facts): void {
  const found = listBranches(facts)
  if (found.length !== 1 || found[0] !== facts.branch) {
    throw new UnfairDrawError('undecided-branch', `drawn ${facts.branch}, by the handbook ${found.join(' and ')}`)
  }
  const questions = listQuestions(facts)
  if (questions.length !== (facts.decision === null ? 0 : 1)) {
    throw new UnfairDrawError(
      'undecided-branch',
      `${questions.length} lines above the limit for the answers that there are`,
    )
  }
  for (const { batch } of makeWork(facts)) {
    const { payment, posted, notOurs, interest, recovered } = batch
    if (batch.result === 'posted' && payment !== posted + notOurs + interest - recovered) {
      throw new UnfairDrawError('out-of-range', `the batch ${batch.trace} does not balance`)
    }
  }
  const remittances = [...facts.listed, ...facts.others]
  const traces = [...remittances.map(({ trace }) => trace)]
  const accounts = [...facts.listed.flatMap(({ claims }) => claims.filter(({ status }) => status !== '22'))].map(
    ({ billed }) => billed.account,
  )
  const all = [...traces, ...accounts, ...facts.lookAlikes.map(({ account }) => account)]
  if (new Set(all).size !== all.length) throw new UnfairDrawError('distractor-fits', 'two things share a number')
}
