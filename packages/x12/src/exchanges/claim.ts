import { formatStamp } from '../build-interchange.js'
import { readHierarchy } from '../loops.js'
import type { Segment } from '../segment.js'
import type { Transaction } from '../transaction.js'
import type { SegmentValue, TransactionValues } from '../values.js'
import {
  type Address,
  addressSegments,
  demographicSegments,
  formatAmount,
  formatDate,
  type Organization,
  organizationSegment,
  type Person,
  personSegment,
  readDate,
  readOrganization,
  readPerson,
} from './party.js'

/** One service line. */
export interface ClaimLine {
  /** HCPCS or CPT code. */
  readonly code: string
  readonly modifiers?: readonly string[]
  /** Dollars. */
  readonly charge: number
  /** Default 1. */
  readonly units?: number
  readonly date: string
}

/** A professional claim (837P) of one subscriber who is the patient. */
export interface Claim {
  readonly submitter: Organization & { readonly contact?: string; readonly telephone?: string }
  readonly receiver: Organization
  readonly billingProvider: Organization & { readonly taxId: string; readonly address: Address }
  readonly payer: Organization
  readonly subscriber: Person
  /** CLM01, the provider's number of the claim. */
  readonly patientAccount: string
  /** CLM05-1, default `11` office. */
  readonly placeOfService?: string
  /** CLM05-3: `1` original (default), `7` replacement, `8` void. */
  readonly frequency?: string
  /** ICD-10-CM codes, the principal first. At least one, at most twelve. */
  readonly diagnoses: readonly string[]
  /** REF*G1. */
  readonly authorizationNumber?: string
  readonly lines: readonly ClaimLine[]
  /** BHT03. */
  readonly reference: string
  /** Milliseconds since 1970. */
  readonly at: number
}

/** One claim of an 837P as read: what the text does not say is absent or empty. */
export interface ReadClaim {
  readonly billingProvider: Organization | undefined
  readonly payer: Organization | undefined
  readonly subscriber: Person | undefined
  /** The patient when not the subscriber. */
  readonly patient: Person | undefined
  readonly patientAccount: string | undefined
  /** CLM02 in dollars; undefined when it is no number. */
  readonly charge: number | undefined
  readonly placeOfService: string | undefined
  readonly frequency: string | undefined
  readonly diagnoses: readonly string[]
  readonly authorizationNumber: string | undefined
  readonly lines: readonly (Omit<ClaimLine, 'date' | 'charge'> & { readonly date?: string; readonly charge?: number })[]
}

/** Writes a professional claim (837P) as values for `buildInterchange`. CLM02 is the sum of the lines. */
export function buildClaim(claim: Claim): TransactionValues {
  const { date, time } = formatStamp(claim.at)
  const { submitter, billingProvider, subscriber, authorizationNumber } = claim
  const total = claim.lines.reduce((sum, line) => sum + Math.round(line.charge * 100), 0) / 100
  const diagnoses = claim.diagnoses.map((code, index) => [index === 0 ? 'ABK' : 'ABF', code.replace('.', '')])
  return {
    id: '837',
    version: '005010X222A1',
    functionalId: 'HC',
    segments: [
      ['BHT', '0019', '00', claim.reference, date, time, 'CH'],
      organizationSegment('41', submitter, '46'),
      ['PER', 'IC', submitter.contact ?? submitter.name.slice(0, 60), 'TE', submitter.telephone ?? '5555550100'],
      organizationSegment('40', claim.receiver, '46'),
      ['HL', '1', '', '20', '1'],
      organizationSegment('85', billingProvider, 'XX'),
      ...addressSegments(billingProvider.address),
      ['REF', 'EI', billingProvider.taxId.replace('-', '')],
      ['HL', '2', '1', '22', '0'],
      ['SBR', 'P', '18', '', '', '', '', '', '', 'CI'],
      personSegment('IL', subscriber),
      ...addressSegments(subscriber.address),
      ...demographicSegments({ gender: 'unknown', ...subscriber }),
      organizationSegment('PR', claim.payer, 'PI'),
      [
        'CLM',
        claim.patientAccount,
        formatAmount(total),
        '',
        '',
        [claim.placeOfService ?? '11', 'B', claim.frequency ?? '1'],
        'Y',
        'A',
        'Y',
        'Y',
      ],
      ...(authorizationNumber === undefined ? [] : [['REF', 'G1', authorizationNumber] as const]),
      ['HI', ...diagnoses],
      ...claim.lines.flatMap((line, index): SegmentValue[] => [
        ['LX', index + 1],
        [
          'SV1',
          ['HC', line.code, ...(line.modifiers ?? [])],
          formatAmount(line.charge),
          'UN',
          line.units ?? 1,
          '',
          '',
          ['1'],
        ],
        ['DTP', '472', 'D8', formatDate(line.date)],
      ]),
    ],
  }
}

