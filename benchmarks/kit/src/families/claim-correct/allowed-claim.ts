import type { JsonObject, JsonValue } from '@carebench/protocol'
import { absent, inWords, missingOr, nothingAt, ourName, payerName } from '../../builders/expected-values.js'
import { anyOwnNumber, ourInterchange } from '../../builders/our-interchange.js'
import { modifiersFor, office, ourTelephones, type SentClaim, taxId } from '../../clinic/claims-records.js'
import { billingProvider } from '../../clinic/clearinghouse.js'
import { clearinghouseId } from '../../clinic/interchanges.js'
import { payers } from '../../clinic/payer-rules.js'
import type { Course } from './facts.js'
import { frequencyFor } from './work.js'

export function amount(value: number): JsonValue {
  return { $approx: { value, tolerance: 0.001 } }
}

/** Returns a diagnosis code as an 837 has it: without the dot. */
export function bare(code: string): string {
  return code.replace('.', '')
}

/** Returns the elements that identify the corrected claim among the sent 837s. */
export function toKey(claim: SentClaim, course: Course): JsonObject {
  return {
    'CLM.1': claim.account,
    'CLM.5.3': frequencyFor(course),
    'NM1[1=IL].9': claim.member.memberId,
  }
}

/** Returns the entry of `allow` for the corrected claim of a course. */
export function allowedClaim(claim: SentClaim, course: Course): JsonObject {
  return {
    collection: 'x12.sent',
    where: replacement(claim, course),
    members: claimMembers,
    count: 1,
    about: [`Patient/${claim.member.id}`],
  }
}

/** Accepts the corrected claim of a course without other statements. */
function replacement(claim: SentClaim, course: Course): JsonObject {
  return {
    'ST.1': '837',
    ...ourInterchange,
    'BHT.2': '00',
    'BHT.6': 'CH',
    ...toKey(claim, course),
    ...ourselves,
    ...writePatient(claim),
    ...writeReferences(claim, course),
    ...writeService(claim),
  }
}

/** Conditions on our own names and numbers and on the clearinghouse; other details about us are rejected. */
const ourselves: JsonObject = {
  'NM1[1=41].3': ourName,
  'NM1[1=41].9': billingProvider.npi,
  'NM1[1=40].3': inWords(clearinghouseId.name),
  'NM1[1=40].9': clearinghouseId.id,
  'NM1[1=85].3': { $text: billingProvider.name },
  'NM1[1=85].9': billingProvider.npi,
  ...nothingAt(...['40', '41', '85', 'PR'].map((party) => `NM1[1=${party}].4`), 'NM1[6].1'),
  'PER.2': missingOr(ourName),
  'PER.4': { $oneOf: ourTelephones },
  // A fax number of ours.
  'PER.5': missingOr('FX'),
  'PER.6': missingOr({ $regex: '217555015[0-9]' }),
  'PER[2].1': absent,
  'PRV.1': missingOr('BI'),
  'PRV.2': missingOr('PXC'),
  // A general hospital, or a group of specialists.
  'PRV.3': missingOr('282N00000X', '193200000X'),
  'PRV[2].1': absent,
}

/**
 * Returns the conditions on patient, policy and payer. The address must be that of our office, as in claims sent in
 * JSON.
 */
