import { expect, it } from 'vitest'
import { ImportError, parseHeader, parseRow } from './transfer-lines.js'

const header = parseHeader('{"carebench_export":1,"collections":{"notes":2}}')

const document = {
  collection: 'notes',
  id: 'a',
  created_at: '2026-01-05T09:00:00.000Z',
  due_at: null,
  unique_entries: ['alias=a'],
  filter_entries: [],
  doc: { id: 'a', created_at: '2026-01-05T09:00:00.000Z', text: 'x' },
}
const entry = { log: 'one', seq: 1, sealed: false, append_key: null, entry: { seq: 1 } }
const end = { documents: 1, entries: 1, sha256: '0' }

function without(value: object, name: string): object {
  return Object.fromEntries(Object.entries(value).filter(([key]) => key !== name))
}

it('reads the lines that a store exports', () => {
  expect(header).toEqual({ collections: { notes: 2 } })
  expect(parseRow(JSON.stringify({ document }), 2, header)).toEqual({ kind: 'document', row: document })
  expect(parseRow(JSON.stringify({ entry }), 3, header)).toEqual({ kind: 'entry', row: entry })
  expect(parseRow(JSON.stringify({ end }), 4, header)).toEqual({ kind: 'end', end })
})

it.each([
  ['novel', 'Line 1: expected a JSON object; got novel'],
  ['{}', 'Line 1: expected an export of format 1'],
  ['{"carebench_export":1,"collections":null}', 'expected "collections" to be an object of versions; got null'],
  ['{"carebench_export":1}', 'expected "collections" to be an object of versions; got nothing'],
  ['{"carebench_export":1,"collections":{"notes":"2"}}', 'the version of the collection notes'],
  ['{"carebench_export":1,"collections":{"notes":-2}}', 'a positive integer of 32 bits; got -2'],
  ['{"carebench_export":1,"collections":{"notes":2147483648}}', 'a positive integer of 32 bits; got 2147483648'],
  ['{"carebench_export":1,"collections":{},"more":1}', 'expected only the members carebench_export, collections'],
])('rejects the first line %s', (text, message) => {
  expect(() => parseHeader(text)).toThrow(ImportError)
  expect(() => parseHeader(text)).toThrow(message)
})

it.each([
  [7, 'expected a JSON object'],
  [{ document: null }, 'which is an object; got {"document":null}'],
  [{ document, entry }, 'expected an object with one member'],
  [{ document: { ...document, revision: 3 } }, 'expected only the members collection, id'],
  [{ document: { ...document, doc: 7 } }, '"doc" to be a document, which is an object; got 7'],
  [{ document: { ...document, id: 'b' } }, '"id" to be that of the document; got "b"'],
  [{ document: { ...document, created_at: '2027' } }, '"created_at" to be that of the document'],
  [{ document: { ...document, collection: 'others' } }, 'one of the collections of line 1; got "others"'],
  [{ document: { ...document, collection: 'toString' } }, 'one of the collections of line 1; got "toString"'],
  [{ document: { ...document, due_at: 'now' } }, '"due_at" to be a number or null; got "now"'],
  [{ document: { ...document, unique_entries: [7] } }, '"unique_entries" to be an array of texts; got [7]'],
  [{ document: without(document, 'filter_entries') }, '"filter_entries" to be an array of texts; got nothing'],
  [{ entry: { ...entry, log: 1 } }, '"log" to be the name of a log; got 1'],
  [{ entry: { ...entry, seq: 0 } }, '"seq" to be a positive integer; got 0'],
  [{ entry: { ...entry, seq: 2 } }, '"entry" to be an entry with "seq": 2'],
  [{ entry: { ...entry, sealed: 1 } }, '"sealed" to be true or false; got 1'],
  [{ entry: { ...entry, append_key: 1 } }, '"append_key" to be a text or null; got 1'],
  [{ end: { ...end, documents: -1 } }, '"documents" to be their number; got -1'],
  [{ end: without(end, 'sha256') }, '"sha256" to be a checksum; got nothing'],
])('rejects the line %j, and names its number', (value, message) => {
  const read = () => parseRow(JSON.stringify(value), 12, header)
  expect(read).toThrow(ImportError)
  expect(read).toThrow(/^Line 12: /)
  expect(read).toThrow(message)
})

it('rejects a document that is nested too deeply to be written', () => {
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
  const text = JSON.stringify({ document: { ...document, due_at: 'deep' } }).replace('"deep"', deep)
  expect(() => parseRow(text, 12, header)).toThrow('Line 12: expected "due_at" to be a number or null; got something')
})
