/**
 * The types of simulated systems that the specification names, in its order; in lists of types they come first. Which types
 * there are is for the systems to say that a service was given.
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

/** The type of a simulated system, as the system itself writes it. */
export type SimulatorType = string

/** The types of datasets that the specification names, in its order; in lists of types they come first. */
export const datasetTypes: readonly string[] = ['FHIR', 'Files', 'HL7', 'X12', 'Portal']

/** The type of a dataset, as the system writes it that is seeded from it. */
export type DatasetType = string
