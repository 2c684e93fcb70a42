import { limits } from '@carebench/protocol'
import { pointerTo } from '@carebench/verifier/kinds'
import { type Document, type Node, parseDocument, visit } from 'yaml'
import { UsageError } from '../terminal/exit-reason.js'
import { findJsonFault } from './json-fault.js'
import { parseFileText, readTextFile } from './json-file.js'
import { toPosition } from './text-position.js'

/**
 * Reads a JSON or YAML file. Like the server, rejects values that JSON cannot represent: throws a {@link UsageError}
 * that names the file.
 */
export function readDataFile(file: string): unknown {
  const value = parseFile(file)
  const fault = findForeign(value, '', 0)
  if (fault !== undefined) throw new UsageError(`${file}: ${fault.path || '/'} ${fault.message}`)
  return value
}

function parseFile(file: string): unknown {
  const text = readTextFile(file)
  if (/\.ya?ml$/i.test(file)) return readYaml(file, text)
  return parseFileText(file, text, (cause) => syntaxPlace(cause, text))
}

/** Returns the position of the syntax error in a text, and the reason that the parser gives. */
function syntaxPlace(cause: unknown, text: string): string {
  const reason = cause instanceof Error ? cause.message : String(cause)
  const { line, column } = toPosition(text, findJsonFault(text))
  return ` at line ${line}, column ${column}: ${reason.replace(/ \(line \d+ column \d+\)$/, '')}`
}

/** Parses YAML with the core schema: dates and keys are strings. */
function readYaml(file: string, text: string): unknown {
  // Pretty errors count the lines before each error, which takes a minute for a file of 200 kB that is full of errors.
  const options = { schema: 'core', stringKeys: true, prettyErrors: false, uniqueKeys: false } as const
  const document = parseDocument(text, options)
  const [error = findYamlFault(document)] = document.errors
  if (error !== undefined) {
    const { line, column } = toPosition(text, error.pos[0])
    const shown = (text.split('\n', line)[line - 1] ?? '').slice(Math.max(0, column - 40), column + 40).trim()
    throw new UsageError(
      `${file} is not YAML: ${error.message} at line ${line}, column ${column}${shown === '' ? '' : `:\n${shown}`}`,
      { cause: error },
    )
  }
  try {
    return document.toJS({ maxAliasCount: 100 })
  } catch (cause) {
    throw new UsageError(
      `${file} cannot be represented in JSON: ${cause instanceof Error ? cause.message : String(cause)}`,
      { cause },
    )
  }
}

interface YamlFault {
  readonly pos: readonly [number]
  readonly message: string
}

/** Maximum number of aliases; limited because the parser searches for each one from the beginning of the file. */
const maxAliases = 1000

/**
 * Finds the first duplicate key, or the first alias beyond the limit. The parser would compare each key with all
 * others.
 */
function findYamlFault(document: Document): YamlFault | undefined {
  let aliases = 0
  let fault: YamlFault | undefined
  const end = (node: unknown, message: string) => {
    fault = { pos: [(node as Node).range?.[0] ?? 0], message }
    return visit.BREAK
  }
  visit(document, {
    Alias: (_, alias) => (++aliases > maxAliases ? end(alias, `More than ${maxAliases} aliases`) : undefined),
    Map(_, { items }) {
      const keys = new Set<string>()
      for (const { key } of items) {
        if (keys.has(String(key))) return end(key, 'Map keys must be unique')
        keys.add(String(key))
      }
    },
  })
  return fault
}

interface Fault {
  readonly path: string
  readonly message: string
}

/** Finds the first value that JSON cannot represent, or that is nested deeper than a server accepts. */
function findForeign(value: unknown, path: string, depth: number): Fault | undefined {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return undefined
  if (typeof value === 'number') {
    return Number.isFinite(value)
      ? undefined
      : { path, message: `must be a number that JSON can represent, got ${value}` }
  }
  if (depth === limits.jsonDepth) return { path: '', message: `is nested deeper than ${limits.jsonDepth} levels` }
  if (!Array.isArray(value) && !isPlain(value)) {
    return { path, message: 'must be a JSON value: string, number, true, false, null, array or object' }
  }
  for (const [key, member] of Object.entries(value)) {
    const fault = findForeign(member, pointerTo(path, key), depth + 1)
    if (fault !== undefined) return fault
  }
  return undefined
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}
