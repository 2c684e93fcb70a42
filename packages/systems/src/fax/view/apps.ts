import { isJsonObject, type JsonValue } from '@carebench/protocol'
import type { AppDescription, ReadableRecord, ShownRecord } from '../../app.js'

/** Returns the title and columns of a fax in a list. */
function describeFax(fax: JsonValue): ShownRecord {
  if (!isJsonObject(fax)) return { title: '' }
  const text = (name: string) => (fax[name] === undefined || fax[name] === null ? '' : String(fax[name]))
  return {
    title: text('document_type').replaceAll('_', ' ') || 'fax',
    columns: {
      From: text('from_number'),
      To: text('to_number'),
      Pages: text('pages'),
      Status: text('status'),
      Error: text('error'),
      At: text('created_at'),
    },
  }
}

/** Returns the pages of a fax in readable form. */
function readPages(fax: JsonValue): ReadableRecord | null {
  if (!isJsonObject(fax) || typeof fax.text !== 'string') return null
  return { parts: [{ kind: 'pages', title: 'Page', pages: fax.text.split('\f') }], said: ['text'] }
}

/** The fax machine app. */
export const faxApps = [
  {
    title: 'Fax',
    position: 40,
    describe: describeFax,
    readContent: readPages,
    labels: { readFax: 'Open a fax', sendFax: 'Send a fax', readFaxPages: 'Pages as PDF' },
    starts: [
      {
        label: 'Received',
        call: 'listFaxes',
        values: { direction: 'inbound' },
        empty: 'No fax has been received yet.',
      },
      { label: 'Sent', call: 'listFaxes', values: { direction: 'outbound' }, empty: 'No fax has been sent yet.' },
      { label: 'Failed', call: 'listFaxes', values: { status: 'failed' }, empty: 'No fax has failed.' },
      { label: 'Send', call: 'sendFax' },
    ],
  },
] as const satisfies readonly AppDescription[]
