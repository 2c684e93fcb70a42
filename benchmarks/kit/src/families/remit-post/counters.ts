import { wait } from '../../builders/calls.js'
import { writeTable } from '../../builders/cells.js'
import { collect } from '../../builders/collect.js'
import { instead } from '../../builders/counters.js'
import { decisionSeconds, decisionsPath } from '../../clinic/handbook-remittances.js'
import type { Counter } from '../../task.js'
import { actCounters } from './act-counters.js'
import type { Batch, Facts, Posting, Remittance, Worked } from './facts.js'
import { naiveShare, splitShares } from './guards.js'
import { listQuestions, makeWork, postedRows, sumPaid, waitsForBank } from './handbook-rules.js'
import { batchLabel, labels, postingLabel } from './labels.js'
import { questionTable, type Results, read, workCalls } from './work.js'

/** Returns the counterexamples of an instance: plausible mistakes of an agent, and the criteria that they break. */
export function makeCounters(facts: Facts): readonly Counter[] {
  const desk = new Desk(facts)
  return [
    ...billingCounters(desk),
    ...branchCounters(desk),
    ...lineCounters(desk),
    ...batchCounters(desk),
    ...surplusCounters(desk),
    ...waitingCounters(desk),
    ...actCounters(facts),
  ]
}

/** The right rows of an instance, from which counterexamples are derived. */
class Desk {
  readonly work: readonly Worked[]
  readonly rows: readonly Posting[]
  readonly batches: readonly Batch[]

  constructor(readonly facts: Facts) {
    this.work = makeWork(facts)
    this.rows = postedRows(this.work)
    this.batches = this.work.map(({ batch }) => batch)
  }

  /** Creates a counterexample: the work with other results. */
  wrong(name: string, results: Results, ...fails: readonly string[]): Counter {
    return instead(name, workCalls(this.facts, results), ...fails)
  }

  /**
   * Creates a counterexample with one changed line, posted even if it must not be. The line's own criterion must fail,
   * or the guard on lines that are not posted.
   */
  line(name: string, line: Posting, changes: Partial<Posting>, ...fails: readonly string[]): Counter {
    const at = this.rows.findIndex((row) => isSame(row, line))
    const other = { ...line, ...changes }
    const postings = at === -1 ? [...this.rows, other] : this.rows.with(at, other)
    return this.wrong(name, { postings }, ...fails, at === -1 ? labels.unposted : postingLabel(at))
  }

  /** Creates a counterexample that changes the first line of a kind, if one is posted. */
  first(name: string, is: (row: Posting) => boolean, changes: (row: Posting) => Partial<Posting>): Counter | undefined {
    const row = this.rows.find(is)
    return row && this.line(name, row, changes(row))
  }

  /** Creates a counterexample with one additional line. */
  more(name: string, row: Posting, ...fails: readonly string[]): Counter {
    return this.wrong(name, { postings: [...this.rows, row] }, labels.onlyLines, ...fails)
  }

  /** Returns the batches with one of them changed. */
  withBatch(at: number, changes: Partial<Batch>): readonly Batch[] {
    return this.batches.map((batch, place) => (place === at ? { ...batch, ...changes } : batch))
  }
}

/** Whether two rows are about the same line. Compares their keys, because rows are computed anew each time. */
function isSame(one: Posting, other: Posting): boolean {
  return (['trace', 'account', 'code', 'entry'] as const).every((name) => one[name] === other[name])
}

function billingCounters(desk: Desk): readonly Counter[] {
  const { shared, free } = splitShares(desk.facts)
  const [owingNothing] = free
  const [owing] = shared
  const [twin] = desk.facts.lookAlikes
  return collect<Counter>(
    owingNothing &&
      desk.line(
        'bill a denied line to the patient',
        owingNothing,
        { patient: owingNothing.writeOff + owingNothing.open, writeOff: 0, open: 0, next: 'bill-patient' },
        labels.owesNothing,
      ),
    owing && [
      desk.line(
        'bill all that the payer has not paid to the patient',
        owing,
        { patient: naiveShare(owing), writeOff: 0 },
        labels.billedTwice,
      ),
      ...(twin
        ? [desk.line('post to the account of the namesake', owing, { account: twin.account }, labels.wrongAccount)]
        : []),
    ],
  )
}

