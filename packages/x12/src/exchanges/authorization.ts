import { writeStamp } from '../building/build-interchange.js'
import { set278Inquiry, set278Request } from '../definitions/278-request.js'
import { set278InquiryResponse, set278Response } from '../definitions/278-response.js'
import { readValue } from '../definitions/path.js'
import { requireList, requireRecord, requireRecords } from '../syntax/argument.js'
import { excerpt } from '../syntax/excerpt.js'
import type { Transaction } from '../syntax/transaction.js'
import type { SegmentValue, TransactionValues } from '../syntax/values.js'
import { X12Error } from '../syntax/x12-error.js'
import { readAmount } from './amount.js'
import { checkValues } from './check-values.js'
import { readDate, writeDate } from './date.js'
import { readDiagnoses, writeDiagnoses } from './diagnosis.js'
import { readLevels } from './level.js'
import { type Organization, type Person, writeDemographics, writeOrganization, writePerson } from './party.js'

/** A service that needs authorization. */
export interface RequestedService {
  /** HCPCS or CPT code. */
  readonly code: string
  /** Number of units; default 1. */
  readonly units?: number
}

/** A decision on a request for review, or on one of its services. */
export interface ReviewDecision {
  /**
   * HCR01: `A1` certified in total, `A2` partially certified, `A3` not certified, `A4` pended, `A6` modified, `C`
   * cancelled. `A2` applies only to the whole request.
   */
  readonly action: string
  /** HCR02, the payer's number. */
  readonly number?: string
  /** HCR03, a code of source 886, such as `0F` not medically necessary. */
  readonly reason?: string
}

/** A service with the decision on it. `units` is the number of certified units. */
export interface ReviewedService extends RequestedService {
  /** The decision on this service; default: the decision on the whole request applies. */
  readonly decision?: ReviewDecision
  /** The period in which the certification is valid (DTP*007), as `CCYY-MM-DD` or `CCYYMMDD`. */
  readonly period?: { readonly begin: string; readonly end: string }
}

/** A 278 request: is this service authorized? */
export interface AuthorizationRequest {
  readonly payer: Organization
  readonly requester: Organization
  /** The subscriber, with a member number. */
  readonly subscriber: Person
  /** The patient, if not the subscriber; written at the dependent level (HL03 `23`, NM1*QC). */
  readonly dependent?: Person
  /** UM02: `I` initial (default), `R` renewal, `S` revised, `3` cancel … */
  readonly certification?: string
  /** UM03, such as `2` surgical. */
  readonly serviceType?: string
  /** UM04, the place of service: a two-digit CMS code, such as `11`. */
  readonly placeOfService?: string
  /** UM06: `U` urgent, `E` elective, `03` emergency. */
  readonly levelOfService?: string
  /** ICD-10-CM codes, the principal first, at most twelve; may be empty. Decimal points are left out. */
  readonly diagnoses: readonly string[]
  readonly services: readonly RequestedService[]
  /** The date of the event (DTP*AAH), `CCYY-MM-DD` or `CCYYMMDD`. */
  readonly serviceDate?: string
  /** The payer's number of an earlier authorization (REF*BB). */
  readonly authorizationNumber?: string
  /** MSG01, truncated to 264 characters. */
  readonly note?: string
  /** The sender's reference (BHT03 and TRN02), echoed in the response. At most 50 characters. */
  readonly reference: string
  /**
   * TRN03, the party that assigned the reference. Ten characters: `1` and an EIN, `3` and a DUNS number, or `9` and an
   * identifier of your own. If absent, no TRN is written and the reference appears only in BHT03.
   */
  readonly originator?: string
  /** When the transaction is written, in milliseconds since 1970; formatted in UTC. */
  readonly at: number
}

/** A 278 response: either `decision` or `refusal`. */
export interface AuthorizationResponse extends AuthorizationRequest {
  readonly services: readonly ReviewedService[]
  readonly decision?: ReviewDecision
  /**
   * AAA03 (`code`) and AAA04 (`followUp`, default `C`), instead of a decision. The code determines the level of the AAA
   * segment: payer (`42`), requester (`51`), subscriber (`75`), patient (`71`: the dependent, if any, else the
   * subscriber), or event (all others, such as `33`).
   */
  readonly refusal?: { readonly code: string; readonly followUp?: string }
  /** Whether this responds to an inquiry (guide X215) instead of a request; default false. */
  readonly inquiry?: boolean
}

