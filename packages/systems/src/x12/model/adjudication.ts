import type { PaidClaim, PaidService, Person, ReadClaim } from '@carebench/x12'
import { isActiveOn, type Policy } from '../../membership/member.js'
import type { AdjudicationRule } from '../config.js'

/** Claim adjustment reason codes. */
const reasons = { contract: '45', patient: '3', notCovered: '96', ended: '27' } as const

/** The outcome of a rule for a claim. Amounts are dollars. */
export interface Adjudication {
  readonly status: 'paid' | 'denied'
  readonly delaySeconds: number
  readonly paid: number
  readonly patientResponsibility: number
  readonly lines: readonly PaidService[]
  readonly adjustments: PaidClaim['adjustments']
  /** The remark codes of a claim that is not decided line by line. */
  readonly remarks: readonly string[]
}

/**
 * Returns the first rule whose conditions hold for the claim; the last rule applies to every claim. `isAuthorized` is
 * called at most once, and only if a rule depends on it.
 */
export function matchAdjudication(
  rules: readonly AdjudicationRule[],
  claim: ReadClaim,
  isAuthorized: () => boolean,
): AdjudicationRule {
  const codes = new Set(claim.lines.map(({ code }) => code))
  let isValid: boolean | undefined
  const found = rules.find(({ procedure_code, member_id, authorization_number, authorization }) => {
    if (authorization_number !== undefined && authorization_number !== (claim.authorizationNumber ?? '')) return false
    if (procedure_code !== undefined && !codes.has(procedure_code)) return false
    if (member_id !== undefined && member_id !== claim.subscriber?.memberId) return false
    if (authorization === undefined) return true
    isValid ??= isAuthorized()
    return isValid === (authorization === 'valid')
  })
  return found ?? { status: 'pending' }
}

/**
 * Decides a claim: pays the allowed amount less the patient's responsibility. Denials pay nothing, and neither does
 * coverage that was not active on the day of service (reason 27). Null if the rule leaves the claim pending.
 */
export function adjudicate(
  rule: AdjudicationRule,
  claim: ReadClaim,
  policy: Policy,
  today: string,
): Adjudication | null {
  if (rule.status === 'pending') return null
  const covered = isActiveOn(policy, readServiceDate(claim) ?? today)
  const denial = covered ? (rule.status === 'denied' ? (rule.reason ?? reasons.notCovered) : undefined) : reasons.ended
  const total = cents(claim.charge ?? 0)
  let owed = denial === undefined ? cents(rule.patient_responsibility ?? 0) : 0
  let owedInAll = 0
  let paidInAll = 0
  // Remarks explain the rule's adjustments, so they do not apply if the coverage has ended.
  const remarks = denial === reasons.ended ? [] : (rule.remarks ?? [])
  const share = (charge: number) => {
    const allowed = denial === undefined ? Math.round(charge * (rule.allowed ?? 1)) : 0
    const patient = Math.min(owed, allowed)
    owed -= patient
    owedInAll += patient
    paidInAll += allowed - patient
    const cut = charge - allowed
    return {
      paid: (allowed - patient) / 100,
      adjustments: [
        ...(cut > 0 ? [{ group: 'CO', reason: denial ?? reasons.contract, amount: cut / 100 }] : []),
        ...(patient > 0 ? [{ group: 'PR', reason: reasons.patient, amount: patient / 100 }] : []),
      ],
    }
  }
  const services = linesThatAddUp(claim, total)
  const lines = services.map((service) => {
    const shared = share(cents(service.charge))
    return { ...service, ...shared, ...(shared.adjustments.length > 0 && remarks.length > 0 && { remarks }) }
  })
  const whole = services.length === 0 ? share(total) : undefined
  return {
    status: denial === undefined ? 'paid' : 'denied',
    delaySeconds: rule.delay_seconds ?? 60,
    paid: paidInAll / 100,
    patientResponsibility: owedInAll / 100,
    lines,
    adjustments: whole?.adjustments ?? [],
    remarks: whole !== undefined && whole.adjustments.length > 0 ? remarks : [],
  }
}

/** Returns a decided claim for an 835. */
export function paidClaim(patient: Person, claim: ReadClaim, claimNumber: string, decided: Adjudication): PaidClaim {
  return {
    patient,
    patientAccount: claim.patientAccount ?? '',
    status: readStatus(claim),
    ...(isRemitted(claim.filingIndicator) && { filingIndicator: claim.filingIndicator }),
    charge: claim.charge ?? 0,
    paid: decided.paid,
    patientResponsibility: decided.patientResponsibility,
    payerClaimNumber: claimNumber,
    ...(decided.lines.length > 0
      ? { services: decided.lines }
      : { adjustments: decided.adjustments ?? [], remarks: decided.remarks }),
  }
}

/**
 * Returns CLP02: processed as primary, secondary or tertiary, even if nothing is paid. Code 4 is only for people
 * unknown to the payer (X12 RFI 1423), whose claims were rejected earlier.
 */
function readStatus({ sequence }: ReadClaim): string {
  return sequence === 'S' ? '2' : sequence === 'T' ? '3' : '1'
}

/** Whether a code of SBR09 is also one of CLP06; `CI`, commercial insurance, is not. */
function isRemitted(code: string | undefined): code is string {
  return code !== undefined && /^(?:1[2-7]|AM|CH|DS|HM|LM|M[ABC]|OF|TV|VA|WC|ZZ)$/.test(code)
}

/** Returns the first day of service of a claim. */
export function readServiceDate({ lines }: ReadClaim): string | undefined {
  return lines.flatMap(({ date }) => date ?? []).sort()[0]
}

/** Returns the lines if each has a charge and a date and the charges add up to that of the claim; otherwise none. */
function linesThatAddUp({ lines }: ReadClaim, total: number) {
  const services = lines.flatMap(({ code, charge, units, date }) =>
    charge === undefined || charge < 0 || date === undefined ? [] : [{ code, charge, units: units ?? 1, date }],
  )
  const sum = services.reduce((cents_, { charge }) => cents_ + cents(charge), 0)
  return services.length === lines.length && sum === total ? services : []
}

function cents(dollars: number) {
  return Math.round(dollars * 100)
}
