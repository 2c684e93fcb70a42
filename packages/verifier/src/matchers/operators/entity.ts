import { jsonEqual } from '../../values/json/json-equal.js'
import { compileJsonPath, type JsonPath } from '../../values/paths/json-path.js'
import { PathSyntaxError } from '../../values/paths/parse-json-path.js'
import type { MatcherKind } from '../matcher.js'
import { refuseOperand } from '../operand.js'

/** `{"$entity": "/pointer"}`: equal to the value at that JSON Pointer in the data of the bound entity. */
export const entityMatcher: MatcherKind = {
  key: '$entity',
  example: '{"$entity": "/member_id"}',
  compile(operand, path, context) {
    const pointer = typeof operand === 'string' ? parsePointer(operand) : undefined
    if (pointer === undefined) {
      return refuseOperand(entityMatcher, 'a JSON Pointer ("" or starting with "/")', operand, path, context)
    }
    context.entityPaths.push(pointer)
    return (actual, { entity }) => {
      const wanted = entity === undefined ? undefined : pointer.read(entity)
      return actual !== undefined && wanted !== undefined && jsonEqual(actual, wanted)
    }
  },
}

function parsePointer(text: string): JsonPath | undefined {
  if (text !== '' && !text.startsWith('/')) return undefined
  try {
    return compileJsonPath(text)
  } catch (error) {
    if (error instanceof PathSyntaxError) return undefined
    throw error
  }
}
