import { writeStamp } from '../building/build-interchange.js'
import { set837p } from '../definitions/837p.js'
import { argumentError, requireList, requireRecord, requireRecords } from '../syntax/argument.js'
import { excerpt } from '../syntax/excerpt.js'
import type { Segment } from '../syntax/segment.js'
import type { Transaction } from '../syntax/transaction.js'
import type { SegmentValue, TransactionValues } from '../syntax/values.js'
import { type HierarchyLoop, readHierarchy } from '../validation/loops.js'
import { readAmount, writeAmount } from './amount.js'
import { checkValues } from './check-values.js'
import { readDate, writeDate } from './date.js'
import { readDiagnoses, writeDiagnoses } from './diagnosis.js'
import { writeTaxId, writeTelephone } from './digits.js'
import {
  type Address,
  type Organization,
  type Person,
  readOrganization,
  readPerson,
  writeAddress,
  writeDemographics,
  writeOrganization,
  writePerson,
} from './party.js'

/** A service line of a claim. */
export interface ClaimLine {
  /** HCPCS or CPT code. */
  readonly code: string
  readonly modifiers?: readonly string[]
  /** Dollars. */
  readonly charge: number
  /** Default 1. */
  readonly units?: number
  /** SV107: the numbers of one to four diagnoses that justify the service, counted from 1; default `[1]`. */
  readonly diagnosisPointers?: readonly number[]
  /** `CCYY-MM-DD` or `CCYYMMDD`. */
  readonly date: string
}

/** A professional claim (837P) of one subscriber who is the patient. */
export interface Claim {
  /** The submitter. `contact` (PER02) defaults to its name; `telephone` (PER04) has digits only. */
  readonly submitter: Organization & { readonly contact?: string; readonly telephone: string }
  readonly receiver: Organization
  /**
   * The billing provider. `taxId` is its employer identification number (REF*EI): nine digits, with or without a
   * hyphen.
   */
  readonly billingProvider: Organization & { readonly taxId: string; readonly address: Address }
  readonly payer: Organization
  /** The patient. If a date of birth is present, a missing gender is written as `U`. */
  readonly subscriber: Person
  /** SBR09, default `CI` commercial insurance. */
  readonly filingIndicator?: string
  /** CLM01, the provider's number of the claim. */
  readonly patientAccount: string
  /** CLM05-1, default `11` office. */
  readonly placeOfService?: string
  /** CLM05-3: `1` original (default), `7` replacement, `8` void. */
  readonly frequency?: string
  /** ICD-10-CM codes, the principal first. At least one, at most twelve. Decimal points are left out. */
  readonly diagnoses: readonly string[]
  /** REF*G1. */
  readonly authorizationNumber?: string
  /** REF*F8: the payer's number of the claim that this one replaces or voids. */
  readonly originalClaimNumber?: string
  /** The provider's statements about the claim. */
  readonly statements?: {
    /** CLM06: whether the provider's signature is on file; default `Y`. */
    readonly signature?: 'Y' | 'N'
    /** CLM07: whether the provider accepts assignment; default `A` (yes). */
    readonly assignment?: 'A' | 'B' | 'C'
    /** CLM08: whether the patient has assigned the benefits to the provider; default `Y`. */
    readonly benefits?: 'Y' | 'N' | 'W'
    /** CLM09: whether the patient has agreed to the release of information; default `Y`. */
    readonly release?: 'Y' | 'I'
  }
  /** The service lines, one to fifty. */
  readonly lines: readonly ClaimLine[]
  /** BHT03, at most 50 characters. */
  readonly reference: string
  /** When the transaction is written, in milliseconds since 1970; formatted in UTC. */
  readonly at: number
}

/** A claim of a received 837P; missing values are undefined or empty. */
export interface ReadClaim {
  readonly billingProvider: Organization | undefined
  readonly payer: Organization | undefined
  readonly subscriber: Person | undefined
  /** The patient, if not the subscriber. */
  readonly patient: Person | undefined
  /** SBR01: `P` primary, `S` secondary, `T` tertiary. */
  readonly sequence: string | undefined
  /** SBR09. */
  readonly filingIndicator: string | undefined
  readonly patientAccount: string | undefined
  /** CLM02 in dollars; undefined if it is not a number. */
  readonly charge: number | undefined
  readonly placeOfService: string | undefined
  readonly frequency: string | undefined
  readonly diagnoses: readonly string[]
  readonly authorizationNumber: string | undefined
  readonly originalClaimNumber: string | undefined
  readonly lines: readonly (Omit<ClaimLine, 'date' | 'charge'> & {
    readonly date?: string
    readonly charge?: number
  })[]
}

