import { isJsonObject, type JsonObject, type JsonValue, type LogEntry } from '@carebench/protocol'
import type { Document } from '../collection.js'
import type { Database } from './database.js'
import { encodeKey } from './key-text.js'

/** Thrown if an import is not a complete export, or if the store is not empty. */
export class ImportError extends Error {
  override readonly name = 'ImportError'
}

export type DocumentRow = Omit<Database['documents'], 'revision' | 'id'> & { readonly id: string }
export type EntryRow = Pick<Database['log_entries'], 'log' | 'seq' | 'append_key' | 'entry'> & {
  readonly sealed: boolean
}

/** The greatest value of the database column, a 32-bit integer. */
const maxVersion = 2 ** 31 - 1

/** The first line: the versions of the indexes, by collection. */
export interface TransferHeader {
  readonly collections: Readonly<Record<string, number>>
}

/** The last line: the numbers of documents and entries, and the checksum of all lines before it. */
export interface TransferEnd {
  readonly documents: number
  readonly entries: number
  readonly sha256: string
}

/** A line after the header: a document, a log entry, or the end. */
export type TransferRow =
  | { readonly kind: 'document'; readonly row: DocumentRow }
  | { readonly kind: 'entry'; readonly row: EntryRow }
  | { readonly kind: 'end'; readonly end: TransferEnd }

/** Reads the first line of an export. Throws an {@link ImportError} if it is something else. */
export function parseHeader(text: string): TransferHeader {
  const value = parseLine(text, 1)
  if (value.carebench_export !== 1) {
    throw new ImportError(`Line 1: expected an export of format 1, {"carebench_export":1,…}; got ${excerpt(text)}`)
  }
  const { collections } = requireMembers(value, ['carebench_export', 'collections'], 'Line 1')
  if (!isJsonObject(collections)) {
    throw new ImportError(
      `Line 1: expected "collections" to be an object of versions; got ${describeValue(collections)}`,
    )
  }
  const versions = Object.entries(collections).map(([name, version]): [string, number] => {
    if (isCount(version) && version > 0 && version <= maxVersion) return [name, version]
    throw new ImportError(
      `Line 1: expected the version of the collection ${name}, a positive integer of 32 bits; got ` +
        `${describeValue(version)}`,
    )
  })
  return { collections: Object.fromEntries(versions) }
}

/**
 * Reads any other line of an export. Throws an {@link ImportError} if it is not one, or if its members contradict each
 * other: the checksum at the end detects accidental changes, not forgeries.
 *
 * @param number - the number of the line, for messages
 * @param collections - the collections in the header
 */
export function parseRow(text: string, number: number, { collections }: TransferHeader): TransferRow {
  const value = parseLine(text, number)
  const where = `Line ${number}`
  const [kind, ...others] = Object.keys(value)
  const content = kind === undefined ? undefined : value[kind]
  if (others.length > 0 || (kind !== 'document' && kind !== 'entry' && kind !== 'end') || !isJsonObject(content)) {
    throw new ImportError(
      `${where}: expected an object with one member, "document", "entry" or "end", which is an object; got ` +
        `${excerpt(text)}`,
    )
  }
  if (kind === 'document') return { kind, row: readDocument(content, where, collections) }
  if (kind === 'entry') return { kind, row: readEntry(content, where) }
  return { kind, end: readEnd(content, where) }
}

