import { defineSystem } from '../system.js'
import { cdsSimulator } from './behaviour.js'
import { cdsCalls } from './calls.js'
import { cdsResponse } from './checks.js'
import { cdsEvents } from './events.js'
import { cdsGroup, cdsType } from './group.js'
import { cdsRecords } from './records.js'
import { cdsApps } from './view/apps.js'

/** The simulated CDS Hooks service, `CDSHooks`. */
export const cdsSystem = /* @__PURE__ */ defineSystem({
  type: cdsType,
  title: 'decision support',
  group: cdsGroup,
  calls: cdsCalls,
  events: cdsEvents,
  dataset: null,
  apps: cdsApps,
  records: cdsRecords,
  checks: [cdsResponse],
  behaviour: cdsSimulator,
})
