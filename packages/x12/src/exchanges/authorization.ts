import { writeStamp } from '../build-interchange.js'
import { excerpt } from '../excerpt.js'
import { readHierarchy } from '../loops.js'
import { readValue } from '../path.js'
import type { Transaction } from '../transaction.js'
import type { SegmentValue, TransactionValues } from '../values.js'
import { diagnosesIn } from './claim.js'
import {
  type Organization,
  type Person,
  readDate,
  readOrganization,
  readPerson,
  writeDate,
  writeDemographics,
  writeOrganization,
  writePerson,
} from './party.js'

/** A service that needs authorization. */
export interface RequestedService {
  /** HCPCS or CPT code. */
  readonly code: string
  /** Units, default 1. */
  readonly units?: number
}

/** A 278 request: may this be done? */
export interface AuthorizationRequest {
  readonly payer: Organization
  readonly requester: Organization
  readonly subscriber: Person
  /** UM02: `I` initial (default), `R` renewal, `S` revised, `3` cancel … */
  readonly certification?: string
  /** UM03, such as `2` surgical. */
  readonly serviceType?: string
  /** ICD-10-CM codes, the principal first. */
  readonly diagnoses: readonly string[]
  readonly services: readonly RequestedService[]
  readonly serviceDate?: string
  /** The payer's number of an earlier authorization (REF*BB). */
  readonly authorizationNumber?: string
  /** MSG01, at most 264 characters. */
  readonly note?: string
  /** The sender's reference (BHT03 and TRN02), returned in the answer. */
  readonly reference: string
  /** Milliseconds since 1970. */
  readonly at: number
}

/** A 278 response. */
export interface AuthorizationResponse extends AuthorizationRequest {
  /** HCR01 `A1` certified, `A2` partly, `A3` not, `A4` pended, `A6` modified, `C` cancelled; HCR02 number, HCR03 reason code. */
  readonly decision?: { readonly action: string; readonly number?: string; readonly reason?: string }
  /** AAA03, such as `75` subscriber not found, instead of a decision; AAA04 default `C`. */
  readonly refusal?: { readonly code: string; readonly followUp?: string }
}

/** A 278 request as read: what the text does not say is absent or empty. */
export interface ReadAuthorizationRequest {
  readonly payer: Organization | undefined
  readonly requester: Organization | undefined
  readonly subscriber: Person | undefined
  readonly dependent: Person | undefined
  readonly certification: string | undefined
  readonly serviceType: string | undefined
  readonly diagnoses: readonly string[]
  readonly services: readonly RequestedService[]
  readonly serviceDate: string | undefined
  readonly authorizationNumber: string | undefined
  readonly note: string | undefined
  readonly reference: string | undefined
}

/** Writes a request for review (278) as values for `buildInterchange`. */
export function buildAuthorizationRequest(request: AuthorizationRequest): TransactionValues {
  return {
    id: '278',
    version: '005010X217',
    functionalId: 'HI',
    segments: authorizationSegments(request, '13', [], []),
  }
}

/** Writes the answer to a request for review (278) as values for `buildInterchange`. */
export function buildAuthorizationResponse(response: AuthorizationResponse): TransactionValues {
  const { decision, refusal } = response
  const review: SegmentValue[] =
    decision === undefined ? [] : [['HCR', decision.action, decision.number, decision.reason]]
  const refused: SegmentValue[] = refusal === undefined ? [] : [['AAA', 'N', '', refusal.code, refusal.followUp ?? 'C']]
  const segments = authorizationSegments(response, '11', review, refused)
  return { id: '278', version: '005010X217', functionalId: 'HI', segments }
}

/** Reads a request for review (278). Total: what is missing is undefined or empty. */
export function readAuthorizationRequest(transaction: Transaction): ReadAuthorizationRequest {
  const { loops } = readHierarchy(transaction)
  const segment = (level: string, id: string) =>
    loops.find((loop) => loop.level === level)?.segments.find((found) => found.id === id)
  const person = (level: string) => {
    const name = segment(level, 'NM1')
    return name === undefined ? undefined : readPerson(name, segment(level, 'DMG'))
  }
  const services = [...transaction.segments('SV1'), ...transaction.segments('SV2')].flatMap((found) => {
    const isProfessional = found.id === 'SV1'
    const code = found.component(isProfessional ? 1 : 2, 2)
    const units = Number(found.element(isProfessional ? 4 : 5) ?? 1)
    return code === undefined ? [] : [{ code, units: Number.isFinite(units) ? units : 1 }]
  })
  return {
    payer: readOrganization(segment('20', 'NM1')),
    requester: readOrganization(segment('21', 'NM1')),
    subscriber: person('22'),
    dependent: person('23'),
    certification: readValue(transaction, 'UM.2'),
    serviceType: readValue(transaction, 'UM.3'),
    diagnoses: transaction.segments('HI').flatMap(diagnosesIn),
    services,
    serviceDate: readDate(readValue(transaction, 'DTP[1=472].3') ?? readValue(transaction, 'DTP[1=AAH].3')),
    authorizationNumber: readValue(transaction, 'REF[1=BB].2'),
    note: readValue(transaction, 'MSG.1'),
    reference: readValue(transaction, 'TRN.2') ?? readValue(transaction, 'BHT.3'),
  }
}

function authorizationSegments(
  request: AuthorizationRequest,
  purpose: '11' | '13',
  review: readonly SegmentValue[],
  refused: readonly SegmentValue[],
): SegmentValue[] {
  const { date, time } = writeStamp(request.at)
  const { subscriber, diagnoses, services, serviceDate, authorizationNumber, note } = request
  const codes = diagnoses.slice(0, 12).map((code, index) => [index === 0 ? 'ABK' : 'ABF', code.replace('.', '')])
  const last = services.length - 1
  return [
    ['BHT', '0007', purpose, request.reference, date, time, ...(purpose === '11' ? ['18'] : [])],
    ['HL', '1', '', '20', '1'],
    writeOrganization('X3', request.payer, 'PI'),
    ['HL', '2', '1', '21', '1'],
    writeOrganization('1P', request.requester, 'XX'),
    ['HL', '3', '2', '22', '1'],
    writePerson('IL', subscriber),
    ...refused,
    ...writeDemographics(subscriber),
    ['HL', '4', '3', 'EV', last < 0 ? '0' : '1'],
    ['TRN', purpose === '11' ? '2' : '1', request.reference, '9000000000'],
    ['UM', 'HS', request.certification ?? 'I', request.serviceType],
    ...review,
    ...(authorizationNumber === undefined ? [] : [['REF', 'BB', authorizationNumber] as const]),
    ...(serviceDate === undefined ? [] : [['DTP', 'AAH', 'D8', writeDate(serviceDate)] as const]),
    ...(codes.length === 0 ? [] : [['HI', ...codes] as const]),
    ...(note === undefined || note === '' ? [] : [['MSG', excerpt(note, 264)] as const]),
    ...services.flatMap(({ code, units }, index): SegmentValue[] => [
      ['HL', String(index + 5), '4', 'SS', '0'],
      ['SV1', ['HC', code], '', 'UN', units ?? 1],
    ]),
  ]
}