/** The contents of a received 278 request; missing values are undefined or empty. */
export interface ReadAuthorizationRequest {
  readonly payer: Organization | undefined
  readonly requester: Organization | undefined
  readonly subscriber: Person | undefined
  readonly dependent: Person | undefined
  readonly certification: string | undefined
  readonly serviceType: string | undefined
  /** UM04-1, if UM04-2 is `B`. */
  readonly placeOfService: string | undefined
  /** UM06. */
  readonly levelOfService: string | undefined
  readonly diagnoses: readonly string[]
  readonly services: readonly RequestedService[]
  readonly serviceDate: string | undefined
  readonly authorizationNumber: string | undefined
  readonly note: string | undefined
  readonly reference: string | undefined
  readonly originator: string | undefined
}

/**
 * Writes a request for review (278) of health services (UM01 `HS`) as values for `buildInterchange`.
 * Throws X12Error `invalid-value`, naming segment and element, for anything the transaction set does not allow.
 */
export function buildAuthorizationRequest(request: AuthorizationRequest): TransactionValues {
  return checkValues(set278Request, writeAuthorization(request, '13'))
}

/**
 * Writes the response to a request for review (278), or with `inquiry` to an inquiry, as values for `buildInterchange`.
 * Throws X12Error `invalid-value` if both or neither of decision and refusal are present, and, naming segment and
 * element, for anything the transaction set does not allow.
 */
export function buildAuthorizationResponse(response: AuthorizationResponse): TransactionValues {
  requireRecord(response, 'an authorization response', EXAMPLE)
  const { decision, refusal } = response
  if ((decision === undefined) === (refusal === undefined)) {
    throw new X12Error({
      code: 'invalid-value',
      expected: 'either a decision or a refusal',
      received: refusal === undefined ? 'neither' : 'both',
      example: "{ decision: { action: 'A1', number: 'AUTH-1' } } or { refusal: { code: '75' } }",
    })
  }
  requireRecord(decision ?? refusal, 'a decision or a refusal', "{ decision: { action: 'A1' } }")
  const set = response.inquiry === true ? set278InquiryResponse : set278Response
  return checkValues(set, writeAuthorization(response, '11', decision, refusal))
}

/**
 * Writes an inquiry about an earlier request for review (278, guide X215) as values for `buildInterchange`. Its fields,
 * above all `authorizationNumber`, identify the review. Throws X12Error `invalid-value`, naming segment and element,
 * for anything the transaction set does not allow.
 */
export function buildAuthorizationInquiry(inquiry: AuthorizationRequest): TransactionValues {
  return checkValues(set278Inquiry, writeAuthorization(inquiry, '28'))
}

/** Reads a request for review (278), or an inquiry. Accepts any transaction: missing values are undefined or empty. */
export function readAuthorizationRequest(transaction: Transaction): ReadAuthorizationRequest {
  const levels = readLevels(transaction)
  const services = transaction.segments().flatMap((found) => {
    const isProfessional = found.id === 'SV1'
    if (!isProfessional && found.id !== 'SV2') return []
    const code = found.component(isProfessional ? 1 : 2, 2)
    return code === undefined ? [] : [{ code, units: readAmount(found.element(isProfessional ? 4 : 5)) ?? 1 }]
  })
  return {
    payer: levels.organization('20'),
    requester: levels.organization('21'),
    subscriber: levels.person('22'),
    dependent: levels.person('23'),
    certification: readValue(transaction, 'UM.2'),
    serviceType: readValue(transaction, 'UM.3'),
    placeOfService: readValue(transaction, 'UM.4.2') === 'B' ? readValue(transaction, 'UM.4.1') : undefined,
    levelOfService: readValue(transaction, 'UM.6'),
    diagnoses: transaction.segments('HI').flatMap(readDiagnoses),
    services,
    serviceDate: readDate(readValue(transaction, 'DTP[1=472].3') ?? readValue(transaction, 'DTP[1=AAH].3')),
    authorizationNumber: readValue(transaction, 'REF[1=BB].2'),
    note: readValue(transaction, 'MSG.1'),
    reference: readValue(transaction, 'TRN.2') ?? readValue(transaction, 'BHT.3'),
    originator: readValue(transaction, 'TRN.3'),
  }
}

const EXAMPLE =
  "{ payer, requester, subscriber, diagnoses: ['M17.11'], services: [{ code: '27447' }], reference: 'R-1', at }"

