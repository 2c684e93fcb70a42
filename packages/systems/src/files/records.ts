import type { JsonObject, JsonValue } from '@carebench/protocol'
import { type EvidencePart, hideValue, jsonKind, listPart, readItems } from '@carebench/verifier'
import { isJsonObject, ownMember } from '@carebench/verifier/kinds'
import { everyText } from '../records/every-text.js'
import { freeName } from '../records/free-name.js'
import { unaskedText } from '../records/unasked-text.js'
import { additionsToFile } from './view/additions-to-file.js'
import { changesOfFile } from './view/file-changes.js'
import { partsOfFile } from './view/parts-of-file.js'

interface FileMembers {
  readonly path?: JsonValue
  readonly content?: JsonValue
  readonly content_base64?: JsonValue
}

/** Returns a file as JSON, without `seeded`, which is not content. */
export function fileContent({ path = null, content = null, content_base64 = null }: FileMembers): JsonObject {
  return {
    path,
    content,
    content_base64,
  }
}

/** Files by path. */
const fileKind = /* @__PURE__ */ jsonKind({
  collection: 'files',
  noun: 'files',
  madeBy: 'agent',
  read: /* @__PURE__ */ readItems(fileContent),
  authored: (_, content) => partsOfFile(content),
  name: (file) => `file ${String(ownMember(file, 'path'))}`,
  identify: (file) => ({ collection: 'files', path: ownMember(file, 'path') ?? null }),
  key: (file) => String(ownMember(file, 'path')),
  outward: true,
  identifies: { text: [everyText] },
  example: (text) => ({ path: 'outbox/example.txt', content: text, seeded: false }),
})

/** The files of the exchange. */
export const filesPart = /* @__PURE__ */ listPart({
  name: 'files',
  kinds: [hideValue(fileKind)],
  nameItem: ({ path }) => `file ${String(path)}`,
  keyOf: ({ path }) => (typeof path === 'string' ? path : undefined),
  contentOf: ({ seeded: _, ...content }) => content,
  isAgents: ({ path }) => typeof path === 'string',
  changes: (file, _, { pool }) => changesOfFile(file, pool),
  additions: additionsToFile,
  copy({ record }, files) {
    const path = freePath(`${String(record.path)}-again`, files)
    return { place: { part: 'files', position: files.length }, record: { ...record, path } }
  },
  unasked(files) {
    const path = freePath('unasked-write', files)
    const record = { path, content: unaskedText, seeded: false }
    return { place: { part: 'files', position: files.length }, name: `file ${path}`, record }
  },
  isNamed({ path }, { position }, files) {
    const file = files[position]
    return path !== undefined && isJsonObject(file) && path === file.path
  },
})

function freePath(path: string, files: readonly unknown[]): string {
  return freeName(path, (name) => files.some((file) => isJsonObject(file) && file.path === name))
}

/** The parts of the evidence that the file exchange provides. */
export const filesRecords: readonly EvidencePart[] = [filesPart]
