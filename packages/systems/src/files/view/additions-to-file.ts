import type { JsonObject, JsonValue } from '@carebench/protocol'
import type { Addition } from '@carebench/verifier'
import { isJsonObject } from '@carebench/verifier/kinds'
import { freeName } from '../../records/free-name.js'
import { unaskedText } from '../../records/unasked-text.js'
import { parseCsv, serializeCsv } from '../model/csv.js'
import { textOfFile } from '../model/file-text.js'
import { readJsonText } from '../model/json-text.js'

/**
 * Returns variants of a file: a CSV file with an additional column, or a JSON file with an additional member in its
 * object, or in each object of its array.
 */
export function additionsToFile(file: JsonObject): readonly Addition[] {
  const { content: _, content_base64: __, ...rest } = file
  const text = textOfFile(file)
  if (text === undefined) return []
  if (/\.csv$/i.test(String(file.path))) {
    const [header, ...rows] = parseCsv(text)
    if (header === undefined) return []
    const name = freeName('note', (taken) => header.includes(taken))
    const content = serializeCsv([[...header, name], ...rows.map((row) => [...row, unaskedText])])
    return [{ what: `a column ${name}`, record: { ...rest, content } }]
  }
  const json = readJsonText(text)
  const objects = Array.isArray(json) ? (json as readonly JsonValue[]) : [json]
  if (!objects.every((one) => isJsonObject(one)) || objects.length === 0) return []
  const name = freeName('note', (taken) => objects.some((one) => Object.hasOwn(one, taken)))
  const noted = objects.map((one) => ({ ...one, [name]: unaskedText }))
  const content = JSON.stringify(Array.isArray(json) ? noted : noted[0])
  return [{ what: `a member ${name}`, record: { ...rest, content } }]
}