/** The codes of AAA03 for each level above the event. */
const refusalLevels = {
  payer: ['04', '41', '42', '79', '80', 'T4'],
  requester: ['35', '43', '44', '45', '46', '47', '49', '50', '51', '97'],
  subscriber: ['72', '73', '74', '75', '76', '78'],
  patient: ['58', '64', '65', '66', '67', '68', '71', '77', '95'],
} as const

type RefusalLevel = keyof typeof refusalLevels | 'event'

function findRefusalLevel(code: string): RefusalLevel {
  const levels = Object.entries(refusalLevels) as [RefusalLevel, readonly string[]][]
  return levels.find(([, codes]) => codes.includes(code))?.[0] ?? 'event'
}

function writeAuthorization(
  request: Omit<AuthorizationRequest, 'services'> & { readonly services: readonly ReviewedService[] },
  purpose: '11' | '13' | '28',
  decision?: AuthorizationResponse['decision'],
  refusal?: AuthorizationResponse['refusal'],
): SegmentValue[] {
  requireRecord(request, 'an authorization request', EXAMPLE)
  const { date, time } = writeStamp(request.at)
  const { subscriber, dependent, diagnoses, services, serviceDate, authorizationNumber, note, originator } = request
  requireRecords(services, 'services', "[{ code: '27447' }]")
  requireList(diagnoses, 'diagnoses as a list', "['M17.11']")
  const last = services.length - 1
  const event = dependent === undefined ? 4 : 5
  const refusalLevel = refusal && findRefusalLevel(refusal.code)
  const refused = (level: RefusalLevel): SegmentValue[] =>
    refusal !== undefined && refusalLevel === level ? [['AAA', 'N', '', refusal.code, refusal.followUp ?? 'C']] : []
  return [
    ['BHT', '0007', purpose, request.reference, date, time, ...(purpose === '11' ? ['18'] : [])],
    ['HL', '1', '', '20', '1'],
    writeOrganization('X3', request.payer, 'PI'),
    ...refused('payer'),
    ['HL', '2', '1', '21', '1'],
    writeOrganization('1P', request.requester, 'XX'),
    ...refused('requester'),
    ['HL', '3', '2', '22', '1'],
    writePerson('IL', subscriber),
    ...refused('subscriber'),
    ...(dependent === undefined ? refused('patient') : []),
    ...writeDemographics(subscriber),
    ...(dependent === undefined
      ? []
      : [
          ['HL', '4', '3', '23', '1'] as const,
          writePerson('QC', dependent),
          ...refused('patient'),
          ...writeDemographics(dependent),
        ]),
    ['HL', String(event), String(event - 1), 'EV', last < 0 ? '0' : '1'],
    ...(originator === undefined
      ? []
      : [['TRN', purpose === '11' ? '2' : '1', request.reference, originator] as const]),
    ...refused('event'),
    writeReview(request),
    ...writeDecision(decision),
    ...(authorizationNumber === undefined ? [] : [['REF', 'BB', authorizationNumber] as const]),
    ...(serviceDate === undefined ? [] : [['DTP', 'AAH', 'D8', writeDate(serviceDate, 'serviceDate')] as const]),
    ...(diagnoses.length === 0 ? [] : [['HI', ...writeDiagnoses(diagnoses)] as const]),
    ...(note === undefined || note === '' ? [] : [['MSG', excerpt(note, 264)] as const]),
    ...services.flatMap(({ code, units, decision: own, period }, index): SegmentValue[] => [
      ['HL', String(index + event + 1), String(event), 'SS', '0'],
      ...writeDecision(own),
      ...(period === undefined ? [] : [['DTP', '007', 'RD8', writePeriod(period)] as const]),
      ['SV1', ['HC', code], '', 'UN', units ?? 1],
    ]),
  ]
}

function writeReview({
  certification = 'I',
  serviceType,
  placeOfService: place,
  levelOfService,
}: Omit<AuthorizationRequest, 'services'>) {
  return ['UM', 'HS', certification, serviceType, place && [place, 'B'], undefined, levelOfService] as const
}

function writeDecision(decision: ReviewDecision | undefined): SegmentValue[] {
  return decision === undefined ? [] : [['HCR', decision.action, decision.number, decision.reason]]
}

function writePeriod({ begin, end }: NonNullable<ReviewedService['period']>): string {
  return `${writeDate(begin, 'period.begin')}-${writeDate(end, 'period.end')}`
}
