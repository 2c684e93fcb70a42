import { defineSystem } from '../system.js'
import { voiceSimulator } from './behaviour.js'
import { voiceCalls } from './calls.js'
import { voiceTranscript } from './checks.js'
import { voiceEvents, voiceRefusal } from './events.js'
import { voiceGroup, voiceType } from './group.js'
import { voiceRecords } from './records.js'
import { voiceApps } from './view/apps.js'

/** The simulated telephone, `Voice`. */
export const voiceSystem = /* @__PURE__ */ defineSystem({
  type: voiceType,
  title: 'a telephone',
  group: voiceGroup,
  calls: voiceCalls,
  events: voiceEvents,
  dataset: null,
  refusal: voiceRefusal,
  apps: voiceApps,
  records: voiceRecords,
  checks: [voiceTranscript],
  behaviour: voiceSimulator,
})
