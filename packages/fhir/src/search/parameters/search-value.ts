/** Splits a search value at separators that are not escaped by a backslash; keeps the escapes. */
export function splitEscaped(value: string, separator: string): readonly string[] {
  if (!value.includes(separator)) return [value]
  if (!value.includes('\\')) return value.split(separator)
  const parts: string[] = []
  let part = ''
  for (let place = 0; place < value.length; place++) {
    const character = value.charAt(place)
    if (character === '\\') {
      part += character + value.charAt(++place)
    } else if (character === separator) {
      parts.push(part)
      part = ''
    } else part += character
  }
  parts.push(part)
  return parts
}

/** Removes the backslashes from `\,`, `\|`, `\$` and `\\`. */
export function unescapeValue(value: string): string {
  return value.includes('\\') ? value.replace(/\\([,|$\\])/g, '$1') : value
}

const prefixes = ['eq', 'ne', 'gt', 'lt', 'ge', 'le', 'sa', 'eb', 'ap'] as const

/** The comparison of a date, a number or a quantity. */
export type ComparisonPrefix = (typeof prefixes)[number]

/** Splits the prefix off a value: `ge2026` becomes `ge` and `2026`; without a prefix it is `eq`. */
export function splitPrefix(value: string): { readonly prefix: ComparisonPrefix; readonly text: string } {
  for (const prefix of prefixes) if (value.startsWith(prefix)) return { prefix, text: value.slice(2) }
  return { prefix: 'eq', text: value }
}
