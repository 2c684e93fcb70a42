import { type Adjustment, buildClaim, buildClaimAcknowledgment, buildClaimPayment } from '@carebench/x12'
import { claimsPayers } from './claims.js'
import { billingProvider } from './clearinghouse.js'
import { clearinghouseId, interchange, noonOn } from './interchanges.js'
import { type PayerKey, payers } from './payer-rules.js'
import { type Person, patientResource, type Resource } from './people.js'
import { coverageResource } from './policies.js'

/** A patient whose services the clinic bills to a payer. */
export interface Member extends Person {
  readonly payer: PayerKey
  readonly memberId: string
  /** The wrong number that the chart has until other work corrects it. */
  readonly formerId?: string
}

/** A claim as it was sent. Dates are `YYYY-MM-DD`. */
export interface SentClaim {
  readonly member: Member
  readonly account: string
  readonly code: string
  readonly diagnoses: readonly string[]
  readonly charge: number
  /** Default 1. */
  readonly units?: number
  readonly placeOfService?: string
  readonly authorizationNumber?: string
  readonly serviceDate: string
}

/** A claim as a remittance reports it. */
export interface RemittedClaim {
  readonly claim: SentClaim
  readonly number: string
  readonly denied: boolean
  readonly paid: number
  readonly owed: number
  readonly adjustments: readonly Adjustment[]
  readonly remarks?: readonly string[]
}

/** The provider that a payment was sent to. */
export interface Payee {
  readonly name: string
  readonly id: string
}

export const ourselves: Payee = { name: billingProvider.name, id: billingProvider.npi }

/** The patient and the policy of a member. */
export function memberResources(member: Member): readonly Resource[] {
  const policy = { id: member.id.replace(/^pat-/, 'cov-'), start: '2024-01-01', end: '2026-12-31' }
  return [patientResource(member), coverageResource({ ...member, ...policy }, member)]
}

/** Matches the codes of imaging and other tests that a hospital does; the clinic bills the professional part. */
const hospitalTest = /^(7\d{4}|93306|95810)$/
const hospitalProcedure = '45378'
const therapy = '97110'

/**
 * Returns the claim's place of service; by default 22, the outpatient department, for services of the hospital, and 11,
 * the office, for others.
 */
function writePlace({ code, placeOfService }: SentClaim): string {
  return placeOfService ?? (hospitalTest.test(code) || code === hospitalProcedure ? '22' : '11')
}

/**
 * Returns the modifiers of a claim: GP for physical therapy, 26 for the professional part of a test at the hospital.
 */
export function modifiersFor(claim: SentClaim): readonly string[] {
  if (claim.code === therapy) return ['GP']
  return hospitalTest.test(claim.code) && writePlace(claim) === '22' ? ['26'] : []
}

/** The clinic's address and tax number, the same as in the claims that the clearinghouse writes for JSON calls. */
export const office = { line: '1 EXAMPLE STREET', city: 'SPRINGFIELD', state: 'IL', postalCode: '62701' }
export const taxId = '987654321'
const submitter = { name: billingProvider.name, id: billingProvider.npi, telephone: '2175550150' }
/**
 * The clinic's two telephone numbers: that in the claims of {@link sentClaim}, and that in the claims that the
 * clearinghouse writes for JSON calls.
 */
export const ourTelephones = [submitter.telephone, '2175550101']
const payerAddress = { line: '1 EXAMPLE PLAZA', city: 'SPRINGFIELD', state: 'IL', postalCode: '62701' }

function toPerson(member: Member) {
  return {
    lastName: member.family,
    firstName: member.given,
    memberId: member.memberId,
    birthDate: member.birthDate,
    gender: member.sex,
  }
}

function toPayer(key: PayerKey) {
  return { name: payers[key].name, id: payers[key].code }
}

/** Returns the 837P with which a claim was sent at noon of a day. */
export function sentClaim(claim: SentClaim, day: string, controlNumber: number): string {
  const { member, account, code, diagnoses, charge, units = 1, authorizationNumber, serviceDate } = claim
  return interchange(
    'sent',
    noonOn(day),
    controlNumber,
    buildClaim({
      submitter,
      receiver: clearinghouseId,
      billingProvider: {
        name: billingProvider.name,
        id: billingProvider.npi,
        taxId,
        address: office,
      },
      payer: toPayer(member.payer),
      subscriber: { ...toPerson(member), address: office },
      patientAccount: account,
      diagnoses,
      placeOfService: writePlace(claim),
      ...(authorizationNumber !== undefined && { authorizationNumber }),
      lines: [{ code, modifiers: modifiersFor(claim), charge, units, date: serviceDate }],
      reference: `B${account}`,
      at: noonOn(day),
    }),
  )
}

/** The payment that a remittance reports. */
interface Remittance {
  readonly payer: PayerKey
  readonly payee: Payee
  readonly day: string
  readonly paymentNumber: string
  readonly claims: readonly RemittedClaim[]
}

/** Returns the 835 of a payment, with one service for each claim. */
export function remittance({ payer, payee, day, paymentNumber, claims }: Remittance, controlNumber: number): string {
  return interchange(
    'received',
    noonOn(day),
    controlNumber,
    buildClaimPayment({
      payer: { ...toPayer(payer), address: payerAddress, telephone: claimsPayers[payer].line.slice(2) },
      payee: { ...payee },
      claims: claims.map(({ claim, number, denied, paid, owed, adjustments, remarks = [] }) => ({
        patient: toPerson(claim.member),
        patientAccount: claim.account,
        status: denied ? '4' : '1',
        charge: claim.charge,
        paid,
        patientResponsibility: owed,
        payerClaimNumber: number,
        services: [
          {
            code: claim.code,
            charge: claim.charge,
            paid,
            units: claim.units ?? 1,
            date: claim.serviceDate,
            adjustments,
            ...(remarks.length > 0 && { remarks }),
          },
        ],
      })),
      paymentNumber,
      payerTaxId: '123456789',
      paymentDate: day,
      at: noonOn(day),
    }),
  )
}

/** Returns the 277CA with which a claim was returned at noon of a day, in category A3. */
export function returnedClaim(
  claim: SentClaim,
  day: string,
  reason: { readonly code: string; readonly message: string },
  controlNumber: number,
): string {
  return interchange(
    'received',
    noonOn(day),
    controlNumber,
    buildClaimAcknowledgment({
      payer: toPayer(claim.member.payer),
      receiver: { name: billingProvider.name, id: billingProvider.npi },
      providers: [
        {
          billingProvider: { name: billingProvider.name, id: billingProvider.npi },
          claims: [
            {
              patient: toPerson(claim.member),
              patientAccount: claim.account,
              charge: claim.charge,
              accepted: false,
              category: 'A3',
              ...reason,
              serviceDate: claim.serviceDate,
            },
          ],
        },
      ],
      reference: `B${claim.account}`,
      at: noonOn(day),
    }),
  )
}

/** An interchange of a day before the task, to be written when its control number is known. */
export interface Dated {
  readonly day: string
  readonly write: (controlNumber: number) => string
}

/** Returns the interchange of a claim that was sent on a day. */
export function claimOn(day: string, claim: SentClaim): Dated {
  return { day, write: (controlNumber) => sentClaim(claim, day, controlNumber) }
}

/** Writes the interchanges in the order of their days, with consecutive control numbers. */
export function writtenInOrder(all: readonly Dated[]): readonly string[] {
  return all
    .toSorted((one, other) => (one.day < other.day ? -1 : 1))
    .map(({ write }, index) => write(930_000_100 + index))
}
