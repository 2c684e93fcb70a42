import { decisionSeconds, decisionsPath } from '../../clinic/handbook-remittances.js'
import type { Counter, SolutionCall } from '../../task.js'
import { actCounters } from './act-counters.js'
import type { Batch, Facts, Posting, Worked } from './facts.js'
import { naiveShare, sharesOf } from './guards.js'
import { postedRows, questionsOf, waitsForBank, workOf } from './handbook-rules.js'
import { batchLabel, labels, postingLabel } from './labels.js'
import { surplusCounters } from './surplus-counters.js'
import { type Results, read, wait, workCalls, writeQuestions } from './work.js'

/** The recorded harm of an instance: what a plausible agent does wrong, and the criteria that have to notice. */
export function countersOf(facts: Facts, reference: string): readonly Counter[] {
  return [
    ...billingCounters(facts),
    ...branchCounters(facts),
    ...lineCounters(facts),
    ...batchCounters(facts),
    ...surplusCounters(facts),
    ...waitingCounters(facts),
    ...actCounters(facts, reference),
  ]
}

function counter(name: string, facts: Facts, results: Results, fails: readonly string[]): Counter {
  return { name, calls: [...workCalls(facts, results)] as SolutionCall[], fails: [...fails] }
}

/** All lines, also those that must not be posted. */
function allRows(work: readonly Worked[]): readonly Posting[] {
  return work.flatMap(({ postings }) => postings)
}

/** The criteria about a line: its own if it is posted, or the guard of what must not be posted. */
function failsAt(posting: Posting, work: readonly Worked[]): string {
  const index = postedRows(work).findIndex((row) => isSame(row, posting))
  return index === -1 ? labels.unposted : postingLabel(index)
}

/** The right rows, with one line changed; the line is posted even if it must not be. */
function changed(work: readonly Worked[], line: Posting, changes: Partial<Posting>): readonly Posting[] {
  const rows = postedRows(work)
  const other = { ...line, ...changes }
  const isPosted = rows.some((row) => isSame(row, line))
  return isPosted ? rows.map((row) => (isSame(row, line) ? other : row)) : [...rows, other]
}

/** Whether two rows are about the same line; rows are worked out anew each time. */
function isSame(one: Posting, other: Posting): boolean {
  return (['trace', 'account', 'code', 'entry'] as const).every((name) => one[name] === other[name])
}

function billingCounters(facts: Facts): readonly Counter[] {
  const work = workOf(facts)
  const { shared, free } = sharesOf(facts)
  const [twin] = facts.lookAlikes
  return [
    ...free.slice(0, 1).map((line) =>
      counter(
        'bill a denied line to the patient',
        facts,
        {
          postings: changed(work, line, {
            patient: line.writeOff + line.open,
            writeOff: 0,
            open: 0,
            next: 'bill-patient',
          }),
        },
        [labels.owesNothing, failsAt(line, work)],
      ),
    ),
    ...shared
      .slice(0, 1)
      .flatMap((line) => [
        counter(
          'bill all that the payer has not paid to the patient',
          facts,
          { postings: changed(work, line, { patient: naiveShare(line), writeOff: 0 }) },
          [labels.billedTwice, failsAt(line, work)],
        ),
        ...(twin === undefined
          ? []
          : [
              counter(
                'post to the account of the namesake',
                facts,
                { postings: changed(work, line, { account: twin.account }) },
                [labels.wrongAccount, failsAt(line, work)],
              ),
            ]),
      ]),
  ]
}

