/** Prefixes of the profiles and extensions of the implementation guides. */
export const crdUrl = 'http://hl7.org/fhir/us/davinci-crd/StructureDefinition/'
export const dtrUrl = 'http://hl7.org/fhir/us/davinci-dtr/StructureDefinition/'
export const pasUrl = 'http://hl7.org/fhir/us/davinci-pas/StructureDefinition/'
export const sdcUrl = 'http://hl7.org/fhir/uv/sdc/StructureDefinition/'
export const backportUrl = 'http://hl7.org/fhir/uv/subscriptions-backport/StructureDefinition/'

/** The URL of the extension with a payer's assertion about the coverage of an order. */
export const coverageInformationUrl = `${crdUrl}ext-coverage-information`

/** The URLs of the extensions that PAS has for services. */
export const pasExtensions = {
  administrationReferenceNumber: `${pasUrl}extension-administrationReferenceNumber`,
  authorizationNumber: `${pasUrl}extension-authorizationNumber`,
  certificationType: `${pasUrl}extension-certificationType`,
  infoChanged: `${pasUrl}extension-infoChanged`,
  itemPreAuthIssueDate: `${pasUrl}extension-itemPreAuthIssueDate`,
  itemPreAuthPeriod: `${pasUrl}extension-itemPreAuthPeriod`,
  itemRequestedServiceDate: `${pasUrl}extension-itemRequestedServiceDate`,
  itemTraceNumber: `${pasUrl}extension-itemTraceNumber`,
  requestedService: `${pasUrl}extension-requestedService`,
  reviewAction: `${pasUrl}extension-reviewAction`,
  reviewActionCode: `${pasUrl}extension-reviewActionCode`,
  serviceItemRequestType: `${pasUrl}extension-serviceItemRequestType`,
} as const

/** Code systems and identifier systems. */
export const systems = {
  npi: 'http://hl7.org/fhir/sid/us-npi',
  cpt: 'http://www.ama-assn.org/go/cpt',
  icd: 'http://hl7.org/fhir/sid/icd-10-cm',
  loinc: 'http://loinc.org',
  crdReasons: 'http://hl7.org/fhir/us/davinci-crd/CodeSystem/temp',
  coverageInformation: 'http://hl7.org/fhir/us/davinci-crd/CodeSystem/coverage-information-codes',
  cardTopics: 'http://terminology.hl7.org/CodeSystem/cdshooks-card-type',
  pasTemporary: 'http://hl7.org/fhir/us/davinci-pas/CodeSystem/PASTempCodes',
  adjudication: 'http://terminology.hl7.org/CodeSystem/adjudication',
  reviewAction: 'https://codesystem.x12.org/005010/306',
  certification: 'https://codesystem.x12.org/005010/1322',
  requestCategory: 'https://codesystem.x12.org/005010/1525',
  levelOfService: 'https://codesystem.x12.org/005010/1338',
  rejection: 'https://codesystem.x12.org/005010/901',
  followUp: 'https://codesystem.x12.org/005010/889',
  reportType: 'https://codesystem.x12.org/005010/755',
  decisionReason: 'https://codesystem.x12.org/external/886',
} as const

/** The prefix of the canonical URLs of payers' questionnaires, independent of the server's address. */
export const questionnaireUrl = 'https://carebench.example.org/payer/Questionnaire/'