function writePatient({ member }: SentClaim): JsonObject {
  const addresses = [1, 2].map((place) => ({
    [`N3[${place}].1`]: place === 1 ? { $text: office.line } : missingOr({ $text: office.line }),
    [`N4[${place}].1`]: place === 1 ? { $text: office.city } : missingOr({ $text: office.city }),
    [`N4[${place}].2`]: missingOr(office.state),
    [`N4[${place}].3`]: missingOr({ $regex: `${office.postalCode}([0-9]{4})?` }),
  }))
  return {
    'NM1[1=IL].2': '1',
    'NM1[1=IL].3': { $text: member.family },
    'NM1[1=IL].4': { $text: member.given },
    'NM1[1=PR].3': payerName(payers[member.payer]),
    'NM1[1=PR].9': payers[member.payer].code,
    'DMG.2': member.birthDate.replaceAll('-', ''),
    'DMG.3': missingOr(member.sex === 'female' ? 'F' : 'M', 'U'),
    ...Object.assign({}, ...addresses),
    ...nothingAt('N3[3].1', 'N4[3].1'),
    'SBR[1].1': 'P',
    'SBR[1].2': '18',
    ...nothingAt('SBR[1].3', 'SBR[1].4', 'SBR[1].5', 'SBR[2].1'),
    // Commercial, as both payers are.
    'SBR[1].9': missingOr('CI', 'ZZ'),
  }
}

/**
 * Returns the conditions on references: the tax number, the payer's claim number and the authorization. Numbers of our
 * own for the claim and its line are allowed too.
 */
function writeReferences({ authorizationNumber }: SentClaim, { denial, number }: Course): JsonObject {
  const original = denial === null ? [] : [number]
  const authorization = authorizationNumber === undefined ? [] : [authorizationNumber]
  const places = [1, 2, 3, 4, 5].map((place) => ({
    [`REF[${place}].1`]: missingOr('EI', 'F8', 'G1', 'D9', '6R'),
    [`REF[${place}].2`]: { $any: [anyOwnNumber, ...original, ...authorization] },
  }))
  return {
    'REF[1=EI].2': taxId,
    'REF[1=F8].2': original[0] ?? absent,
    'REF[1=G1].2': authorization[0] ?? absent,
    ...Object.assign({}, ...places),
    'REF[6].1': absent,
  }
}

function writeService(claim: SentClaim): JsonObject {
  const { serviceDate, code, charge, units = 1, placeOfService = '11', diagnoses } = claim
  return {
    'CLM[2].1': absent,
    'CLM.5.1': placeOfService,
    'CLM.6': 'Y',
    'CLM.7': 'A',
    'CLM.8': 'Y',
    'CLM.9': 'Y',
    'CLM.11.1': absent,
    'HI.1.1': 'ABK',
    'HI.1.2': bare(diagnoses[0] ?? ''),
    ...nothingAt('HI.1.3', 'HI.1.4', 'HI.2', 'HI[2].1'),
    'SV1.1.1': 'HC',
    'SV1.1.2': code,
    // No modifier but that of the service, which calls in JSON cannot have, and no description.
    'SV1.1.3': missingOr(...modifiersFor(claim)),
    ...nothingAt('SV1.1.4', 'SV1.1.5', 'SV1.1.6', 'SV1.1.7'),
    'SV1.2': amount(charge),
    'SV1.3': 'UN',
    'SV1.4': amount(units),
    'SV1.5': missingOr(placeOfService),
    'SV1.7': missingOr('1'),
    ...nothingAt('LX[2].1', 'SV1[2].1'),
    'DTP[1=472].3': serviceDate.replaceAll('-', ''),
    'DTP[2].1': absent,
  }
}

const claimMembers = [
  ...['BHT', 'NM1.1', 'NM1.2', 'NM1.3', 'NM1.4', 'NM1.8', 'NM1.9', 'HL', 'PRV.1', 'PRV.2', 'PRV.3'],
  ...['PER.1', 'PER.2', 'PER.3', 'PER.4', 'PER.5', 'PER.6', 'N3.1', 'N4.1', 'N4.2', 'N4.3', 'REF.1', 'REF.2'],
  ...['SBR', 'DMG.1', 'DMG.2', 'DMG.3'],
  ...['CLM.1', 'CLM.2', 'CLM.5', 'CLM.6', 'CLM.7', 'CLM.8', 'CLM.9', 'HI', 'LX'],
  ...['SV1.1', 'SV1.2', 'SV1.3', 'SV1.4', 'SV1.5', 'SV1.7', 'DTP'],
]
