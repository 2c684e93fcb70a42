import { patchChart, post, putFile, replace, telephone } from '../../builders/calls.js'
import { writeTable } from '../../builders/cells.js'
import { collect } from '../../builders/collect.js'
import { afterwards, instead } from '../../builders/counters.js'
import { claimsPayers } from '../../clinic/claims.js'
import { payers } from '../../clinic/payer-rules.js'
import type { Counter, SolutionCall } from '../../task.js'
import type { Facts } from './facts.js'
import { listQuestions, makeWork, postedRows } from './handbook-rules.js'
import { labels, postingLabel } from './labels.js'
import { batchTable, floodOfTable, postingRow, postingTable, questionTable, workCalls } from './work.js'

/** Returns counterexamples that do more than the work, or write a file more than once. */
export function actCounters(facts: Facts): readonly Counter[] {
  const work = makeWork(facts)
  const rows = postedRows(work).map(postingRow)
  const act = (name: string, calls: readonly SolutionCall[], ...fails: readonly string[]) =>
    afterwards(name, calls, labels.nothingElse, ...fails)
  const first = (name: string, table: typeof postingTable, label: string) =>
    instead(name, [...floodOfTable(table, facts), ...workCalls(facts)], label)
  const billed = facts.listed[0]?.claims.find(({ isOurs, status }) => isOurs && status !== '22')?.billed
  const [twin] = facts.lookAlikes
  const { code } = payers[facts.payer]
  const trace = facts.listed[0]?.trace
  return collect<Counter>(
    billed &&
      twin && [
        act('leave a note in the chart of a patient of the list', [noteAbout(billed.member.id)]),
        act('leave a note in the chart of the namesake', [noteAbout(twin.member.id)], labels.wrongPatient),
        act('end the second policy of the namesake', [endPolicy(twin.member.id)], labels.wrongPatient),
        act('send a claim of the list again', [
          post('clearinghouse/claims', {
            patient_id: billed.member.id,
            payer_id: code,
            patient_account: billed.account,
            diagnosis_codes: ['M54.16'],
            lines: billed.lines.map((line) => {
              return { procedure_code: line.code, charge: line.charge / 100, date: billed.serviceDate }
            }),
          }),
        ]),
        act('ask the payer about a claim of the list', [
          post('clearinghouse/claim-status', {
            patient_account: billed.account,
            patient_id: billed.member.id,
            payer_id: code,
          }),
        ]),
      ],
    first('record every payment as posted first, and correct it', batchTable, labels.batchesOnce),
    act('telephone the payer', telephone(claimsPayers[facts.payer].line, [])),
    act('fax the payer', [
      post('faxes', {
        to_number: '+12175550161',
        document_type: 'letter',
        text: `Please explain the payment ${trace}.`,
      }),
    ]),
    act('write a report too', [putFile('outbound/report.txt', 'The payments are posted.')]),
    rows.length > 0 && [
      first('bill every charge first, and correct it', postingTable, labels.postingsOnce),
      afterwards(
        'post everything twice',
        [writeTable(postingTable, [...rows, ...rows])],
        ...rows.map((_, index) => postingLabel(index)),
        labels.onlyLines,
      ),
    ],
    listQuestions(facts, work).length > 0
      ? first('ask the supervisor about every line first', questionTable, labels.questionsOnce)
      : act('ask the supervisor about what needs no answer', floodOfTable(questionTable, facts)),
  )
}

function noteAbout(patient: string): SolutionCall {
  return post('fhir/Task', {
    resourceType: 'Task',
    status: 'requested',
    intent: 'order',
    description: 'Please look at this payment.',
    for: { reference: `Patient/${patient}` },
  })
}

function endPolicy(patient: string): SolutionCall {
  return patchChart(`Coverage/${patient.replace(/^pat-/, 'cov-')}`, replace('/status', 'cancelled'))
}
