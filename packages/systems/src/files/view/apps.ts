import type { AppDescription } from '../../app.js'

/** The file exchange as people find it. */
export const fileApps = [
  {
    title: 'Files',
    position: 70,
    labels: { writeOutboundFile: 'Write a file', deleteOutboundFile: 'Withdraw' },
    starts: [
      { label: 'Inbox', call: 'listInbox' },
      { label: 'Outbound', call: 'listOutbound' },
      { label: 'Archive', call: 'listArchive' },
    ],
  },
  {
    title: 'Handbook',
    position: 120,
    isView: true,
    starts: [
      {
        label: 'Pages',
        call: 'listInbox',
        values: { limit: '100' },
        only: { member: 'path', startsWith: 'inbox/handbook/' },
      },
    ],
  },
] as const satisfies readonly AppDescription[]
