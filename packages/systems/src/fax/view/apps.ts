import type { AppDescription } from '../../app.js'

/** The fax machine as people find it. */
export const faxApps = [
  {
    title: 'Fax',
    position: 40,
    labels: { sendFax: 'Send a fax', readFaxPages: 'Pages as PDF' },
    starts: [
      { label: 'Received', call: 'listFaxes', values: { direction: 'inbound' } },
      { label: 'Sent', call: 'listFaxes', values: { direction: 'outbound' } },
      { label: 'Failed', call: 'listFaxes', values: { status: 'failed' } },
    ],
  },
] as const satisfies readonly AppDescription[]
