import type { JsonObject, JsonValue } from '@carebench/protocol'
import { changesOfJson, type RecordChange, type ValuePool } from '@carebench/verifier'
import { otherTextThan, otherValue } from '@carebench/verifier/kinds'
import { parseCsv, serializeCsv } from '../model/csv.js'
import { textOfFile } from '../model/file-text.js'

/**
 * Returns copies of a file with one change each: of a value (JSON), a cell (CSV) or the whole content (other files),
 * and one of the path.
 */
export function changesOfFile(record: JsonObject, pool: ValuePool): readonly RecordChange[] {
  const { content: _, content_base64: __, ...rest } = record
  const containing = (text: string): JsonObject => ({ ...rest, content: text })
  const renamed: RecordChange = {
    verb: 'change',
    what: 'path to another folder',
    record: { ...record, path: `elsewhere/${String(record.path)}` },
  }
  const text = textOfFile(record)
  if (text === undefined) return [renamed]
  return [renamed, ...changesOfContent(String(record.path), text, pool, containing)]
}

function changesOfContent(
  path: string,
  text: string,
  pool: ValuePool,
  containing: (text: string) => JsonObject,
): readonly RecordChange[] {
  const json = /\.csv$/i.test(path) ? undefined : parseJson(text)
  if (typeof json === 'object' && json !== null) {
    return changesOfJson(json, { pool, accepts: () => true }).map((change) => ({
      ...change,
      record: containing(JSON.stringify(change.record)),
    }))
  }
  const cells = /\.csv$/i.test(path) ? changesOfCsv(text) : []
  if (cells.length > 0)
    return cells.map(({ verb, what, text: changed }) => ({ verb, what, record: containing(changed) }))
  return [{ verb: 'change', what: 'content to another text', record: containing(otherTextThan(text)) }]
}

function parseJson(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

interface CellChange extends Pick<RecordChange, 'verb' | 'what'> {
  readonly text: string
}

/** Maximum number of cells in all changed copies of one file: n copies of n cells have n². */
const maxCopiedCells = 1_000_000

const lineEnd = '\r\n'

/** Returns the position at which each line begins when the lines are joined. */
function listStarts(lines: readonly string[]): readonly number[] {
  let at = 0
  return lines.map((line) => {
    const start = at
    at += line.length + lineEnd.length
    return start
  })
}

/** Returns a change of each cell that is not empty; of more than 1,000 cells, of an evenly spaced selection. */
function changesOfCsv(text: string): readonly CellChange[] {
  const [names = [], ...rows] = parseCsv(text)
  const cells = rows.reduce((sum, row) => sum + row.length, 0)
  const stride = Math.ceil(cells ** 2 / maxCopiedCells)
  const lines = [names, ...rows].map((row) => serializeCsv([row]))
  const starts = listStarts(lines)
  const whole = lines.join(lineEnd)
  let next = 0
  return rows.flatMap((row, line) =>
    row.flatMap((cell, column): CellChange[] => {
      const isSelected = next++ % stride === 0
      if (cell === '' || !isSelected) return []
      const { verb, how, value } = otherValue(cell)
      const changed = serializeCsv([row.with(column, String(value))])
      const before = whole.slice(0, starts[line + 1])
      // Slices share the text of the whole file among all copies.
      const after = whole.slice((starts[line + 1] ?? 0) + (lines[line + 1]?.length ?? 0))
      return [
        {
          verb,
          what: `row ${line + 1} ${names[column] ?? column + 1} ${how}`,
          text: before + changed + after,
        },
      ]
    }),
  )
}
