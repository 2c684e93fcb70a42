export { generateDirectory, generatePatients, generateRecord } from './patients/generate-record.js'
export type { GeneratedResource } from './patients/generated-resource.js'
export type { RecordOptions } from './patients/record-options.js'
