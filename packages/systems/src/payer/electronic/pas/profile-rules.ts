// Printed by scripts/print-pas-profiles.ts from the profiles of PAS 2.0.1 and 2.2.1 (CC0); do not edit.

/** A path, its cardinality, and what its value or codes must be; `~` begins the URLs of the guide's extensions. */
export type ProfileRule = readonly [
  path: string,
  min: number,
  max: string,
  more?: { readonly value?: string | boolean; readonly codes?: readonly string[] },
]

/** What all profiles of a Claim require. */
const ofClaims: readonly ProfileRule[] = [
  ['extension(~extension-levelOfServiceCode)', 0, '1'],
  ['extension(~extension-homeHealthCareInformation)', 0, '1'],
  ['status', 1, '1', { value: 'active' }],
  ['type', 1, '1'],
  ['use', 1, '1', { value: 'preauthorization' }],
  ['patient', 1, '1'],
  ['created', 1, '1'],
  ['insurer', 1, '1'],
  ['provider', 1, '1'],
  ['priority', 1, '1'],
  ['payee.type', 1, '1'],
  ['careTeam.extension', 1, '*'],
  ['careTeam.extension(~extension-careTeamClaimScope)', 1, '1'],
  ['careTeam.sequence', 1, '1'],
  ['careTeam.provider', 1, '1'],
  ['supportingInfo.sequence', 1, '1'],
  ['supportingInfo.category', 1, '1'],
  ['diagnosis.sequence', 1, '1'],
  ['diagnosis.diagnosis[x]', 1, '1'],
  ['diagnosis.type', 0, '1', { codes: ['admitting', 'principal', 'patientreasonforvisit'] }],
  ['procedure.sequence', 1, '1'],
  ['procedure.procedure[x]', 1, '1'],
  ['insurance', 1, '*'],
  ['insurance.sequence', 1, '1'],
  ['insurance.focal', 1, '1', { value: true }],
  ['insurance.coverage', 1, '1'],
  ['accident.date', 1, '1'],
  ['item.extension(~extension-authorizationNumber)', 0, '1'],
  ['item.extension(~extension-administrationReferenceNumber)', 0, '1'],
  ['item.extension(~extension-serviceItemRequestType)', 0, '1'],
  ['item.extension(~extension-certificationType)', 0, '1'],
  ['item.extension(~extension-productOrServiceCodeEnd)', 0, '1'],
  ['item.sequence', 1, '1'],
  ['item.productOrService', 1, '1'],
  ['item.detail.sequence', 1, '1'],
  ['item.detail.productOrService', 1, '1'],
  ['item.detail.subDetail.sequence', 1, '1'],
  ['item.detail.subDetail.productOrService', 1, '1'],
]

/** What the profiles of a request and of its update require. */
const ofRequests: readonly ProfileRule[] = [
  ...ofClaims,
  ['extension(http://hl7.org/fhir/5.0/StructureDefinition/extension-Claim.encounter)', 0, '1'],
  ['identifier', 1, '2'],
  ['diagnosis.extension(~extension-diagnosisRecordedDate)', 0, '1'],
  ['item', 1, '*'],
  ['item.extension(~extension-epsdtIndicator)', 0, '1'],
  ['item.extension(~extension-nursingHomeResidentialStatus)', 0, '1'],
  ['item.extension(~extension-nursingHomeLevelOfCare)', 0, '1'],
  ['item.extension(~extension-revenueUnitRateLimit)', 0, '1'],
  ['item.extension(~extension-requestedService)', 0, '1'],
]

/** What the profiles of both versions require of a request, by profile. */
export const profileRules: Readonly<Record<string, readonly ProfileRule[]>> = {
  'profile-pas-request-bundle': [
    ['identifier', 1, '1'],
    ['type', 1, '1', { value: 'collection' }],
    ['timestamp', 1, '1'],
    ['link.relation', 1, '1'],
    ['link.url', 1, '1'],
    ['entry', 1, '*'],
    ['entry.fullUrl', 1, '1'],
    ['entry.resource', 1, '1'],
    ['entry.search', 0, '0'],
    ['entry.request', 0, '0'],
    ['entry.request.method', 1, '1'],
    ['entry.request.url', 1, '1'],
    ['entry.response', 0, '0'],
    ['entry.response.status', 1, '1'],
  ],
  'profile-claim': [...ofRequests],
  'profile-claim-update': [
    ...ofRequests,
    ['supportingInfo.extension(~extension-infoChanged)', 0, '1'],
    ['supportingInfo.modifierExtension(~modifierextension-infoCancelled)', 0, '1'],
    ['item.extension(~extension-infoChanged)', 0, '1'],
    ['item.modifierExtension(~modifierextension-infoCancelled)', 0, '1'],
  ],
  'profile-claim-inquiry': [
    ...ofClaims,
    ['extension(~extension-certificationType)', 0, '1'],
    ['identifier', 0, '1'],
    ['item.extension(~extension-itemCertificationIssueDate)', 0, '1'],
    ['item.extension(~extension-itemCertificationExpirationDate)', 0, '1'],
    ['item.extension(~extension-itemCertificationEffectiveDate)', 0, '1'],
    ['item.extension(~extension-reviewActionCode)', 0, '1'],
  ],
}
