/**
 * The types of simulated systems in the specification, in its order; in lists of types they come first. A service's
 * systems define its available types.
 */
export const simulatorTypes: readonly string[] = [
  'FHIR',
  'Voice',
  'Patient',
  'HL7',
  'X12',
  'Fax',
  'Payer',
  'Files',
  'Message',
  'CDSHooks',
]

/** The type of a simulated system, in the spelling of the system. */
export type SimulatorType = string

/** The types of datasets in the specification, in its order; in lists of types they come first. */
export const datasetTypes: readonly string[] = ['FHIR', 'Files', 'HL7', 'X12', 'Portal']

/** The type of a dataset, in the spelling of the system that is seeded from it. */
export type DatasetType = string
