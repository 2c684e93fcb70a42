/** The groups of calls that simulated systems answer; the same under a run and under a sandbox. */
export const simulatorGroups = {
  fhir: {
    simulator: 'FHIR',
    group: 'fhir',
    jsonMediaTypes: ['application/fhir+json', 'application/json', 'application/json-patch+json'],
  },
  portal: { simulator: 'Payer', group: 'portal', jsonMediaTypes: ['application/json'] },
  hl7: { simulator: 'HL7', group: 'hl7', jsonMediaTypes: ['application/json'] },
  clearinghouse: { simulator: 'X12', group: 'clearinghouse', jsonMediaTypes: ['application/json'] },
  faxes: { simulator: 'Fax', group: 'faxes', jsonMediaTypes: ['application/json'] },
  messages: { simulator: 'Message', group: 'messages', jsonMediaTypes: ['application/json'] },
  voice: { simulator: 'Voice', group: 'voice', jsonMediaTypes: ['application/json'] },
  cds: { simulator: 'CDSHooks', group: 'cds', jsonMediaTypes: ['application/json'] },
  // A file that happens to be JSON keeps its bytes.
  files: { simulator: 'Files', group: 'files', jsonMediaTypes: [] },
} as const
