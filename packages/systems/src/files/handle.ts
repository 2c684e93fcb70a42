import type { RecordedBody, SimulatorCall, Steps } from '@carebench/protocol'
import { show } from '../json-shape.js'
import { jsonAnswer, refuse, refuseMethod } from '../rest/json-answer.js'
import { answerList } from '../rest/list-page.js'
import { expectedMediaType, isUsualMediaType } from '../rest/usual-media-type.js'
import type { SimulatorContext, SimulatorOutcome, SimulatorResponse } from '../simulator.js'
import { fileEvent } from './events.js'
import { bytesFromText, measureContentInSteps, readBase64 } from './model/file-content.js'
import { findRoot, type RootFolder, readCallPath, rootFolders } from './model/file-path.js'
import type { StoredFile } from './model/file-tree.js'
import { chooseMediaType, readMediaType } from './model/media-type.js'
import type { FilesEffect, FilesState } from './state.js'

type Outcome = SimulatorOutcome<FilesEffect>

/**
 * Responds to a call under `files/`, in steps because files can be large:
 *
 * - `GET` of the exchange itself, `inbox`, `outbound` or `archive`: a page of the files in it,
 *   `{path,size,media_type,sha256,modified_at}` each
 * - `GET <path>`: the bytes of a file, with its media type; for a folder, a page of the files in it
 * - `PUT outbound/…`: writes a file; 201 with its row, or 204 if it replaced one
 * - `DELETE outbound/…`: 204
 *
 * Errors are `{"error":{"code","message"}}`: 400 a malformed path, query or cursor, or an unknown media type, 404 no
 * such file, 405 with `allow`. Accepts any call and never throws.
 */
export function* handleFilesCall(state: FilesState, call: SimulatorCall, context: SimulatorContext): Steps<Outcome> {
  if (call.path === '') {
    if (call.method !== 'GET') return refuseMethod(call.method, 'files', ['GET'])
    return answerList(call.query, 'files', everyFile(state), toRow)
  }
  const reading = readCallPath(call.path)
  if ('fault' in reading) return refuse('INVALID_REQUEST', reading.fault)
  const { path } = reading
  const root = findRoot(path)
  if (root === path) {
    if (call.method !== 'GET') return refuseMethod(call.method, path, ['GET'])
    return answerList(call.query, path, state.newestFirst(root), toRow)
  }
  const methods = root === 'outbound' ? ['DELETE', 'GET', 'PUT'] : ['GET']
  if (!methods.includes(call.method)) return refuseMethod(call.method, path, methods)
  const present = state.get(path)
  // A path that names no file may be a folder, whose list has parameters.
  const [parameter] = present === undefined && call.method === 'GET' ? [] : new URLSearchParams(call.query).keys()
  if (parameter !== undefined) {
    const message = `${call.method} ${path} takes no query parameters, got ${show(parameter)}.`
    return refuse('INVALID_REQUEST', message)
  }
  if (call.method === 'PUT') return yield* write(path, present, call, context)
  if (present === undefined) {
    const below = call.method === 'GET' && root !== undefined ? filesBelow(state, path, root) : []
    if (below.length > 0) return answerList(call.query, path, below, toRow)
    return refuse('RESOURCE_NOT_FOUND', `There is no file ${path}. Lists of files: ${rootFolders.join(', ')}.`)
  }
  return call.method === 'DELETE' ? remove(present) : read(present)
}

/** Returns the files of all folders, newest first. */
function everyFile(state: FilesState): ReturnType<FilesState['newestFirst']> {
  return rootFolders.flatMap((root) => state.newestFirst(root)).sort((a, b) => b.rank - a.rank)
}

/**
 * Returns the files below a folder. Folders exist only as parts of paths, but agents who see a path may list its
 * folder.
 */
function filesBelow(state: FilesState, folder: string, root: RootFolder): ReturnType<FilesState['newestFirst']> {
  return state.newestFirst(root).filter(({ item }) => item.path.startsWith(`${folder}/`))
}

function read(file: StoredFile): Outcome {
  const body: RecordedBody = 'content' in file ? { text: file.content } : { base64: file.content_base64 }
  return {
    response: { status: 200, headers: { 'content-type': file.media_type }, body },
    effects: [],
    events: [fileEvent('file.read', file)],
  }
}

function remove(file: StoredFile): Outcome {
  return {
    response: { status: 204, headers: {}, body: null },
    effects: [{ op: 'delete', path: file.path }],
    events: [fileEvent('file.deleted', file)],
  }
}

function* write(
  path: string,
  present: StoredFile | undefined,
  call: SimulatorCall,
  { at }: SimulatorContext,
): Steps<Outcome> {
  const bytes = readBytes(call.body)
  yield
  if (bytes === undefined) return refuse('INVALID_REQUEST', 'The body must be readable as bytes.')
  const stated = call.headers['content-type']
  const essence = stated === undefined ? undefined : readMediaType(stated)
  if (essence !== undefined && !isUsualMediaType(essence)) {
    return refuse('INVALID_REQUEST', `content-type must be ${expectedMediaType}; got ${show(essence)}.`)
  }
  const file: StoredFile = {
    path,
    media_type: chooseMediaType(path, stated),
    modified_at: at,
    seeded: false,
    ...(yield* measureContentInSteps(bytes)),
  }
  const location = path.split('/').map(encodeURIComponent).join('/')
  const response: SimulatorResponse =
    present === undefined ? jsonAnswer(201, toRow(file), { location }) : { status: 204, headers: {}, body: null }
  return { response, effects: [{ op: 'put', file }], events: [fileEvent('file.written', file)] }
}

/** Returns the bytes of a body; for a JSON value, those of its shortest JSON text. */
function readBytes(body: RecordedBody | null): Uint8Array | undefined {
  if (body === null) return new Uint8Array()
  if ('base64' in body) return readBase64(body.base64)
  return bytesFromText('text' in body ? body.text : JSON.stringify(body.json))
}

function toRow({ path, size, media_type, sha256, modified_at }: StoredFile) {
  return { path, size, media_type, sha256, modified_at }
}
