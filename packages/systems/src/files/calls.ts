import { type CallDescription, jsonContent as json } from '@carebench/protocol'
import { onlyPage, pageParameters } from '../rest/described-list.js'

const at = '2026-01-05T09:00:00.000Z'
const file = { path: 'inbox/results.csv', size: 120, media_type: 'text/csv', sha256: '0'.repeat(64), modified_at: at }

function declareList<const Folder extends string, const Name extends string>(folder: Folder, name: Name) {
  return {
    method: 'GET',
    path: `/${folder}` as const,
    name,
    summary: `List the files of ${folder}, newest first`,
    tool: { name: 'listFiles', summary: 'List the files of a folder, newest first', when: { folder } },
    query: pageParameters,
    status: 200,
    answer: json({ data: [file], _meta: onlyPage }),
  } as const
}

const name = 'The path below its folder.'

/** The file exchange. A name may contain slashes: `{name}` is the whole rest of the path. */
export const fileCalls = [
  declareList('inbox', 'listInbox'),
  declareList('outbound', 'listOutbound'),
  declareList('archive', 'listArchive'),
  {
    method: 'GET',
    path: '/inbox/{name}',
    name: 'readInboxFile',
    summary: 'Read a file of the inbox',
    tool: { name: 'readFile', summary: 'Read a file', when: { folder: 'inbox' } },
    params: { name },
    takesRest: true,
    status: 200,
    answer: { 'application/octet-stream': { example: 'mrn,test,value\nMRN90020002,83036,7.1\n' } },
  },
  {
    method: 'GET',
    path: '/outbound/{name}',
    name: 'readOutboundFile',
    summary: 'Read a file of the outbound folder',
    tool: { name: 'readFile', summary: 'Read a file', when: { folder: 'outbound' } },
    params: { name },
    takesRest: true,
    status: 200,
    answer: { 'application/octet-stream': { example: 'mrn,status\nMRN90020002,done\n' } },
  },
  {
    method: 'PUT',
    path: '/outbound/{name}',
    name: 'writeOutboundFile',
    summary: 'Submit a file; 204 if it replaces one',
    params: { name },
    takesRest: true,
    body: { 'application/octet-stream': { example: 'mrn,status\nMRN90020002,done\n' } },
    outward: true,
    status: 201,
    answer: json({ ...file, path: 'outbound/report.csv' }),
  },
  {
    method: 'DELETE',
    path: '/outbound/{name}',
    name: 'deleteOutboundFile',
    summary: 'Withdraw a submitted file',
    params: { name },
    takesRest: true,
    status: 204,
  },
  {
    method: 'GET',
    path: '/archive/{name}',
    name: 'readArchivedFile',
    summary: 'Read a file of the archive',
    tool: { name: 'readFile', summary: 'Read a file', when: { folder: 'archive' } },
    params: { name },
    takesRest: true,
    status: 200,
    answer: { 'application/octet-stream': { example: 'mrn,test,value\n' } },
  },
] as const satisfies readonly CallDescription[]
