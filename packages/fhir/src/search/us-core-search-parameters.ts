/**
 * The search parameters that US Core (6.1, for FHIR R4) defines beside those of R4, in the form of
 * r4-search-parameters.ts.
 */
export const usCoreSearchParameters: Readonly<Record<string, string>> = {
  CareTeam: 'token role participant.role',
  Condition:
    'date asserted-date extension[url=http://hl7.org/fhir/StructureDefinition/condition-assertedDate].valueDateTime',
  Encounter: 'token discharge-disposition hospitalization.dischargeDisposition',
  Goal: 'token description',
}
