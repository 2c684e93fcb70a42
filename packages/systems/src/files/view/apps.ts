import { isJsonObject, type JsonObject, type JsonValue } from '@carebench/protocol'
import type { AppDescription, ShownList, ShownRecord } from '../../app.js'
import { addCsvLine, readCsvLines, replaceCsvLine } from '../model/csv.js'

/** Returns the title (the path below the folder) and columns of a file in a list. */
function describeFile(file: JsonValue): ShownRecord {
  if (!isJsonObject(file)) return { title: '' }
  const { path, size, media_type, modified_at } = file
  return {
    title: String(path).replace(/^(inbox|outbound|archive)\//, ''),
    columns: { Type: String(media_type ?? ''), Bytes: String(size ?? ''), Modified: String(modified_at ?? '') },
  }
}

/** Returns the title of a handbook page. */
function describePage(file: JsonValue): ShownRecord {
  const { title } = describeFile(file)
  const name = title.replace(/^handbook\//, '').replace(/\.\w+$/, '')
  return { title: name.charAt(0).toUpperCase() + name.slice(1).replaceAll('-', ' ') }
}

/** Returns a page of files, newest first; files of the same time by name, the index of a folder first. */
function readFiles(body: JsonValue): ShownList | null {
  if (!isJsonObject(body) || !Array.isArray(body.data)) return null
  const next = isJsonObject(body._meta) ? body._meta.next : null
  const records = body.data
    .filter(isJsonObject)
    .toSorted((a, b) => compare(sortKey(b).at, sortKey(a).at) || compare(sortKey(a).path, sortKey(b).path))
  return { records, next: typeof next === 'string' ? { cursor: next } : null }
}

function sortKey({ modified_at, path }: JsonObject) {
  // The space sorts the index before other names of its folder.
  return { at: String(modified_at ?? ''), path: String(path).replace(/\/(index\.\w+)$/, '/ $1') }
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** CSV files, whose rows people read and change. */
const table = {
  isTable: (name: string) => name.endsWith('.csv'),
  readLines: readCsvLines,
  replaceLine: replaceCsvLine,
  addLine: addCsvLine,
}

/** The file exchange app. */
export const fileApps = [
  {
    title: 'Files',
    position: 70,
    describe: describeFile,
    readList: readFiles,
    table,
    labels: { writeOutboundFile: 'Write a file', deleteOutboundFile: 'Withdraw' },
    notes: { writeOutboundFile: 'Write a file of the outbound folder; it replaces one of the same name.' },
    starts: [
      { label: 'Inbox', call: 'listInbox', empty: 'No file has arrived yet.' },
      { label: 'Outbound', call: 'listOutbound', empty: 'No file has been written yet.' },
      { label: 'Archive', call: 'listArchive', empty: 'No file is archived yet.' },
      { label: 'Write a file', call: 'writeOutboundFile' },
    ],
  },
  {
    title: 'Handbook',
    position: 120,
    describe: describePage,
    readList: readFiles,
    table,
    isView: true,
    terms: { label: 'the handbook' },
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
