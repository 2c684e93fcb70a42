import { writeStamp } from '../build-interchange.js'
import { excerpt } from '../excerpt.js'
import { type HierarchyLoop, readHierarchy } from '../loops.js'
import { readPart, type Segment } from '../segment.js'
import type { Transaction } from '../transaction.js'
import type { SegmentValue, TransactionValues } from '../values.js'
import {
  type Address,
  type Organization,
  type Person,
  readDate,
  readOrganization,
  readPerson,
  writeAddress,
  writeAmount,
  writeDate,
  writeDemographics,
  writeOrganization,
  writePerson,
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
  const { date, time } = writeStamp(claim.at)
  const { submitter, billingProvider, subscriber, authorizationNumber } = claim
  const total = claim.lines.reduce((sum, line) => sum + Math.round(line.charge * 100), 0) / 100
  const diagnoses = claim.diagnoses.map((code, index) => [index === 0 ? 'ABK' : 'ABF', code.replace('.', '')])
  return {
    id: '837',
    version: '005010X222A1',
    functionalId: 'HC',
    segments: [
      ['BHT', '0019', '00', claim.reference, date, time, 'CH'],
      writeOrganization('41', submitter, '46'),
      ['PER', 'IC', submitter.contact ?? excerpt(submitter.name, 60), 'TE', submitter.telephone ?? '5555550100'],
      writeOrganization('40', claim.receiver, '46'),
      ['HL', '1', '', '20', '1'],
      writeOrganization('85', billingProvider, 'XX'),
      ...writeAddress(billingProvider.address),
      ['REF', 'EI', billingProvider.taxId.replace('-', '')],
      ['HL', '2', '1', '22', '0'],
      ['SBR', 'P', '18', '', '', '', '', '', '', 'CI'],
      writePerson('IL', subscriber),
      ...writeAddress(subscriber.address),
      ...writeDemographics({ gender: 'unknown', ...subscriber }),
      writeOrganization('PR', claim.payer, 'PI'),
      [
        'CLM',
        claim.patientAccount,
        writeAmount(total),
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
          writeAmount(line.charge),
          'UN',
          line.units ?? 1,
          '',
          '',
          ['1'],
        ],
        ['DTP', '472', 'D8', writeDate(line.date)],
      ]),
    ],
  }
}

/** Reads every claim of an 837P in order. Total: what is missing is undefined or empty; validate first for faults. */
export function readClaims(transaction: Transaction): ReadClaim[] {
  const claims: ReadClaim[] = []
  // Many claims and dependents stand under one loop, which is searched once.
  const providerOf = once((loop) => readOrganization(loop.segments.find(isName('85'))))
  const payerOf = once((loop) => readOrganization(loop.segments.find(isName('PR'))))
  const subscriberOf = once((loop) => person(loop.segments, 'IL'))
  const patientOf = once((loop) => person(loop.segments, 'QC'))
  for (const loop of readHierarchy(transaction).loops) {
    if (loop.level !== '22' && loop.level !== '23') continue
    const subscriber = loop.level === '22' ? loop : loop.parent
    const provider = subscriber?.parent
    const starts = loop.segments.flatMap((segment, index) => (segment.id === 'CLM' ? [index] : []))
    for (const [turn, start] of starts.entries()) {
      const own = loop.segments.slice(start, starts[turn + 1])
      claims.push({
        billingProvider: providerOf(provider),
        payer: payerOf(subscriber),
        subscriber: subscriberOf(subscriber),
        patient: loop.level === '23' ? patientOf(loop) : undefined,
        ...readClaim(own),
      })
    }
  }
  return claims
}

/** Reads something of a loop, each loop once. */
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
  return {
    patientAccount: clm?.element(1),
    charge: amount(clm?.element(2)),
    placeOfService: clm?.component(5, 1),
    frequency: clm?.component(5, 3),
    diagnoses: own.filter(isDiagnosis).flatMap(diagnosesIn),
    authorizationNumber: own.find((segment) => segment.id === 'REF' && segment.element(1) === 'G1')?.element(2),
    lines: readLines(segments),
  }
}

/** The second components of the elements of HI. */
export function diagnosesIn(hi: Segment): string[] {
  return hi.elements().flatMap((element) => readPart(element, hi.source.delimiters, 2, 1) ?? [])
}

/** Reads the service lines from the last, so that the date after each is known when its turn comes. */
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
