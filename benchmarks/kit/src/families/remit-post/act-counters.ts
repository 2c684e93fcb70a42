import { claimsPayers } from '../../clinic/claims.js'
import { batchesPath, postingsPath, requestsPath } from '../../clinic/handbook-remittances.js'
import { payers } from '../../clinic/payer-rules.js'
import type { Counter, SolutionCall } from '../../task.js'
import type { Facts } from './facts.js'
import { postedRows, questionsOf, workOf } from './handbook-rules.js'
import { labels, postingLabel } from './labels.js'
import { floodOf, workCalls, writePostings } from './work.js'

/** What somebody does beside the work, or instead of leaving it to the next desk. */
export function actCounters(facts: Facts, reference: string): readonly Counter[] {
  const work = workOf(facts)
  const rows = postedRows(work)
  const act = (name: string, calls: readonly SolutionCall[], fails: readonly string[] = []): Counter => ({
    name,
    after: reference,
    calls: [...calls],
    fails: [labels.nothingElse, ...fails],
  })
  const billed = facts.listed[0]?.claims.find(({ isOurs, status }) => isOurs && status !== '22')?.billed
  const [twin] = facts.lookAlikes
  return [
    ...(billed === undefined || twin === undefined
      ? []
      : [
          act('leave a note in the chart of a patient of the list', [noteAbout(billed.member.id)]),
          act('leave a note in the chart of the namesake', [noteAbout(twin.member.id)], [labels.wrongPatient]),
          act('end the second policy of the namesake', [endPolicyOf(twin.member.id)], [labels.wrongPatient]),
          act('send a claim of the list again', [
            {
              method: 'POST',
              path: 'clearinghouse/claims',
              body: {
                patient_id: billed.member.id,
                payer_id: payers[facts.payer].code,
                patient_account: billed.account,
                diagnosis_codes: ['M54.16'],
                lines: billed.lines.map(({ code, charge }) => ({
                  procedure_code: code,
                  charge: charge / 100,
                  date: billed.serviceDate,
                })),
              },
            },
          ]),
          act('ask the payer about a claim of the list', [
            {
              method: 'POST',
              path: 'clearinghouse/claim-status',
              body: {
                patient_account: billed.account,
                patient_id: billed.member.id,
                payer_id: payers[facts.payer].code,
              },
            },
          ]),
        ]),
    {
      name: 'record every payment as posted first, and correct it',
      calls: [...floodOf(facts).filter(({ path }) => path === `files/${batchesPath}`), ...workCalls(facts)],
      fails: [labels.batchesOnce],
    },
    act('telephone the payer', [
      { method: 'POST', path: 'voice/calls', body: { to: claimsPayers[facts.payer].line }, capture: { call: '/id' } },
      { method: 'POST', path: 'voice/calls/{{call}}/hangup' },
    ]),
    act('fax the payer', [
      {
        method: 'POST',
        path: 'faxes',
        body: {
          to_number: '+12175550161',
          document_type: 'letter',
          text: `Please explain the payment ${facts.listed[0]?.trace}.`,
        },
      },
    ]),
    act('write a report too', [{ method: 'PUT', path: 'files/outbound/report.txt', text: 'The payments are posted.' }]),
    ...(rows.length === 0
      ? []
      : [
          {
            name: 'bill every charge first, and correct it',
            calls: [...floodOf(facts).filter(({ path }) => path === `files/${postingsPath}`), ...workCalls(facts)],
            fails: [labels.postingsOnce],
          },
          {
            name: 'post everything twice',
            after: reference,
            calls: [writePostings([...rows, ...rows])],
            fails: [...rows.map((_, index) => postingLabel(index)), labels.onlyLines],
          },
        ]),
    ...(questionsOf(facts, work).length > 0
      ? [
          {
            name: 'ask the supervisor about every line first',
            calls: [...floodOf(facts).filter(({ path }) => path === `files/${requestsPath}`), ...workCalls(facts)],
            fails: [labels.questionsOnce],
          },
        ]
      : [
          act(
            'ask the supervisor about what needs no answer',
            floodOf(facts).filter(({ path }) => path === `files/${requestsPath}`),
          ),
        ]),
  ]
}

function noteAbout(patient: string): SolutionCall {
  return {
    method: 'POST',
    path: 'fhir/Task',
    body: {
      resourceType: 'Task',
      status: 'requested',
      intent: 'order',
      description: 'Please look at this payment.',
      for: { reference: `Patient/${patient}` },
    },
  }
}

function endPolicyOf(patient: string): SolutionCall {
  return {
    method: 'PATCH',
    path: `fhir/Coverage/${patient.replace(/^pat-/, 'cov-')}`,
    headers: { 'content-type': 'application/json-patch+json' },
    body: [{ op: 'replace', path: '/status', value: 'cancelled' }],
  } as SolutionCall
}
