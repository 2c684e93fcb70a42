import type { JsonValue } from '@carebench/protocol'
import { plural } from '@carebench/text'
import type { TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { type Findings, pointerTo } from '../values/finding.js'
import { ownMember } from '../values/json/is-json-object.js'
import { showJson } from '../values/json/show-json.js'
import { compileJsonPath } from '../values/paths/json-path.js'
import { nearestName } from '../values/text/nearest-text.js'

/** Reports where a value does not fit a schema. Interprets the schema; generates no code. */
export function checkSchema(schema: TSchema, value: unknown, findings: Findings): void {
  if (Value.Check(schema, value)) return
  const seen = new Set<string>()
  const report = (path: string, message: string): void => {
    if (seen.has(path)) return
    seen.add(path)
    findings.add(path, message)
  }
  const choices = new Map<string, string[]>()
  for (const error of Value.Errors(schema, value)) {
    const path = error.instancePath
    if (error.keyword === 'required') {
      for (const key of error.params.requiredProperties) report(pointerTo(path, key), 'is required')
    } else if (error.keyword === 'additionalProperties') {
      const known = Object.keys(ownMember(memberAt(schema, error.schemaPath), 'properties') ?? {})
      for (const key of error.params.additionalProperties) {
        const near = nearestName(key, known)
        const hint = near === undefined ? '' : `; did you mean ${JSON.stringify(near)}?`
        report(pointerTo(path, key), `is not a known member${hint}`)
      }
    } else if (error.keyword === 'const') {
      choices.set(path, [...(choices.get(path) ?? []), JSON.stringify(error.params.allowedValue)])
    } else if (error.keyword !== 'boolean' && error.keyword !== 'anyOf') {
      report(path, `${describe(error, readAt(value, path))}, found ${found(value, path)}`)
    }
  }
  for (const [path, allowed] of choices) report(path, `must be ${allowed.join(' or ')}, found ${found(value, path)}`)
  if (seen.size === 0) findings.add('', 'does not match the schema of its kind')
}

function found(value: unknown, path: string): string {
  return showJson(readAt(value, path))
}

function readAt(value: unknown, path: string): JsonValue | undefined {
  return compileJsonPath(path).read(value as JsonValue)
}

/** Returns the schema at a pointer such as `#/properties/allow/items`. */
function memberAt(schema: TSchema, pointer: string): JsonValue | undefined {
  return readAt(schema, pointer.replace(/^#/, ''))
}

type SchemaError = ReturnType<typeof Value.Errors>[number]

/** Returns the expectation in plain English if the message of the schema is not. */
function describe(error: SchemaError, actual: JsonValue | undefined): string {
  switch (error.keyword) {
    case 'minItems':
      return `must have at least ${plural(error.params.limit, 'item')}`
    case 'maxItems':
      return `must have at most ${plural(error.params.limit, 'item')}`
    case 'minLength':
      return `must have at least ${plural(error.params.limit, 'character')}`
    case 'maxLength':
      return `must have at most ${plural(error.params.limit, 'character')}`
    case 'type':
      return describeType(error.params.type, actual)
    default:
      return error.message
  }
}

function describeType(type: string | readonly string[], actual: JsonValue | undefined): string {
  if (type === 'array' && actual !== undefined && (typeof actual !== 'object' || actual === null)) {
    return `must be an array such as [${showJson(actual)}]`
  }
  const names = [type].flat().map((name) => `${/^[aeio]/.test(name) ? 'an' : 'a'} ${name}`.replace(/^a null$/, 'null'))
  return `must be ${names.join(' or ')}`
}
