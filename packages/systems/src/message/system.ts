import { defineSystem } from '../system.js'
import { messageSimulator } from './behaviour.js'
import { messageCalls } from './calls.js'
import { messageSent } from './checks.js'
import { messageEvents, messageRefusal } from './events.js'
import { messageGroup, messageType } from './group.js'
import { messageRecords } from './records.js'
import { messageApps } from './view/apps.js'

/** The simulated SMS, e-mail and chat, `Message`. */
export const messageSystem = /* @__PURE__ */ defineSystem({
  type: messageType,
  title: 'text messages',
  group: messageGroup,
  calls: messageCalls,
  events: messageEvents,
  dataset: null,
  wires: ['sms-api'],
  arrivals: { type: 'message.received', list: { path: '', query: { direction: 'inbound' } }, id: 'id' },
  refusal: messageRefusal,
  apps: messageApps,
  records: messageRecords,
  checks: [messageSent],
  behaviour: messageSimulator,
})
