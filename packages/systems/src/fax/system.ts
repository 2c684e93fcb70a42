import { defineSystem } from '../system.js'
import { faxSimulator } from './behaviour.js'
import { faxCalls } from './calls.js'
import { faxSent } from './checks.js'
import { faxEvents, faxRefusal } from './events.js'
import { faxGroup, faxType } from './group.js'
import { faxRecords } from './records.js'
import { faxApps } from './view/apps.js'

/** The simulated fax machine, `Fax`. */
export const faxSystem = /* @__PURE__ */ defineSystem({
  type: faxType,
  title: 'a fax machine',
  group: faxGroup,
  calls: faxCalls,
  events: faxEvents,
  dataset: null,
  wires: ['fax-api'],
  arrivals: { type: 'fax.received', list: { path: '', query: { direction: 'inbound' } }, id: 'id' },
  refusal: faxRefusal,
  apps: faxApps,
  records: faxRecords,
  checks: [faxSent],
  behaviour: faxSimulator,
})