/** Reads every claim of an 837P in order. Total: what is missing is undefined or empty; validate first for faults. */
export function readClaims(transaction: Transaction): ReadClaim[] {
  const claims: ReadClaim[] = []
  for (const loop of readHierarchy(transaction).loops) {
    if (loop.level !== '22' && loop.level !== '23') continue
    const subscriber = loop.level === '22' ? loop : loop.parent
    const provider = subscriber?.parent
    const starts = loop.segments.flatMap((segment, index) => (segment.id === 'CLM' ? [index] : []))
    for (const [turn, start] of starts.entries()) {
      const own = loop.segments.slice(start, starts[turn + 1])
      claims.push({
        billingProvider: readOrganization(provider?.segments.find(isName('85'))),
        payer: readOrganization(subscriber?.segments.find(isName('PR'))),
        subscriber: person(subscriber?.segments ?? [], 'IL'),
        patient: loop.level === '23' ? person(loop.segments, 'QC') : undefined,
        ...readClaim(own),
      })
    }
  }
  return claims
}

function readClaim(segments: readonly Segment[]) {
  const [clm] = segments
  const header = segments.findIndex((segment) => segment.id === 'LX')
  const own = header === -1 ? segments : segments.slice(0, header)
  return {
    patientAccount: clm?.element(1),
    charge: amount(clm?.element(2)),
    placeOfService: clm?.component(5, 1),
    frequency: clm?.component(5, 3),
    diagnoses: own.filter(isDiagnosis).flatMap((hi) => hi.elements().flatMap((_, at) => hi.component(at + 1, 2) ?? [])),
    authorizationNumber: own.find((segment) => segment.id === 'REF' && segment.element(1) === 'G1')?.element(2),
    lines: segments.flatMap((segment, index) => (segment.id === 'SV1' ? readLine(segment, segments, index) : [])),
  }
}

function readLine(sv1: Segment, segments: readonly Segment[], index: number) {
  const code = sv1.component(1, 2)
  if (code === undefined) return []
  const rest = segments.slice(index + 1)
  const next = rest.findIndex((segment) => segment.id === 'LX')
  const when = (next === -1 ? rest : rest.slice(0, next)).find(
    (segment) => segment.id === 'DTP' && segment.element(1) === '472',
  )
  const date = readDate(when?.element(3))
  const charge = amount(sv1.element(2))
  const units = amount(sv1.element(4))
  const modifiers = [3, 4, 5, 6].flatMap((component) => sv1.component(1, component) ?? [])
  return [
    {
      code,
      ...(modifiers.length === 0 ? {} : { modifiers }),
      ...(charge === undefined ? {} : { charge }),
      ...(units === undefined ? {} : { units }),
      ...(date === undefined ? {} : { date }),
    },
  ]
}

const isName = (role: string) => (segment: Segment) => segment.id === 'NM1' && segment.element(1) === role

const isDiagnosis = (segment: Segment) => segment.id === 'HI' && /^AB[KF]$|^B[KF]$/.test(segment.component(1, 1) ?? '')

function person(segments: readonly Segment[], role: string): Person | undefined {
  const at = segments.findIndex(isName(role))
  const name = segments[at]
  if (name === undefined) return undefined
  return readPerson(
    name,
    segments.slice(at + 1, at + 4).find((segment) => segment.id === 'DMG'),
  )
}

function amount(text: string | undefined): number | undefined {
  return text !== undefined && /^-?(\d+\.?\d*|\.\d+)$/.test(text) ? Number(text) : undefined
}
