import type { Counter, SolutionCall } from '../../task.js'
import type { Batch, Facts, Posting, Remittance } from './facts.js'
import { sharesOf } from './guards.js'
import { paidOf, postedRows, questionsOf, workOf } from './handbook-rules.js'
import { labels, postingLabel } from './labels.js'
import { type Results, workCalls } from './work.js'

/** All right rows, and one more that is wrong. */
export function surplusCounters(facts: Facts): readonly Counter[] {
  const work = workOf(facts)
  const rows = postedRows(work)
  const batches = work.map(({ batch }) => batch)
  const [first] = rows
  const counter = (name: string, results: Results, fails: readonly string[]): Counter => ({
    name,
    calls: [...workCalls(facts, results)] as SolutionCall[],
    fails: [...fails],
  })
  const post = (name: string, row: Posting, fails: readonly string[] = []) =>
    counter(name, { postings: [...rows, row] }, [labels.onlyLines, ...fails])
  const [posted, elsewhere] = [facts.others.at(-2), facts.others.at(-1)]
  const [own, strange] = [posted && rowOf(posted), elsewhere && rowOf(elsewhere)]
  return [
    ...(first === undefined
      ? []
      : [
          post('post a line a second time', first, [postingLabel(0)]),
          post('post what is paid under another code too', { ...first, code: '99499' }),
        ]),
    ...billedAgain(facts).map((row) => post('bill a share a second time', row, [labels.billedOften])),
    ...(own === undefined ? [] : [post('post a payment that is posted already', own, [labels.unposted])]),
    ...(strange === undefined
      ? []
      : [
          post('post the remittance of another practice too', strange, [labels.unposted]),
          post('post the claim of another practice with a payment of ours', { ...strange, trace: traceOf(facts) }),
          counter(
            'record the payment of another practice too',
            { batches: [...batches, { ...(batches[0] as Batch), trace: strange.trace }] },
            [labels.onlyPayments],
          ),
        ]),
    ...questionsOf(facts, work).map((question) =>
      counter('ask the supervisor about a second line', { questions: [question, { ...question, code: '99499' }] }, [
        labels.onlyQuestions,
      ]),
    ),
  ]
}

function traceOf({ listed }: Facts): string {
  return listed[0]?.trace ?? ''
}

/** A line with a share once more, as a reversal that nobody has made. */
function billedAgain(facts: Facts): readonly Posting[] {
  const rows = postedRows(workOf(facts))
  const [again] = sharesOf(facts).shared.filter(({ trace }) => rows.some((row) => row.trace === trace))
  return again === undefined ? [] : [{ ...again, entry: 'reversal', paid: 0, writeOff: 0, next: 'bill-patient' }]
}

/** The first claim of a remittance, as it would be posted without looking. */
function rowOf({ trace, claims }: Remittance): Posting | undefined {
  const [claim] = claims
  return (
    claim && {
      trace,
      account: claim.billed.account,
      code: claim.lines[0]?.code ?? '',
      entry: 'payment',
      paid: paidOf(claim),
      writeOff: 0,
      patient: 0,
      open: 0,
      next: '',
    }
  )
}