/** What the nearest reading of the branch suggests. */
function branchCounters(facts: Facts): readonly Counter[] {
  const { branch, main, tempting, listed, decision } = facts
  const work = workOf(facts)
  const rows = postedRows(work)
  const batches = work.map(({ batch }) => batch)
  const last = work.at(-1)
  const at = work.length - 1
  const index = rows.findIndex(({ account }) => account === main.billed.account)
  const line = rows[index]
  if (last === undefined) return []
  const withLast = (changes: Partial<Batch>) =>
    batches.map((batch, place) => (place === at ? { ...batch, ...changes } : batch))
  const posted = withLast({ result: 'posted', posted: last.batch.payment, reason: '', reference: '' })
  switch (branch) {
    case 'denied':
      return line === undefined
        ? []
        : [
            counter(
              'appeal whatever is denied',
              facts,
              { postings: changed(work, line, { next: line.next === 'appeal' ? 'correct-claim' : 'appeal' }) },
              [postingLabel(index)],
            ),
            counter(
              'write the denied claim off',
              facts,
              { postings: changed(work, line, { writeOff: line.open, open: 0, next: '' }) },
              [postingLabel(index)],
            ),
          ]
    case 'write-off-approved':
    case 'write-off-declined': {
      if (line === undefined || decision === null) return []
      const amount = line.writeOff + line.open
      const off = changed(work, line, { writeOff: amount, open: 0, next: '' })
      const [question] = questionsOf(facts, work)
      return [
        counter('write off above the limit without asking', facts, { postings: off, questions: [] }, [
          labels.question,
          labels.answered,
          ...(decision.isApproved ? [] : [labels.declined]),
        ]),
        counter('ask, and do not wait for the answer', facts, { isHasty: true }, [labels.answered]),
        counter(
          decision.isApproved ? 'leave what is approved open' : 'write off what is declined',
          facts,
          { postings: decision.isApproved ? changed(work, line, { writeOff: 0, open: amount, next: 'appeal' }) : off },
          [postingLabel(index), ...(decision.isApproved ? [] : [labels.declined])],
        ),
        ...(question === undefined
          ? []
          : [
              counter(
                'ask about another amount',
                facts,
                { questions: [{ ...question, amount: question.amount - 25_000 }] },
                [labels.question],
              ),
            ]),
      ]
    }
    case 'out-of-balance':
    case 'not-deposited':
    case 'recovery-unexplained':
      return [
        counter('post what must not be posted', facts, { postings: allRows(work), batches: posted }, [
          labels.unposted,
          batchLabel(at),
        ]),
        counter(
          'give another reason for not posting',
          facts,
          {
            batches: withLast(
              branch === 'not-deposited'
                ? { reason: last.batch.reason === 'no-deposit' ? 'deposit-differs' : 'no-deposit' }
                : { reason: 'no-deposit', result: 'held', reference: '' },
            ),
          },
          [batchLabel(at)],
        ),
        counter('give a reference that is none', facts, { batches: withLast({ reference: last.batch.trace }) }, [
          batchLabel(at),
        ]),
      ]
    case 'deposit-late':
      return [
        counter(
          'hold the payment before the afternoon',
          facts,
          {
            postings: rows.filter(({ trace }) => trace !== last.batch.trace),
            batches: withLast({ result: 'held', posted: 0, interest: 0, recovered: 0, reason: 'no-deposit' }),
            isHasty: true,
          },
          [batchLabel(at), labels.banked, postingLabel(index)],
        ),
        counter('post before the money is there', facts, { isHasty: true }, [labels.banked]),
      ]
    case 'not-ours': {
      const stranger: Posting = {
        trace: listed.at(-1)?.trace ?? '',
        account: main.billed.account,
        code: main.lines[0]?.code ?? '',
        entry: 'payment',
        paid: last.batch.notOurs,
        writeOff: 0,
        patient: 0,
        open: 0,
        next: '',
      }
      const sums = withLast({ posted: last.batch.posted + last.batch.notOurs, notOurs: 0 })
      return [
        counter('post the claim of the other practice', facts, { postings: [...rows, stranger], batches: sums }, [
          labels.otherPractice,
          batchLabel(at),
        ]),
        counter(
          'post the claim of the other practice to our account of the patient',
          facts,
          { postings: [...rows, { ...stranger, account: tempting?.account ?? '' }], batches: sums },
          [labels.otherPractice, batchLabel(at)],
        ),
        counter('forget the money of the other practice', facts, { batches: withLast({ notOurs: 0 }) }, [
          batchLabel(at),
        ]),
      ]
    }
  }
}

