import { defineSystem } from '../system.js'
import { patientSimulator } from './behaviour.js'
import { patientCalls } from './calls.js'
import { patientEvents } from './events.js'
import { patientGroup, patientType } from './group.js'
import { patientRecords } from './records.js'

/** The simulated patient, `Patient`, whom calls and messages reach. */
export const patientSystem = /* @__PURE__ */ defineSystem({
  type: patientType,
  title: 'a patient who answers',
  group: patientGroup,
  calls: patientCalls,
  events: patientEvents,
  dataset: null,
  records: patientRecords,
  checks: [],
  behaviour: patientSimulator,
})
