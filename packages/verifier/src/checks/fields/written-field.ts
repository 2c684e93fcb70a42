import type { RecordPath } from '../../evidence/records/record-format.js'
import { pointerTo } from '../../values/finding.js'

/** A field check as written, with the JSON Pointers of its parts. */
export interface WrittenField<Value = never> {
  /** The text of a path, or an already compiled path. */
  readonly path: string | RecordPath<Value>
  readonly expected: unknown
  readonly pathAt: string
  readonly expectedAt: string
}

/** Field checks that fit {@link fieldSchema}, located at `at`. */
export function fieldsAt(
  fields: readonly { readonly path: string; readonly expected: unknown }[],
  at: string,
): readonly WrittenField[] {
  return fields.map(({ path, expected }, index) => {
    const pointer = pointerTo(at, index)
    return { path, expected, pathAt: pointerTo(pointer, 'path'), expectedAt: pointerTo(pointer, 'expected') }
  })
}

/** Field checks written as `{path: expected}`, located at `at`. */
export function conditionsAt(conditions: Readonly<Record<string, unknown>>, at: string): readonly WrittenField[] {
  return Object.entries(conditions).map(([path, expected]) => {
    const pointer = pointerTo(at, path)
    return { path, expected, pathAt: pointer, expectedAt: pointer }
  })
}
