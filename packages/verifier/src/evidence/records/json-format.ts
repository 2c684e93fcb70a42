import type { JsonValue } from '@carebench/protocol'
import { compileJsonPath } from '../../values/paths/json-path.js'
import { PathSyntaxError } from '../../values/paths/parse-json-path.js'
import { createRecordFormat, type RecordFormat } from './record-format.js'

/** JSON values: JSON Pointers and dotted paths. */
export const jsonFormat: RecordFormat<JsonValue> = {
  ...createRecordFormat({ compile: compileJsonPath, syntaxError: PathSyntaxError, stringValues: false }),
  hasJsonPaths: true,
}
