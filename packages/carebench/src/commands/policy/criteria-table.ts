import type { Finding, JsonObject, JsonValue } from '@carebench/protocol'
import { readCsvRows } from '@carebench/systems/verifier'

/** The columns of a table of criteria. */
const columns = {
  name: 'the name of the statement: failed_therapy',
  question: 'the question to the requester; empty: no question',
  type: 'boolean (default), number, date, choice or age: the age in years, which needs no unit',
  unit: 'the UCUM unit of a number',
  at_least: 'the minimum, a number',
  at_most: 'the maximum, a number',
  within_days: 'maximum days between the date, or the resource that a search finds, and the service',
  options: 'the options of a choice, separated by semicolons',
  one_of: 'the options that are enough, separated by semicolons',
  diagnosis: 'diagnosis codes of the request, separated by semicolons: M17.*',
  search: 'a search of the chart: Condition?code=M17.11',
  value: 'the search parameter that has the value: value-quantity',
  documents: 'document types that show it, separated by semicolons',
  group: 'rows with the same word here: one of them must be met',
  reason: 'why a request is denied if it is not met',
} as const

type Row = Partial<Record<keyof typeof columns, string>>

/** The policy made from a table, or the errors in the table with their lines. */
export type TableReading =
  | { readonly policy: JsonObject; lineOf(finding: Finding): number | undefined }
  | { readonly problems: readonly { readonly line: number; readonly message: string }[] }

/** Reads a table with one criterion per row. All must be met; in a group of rows, one is enough. */
export function readCriteriaTable(
  text: string,
  about: { id: string; title: string; version: string; codes: readonly string[] },
): TableReading {
  const rows: readonly Row[] = readCsvRows(text)
  const lines = linesOfRecords(text)
  const problems = [
    ...headerProblems(text),
    ...rows.flatMap((row, index) => rowProblems(row, lines[index + 1] ?? 0, rows.slice(0, index))),
  ]
  if (rows.length === 0)
    problems.push({ line: 1, message: 'expected a header and a row for each criterion, got no row' })
  if (problems.length > 0) return { problems }
  const lineOf = ({ path }: Finding) => {
    const [, name] = /^\/statements\/([^/]+)/.exec(path) ?? []
    const index = name === undefined ? -1 : rows.findIndex((row) => row.name === name)
    return index === -1 ? undefined : lines[index + 1]
  }
  return { policy: makePolicy(rows, about), lineOf }
}

function headerProblems(text: string) {
  const names = (text.replace(/^\uFEFF/, '').split(/\r?\n/, 1)[0] ?? '')
    .split(',')
    .map((name) => name.trim().replaceAll('"', ''))
  const unknown = names.filter((name) => name !== '' && !Object.hasOwn(columns, name))
  const known = Object.keys(columns).join(', ')
  return [
    ...unknown.map((name) => ({
      line: 1,
      message: `there is no column ${JSON.stringify(name)}; the columns are ${known}`,
    })),
    ...(names.includes('name') ? [] : [{ line: 1, message: `expected the column "name": ${columns.name}` }]),
  ]
}

function rowProblems(row: Row, line: number, before: readonly Row[]) {
  const { name = '', at_least = '', at_most = '', within_days = '' } = row
  const messages = [
    ...(/^[a-z][a-z0-9_]{0,63}$/.test(name)
      ? []
      : [`name: expected a name such as failed_therapy, got ${JSON.stringify(name)}`]),
    ...(name !== '' && before.some((one) => one.name === name)
      ? [`name: ${name} is also the name of another row; names must be unique`]
      : []),
    ...Object.entries({ at_least, at_most, within_days }).flatMap(([column, value]) =>
      value === '' || /^-?\d+(\.\d+)?$/.test(value)
        ? []
        : [`${column}: expected a number such as 35, got ${JSON.stringify(value)}`],
    ),
  ]
  return messages.map((message) => ({ line, message }))
}

function makePolicy(
  rows: readonly Row[],
  { id, title, version, codes }: Parameters<typeof readCriteriaTable>[1],
): JsonObject {
  const all: JsonValue[] = []
  const groups = new Map<string, JsonValue[]>()
  for (const { name = '', group = '' } of rows) {
    const known = groups.get(group)
    if (group === '') all.push(name)
    else if (known !== undefined) known.push(name)
    else {
      const any: JsonValue[] = [name]
      groups.set(group, any)
      all.push({ any })
    }
  }
  const reasons = rows.flatMap(({ name = '', reason = '' }) =>
    reason === '' ? [] : [[name, { text: reason }] as const],
  )
  return {
    id,
    title,
    version,
    services: codes.map((code) => ({ code })),
    criteria: { all },
    statements: Object.fromEntries(rows.map((row) => [row.name ?? '', readStatement(row)])),
    ...(reasons.length > 0 && { decision: { reasons: Object.fromEntries(reasons) } }),
  }
}

function readStatement(row: Row): JsonObject {
  const { question = '', type = '', unit = '', search = '', value = '', ...lists } = row
  const isAge = type === 'age'
  const isDatedFact = search !== '' && type !== 'date'
  const numbers = (names: readonly ('at_least' | 'at_most' | 'within_days')[]) =>
    Object.fromEntries(names.flatMap((name) => (row[name] ? [[name, Number(row[name])]] : [])))
  const enough = numbers(isDatedFact ? ['at_least', 'at_most'] : ['at_least', 'at_most', 'within_days'])
  const oneOf = splitList(lists.one_of)
  const needed = { ...enough, ...(oneOf.length > 0 && { one_of: oneOf }) }
  const diagnosis = splitList(lists.diagnosis)
  const dated = isDatedFact ? numbers(['within_days']) : {}
  const facts = [
    ...(search === '' ? [] : [{ search, ...(value !== '' && { value }), ...dated }]),
    ...(diagnosis.length === 0 ? [] : [{ diagnosis }]),
    ...(isAge ? [{ age: 'years' }] : []),
  ]
  const fact = facts.length > 1 ? Object.assign({}, ...facts) : facts[0]
  return {
    ...(question !== '' && { question }),
    ...(type !== '' && { answer_type: isAge ? 'number' : type }),
    ...(isAge ? { unit: 'a' } : unit !== '' && { unit }),
    ...(lists.options ? { options: splitList(lists.options) } : {}),
    ...(Object.keys(needed).length > 0 && { enough: needed }),
    ...(fact !== undefined && { fact }),
    ...(lists.documents ? { accepts: splitList(lists.documents) } : {}),
  }
}

function splitList(text = ''): string[] {
  return text
    .split(';')
    .map((one) => one.trim())
    .filter((one) => one !== '')
}

/** Returns the line on which each record begins, from 1. Empty lines and lines inside quotes are skipped. */
function linesOfRecords(text: string): readonly number[] {
  const starts: number[] = []
  let isQuoted = false
  for (const [index, line] of text.split('\n').entries()) {
    if (!isQuoted && line.trim() !== '') starts.push(index + 1)
    if ((line.split('"').length - 1) % 2 === 1) isQuoted = !isQuoted
  }
  return starts
}
