import { isJsonObject } from '@carebench/protocol/wire'
import type { AppDescription } from '../../app.js'

/** The telephone app. */
export const voiceApps = [
  {
    title: 'Phone',
    position: 60,
    labels: {
      readCall: 'Conversation',
      startCall: 'Dial',
      answerCall: 'Answer',
      takeTurn: 'Say or press keys',
      hangUp: 'Hang up',
    },
    onPage: { readCall: ['answerCall', 'takeTurn', 'hangUp'] },
    permits: (call) => isJsonObject(call) && ['active', 'on_hold', 'ringing'].includes(String(call.status)),
    starts: [
      { label: 'Calls', call: 'listCalls', empty: 'No calls yet.' },
      { label: 'Dial', call: 'startCall' },
    ],
  },
] as const satisfies readonly AppDescription[]
