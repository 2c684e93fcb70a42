import type { JsonObject, JsonValue } from '@carebench/protocol'
import type { AuthoredPart } from '@carebench/verifier'
import { isJsonObject } from '@carebench/verifier/kinds'
import { parseCsv } from '../model/csv.js'
import { textOfFile } from '../model/file-text.js'
import { readJsonText } from '../model/json-text.js'

/**
 * Returns the authored parts of a file: the rows of a CSV file keyed by the header's names, and the header itself,
 * since its names can carry content too; the elements of a JSON array, or the JSON object; the `content` of any other
 * file. A field without a name is `field <number>`.
 */
export function partsOfFile(file: JsonValue): readonly AuthoredPart[] {
  const { path, content_base64 } = isJsonObject(file) ? file : {}
  const text = isJsonObject(file) ? textOfFile(file) : undefined
  if (text === undefined) return typeof content_base64 === 'string' ? [{ value: { content: content_base64 } }] : []
  if (/\.csv$/i.test(String(path))) return partsOfCsv(text)
  const json = readJsonText(text)
  if (Array.isArray(json)) return json.map((value: JsonValue, row) => ({ value, ...toPlace(row) }))
  return [{ value: isJsonObject(json) ? json : { content: text } }]
}

function partsOfCsv(text: string): readonly AuthoredPart[] {
  const [header = [], ...rows] = parseCsv(text)
  const names = header.map((name) => name.trim())
  const seen = new Set<string>()
  const columns = names.map((name, index) => {
    const unique = name !== '' && !seen.has(name)
    seen.add(name)
    // A column with a repeated name becomes `field <number>`, because it could contradict the first.
    return unique ? name : nameOfField(index)
  })
  return [
    ...rows.map((row, number) => ({
      value: Object.fromEntries(row.map((value, index) => [columns[index] ?? nameOfField(index), value])),
      ...toPlace(number),
    })),
    {
      value: Object.fromEntries(names.map((name, index): [string, JsonValue] => [columns[index] ?? '', name])),
      name: 'the header',
    },
  ]
}

function nameOfField(index: number): string {
  return `field ${index + 1}`
}

function toPlace(row: number): { readonly name: string; readonly place: JsonObject } {
  return { name: `row ${row + 1}`, place: { row } }
}
