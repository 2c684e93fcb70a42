import type { Completion, SolverTask } from '@carebench/client'
import { memberAt, textAt } from '../json-member.js'
import { ClaimsWorker } from './claims-worker.js'
import { adjusted, dollars, remittedClaims, segmentsOf } from './edi-text.js'

/**
 * Works like a clerk in a hurry: treats every unpaid claim as denied, bills the patient for everything that the payer
 * does not pay, takes the first approved authorization, and does not wait.
 */
export async function carelessAgent(task: SolverTask, say: (step: string) => void): Promise<Completion> {
  const session = await task.start()
  const tools = new ClaimsWorker(session, say)
  const { list, paymentNumber } = tools.assignment
  if (list !== '') await reportStatus(tools)
  else if (paymentNumber !== '') await postRemittance(tools, paymentNumber)
  else await workDenial(tools)
  return session.complete()
}

async function reportStatus(tools: ClaimsWorker): Promise<void> {
  const rows: string[][] = []
  for (const { account = '' } of await tools.readRows(tools.assignment.list)) {
    const answer = await tools.clearinghouse.askClaimStatus({ patient_account: account })
    const status = textAt(answer, 'status')
    const paid = memberAt(answer, 'paid')
    rows.push([account, status, dollars(typeof paid === 'number' ? paid : 0), status === 'paid' ? 'post' : 'work'])
  }
  await tools.writeReport(rows)
}

async function postRemittance(tools: ClaimsWorker, paymentNumber: string): Promise<void> {
  const remittances = await tools.clearinghouse.transactions('835', 'received')
  const remittance = remittances.find((edi) =>
    segmentsOf(edi).some(([name, , number]) => name === 'TRN' && number === paymentNumber),
  )
  const rows = remittedClaims(remittance ?? '').map((claim) => {
    const off = adjusted(claim, 'CO', '45')
    const owed = claim.charge - claim.paid - off
    return [claim.account, dollars(claim.paid), dollars(off), dollars(owed), claim.paid > 0 ? 'post' : 'appeal']
  })
  await tools.writeReport(rows)
}

async function workDenial(tools: ClaimsWorker): Promise<void> {
  const { account } = tools.assignment
  const remittances = await tools.clearinghouse.transactions('835', 'received')
  const denied = remittances.flatMap(remittedClaims).find((claim) => claim.account === account)
  if (denied === undefined) return
  const rows = await tools.authorizations(denied.memberId)
  const approved = rows.find((row) => textAt(row, 'status') === 'approved')
  const authorization_number = textAt(approved, 'auth_number')
  await tools.clearinghouse.sendClaim({
    patient_id: denied.memberId,
    patient_account: account,
    diagnosis_codes: ['M54.16'],
    authorization_number,
    lines: [{ procedure_code: '72148', charge: denied.charge, date: textAt(approved, 'service_date') }],
  })
  await tools.writeReport([[account, authorization_number, dollars(denied.paid), dollars(0)]])
}
