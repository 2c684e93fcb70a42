import { describe, expect, it } from 'vitest'
import { findDocuments } from '../facts/documents.js'
import { readPhoneCalls, readUtterances } from '../facts/phone-calls.js'
import type { RecordChange } from '../facts/state-difference.js'

function added(members: object): RecordChange {
  const fields = Object.entries(members).map(([name, to]) => ({ path: `/${name}`, to }))
  return { what: 'added', name: 'number 1', fields }
}

describe('documents', () => {
  it.each([
    [
      'an attachment of the portal',
      { document_type: 'imaging_report', file_name: 'mri.txt', media_type: 'text/plain', text: 'Knee', size: 4 },
      { title: 'mri.txt', type: 'text/plain', size: 4, text: 'Knee' },
    ],
    [
      'a file that is not text',
      { file_name: 'a.pdf', media_type: 'application/pdf', text: null, content_base64: 'JVBERi0=' },
      { title: 'a.pdf', type: 'application/pdf', size: 5, text: null },
    ],
    [
      'an attachment of a FHIR resource',
      {
        resourceType: 'DocumentReference',
        content: [{ attachment: { contentType: 'text/plain', data: 'w6k=', title: 'Note' } }],
      },
      { title: 'Note', type: 'text/plain', size: 2, text: 'é' },
    ],
    [
      'a fax',
      { document_type: 'referral', text: 'one\ftwo' },
      { title: 'referral', type: null, size: 7, text: 'one\ftwo' },
    ],
  ])('finds %s', (_, members, document) => {
    expect(findDocuments(added(members))).toEqual([document])
  })

  it('finds none in other records', () => {
    expect(findDocuments(added({ resourceType: 'Patient', text: { div: 'x' }, name: [{ text: 'Ann' }] }))).toEqual([])
  })
})

describe('phone calls', () => {
  const turn = { speaker: 'ivr', text: 'Press 1.', at: '2026-03-02T09:00:00.000Z' }

  it('are read from the records that the agent added', () => {
    const call = added({ call_id: 'c1', to_number: '+15550100', status: 'ended', turns: [turn] })
    const back = added({ call_id: 'c2', direction: 'inbound', from_number: '+15550101', turns: [] })
    const collections = [
      { collection: 'voice', count: 1, changes: [call] },
      { collection: 'voice of imaging', count: 1, changes: [back] },
      { collection: 'faxes', count: 1, changes: [added({ to_number: '+15550102' })] },
    ]
    expect(readPhoneCalls(collections)).toEqual([
      { title: 'to +15550100', status: 'ended', said: [turn] },
      { title: 'from +15550101', status: null, said: [] },
    ])
  })

  it('include only the turns that one step added', () => {
    const changed: RecordChange = {
      what: 'changed',
      name: 'number 1',
      fields: [
        { path: '/status', from: 'ringing', to: 'ended' },
        { path: '/turns/3', to: turn },
      ],
    }
    expect(readUtterances(changed)).toEqual([turn])
  })
})
