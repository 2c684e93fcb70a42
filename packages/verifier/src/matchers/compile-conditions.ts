import type { JsonObject, JsonValue } from '@carebench/protocol'
import { type Findings, pointerTo } from '../values/finding.js'
import { compileJsonPath, type JsonPath } from '../values/paths/json-path.js'
import { PathSyntaxError } from '../values/paths/parse-json-path.js'
import { compileMatcher } from './compile-matcher.js'

/**
 * Compiles `{path: value or matcher}` into conditions on JSON values; all of them have to hold. A path with `[*]` holds
 * if one of its values does. `$entity` is rejected: there is no entity. Errors go to `findings`, with pointers below
 * `at`.
 */
export function compileConditions(
  where: JsonObject,
  at: string,
  findings: Findings,
): readonly ((value: JsonValue) => boolean)[] {
  return Object.entries(where).flatMap(([text, expected]) => {
    const pointer = pointerTo(at, text)
    const path = readPath(text, pointer, findings)
    const entityPaths: JsonPath[] = []
    const matches = compileMatcher(expected, pointer, { findings, entityPaths })
    if (entityPaths.length > 0)
      findings.add(pointer, 'must not read $entity: there is no criterion with an entity here')
    if (path === undefined || matches === undefined) return []
    const scope = { entity: undefined }
    return (value: JsonValue) =>
      path.many ? path.readAll(value).some((one) => matches(one, scope)) : matches(path.read(value), scope)
  })
}

function readPath(text: string, pointer: string, findings: Findings): JsonPath | undefined {
  try {
    return compileJsonPath(text)
  } catch (error) {
    if (!(error instanceof PathSyntaxError)) throw error
    return findings.add(pointer, error.message)
  }
}
