import type { Message } from '@carebench/hl7v2'
import type { JsonObject } from '@carebench/protocol'
import type { AuthoredPart, MemberNames } from '@carebench/verifier'

/**
 * Returns the segments of a message with the texts of their fields. Fields of which a path names a component are
 * divided into components. Repetitions of a field are joined.
 */
export function segmentsOfMessage(
  message: Message,
  _content?: unknown,
  paths: readonly string[] = [],
): readonly AuthoredPart[] {
  const { delimiters } = message
  const divided = new Set(paths.filter((path) => componentPath.test(path)).map((path) => path.replace(/\.\d+$/, '')))
  return message.segments().map(({ text, name, position }) => {
    const fields = text.split(delimiters.field).slice(1)
    // In MSH, field 1 is the separator itself, so the text after it is field 2.
    const first = name === 'MSH' ? 2 : 1
    const entries = fields.map((content, index) => {
      const field = index + first
      const isDivided = divided.has(`${name}.${field}`) && !(name === 'MSH' && index === 0)
      return [field, isDivided ? componentsIn(content, delimiters) : content] as const
    })
    return { value: { [name]: Object.fromEntries(entries) }, name: `segment ${position}`, place: { segment: position } }
  })
}

/** The names of segments, fields and components: `OBX`, `OBX-5`, `PID-5.1`. */
export const hl7Members: MemberNames = {
  expected: 'a segment, one of its fields or a component of one, such as "OBX", "OBX-5" or "PID-5.1"',
  toPath: (name) => (/^[A-Z][A-Z0-9]{2}(-[1-9]\d*(\.[1-9]\d*)?)?$/.test(name) ? name.replace('-', '.') : undefined),
  fromPath: (path) => path.replace('.', '-'),
}

const componentPath = /^[^.]+\.\d+\.\d+$/

/**
 * Returns the texts of the components of a field, by number; texts of several repetitions are joined with the
 * separator.
 */
function componentsIn(content: string, { repetition = '', component }: Message['delimiters']): JsonObject {
  const components: Record<number, string> = {}
  // Without a repetition separator there is one repetition.
  for (const repeated of repetition === '' ? [content] : content.split(repetition)) {
    for (const [index, text] of repeated.split(component).entries()) {
      const before = components[index + 1] ?? ''
      components[index + 1] = before === '' || text === '' ? before + text : `${before}${repetition}${text}`
    }
  }
  return components
}
