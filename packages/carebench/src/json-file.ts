import { readFileSync } from 'node:fs'
import { WrongUse } from './exit-reason.js'
import { whyUnreadable } from './unreadable.js'

/** Reads a JSON file. Throws a WrongUse that names the file. */
export function readJsonFile(file: string): unknown {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    throw new WrongUse(`${file} cannot be read: ${whyUnreadable(error)}`)
  }
  try {
    // Some editors write a byte order mark at the start of a file.
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    throw new WrongUse(`${file} is not JSON: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** An own member of any value; undefined if it has none. */
export function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined
}

/** Reads a file of criteria: a list of them, or `{criteria, options}`. The verifier validates the content. */
export function readCriteriaFile(file: string): { readonly criteria: unknown; readonly options: unknown } {
  const content = readJsonFile(file)
  return Array.isArray(content)
    ? { criteria: content, options: undefined }
    : { criteria: memberOf(content, 'criteria'), options: memberOf(content, 'options') }
}
