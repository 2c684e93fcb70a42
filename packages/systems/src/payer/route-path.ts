/**
 * Whether the segments of a path fit a template such as `prior-auths/{auth_number}`, whose placeholders stand for any
 * segment but an empty one.
 */
export function matchesPath(template: string, segments: readonly string[]): boolean {
  const parts = splitTemplate(template)
  return (
    parts.length === segments.length &&
    parts.every((part, index) => (part.startsWith('{') ? segments[index] !== '' : part === segments[index]))
  )
}

const parted = new Map<string, readonly string[]>()

function splitTemplate(template: string): readonly string[] {
  const parts = parted.get(template) ?? template.split('/')
  parted.set(template, parts)
  return parts
}

/** Decodes a segment; returns an invalid encoding unchanged. */
export function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
