import type { Completion, SolverTask } from '@carebench/client'
import { memberAt, textAt } from '../json-member.js'
import { ClaimsDesk } from './claims-desk.js'
import { adjusted, dollars, remittedClaims, segmentsOf } from './edi-text.js'

/**
 * Works like a clerk in a hurry: treats every unpaid claim as denied, bills the patient for everything that the payer
 * does not pay, takes the first approved authorization, and does not wait.
 */
export async function carelessAgent(task: SolverTask, say: (step: string) => void): Promise<Completion> {
  const session = await task.start()
  const desk = new ClaimsDesk(session, say)
  const { list, paymentNumber } = desk.assignment
  if (list !== '') await reportStatus(desk)
  else if (paymentNumber !== '') await postRemittance(desk, paymentNumber)
  else await workDenial(desk)
  return session.complete()
}

async function reportStatus(desk: ClaimsDesk): Promise<void> {
  const rows: string[][] = []
  for (const { account = '' } of await desk.readRows(desk.assignment.list)) {
    const answer = await desk.clearinghouse.askClaimStatus({ patient_account: account })
    const status = textAt(answer, 'status')
    const paid = memberAt(answer, 'paid')
    rows.push([account, status, dollars(typeof paid === 'number' ? paid : 0), status === 'paid' ? 'post' : 'work'])
  }
  await desk.writeReport(rows)
}

async function postRemittance(desk: ClaimsDesk, paymentNumber: string): Promise<void> {
  const remittances = await desk.clearinghouse.transactions('835', 'received')
  const remittance = remittances.find((edi) =>
    segmentsOf(edi).some(([name, , number]) => name === 'TRN' && number === paymentNumber),
  )
  const rows = remittedClaims(remittance ?? '').map((claim) => {
    const off = adjusted(claim, 'CO', '45')
    const owed = claim.charge - claim.paid - off
    return [claim.account, dollars(claim.paid), dollars(off), dollars(owed), claim.paid > 0 ? 'post' : 'appeal']
  })
  await desk.writeReport(rows)
}

async function workDenial(desk: ClaimsDesk): Promise<void> {
  const { account } = desk.assignment
  const remittances = await desk.clearinghouse.transactions('835', 'received')
  const denied = remittances.flatMap(remittedClaims).find((claim) => claim.account === account)
  if (denied === undefined) return
  const rows = await desk.authorizations(denied.memberId)
  const approved = rows.find((row) => textAt(row, 'status') === 'approved')
  const authorization_number = textAt(approved, 'auth_number')
  await desk.clearinghouse.sendClaim({
    patient_id: denied.memberId,
    patient_account: account,
    diagnosis_codes: ['M54.16'],
    authorization_number,
    lines: [{ procedure_code: '72148', charge: denied.charge, date: textAt(approved, 'service_date') }],
  })
  await desk.writeReport([[account, authorization_number, dollars(denied.paid), dollars(0)]])
}
