import { datasetConfigs } from '@carebench/protocol'
import { defineSystem } from '../system.js'
import { fhirSimulator } from './behaviour.js'
import { fhirCalls } from './calls.js'
import { fhirResourceState } from './checks.js'
import { fhirDatasetFindings, fhirDatasetFindingsInSteps } from './dataset-findings.js'
import { fhirEvents } from './events.js'
import { fhirGroup, fhirType } from './group.js'
import { fhirRecords } from './records.js'
import { fhirApps } from './view/apps.js'

/** The simulated FHIR R4 server, `FHIR`. */
export const fhirSystem = /* @__PURE__ */ defineSystem({
  type: fhirType,
  title: 'a FHIR record',
  group: fhirGroup,
  calls: fhirCalls,
  events: fhirEvents,
  dataset: {
    type: 'FHIR',
    configSchema: datasetConfigs.FHIR,
    findings: fhirDatasetFindings,
    findingsInSteps: fhirDatasetFindingsInSteps,
  },
  apps: fhirApps,
  records: fhirRecords,
  checks: [fhirResourceState],
  behaviour: fhirSimulator,
})