/**
 * Writes a professional claim (837P) as values for `buildInterchange`. CLM02 is the sum of the charges of the lines.
 * Throws X12Error `invalid-value`, naming segment and element, for anything the transaction set does not allow.
 */
export function buildClaim(claim: Claim): TransactionValues {
  const example =
    "{ submitter, receiver, billingProvider, payer, subscriber, patientAccount: 'A-1', diagnoses: ['E11.9'], " +
    "lines, reference: 'R-1', at }"
  requireRecord(claim, 'a claim', example)
  requireRecord(claim.billingProvider, 'a billingProvider', example)
  requireRecord(claim.submitter, 'a submitter', example)
  requireRecord(claim.subscriber, 'a subscriber', example)
  requireList(claim.diagnoses, 'diagnoses as a list', example)
  if (claim.statements !== undefined) requireRecord(claim.statements, 'statements', "{ signature: 'Y' }")
  requireRecords(claim.lines, 'lines', example)
  const { date, time } = writeStamp(claim.at)
  const { submitter, billingProvider, subscriber, authorizationNumber, originalClaimNumber } = claim
  const { signature = 'Y', assignment = 'A', benefits = 'Y', release = 'Y' } = claim.statements ?? {}
  const lines = claim.lines.flatMap((line, index) => writeLine(line, index, claim.diagnoses.length))
  const charges = claim.lines.reduce((sum, line) => sum + Math.round(line.charge * 100), 0)
  const total = writeAmount(charges / 100, 'the sum of charges')
  const place = [claim.placeOfService ?? '11', 'B', claim.frequency ?? '1']
  return checkValues(set837p, [
    ['BHT', '0019', '00', claim.reference, date, time, 'CH'],
    writeOrganization('41', submitter, '46'),
    [
      'PER',
      'IC',
      excerpt(submitter.contact ?? submitter.name, 60),
      'TE',
      writeTelephone(submitter.telephone, 'submitter.telephone'),
    ],
    writeOrganization('40', claim.receiver, '46'),
    ['HL', '1', '', '20', '1'],
    writeOrganization('85', billingProvider, 'XX'),
    ...writeAddress(billingProvider.address),
    ['REF', 'EI', writeTaxId(billingProvider.taxId, 'billingProvider.taxId')],
    ['HL', '2', '1', '22', '0'],
    ['SBR', 'P', '18', '', '', '', '', '', '', claim.filingIndicator ?? 'CI'],
    writePerson('IL', subscriber),
    ...writeAddress(subscriber.address),
    ...writeDemographics({ gender: 'unknown', ...subscriber }),
    writeOrganization('PR', claim.payer, 'PI'),
    ['CLM', claim.patientAccount, total, '', '', place, signature, assignment, benefits, release],
    ...(authorizationNumber === undefined ? [] : [['REF', 'G1', authorizationNumber] as const]),
    ...(originalClaimNumber === undefined ? [] : [['REF', 'F8', originalClaimNumber] as const]),
    ['HI', ...writeDiagnoses(claim.diagnoses)],
    ...lines,
  ])
}

function writeLine(line: ClaimLine, index: number, diagnoses: number): SegmentValue[] {
  const { diagnosisPointers: pointers = [1] } = line
  const example = 'diagnosisPointers: [1, 2]'
  requireList(pointers, 'diagnosisPointers as a list', example)
  if (pointers.length < 1 || pointers.length > 4) {
    const place = { segment: 'SV1', element: 7 }
    throw argumentError('one to four diagnosisPointers', pointers, example, place)
  }
  for (const pointer of pointers) {
    if (Number.isInteger(pointer) && pointer >= 1 && pointer <= Math.max(1, diagnoses)) continue
    const place = { segment: 'SV1', element: 7 }
    throw argumentError(`diagnosisPointers from 1 to ${diagnoses}, the number of diagnoses`, pointer, example, place)
  }
  const { modifiers = [] } = line
  requireList(modifiers, 'modifiers as a list', "['25']")
  const service = ['HC', line.code, ...modifiers]
  return [
    ['LX', index + 1],
    ['SV1', service, writeAmount(line.charge, 'charge'), 'UN', line.units ?? 1, '', '', pointers],
    ['DTP', '472', 'D8', writeDate(line.date, 'date')],
  ]
}

/**
 * Reads every claim of an 837P in order. Accepts any transaction: missing values are undefined or empty. Does not
 * validate; see `validateTransaction`.
 */
