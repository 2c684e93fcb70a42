import { isJsonObject } from '@carebench/protocol'
import type { AppDescription } from '../../app.js'

/** Decision support as people find it. */
export const cdsApps = [
  {
    title: 'Decision support',
    position: 110,
    labels: { callService: 'Ask for cards', giveFeedback: 'Give feedback' },
    starts: [{ label: 'Services', call: 'discoverServices' }],
    readList: (body) =>
      isJsonObject(body) && Array.isArray(body.services) ? { records: body.services, next: null } : null,
  },
] as const satisfies readonly AppDescription[]
