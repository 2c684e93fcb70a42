import type { Message } from '@carebench/hl7v2'
import type { AuthoredPart, MemberNames } from '@carebench/verifier'

/** The segments of a message, with the texts of their fields. */
export function segmentsOfMessage(message: Message): readonly AuthoredPart[] {
  const { field } = message.delimiters
  return message.segments().map(({ text, name, position }) => {
    const fields = text.split(field).slice(1)
    // The first separator of a header is its field 1.
    const first = name === 'MSH' ? 2 : 1
    const value = { [name]: Object.fromEntries(fields.map((content, index) => [index + first, content])) }
    return { value, name: `segment ${position}`, place: { segment: position } }
  })
}

/** Segments and their fields: `OBX`, `OBX-5`. */
export const hl7Members: MemberNames = {
  expected: 'a segment or one of its fields, such as "OBX" or "OBX-5"',
  toPath: (name) => (/^[A-Z][A-Z0-9]{2}(-[1-9]\d*)?$/.test(name) ? name.replace('-', '.') : undefined),
  fromPath: (path) => path.replace('.', '-'),
}
