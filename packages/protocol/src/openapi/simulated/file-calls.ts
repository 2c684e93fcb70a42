import { json, onlyPage, pageParameters, type SimulatedCall } from './simulated-call.js'

const at = '2026-01-05T09:00:00.000Z'
const file = { path: 'inbox/results.csv', size: 120, media_type: 'text/csv', sha256: '0'.repeat(64), modified_at: at }

function listOf(folder: string, name: string): SimulatedCall {
  return {
    method: 'GET',
    path: `/${folder}`,
    name,
    summary: `List the files of ${folder}, newest first`,
    query: pageParameters,
    status: 200,
    answer: json({ data: [file], _meta: onlyPage }),
  }
}

/** The file exchange. A name may have slashes: `{name}` stands for all of the path. */
export const fileCalls: readonly SimulatedCall[] = [
  listOf('inbox', 'listInbox'),
  listOf('outbound', 'listOutbound'),
  listOf('archive', 'listArchive'),
  {
    method: 'GET',
    path: '/inbox/{name}',
    name: 'readInboxFile',
    summary: 'Read a file of the inbox',
    status: 200,
    answer: { 'application/octet-stream': 'mrn,test,value\nMRN90020002,83036,7.1\n' },
  },
  {
    method: 'GET',
    path: '/outbound/{name}',
    name: 'readOutboundFile',
    summary: 'Read a file that was handed in',
    status: 200,
    answer: { 'application/octet-stream': 'mrn,status\nMRN90020002,done\n' },
  },
  {
    method: 'PUT',
    path: '/outbound/{name}',
    name: 'writeOutboundFile',
    summary: 'Hand in a file; 204 where it replaces one',
    body: { 'application/octet-stream': 'mrn,status\nMRN90020002,done\n' },
    status: 201,
    answer: json({ ...file, path: 'outbound/report.csv' }),
  },
  {
    method: 'DELETE',
    path: '/outbound/{name}',
    name: 'deleteOutboundFile',
    summary: 'Take back a file that was handed in',
    status: 204,
  },
  {
    method: 'GET',
    path: '/archive/{name}',
    name: 'readArchivedFile',
    summary: 'Read a file of the archive',
    status: 200,
    answer: { 'application/octet-stream': 'mrn,test,value\n' },
  },
]