function readDocument(value: JsonObject, where: string, collections: TransferHeader['collections']): DocumentRow {
  const row = requireMembers(
    value,
    ['collection', 'id', 'created_at', 'due_at', 'unique_entries', 'filter_entries', 'doc'],
    where,
  )
  const { collection, id, created_at, due_at, unique_entries, filter_entries, doc } = row
  if (!isText(collection) || !Object.hasOwn(collections, collection)) {
    throw mismatch(where, 'collection', 'one of the collections of line 1', collection)
  }
  if (!isJsonObject(doc)) throw mismatch(where, 'doc', 'a document, which is an object', doc)
  if (!isText(doc.id) || id !== encodeKey(doc.id)) throw mismatch(where, 'id', `that of the document`, id)
  if (!isText(doc.created_at) || created_at !== doc.created_at) {
    throw mismatch(where, 'created_at', 'that of the document', created_at)
  }
  if (due_at !== null && typeof due_at !== 'number') throw mismatch(where, 'due_at', 'a number or null', due_at)
  if (!isTexts(unique_entries)) throw mismatch(where, 'unique_entries', 'an array of texts', unique_entries)
  if (!isTexts(filter_entries)) throw mismatch(where, 'filter_entries', 'an array of texts', filter_entries)
  const document: Document = { ...doc, id: doc.id, created_at }
  return { collection, id, created_at, due_at, unique_entries, filter_entries, doc: document }
}

function readEntry(value: JsonObject, where: string): EntryRow {
  const { log, seq, sealed, append_key, entry } = requireMembers(
    value,
    ['log', 'seq', 'sealed', 'append_key', 'entry'],
    where,
  )
  if (!isText(log)) throw mismatch(where, 'log', 'the name of a log', log)
  if (!isCount(seq) || seq === 0) throw mismatch(where, 'seq', 'a positive integer', seq)
  if (typeof sealed !== 'boolean') throw mismatch(where, 'sealed', 'true or false', sealed)
  if (append_key !== null && !isText(append_key)) throw mismatch(where, 'append_key', 'a text or null', append_key)
  if (!isJsonObject(entry) || entry.seq !== seq) throw mismatch(where, 'entry', `an entry with "seq": ${seq}`, entry)
  // Readers of a log check the content of its entries.
  return { log, seq, sealed, append_key, entry: entry as unknown as LogEntry }
}

function readEnd(value: JsonObject, where: string): TransferEnd {
  const { documents, entries, sha256 } = requireMembers(value, ['documents', 'entries', 'sha256'], where)
  if (!isCount(documents)) throw mismatch(where, 'documents', 'their number', documents)
  if (!isCount(entries)) throw mismatch(where, 'entries', 'their number', entries)
  if (!isText(sha256)) throw mismatch(where, 'sha256', 'a checksum', sha256)
  return { documents, entries, sha256 }
}

function parseLine(text: string, number: number): JsonObject {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    value = undefined
  }
  if (isJsonObject(value)) return value
  throw new ImportError(`Line ${number}: expected a JSON object; got ${excerpt(text)}`)
}

/** Returns an object unchanged; throws an {@link ImportError} if it has members other than these. */
function requireMembers<Name extends string>(
  value: JsonObject,
  names: readonly Name[],
  where: string,
): Readonly<Record<Name, JsonValue | undefined>> {
  const unknown = Object.keys(value).find((name) => !names.some((known) => known === name))
  if (unknown === undefined) return value as Readonly<Record<Name, JsonValue | undefined>>
  throw new ImportError(`${where}: expected only the members ${names.join(', ')}; got ${describeValue(unknown)}`)
}

function isText(value: JsonValue | undefined): value is string {
  return typeof value === 'string'
}

function isTexts(value: JsonValue | undefined): value is readonly string[] & JsonValue[] {
  return Array.isArray(value) && value.every((item: JsonValue) => typeof item === 'string')
}

function isCount(value: JsonValue | undefined): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
}

function mismatch(where: string, name: string, expected: string, value: JsonValue | undefined): ImportError {
  return new ImportError(`${where}: expected "${name}" to be ${expected}; got ${describeValue(value)}`)
}

function describeValue(value: JsonValue | undefined): string {
  if (value === undefined) return 'nothing'
  try {
    return excerpt(JSON.stringify(value))
  } catch (error) {
    if (error instanceof RangeError) return 'something that is nested too deeply'
    throw error
  }
}

function excerpt(text: string): string {
  return text.length > 80 ? `${text.slice(0, 80)}…` : text
}
