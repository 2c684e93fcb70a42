import { isJsonObject, type JsonValue } from '@carebench/protocol'
import type { AppDescription, ShownRecord } from '../../app.js'

/** A file in a row: its path below the folder, and what people compare. */
function describeFile(file: JsonValue): ShownRecord {
  if (!isJsonObject(file)) return { title: '' }
  const { path, size, media_type, modified_at } = file
  return {
    title: String(path).replace(/^(inbox|outbound|archive)\//, ''),
    columns: { Type: String(media_type ?? ''), Bytes: String(size ?? ''), Modified: String(modified_at ?? '') },
  }
}

/** A page of the handbook, by its title. */
function describePage(file: JsonValue): ShownRecord {
  const { title } = describeFile(file)
  const name = title.replace(/^handbook\//, '').replace(/\.\w+$/, '')
  return { title: name.charAt(0).toUpperCase() + name.slice(1).replaceAll('-', ' ') }
}

/** The file exchange as people find it. */
export const fileApps = [
  {
    title: 'Files',
    position: 70,
    describe: describeFile,
    labels: { writeOutboundFile: 'Write a file', deleteOutboundFile: 'Withdraw' },
    starts: [
      { label: 'Inbox', call: 'listInbox', empty: 'No file has arrived yet.' },
      { label: 'Outbound', call: 'listOutbound', empty: 'No file has been written yet.' },
      { label: 'Archive', call: 'listArchive', empty: 'No file is archived yet.' },
    ],
  },
  {
    title: 'Handbook',
    position: 120,
    describe: describePage,
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