function lineCounters(facts: Facts): readonly Counter[] {
  const work = workOf(facts)
  const rows = postedRows(work)
  const wrong = (
    name: string,
    is: (row: Posting) => boolean,
    changes: (row: Posting) => Partial<Posting>,
  ): Counter[] => {
    const index = rows.findIndex(is)
    const row = rows[index]
    return row === undefined
      ? []
      : [counter(name, facts, { postings: changed(work, row, changes(row)) }, [postingLabel(index)])]
  }
  return [
    ...wrong(
      'bill the patient who has a second policy',
      ({ next }) => next === 'bill-secondary',
      () => ({ next: 'bill-patient' }),
    ),
    ...wrong(
      'bill a second policy that is not there',
      ({ next }) => next === 'bill-patient',
      () => ({ next: 'bill-secondary' }),
    ),
    ...wrong(
      'post a reversal as a payment',
      ({ entry }) => entry === 'reversal',
      () => ({ entry: 'payment' }),
    ),
    ...wrong(
      'post a reversal without its signs',
      ({ entry }) => entry === 'reversal',
      ({ paid, writeOff, patient }) => ({ paid: -paid, writeOff: -writeOff, patient: -patient }),
    ),
    ...wrong(
      'leave the contract open',
      ({ writeOff, paid }) => writeOff > 0 && paid > 0,
      ({ writeOff }) => ({ writeOff: 0, open: writeOff, next: 'appeal' }),
    ),
    ...wrong(
      'round the payment to dollars',
      ({ paid }) => paid % 100 !== 0,
      ({ paid }) => ({ paid: Math.round(paid / 100) * 100 }),
    ),
    ...(rows.length === 0
      ? []
      : [
          counter(
            'record the batches and post nothing',
            facts,
            { postings: [] },
            rows.map((_, index) => postingLabel(index)),
          ),
        ]),
  ]
}

function batchCounters(facts: Facts): readonly Counter[] {
  const batches = workOf(facts).map(({ batch }) => batch)
  const wrong = (name: string, is: (batch: Batch) => boolean, changes: (batch: Batch) => Partial<Batch>): Counter[] => {
    const index = batches.findIndex(is)
    return index === -1
      ? []
      : [
          counter(
            name,
            facts,
            { batches: batches.map((batch, place) => (place === index ? { ...batch, ...changes(batch) } : batch)) },
            [batchLabel(index)],
          ),
        ]
  }
  return [
    ...wrong(
      'record the interest as taken back',
      ({ interest }) => interest !== 0,
      ({ interest }) => ({ interest: -interest }),
    ),
    ...wrong(
      'forget what is taken back',
      ({ recovered }) => recovered !== 0,
      () => ({ recovered: 0 }),
    ),
    ...wrong(
      'record the payment as posted',
      ({ payment, posted }) => payment !== posted,
      ({ payment }) => ({ posted: payment }),
    ),
    counter(
      'record no batch',
      facts,
      { batches: [] },
      batches.map((_, index) => batchLabel(index)),
    ),
  ]
}

/** Who does not wait, or makes others answer a question that was not asked. */
function waitingCounters(facts: Facts): readonly Counter[] {
  const asked = questionsOf(facts)
  const again = (name: string, fails: string): Counter => ({
    name,
    calls: [...workCalls(facts, { isHasty: true }), ...workCalls(facts)],
    fails: [fails],
  })
  return [
    ...(asked.length > 0
      ? [
          {
            name: 'hand in an empty request, and the real one after the answer',
            calls: [
              writeQuestions([]),
              wait(decisionSeconds),
              read(decisionsPath),
              ...workCalls(facts, { isHasty: true }),
            ],
            fails: [labels.answered],
          },
          {
            name: 'ask about another amount',
            calls: [...workCalls(facts, { questions: asked.map((one) => ({ ...one, amount: one.amount + 100 })) })],
            fails: [labels.question, labels.answered],
          },
          again('post before the answer, and again after it', labels.answered),
        ]
      : []),
    ...(waitsForBank(facts) ? [again('record before the afternoon list, and again after it', labels.banked)] : []),
    ...(waitsForBank(facts) && facts.branch === 'not-deposited'
      ? [counter('hold the payment without the afternoon list', facts, { isHasty: true }, [labels.banked])]
      : []),
  ]
}
