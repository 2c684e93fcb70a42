/**
 * The search parameters that implementation guides for FHIR R4 add to those of R4, in the form of
 * r4-search-parameters.ts: `Coverage.subscriber-id` comes from Da Vinci HRex (1.0), the others from US Core (6.1).
 */
export const guideSearchParameters: Readonly<Record<string, string>> = {
  CareTeam: 'token role participant.role',
  Condition:
    'date asserted-date extension[url=http://hl7.org/fhir/StructureDefinition/condition-assertedDate].valueDateTime',
  Coverage: 'token subscriber-id',
  Encounter: 'token discharge-disposition hospitalization.dischargeDisposition',
  Goal: 'token description',
}
