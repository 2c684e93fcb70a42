/** The code system of the questions of forms. */
export const questionSystem = 'https://carebench.example.org/form-question'

/** The questions of payers' forms, by linkId. */
export const formQuestions = {
  bmi: 'What is the body mass index?',
  a1c: 'What is the hemoglobin A1c?',
  therapy_weeks: 'For how many weeks was physical therapy tried?',
  imaged_on: 'On which day was the region imaged?',
} as const

/** LOINC codes of the measurements that forms ask for. */
export const readingCodes = { bmi: '39156-5', a1c: '4548-4' } as const

/** The LOINC code of insurance cards. */
export const cardCode = '64290-0'

/** URLs of extensions and code systems in requests. */
export const requestUrls = {
  form: 'http://hl7.org/fhir/us/davinci-dtr/StructureDefinition/',
  usage: 'http://hl7.org/fhir/us/davinci-crd/CodeSystem/coverage-information-codes',
  categories: 'http://hl7.org/fhir/us/davinci-pas/CodeSystem/PASTempCodes',
  cancelled: 'http://hl7.org/fhir/us/davinci-pas/StructureDefinition/modifierextension-infoCancelled',
  changed: 'http://hl7.org/fhir/us/davinci-pas/StructureDefinition/extension-infoChanged',
  relations: 'http://terminology.hl7.org/CodeSystem/ex-relatedclaimrelationship',
  coverageInformation: 'http://hl7.org/fhir/us/davinci-crd/StructureDefinition/ext-coverage-information',
  level: 'http://hl7.org/fhir/us/davinci-pas/StructureDefinition/extension-levelOfServiceCode',
  levels: 'https://codesystem.x12.org/005010/1338',
  certification: 'http://hl7.org/fhir/us/davinci-pas/StructureDefinition/extension-certificationType',
  certifications: 'https://codesystem.x12.org/005010/1322',
  authorizationNumber: 'http://hl7.org/fhir/us/davinci-pas/StructureDefinition/extension-authorizationNumber',
  requests: 'https://carebench.example.org/requests',
  diagnoses: 'http://hl7.org/fhir/sid/icd-10-cm',
  npi: 'http://hl7.org/fhir/sid/us-npi',
  claimTypes: 'http://terminology.hl7.org/CodeSystem/claim-type',
  priorities: 'http://terminology.hl7.org/CodeSystem/processpriority',
} as const
