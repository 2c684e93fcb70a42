import { datasetConfigs } from '@carebench/protocol'
import { defineSystem } from '../system.js'
import { x12Simulator } from './behaviour.js'
import { clearinghouseCalls } from './calls.js'
import { x12Response } from './checks.js'
import { x12Events, x12Refusal } from './events.js'
import { x12Group, x12Type } from './group.js'
import { x12Records } from './records.js'
import { clearinghouseApps } from './view/apps.js'

/** The simulated X12 clearinghouse, `X12`. */
export const x12System = /* @__PURE__ */ defineSystem({
  type: x12Type,
  title: 'a clearinghouse',
  group: x12Group,
  calls: clearinghouseCalls,
  events: x12Events,
  dataset: { type: 'X12', configSchema: datasetConfigs.X12 },
  refusal: x12Refusal,
  apps: clearinghouseApps,
  records: x12Records,
  checks: [x12Response],
  behaviour: x12Simulator,
})
