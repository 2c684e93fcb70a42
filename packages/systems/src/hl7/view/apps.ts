import type { AppDescription } from '../../app.js'
import { describeMessage, readMessageContent } from './read-message.js'

/** The interface engine app. */
export const hl7Apps = [
  {
    title: 'Interface',
    position: 100,
    describe: describeMessage,
    readContent: readMessageContent,
    labels: { sendMessage: 'Send a message' },
    notes: {
      sendMessage:
        'Send a message in ER7. The acknowledgment comes at once; no list keeps the messages that were sent.',
    },
    starts: [
      { label: 'Received', call: 'listInbox', empty: 'No message has been received yet.' },
      { label: 'Send', call: 'sendMessage' },
    ],
  },
] as const satisfies readonly AppDescription[]
