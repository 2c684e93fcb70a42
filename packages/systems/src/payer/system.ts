import { datasetConfigs } from '@carebench/protocol'
import { defineSystem } from '../system.js'
import { payerSimulator } from './behaviour.js'
import { portalCalls } from './calls.js'
import { portalStateMatch } from './checks.js'
import { electronicCalls } from './electronic/electronic-calls.js'
import { electronicEvents } from './electronic/events.js'
import { payerEvents, payerRefusal } from './events.js'
import { electronicGroup, payerGroup, payerType } from './group.js'
import { payerRecords } from './records.js'
import { payerApps } from './view/apps.js'

/** The simulated payer, `Payer`: a portal and interfaces for electronic prior authorization. */
export const payerSystem = /* @__PURE__ */ defineSystem({
  type: payerType,
  title: 'a payer portal',
  group: payerGroup,
  calls: portalCalls,
  interfaces: [{ group: electronicGroup, calls: electronicCalls }],
  events: [...payerEvents, ...electronicEvents],
  dataset: { type: 'Portal', configSchema: datasetConfigs.Portal },
  arrivals: {
    type: 'prior_auth.decided',
    list: { path: 'prior-auths' },
    id: 'auth_number',
    state: { member: 'status', waiting: 'pending' },
  },
  refusal: payerRefusal,
  apps: payerApps,
  records: payerRecords,
  checks: [portalStateMatch],
  behaviour: payerSimulator,
})