/** Returns counterexamples that misread the branch in the most obvious way. */
function branchCounters(desk: Desk): readonly Counter[] {
  const { facts, work, rows } = desk
  const { branch, main, tempting, listed, decision } = facts
  const last = work.at(-1)?.batch
  const at = work.length - 1
  const index = rows.findIndex(({ account }) => account === main.billed.account)
  const line = rows[index]
  if (last === undefined) return []
  const withLast = (changes: Partial<Batch>) => desk.withBatch(at, changes)
  const own = batchLabel(at)
  switch (branch) {
    case 'denied': {
      if (line === undefined) return []
      const next = line.next === 'appeal' ? 'correct-claim' : 'appeal'
      return [
        desk.line('appeal whatever is denied', line, { next }),
        desk.line('write the denied claim off', line, { writeOff: line.open, open: 0, next: '' }),
      ]
    }
    case 'write-off-approved':
    case 'write-off-declined': {
      if (line === undefined || decision === null) return []
      const amount = line.writeOff + line.open
      const off = { writeOff: amount, open: 0, next: '' } as const
      const postings = rows.with(index, { ...line, ...off })
      const declined = decision.isApproved ? [] : [labels.declined]
      const [question] = listQuestions(facts, work)
      return collect<Counter>(
        desk.wrong(
          'write off above the limit without asking',
          { postings, questions: [] },
          labels.question,
          labels.answered,
          ...declined,
        ),
        desk.wrong('ask, and do not wait for the answer', { isHasty: true }, labels.answered),
        decision.isApproved
          ? desk.line('leave what is approved open', line, { writeOff: 0, open: amount, next: 'appeal' })
          : desk.wrong('write off what is declined', { postings }, postingLabel(index), ...declined),
        question &&
          desk.wrong(
            'ask about another amount',
            { questions: [{ ...question, amount: question.amount - 25_000 }] },
            labels.question,
          ),
      )
    }
    case 'out-of-balance':
    case 'not-deposited':
    case 'recovery-unexplained': {
      const postings = work.flatMap((one) => one.postings)
      const posted = { result: 'posted', posted: last.payment, reason: '', reference: '' } as const
      const reason: Partial<Batch> =
        branch === 'not-deposited'
          ? { reason: last.reason === 'no-deposit' ? 'deposit-differs' : 'no-deposit' }
          : { reason: 'no-deposit', result: 'held', reference: '' }
      return [
        desk.wrong('post what must not be posted', { postings, batches: withLast(posted) }, labels.unposted, own),
        desk.wrong('give another reason for not posting', { batches: withLast(reason) }, own),
        desk.wrong('give a reference that is none', { batches: withLast({ reference: last.trace }) }, own),
      ]
    }
    case 'deposit-late': {
      const held = { result: 'held', posted: 0, interest: 0, recovered: 0, reason: 'no-deposit' } as const
      const postings = rows.filter(({ trace }) => trace !== last.trace)
      return [
        desk.wrong(
          'hold the payment before the afternoon',
          { postings, batches: withLast(held), isHasty: true },
          own,
          labels.banked,
          postingLabel(index),
        ),
        desk.wrong('post before the money is there', { isHasty: true }, labels.banked),
      ]
    }
    case 'not-ours': {
      const payment = {
        trace: listed.at(-1)?.trace ?? '',
        account: main.billed.account,
        code: main.lines[0]?.code ?? '',
      }
      const stranger = paymentRow(payment, last.notOurs)
      const batches = withLast({ posted: last.posted + last.notOurs, notOurs: 0 })
      const posted = (name: string, row: Posting) =>
        desk.wrong(name, { postings: [...rows, row], batches }, labels.otherPractice, own)
      return [
        posted('post the claim of the other practice', stranger),
        posted('post the claim of the other practice to our account of the patient', {
          ...stranger,
          account: tempting?.account ?? '',
        }),
        desk.wrong('forget the money of the other practice', { batches: withLast({ notOurs: 0 }) }, own),
      ]
    }
  }
}

/** Returns a row with a payment and no other amounts. */
function paymentRow({ trace, account, code }: Pick<Posting, 'trace' | 'account' | 'code'>, paid: number): Posting {
  return { trace, account, code, entry: 'payment', paid, writeOff: 0, patient: 0, open: 0, next: '' }
}

function lineCounters(desk: Desk): readonly Counter[] {
  const { rows } = desk
  return collect<Counter>(
    desk.first(
      'bill the patient who has a second policy',
      ({ next }) => next === 'bill-secondary',
      () => ({ next: 'bill-patient' }),
    ),
    desk.first(
      'bill a second policy that is not there',
      ({ next }) => next === 'bill-patient',
      () => ({ next: 'bill-secondary' }),
    ),
    desk.first(
      'post a reversal as a payment',
      ({ entry }) => entry === 'reversal',
      () => ({ entry: 'payment' }),
    ),
    desk.first(
      'post a reversal without its signs',
      ({ entry }) => entry === 'reversal',
      ({ paid, writeOff, patient }) => ({ paid: -paid, writeOff: -writeOff, patient: -patient }),
    ),
    desk.first(
      'leave the contract open',
      ({ writeOff, paid }) => writeOff > 0 && paid > 0,
      ({ writeOff }) => ({ writeOff: 0, open: writeOff, next: 'appeal' }),
    ),
    desk.first(
      'round the payment to dollars',
      ({ paid }) => paid % 100 !== 0,
      ({ paid }) => ({ paid: Math.round(paid / 100) * 100 }),
    ),
    rows.length > 0 &&
      desk.wrong(
        'record the batches and post nothing',
        { postings: [] },
        ...rows.map((_, index) => postingLabel(index)),
      ),
  )
}

