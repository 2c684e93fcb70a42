import type { AppDescription } from '../../app.js'

/** The messages app. */
export const messageApps = [
  {
    title: 'Messages',
    position: 50,
    labels: { readMessage: 'Message', sendMessage: 'Send a message' },
    starts: [
      {
        label: 'Received',
        call: 'listMessages',
        values: { direction: 'inbound' },
        empty: 'No message has been received yet.',
      },
      {
        label: 'Sent',
        call: 'listMessages',
        values: { direction: 'outbound' },
        empty: 'No message has been sent yet.',
      },
      { label: 'Send', call: 'sendMessage' },
    ],
  },
] as const satisfies readonly AppDescription[]
