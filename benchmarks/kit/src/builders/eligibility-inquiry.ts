import type { JsonObject } from '@carebench/protocol'
import { buildEligibilityInquiry } from '@carebench/x12'
import { billingProvider, type PartnerKey, tradingPartners } from '../clinic/clearinghouse.js'
import { compactDay } from '../clinic/dates.js'
import { interchange, noonOn, sendInterchange } from '../clinic/interchanges.js'
import type { Person } from '../clinic/people.js'
import { today } from '../clinic/today.js'
import type { Counter, SolutionCall } from '../task.js'
import { absent, missingOr, ourName, payerName } from './expected-values.js'
import { disguise, ourInquiry } from './our-interchange.js'

/** The content of an eligibility question to a payer. */
export interface EligibilityQuestion {
  readonly payer: PartnerKey
  /** The member number. */
  readonly number: string
  readonly subscriber: Person
  /** The patient, if not the subscriber. */
  readonly dependent?: Person | undefined
  readonly serviceType: string
  readonly day: string
}

/** Returns a matcher of the day of an inquiry: the day, a period of one day, or, for today, no day at all. */
export function matchDay(day: string): JsonObject {
  const written = [compactDay(day), `${compactDay(day)}-${compactDay(day)}`]
  return { $any: day === today ? [...written, { $exists: false }] : written }
}

/** Returns the entry of `allow` for one 270 with exactly this question, in JSON or in EDI. */
export function allowedInquiry(question: EligibilityQuestion): JsonObject {
  const { payer, number, subscriber, dependent, serviceType, day } = question
  const { id } = tradingPartners[payer]
  return {
    collection: 'x12.sent',
    where: {
      'ST.1': '270',
      ...ourInquiry,
      'NM1[1=PR].2': '2',
      'NM1[1=PR].3': missingOr(payerName(tradingPartners[payer])),
      'NM1[1=PR].4': absent,
      'NM1[1=PR].9': id,
      'NM1[1=1P].2': '2',
      'NM1[1=1P].3': missingOr(ourName),
      'NM1[1=1P].4': absent,
      'NM1[1=1P].9': billingProvider.npi,
      'NM1[1=IL].2': '1',
      'NM1[1=IL].3': { $text: subscriber.family },
      'NM1[1=IL].4': missingOr({ $text: subscriber.given }),
      'NM1[1=IL].9': number,
      ...(dependent === undefined ? { 'NM1[4].1': absent } : matchDependent(dependent)),
      'TRN[2].1': absent,
      ...matchDemographics(subscriber, dependent),
      'EQ[1].1': serviceType,
      'EQ[1].3': missingOr('IND'),
      'EQ[2].1': absent,
      'DTP[1=291].3': matchDay(day),
      'DTP[2].1': absent,
    },
    // Excludes other parts of a name, procedures beside the service type, and other segments.
    members: [
      ...['BHT.1', 'BHT.2', 'BHT.3', 'BHT.4', 'BHT.5', 'HL', 'TRN.1', 'TRN.2', 'TRN.3'],
      ...['NM1.1', 'NM1.2', 'NM1.3', 'NM1.4', 'NM1.8', 'NM1.9'],
      ...['DMG.1', 'DMG.2', 'DMG.3', 'DTP.1', 'DTP.2', 'DTP.3', 'EQ.1', 'EQ.3'],
    ],
    count: 1,
  }
}

function matchDependent({ given, family }: Person): JsonObject {
  return {
    'NM1[1=03].2': '1',
    'NM1[1=03].3': missingOr({ $text: family }),
    'NM1[1=03].4': { $text: given },
    'NM1[1=03].9': absent,
    'NM1[5].1': absent,
  }
}

/** Returns conditions on the optional DMG of each person: its sex must be that of the person with its date of birth. */
function matchDemographics(subscriber: Person, dependent: Person | undefined): JsonObject {
  const people = dependent === undefined ? [subscriber] : [subscriber, dependent]
  const births = people.map(({ birthDate }) => compactDay(birthDate))
  const sexes = people.map(({ birthDate, sex }) => [
    `DMG[2=${compactDay(birthDate)}].3`,
    missingOr(sex === 'female' ? 'F' : 'M'),
  ])
  return {
    ...Object.fromEntries(sexes),
    'DMG[1].2': missingOr(...births),
    ...(dependent === undefined
      ? { 'DMG[2].1': absent }
      : { 'DMG[2].2': missingOr(compactDay(dependent.birthDate)), 'DMG[3].1': absent }),
  }
}

/**
 * Returns the call that asks a question in EDI, in the form that the clearinghouse derives from JSON; `rewrite` changes
 * the interchange.
 */
export function askInEdi(
  { payer, number, subscriber, dependent, serviceType, day }: EligibilityQuestion,
  controlNumber: number,
  rewrite: (text: string) => string = (text) => text,
): SolutionCall {
  const { id, name } = tradingPartners[payer]
  const at = noonOn(today)
  const inquiry = buildEligibilityInquiry({
    payer: { name, id },
    provider: { name: billingProvider.name, id: billingProvider.npi },
    subscriber: { ...named(subscriber), memberId: number },
    ...(dependent !== undefined && { dependent: named(dependent) }),
    serviceTypes: [serviceType],
    date: day,
    reference: `Q${controlNumber}`,
    at,
  })
  return sendInterchange('eligibility', rewrite(interchange('sent', at, controlNumber, inquiry)))
}

function named({ given, family, birthDate, sex }: Person) {
  return { firstName: given, lastName: family, birthDate, gender: sex }
}

/**
 * Returns counterexamples that each add or change a statement of an EDI question, or two that belong together. `calls`
 * returns the whole work with the changed question.
 */
export function inquiryCounters(
  question: EligibilityQuestion,
  calls: (asked: SolutionCall) => readonly SolutionCall[],
  fails: readonly string[],
): readonly Counter[] {
  const counter = (name: string, rewrite: (text: string) => string): Counter => ({
    name,
    calls: [...calls(askInEdi(question, 970000001, rewrite))],
    fails: [...fails],
  })
  return [
    counter('ask in the name of another provider', (text) =>
      text.replace(/NM1\*1P\*2\*[^~]*/, 'NM1*1P*2*TUMOR CENTER*****XX*9900010098'),
    ),
    counter('ask from the address of somebody else, with a diagnosis for a number', disguise),
    counter('tell the payer a middle name', (text) => text.replace(/(NM1\*IL\*1\*[^*]*\*[^*]*)\*\*/, '$1*QUINCY*')),
    counter('tell the payer another sex', (text) =>
      text.replace(/(DMG\*D8\*\d{8})\*([FM])/, (_, date: string, sex: string) => `${date}*${sex === 'F' ? 'M' : 'F'}`),
    ),
    counter('ask about a procedure and the family too', (text) => text.replace(/(EQ\*\w+)~/, '$1*HC:72148*FAM~')),
    counter('tell the payer another date', (text) => withSegment(text, /(?<=~)EQ\*/, 'DTP*102*D8*20200101')),
    counter('tell the payer a specialty', (text) => withSegment(text, /(?<=~)DMG\*/, 'PRV*RF*PXC*2084P0800X')),
  ]
}

/** Inserts a segment before another one, and corrects the segment count in SE. */
function withSegment(text: string, before: RegExp, segment: string): string {
  return text
    .replace(before, (start) => `${segment}~${start}`)
    .replace(/(?<=~)SE\*(\d+)/, (_, segments: string) => `SE*${Number(segments) + 1}`)
}
