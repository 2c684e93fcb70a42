import type { AppDescription } from '../../app.js'

/** The telephone as people find it. */
export const voiceApps = [
  { title: 'Phone', position: 60, starts: [{ label: 'Calls', call: 'listCalls' }] },
] as const satisfies readonly AppDescription[]
