import type { Completion, SolverTask } from '@carebench/client'
import type { JsonObject } from '@carebench/protocol'
import type { Wait } from '../../agent.js'
import { Chart } from '../chart.js'
import { findPatient } from '../find-patient.js'
import { memberAt, objectsAt, textAt } from '../json-member.js'
import { pause } from '../pause.js'
import { ClaimsWorker } from './claims-worker.js'
import { adjusted, dollars, type RemittedClaim, remittedClaims, segmentsOf } from './edi-text.js'

const pollEvery = 250
const pollAtMost = 60

/** Works like a careful clerk: inquires before reporting, reads the reason before acting, and waits for the result. */
export async function goodAgent(
  task: SolverTask,
  say: (step: string) => void,
  wait: Wait = pause,
): Promise<Completion> {
  const session = await task.start()
  const tools = new ClaimsWorker(session, say)
  if (tools.assignment.list !== '') await reportStatus(tools, new Chart(session.fhir, say))
  else if (tools.assignment.paymentNumber !== '') await postRemittance(tools)
  else await workDenial(tools, wait)
  return session.complete()
}

/** The rules of the desk: the next step, by the text before the dots. */
async function readRules(tools: ClaimsWorker): Promise<ReadonlyMap<string, string>> {
  const rules = new Map<string, string>()
  for (const line of (await tools.readFile(tools.assignment.rules)).split('\n')) {
    const [, conditions = '', step = ''] = /^ {2}(.+?) \.{3,} (\w+)/.exec(line) ?? []
    for (const condition of conditions.split(', ')) rules.set(condition, step)
  }
  return rules
}

async function reportStatus(tools: ClaimsWorker, chart: Chart): Promise<void> {
  const rules = await readRules(tools)
  const rows: string[][] = []
  for (const { account = '', patient = '' } of await tools.readRows(tools.assignment.list)) {
    const [family = '', given = ''] = patient.split(', ')
    const found = await findPatient(chart, { mrn: '', name: `${given} ${family}`, birthDate: '' })
    const question = { patient_account: account, patient_id: textAt(found, 'id') }
    const answer = await tools.clearinghouse.askClaimStatus(question)
    const status = textAt(answer, 'status')
    const paid = memberAt(answer, 'paid')
    const step = rules.get(status.replaceAll('_', ' ')) ?? ''
    rows.push([account, status, dollars(typeof paid === 'number' ? paid : 0), step])
  }
  await tools.writeReport(rows)
}

async function postRemittance(tools: ClaimsWorker): Promise<void> {
  const rules = await readRules(tools)
  const remittances = await tools.clearinghouse.transactions('835', 'received')
  const remittance = remittances.find((edi) =>
    segmentsOf(edi).some(([name, , number]) => name === 'TRN' && number === tools.assignment.paymentNumber),
  )
  if (remittance === undefined) throw new Error(`There is no remittance ${tools.assignment.paymentNumber}.`)
  const rows = remittedClaims(remittance).map((claim) => {
    const deciding = claim.adjustments.find(({ group, reason }) => group !== 'CO' || reason !== '45')
    const step = deciding === undefined ? 'post' : (rules.get(`${deciding.group} ${deciding.reason}`) ?? '')
    return [claim.account, dollars(claim.paid), dollars(adjusted(claim, 'CO')), dollars(adjusted(claim, 'PR')), step]
  })
  await tools.writeReport(rows)
}

/** Submits the claim again with the missing authorization, and reports the result. */
async function workDenial(tools: ClaimsWorker, wait: Wait): Promise<void> {
  const { account } = tools.assignment
  const denied = await findRemitted(tools, (claim) => claim.account === account && claim.status === '4')
  const sent = await tools.clearinghouse.transactions('837', 'sent')
  const original = sent.find((edi) => segmentsOf(edi).some(([name, number]) => name === 'CLM' && number === account))
  if (denied === undefined || original === undefined) throw new Error(`There is no denied claim ${account}.`)
  const claim = claimAsSent(original)
  const [line] = objectsAt(claim, 'lines')
  const authorization = (await tools.authorizations(denied.memberId)).find(
    (row) =>
      textAt(row, 'status') === 'approved' &&
      textAt(row, 'procedure_code') === textAt(line, 'procedure_code') &&
      textAt(row, 'service_date') === textAt(line, 'date'),
  )
  const authorization_number = textAt(authorization, 'auth_number')
  if (authorization_number === '') throw new Error('No authorization is approved for the service.')
  const replacement = { frequency: '7', original_claim_number: denied.claimNumber, authorization_number }
  const answer = await tools.clearinghouse.sendClaim({ ...claim, ...replacement, patient_id: denied.memberId })
  const number = textAt(objectsAt(answer, 'claims')[0], 'claim_number')
  const decided = await awaitRemittance(tools, number, wait)
  await tools.writeReport([[account, authorization_number, dollars(decided.paid), dollars(adjusted(decided, 'PR'))]])
}

async function awaitRemittance(tools: ClaimsWorker, claimNumber: string, wait: Wait): Promise<RemittedClaim> {
  for (let poll = 0; poll < pollAtMost; poll++) {
    await wait(pollEvery)
    const found = await findRemitted(tools, (claim) => claim.claimNumber === claimNumber)
    if (found !== undefined) return found
  }
  throw new Error(`No remittance was received for ${claimNumber}.`)
}

async function findRemitted(tools: ClaimsWorker, isMeant: (claim: RemittedClaim) => boolean) {
  const remittances = await tools.clearinghouse.transactions('835', 'received')
  return remittances.flatMap(remittedClaims).find(isMeant)
}

/** The content of an 837 with one claim, in the JSON form of the clearinghouse. */
function claimAsSent(edi: string): JsonObject {
  const segments = segmentsOf(edi)
  const find = (id: string) => segments.find(([name]) => name === id) ?? []
  const [, account = '', , , , place = ''] = find('CLM')
  const day = segments.find(([name, qualifier]) => name === 'DTP' && qualifier === '472')?.[3] ?? ''
  return {
    patient_account: account,
    diagnosis_codes: find('HI')
      .slice(1)
      .map((code) => code.split(':')[1] ?? ''),
    place_of_service: place.split(':')[0] ?? '',
    lines: segments
      .filter(([name]) => name === 'SV1')
      .map(([, code = '', charge = '0']) => ({
        procedure_code: code.split(':')[1] ?? '',
        charge: Number(charge),
        date: `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6, 8)}`,
      })),
  }
}
