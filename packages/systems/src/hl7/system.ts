import { datasetConfigs } from '@carebench/protocol'
import { defineSystem } from '../system.js'
import { hl7Simulator } from './behaviour.js'
import { hl7Calls } from './calls.js'
import { hl7Structural } from './checks.js'
import { hl7Events, hl7Refusal } from './events.js'
import { hl7Group, hl7Type } from './group.js'
import { hl7Records } from './records.js'
import { hl7Apps } from './view/apps.js'

/** The simulated HL7 v2 interface, `HL7`. */
export const hl7System = /* @__PURE__ */ defineSystem({
  type: hl7Type,
  title: 'an HL7 interface',
  group: hl7Group,
  calls: hl7Calls,
  events: hl7Events,
  dataset: { type: 'HL7', configSchema: datasetConfigs.HL7 },
  wires: ['mllp'],
  arrivals: { type: 'hl7.received', list: { path: 'inbox' }, id: 'id' },
  refusal: hl7Refusal,
  apps: hl7Apps,
  records: hl7Records,
  checks: [hl7Structural],
  behaviour: hl7Simulator,
})
