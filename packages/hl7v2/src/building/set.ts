import { showValue } from '../syntax/argument.js'
import { byteLength } from '../syntax/charset.js'
import type { Delimiters } from '../syntax/delimiters.js'
import { Hl7Error } from '../syntax/error.js'
import {
  type ComponentValue,
  type FieldValue,
  isRepeated,
  type LeafValue,
  valueError,
  writeComponent,
  writeField,
  writeLeaf,
  writeRepetition,
} from '../syntax/field-value.js'
import { type Message, parseText, requireMessage } from '../syntax/message.js'
import { type Path, toPath } from '../syntax/path.js'
import { divide, findFieldStart, isHeaderName, readRawField } from '../syntax/segment.js'

/**
 * Returns a copy of a message with the value at a path replaced; every other byte stays the same.
 *
 * The value must fit the depth of the path: a field takes components and `{ repetitions }` (which replaces all of them,
 * and is rejected at a path to the second or a later one), a component takes sub-components, a sub-component takes a
 * leaf; undefined clears the value. Missing parts before the position are filled in with separators, and a segment that
 * is the next of its name (`NTE`, `OBX[3]` after two) is added at the end. Throws an `Hl7Error`: `invalid-path`,
 * `no-such-segment`, `invalid-value`.
 */
export function setValue(message: Message, path: string | Path, value: FieldValue): Message {
  requireMessage(message)
  const compiled = toPath(path)
  const { delimiters } = message
  if (compiled.field === 0) throw needsFieldError(compiled)
  const position = message.find(compiled)
  if (position === 0) {
    return replace(message, message.text.length, message.text.length, createSegment(message, compiled, value))
  }
  const { start, end } = message.range(position)
  return replace(message, start, end, changeLine(message.text.slice(start, end), compiled, value, delimiters))
}

/** Returns a line with the value at a path replaced and its other fields unchanged. */
function changeLine(line: string, path: Path, value: FieldValue, delimiters: Delimiters): string {
  const header = isHeaderName(line)
  if (header && path.field <= 2) {
    throw valueError('no value, as the delimiters of the message stand there', showValue(value), path)
  }
  const start = findFieldStart(line, path.field, delimiters.field)
  if (start < 0) {
    const written = changeField('', path, value, delimiters)
    if (written === '') return line
    let count = header ? 1 : 0
    for (let at = line.indexOf(delimiters.field, 3); at >= 0; at = line.indexOf(delimiters.field, at + 1)) count++
    return line + delimiters.field.repeat(path.field - count) + written
  }
  const raw = readRawField(line, path.field, delimiters)
  return line.slice(0, start) + changeField(raw, path, value, delimiters) + line.slice(start + raw.length)
}

function changeField(raw: string, path: Path, value: FieldValue, delimiters: Delimiters): string {
  const place = { segment: path.segment, field: path.field }
  if (isRepeated(value)) {
    if (path.component > 0) throw valueError('one value for a component', 'repetitions', place)
    if (path.repetition > 1) {
      const expected = `one repetition at ${path.text} (a path without [${path.repetition}] takes all of them)`
      throw valueError(expected, 'repetitions', place)
    }
    return writeField(value, delimiters, place)
  }
  return replacePart(raw, delimiters.repetition, path.repetition, path, (repetition) => {
    if (path.component === 0) return writeRepetition(value, delimiters, place)
    return replacePart(repetition, delimiters.component, path.component, path, (component) => {
      if (path.subcomponent === 0) return writeComponent(asComponent(value, path), delimiters, place)
      return replacePart(component, delimiters.subcomponent, path.subcomponent, path, () =>
        writeLeaf(asLeaf(value, path), delimiters, place),
      )
    })
  })
}

/** Replaces the part with the given number, filling in missing parts before it if there is something to write. */
function replacePart(
  text: string,
  separator: string | undefined,
  number: number,
  path: Path,
  write: (part: string) => string,
): string {
  const parts = text === '' ? [] : divide(text, separator)
  const written = write(parts[number - 1] ?? '')
  if (written === '' && number > parts.length) return text
  if (number > 1 && !separator) {
    throw valueError('a place that the delimiters of the message can divide', path.text, path)
  }
  // Skipped parts stay unset and are joined as empty ones.
  parts[number - 1] = written
  return parts.join(separator)
}

/** Returns the text to append to a message for a segment that does not exist yet. */
function createSegment(message: Message, path: Path, value: FieldValue): string {
  const present = path.condition === undefined ? message.segments(path.segment).length : Number.NaN
  if (path.occurrence !== present + 1) {
    throw new Hl7Error({
      code: 'no-such-segment',
      expected: `a segment at ${path.text} in the message`,
      received: 'none',
      segment: path.segment,
      field: path.field,
      example: `${path.segment}-${path.field} (the first segment of that name is added when missing)`,
    })
  }
  const lineEnd = /\r\n|\r|\n/.exec(message.text)?.[0] ?? '\r'
  const line = changeLine(path.segment, path, value, message.delimiters)
  return /[\r\n]$/.test(message.text) ? line + lineEnd : lineEnd + line
}

function replace(message: Message, start: number, end: number, written: string): Message {
  const text = message.text.slice(0, start) + written + message.text.slice(end)
  return parseText(text, message.statedCharset, (index) => byteLength(text, index, 'utf-8'))
}

function asComponent(value: Exclude<FieldValue, { readonly repetitions: unknown }>, path: Path): ComponentValue {
  if (!isArray(value)) return value
  return value.map((leaf) => asLeaf(leaf, path))
}

function asLeaf(value: FieldValue, path: Path): LeafValue {
  if (isArray(value) || isRepeated(value))
    throw valueError(`a value no deeper than ${path.text}`, showValue(value), path)
  return value
}

function isArray(value: unknown): value is readonly ComponentValue[] {
  return Array.isArray(value)
}

function needsFieldError(path: Path): Hl7Error {
  return new Hl7Error({
    code: 'invalid-path',
    expected: 'a path down to a field to set',
    received: path.text,
    segment: path.segment,
    example: `${path.segment}-3`,
  })
}
