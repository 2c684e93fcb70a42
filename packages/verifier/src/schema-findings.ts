import type { JsonValue } from '@carebench/protocol'
import type { TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { type Findings, pointerTo } from './finding.js'
import { showJson } from './json/show-json.js'
import { compileJsonPath } from './paths/json-path.js'

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
      for (const key of error.params.additionalProperties) report(pointerTo(path, key), 'is not a known member')
    } else if (error.keyword === 'const') {
      choices.set(path, [...(choices.get(path) ?? []), JSON.stringify(error.params.allowedValue)])
    } else if (error.keyword !== 'boolean' && error.keyword !== 'anyOf') {
      report(path, `${error.message}, found ${found(value, path)}`)
    }
  }
  for (const [path, allowed] of choices) report(path, `must be ${allowed.join(' or ')}, found ${found(value, path)}`)
  if (seen.size === 0) findings.add('', 'does not match the schema of its kind')
}

function found(value: unknown, path: string): string {
  return showJson(compileJsonPath(path).read(value as JsonValue))
}