function batchCounters(desk: Desk): readonly Counter[] {
  const { batches } = desk
  const first = (name: string, is: (batch: Batch) => boolean, changes: (batch: Batch) => Partial<Batch>) => {
    const at = batches.findIndex(is)
    const batch = batches[at]
    return batch && desk.wrong(name, { batches: desk.withBatch(at, changes(batch)) }, batchLabel(at))
  }
  return collect<Counter>(
    first(
      'record the interest as taken back',
      ({ interest }) => interest !== 0,
      ({ interest }) => ({ interest: -interest }),
    ),
    first(
      'forget what is taken back',
      ({ recovered }) => recovered !== 0,
      () => ({ recovered: 0 }),
    ),
    first(
      'record the payment as posted',
      ({ payment, posted }) => payment !== posted,
      ({ payment }) => ({ posted: payment }),
    ),
    desk.wrong('record no batch', { batches: [] }, ...batches.map((_, index) => batchLabel(index))),
  )
}

/** Returns counterexamples with all right rows, and one additional wrong row. */
function surplusCounters(desk: Desk): readonly Counter[] {
  const { facts, work, rows, batches } = desk
  const [line] = rows
  const [posted, elsewhere] = [facts.others.at(-2), facts.others.at(-1)].map((one) => one && makeRow(one))
  const [again] = splitShares(facts).shared.filter(({ trace }) => rows.some((row) => row.trace === trace))
  const [batch] = batches
  const trace = facts.listed[0]?.trace ?? ''
  return collect<Counter>(
    line && [
      desk.more('post a line a second time', line, postingLabel(0)),
      desk.more('post what is paid under another code too', { ...line, code: '99499' }),
    ],
    again &&
      desk.more(
        'bill a share a second time',
        // As a reversal that no remittance contains.
        { ...again, entry: 'reversal', paid: 0, writeOff: 0, next: 'bill-patient' },
        labels.billedOften,
      ),
    posted && desk.more('post a payment that is posted already', posted, labels.unposted),
    elsewhere && [
      desk.more('post the remittance of another practice too', elsewhere, labels.unposted),
      desk.more('post the claim of another practice with a payment of ours', { ...elsewhere, trace }),
    ],
    elsewhere &&
      batch &&
      desk.wrong(
        'record the payment of another practice too',
        { batches: [...batches, { ...batch, trace: elsewhere.trace }] },
        labels.onlyPayments,
      ),
    listQuestions(facts, work).map((question) =>
      desk.wrong(
        'ask the supervisor about a second line',
        { questions: [question, { ...question, code: '99499' }] },
        labels.onlyQuestions,
      ),
    ),
  )
}

/** Returns the row that posts a remittance's first claim without any checks. */
function makeRow({ trace, claims }: Remittance): Posting | undefined {
  const [claim] = claims
  const code = claim?.lines[0]?.code ?? ''
  return claim && paymentRow({ trace, account: claim.billed.account, code }, sumPaid(claim))
}

/**
 * Returns counterexamples that write before the supervisor's answer or the bank's afternoon list, or ask about another
 * amount.
 */
function waitingCounters(desk: Desk): readonly Counter[] {
  const { facts } = desk
  const asked = listQuestions(facts)
  const hasty = workCalls(facts, { isHasty: true })
  const again = (name: string, label: string) => instead(name, [...hasty, ...workCalls(facts)], label)
  const answered = [...wait(decisionSeconds), read(decisionsPath)]
  const isAwaited = waitsForBank(facts)
  return collect<Counter>(
    asked.length > 0 && [
      instead(
        'hand in an empty request, and the real one after the answer',
        [writeTable(questionTable, []), ...answered, ...hasty],
        labels.answered,
      ),
      desk.wrong(
        'ask about another amount',
        { questions: asked.map((one) => ({ ...one, amount: one.amount + 100 })) },
        labels.question,
        labels.answered,
      ),
      again('post before the answer, and again after it', labels.answered),
    ],
    isAwaited && again('record before the afternoon list, and again after it', labels.banked),
    isAwaited &&
      facts.branch === 'not-deposited' &&
      desk.wrong('hold the payment without the afternoon list', { isHasty: true }, labels.banked),
  )
}
