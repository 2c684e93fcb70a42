/** The kinds of simulated system, as they are written on the wire. Input is matched without regard to case. */
export const simulatorTypes = [
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
] as const

export type SimulatorType = (typeof simulatorTypes)[number]

/** The kinds of dataset, as they are written on the wire. Input is matched without regard to case. */
export const datasetTypes = ['FHIR', 'Files', 'HL7', 'X12', 'Portal'] as const

export type DatasetType = (typeof datasetTypes)[number]