export function readClaims(transaction: Transaction): ReadClaim[] {
  const claims: ReadClaim[] = []
  // Many claims may share a loop, so each loop is read only once.
  const readProvider = once((loop) => readOrganization(loop.segments.find(isName('85'))))
  const readPayer = once((loop) => readOrganization(loop.segments.find(isName('PR'))))
  const readSubscriber = once((loop) => findPerson(loop.segments, 'IL'))
  const readPatient = once((loop) => findPerson(loop.segments, 'QC'))
  const readInsurance = once((loop) => loop.segments.find(({ id }) => id === 'SBR'))
  for (const loop of readHierarchy(transaction).loops) {
    if (loop.level !== '22' && loop.level !== '23') continue
    const subscriber = loop.level === '22' ? loop : loop.parent
    const provider = subscriber?.parent
    const starts = loop.segments.flatMap((segment, index) => (segment.id === 'CLM' ? [index] : []))
    for (const [turn, start] of starts.entries()) {
      const own = loop.segments.slice(start, starts[turn + 1])
      claims.push({
        billingProvider: readProvider(provider),
        payer: readPayer(subscriber),
        subscriber: readSubscriber(subscriber),
        patient: loop.level === '23' ? readPatient(loop) : undefined,
        sequence: readInsurance(subscriber)?.element(1),
        filingIndicator: readInsurance(subscriber)?.element(9),
        ...readClaim(own),
      })
    }
  }
  return claims
}

/** Returns a function that reads each loop only once and caches the result. */
function once<T>(read: (loop: HierarchyLoop) => T): (loop: HierarchyLoop | undefined) => T | undefined {
  const known = new Map<HierarchyLoop, T>()
  return (loop) => {
    if (loop === undefined) return undefined
    if (!known.has(loop)) known.set(loop, read(loop))
    return known.get(loop)
  }
}

function readClaim(segments: readonly Segment[]) {
  const [clm] = segments
  const header = segments.findIndex((segment) => segment.id === 'LX')
  const own = header === -1 ? segments : segments.slice(0, header)
  const reference = (kind: string) =>
    own.find((segment) => segment.id === 'REF' && segment.element(1) === kind)?.element(2)
  return {
    patientAccount: clm?.element(1),
    charge: readAmount(clm?.element(2)),
    placeOfService: clm?.component(5, 1),
    frequency: clm?.component(5, 3),
    diagnoses: own.filter(isDiagnosis).flatMap(readDiagnoses),
    authorizationNumber: reference('G1'),
    originalClaimNumber: reference('F8'),
    lines: readLines(segments),
  }
}

/** Reads the service lines in reverse, so that the date following each line is known when it is read. */
function readLines(segments: readonly Segment[]) {
  const lines: ReturnType<typeof readLine> = []
  let when: Segment | undefined
  for (const segment of segments.toReversed()) {
    const { id } = segment
    if (id === 'LX') when = undefined
    else if (id === 'DTP' && segment.element(1) === '472') when = segment
    else if (id === 'SV1') lines.push(...readLine(segment, when))
  }
  return lines.reverse()
}

function readLine(sv1: Segment, when: Segment | undefined) {
  const code = sv1.component(1, 2)
  if (code === undefined) return []
  const date = readDate(when?.element(3))
  const charge = readAmount(sv1.element(2))
  const units = readAmount(sv1.element(4))
  const pointers = [1, 2, 3, 4].flatMap((component) => readAmount(sv1.component(7, component)) ?? [])
  const modifiers = [3, 4, 5, 6].flatMap((component) => sv1.component(1, component) ?? [])
  return [
    {
      code,
      ...(modifiers.length === 0 ? {} : { modifiers }),
      ...(charge === undefined ? {} : { charge }),
      ...(units === undefined ? {} : { units }),
      ...(pointers.length === 0 ? {} : { diagnosisPointers: pointers }),
      ...(date === undefined ? {} : { date }),
    },
  ]
}

function isName(role: string) {
  return (segment: Segment) => segment.id === 'NM1' && segment.element(1) === role
}

function isDiagnosis(segment: Segment) {
  return segment.id === 'HI' && /^AB[KF]$|^B[KF]$/.test(segment.component(1, 1) ?? '')
}

function findPerson(segments: readonly Segment[], role: string): Person | undefined {
  const at = segments.findIndex(isName(role))
  const name = segments[at]
  if (name === undefined) return undefined
  return readPerson(
    name,
    segments.slice(at + 1, at + 4).find((segment) => segment.id === 'DMG'),
  )
}
