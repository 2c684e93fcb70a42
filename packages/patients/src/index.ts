export type { FhirElement, FhirResource, FhirValue } from './fhir-resource.js'
export { generateDirectory, generatePatients, generateRecord } from './generate-record.js'
export type { RecordOptions } from './record-options.js'
