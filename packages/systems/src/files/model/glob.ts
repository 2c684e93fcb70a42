import { compilePattern } from '@carebench/verifier'
import { RE2JS } from 're2js'

/** Thrown if a text is not a valid glob. The message says what was expected and where, and gives a valid example. */
export class GlobSyntaxError extends Error {
  override readonly name = 'GlobSyntaxError'
}

/** Maximum length of a glob in characters. */
const maxGlobLength = 1000

/** Limits of the compiled pattern: each character of a glob becomes a few instructions. */
const limits = { characters: 8 * maxGlobLength, instructions: 5 * maxGlobLength }

/** Whether a path matches. */
export type Glob = (path: string) => boolean

/**
 * Compiles a glob: `*` and `?` stop at `/`, `**` does not, `**` followed by `/` also matches no folder at all, and
 * `{a,b}` is a or b. A leading slash in the glob or the path is ignored. Takes linear time on any path.
 *
 * @throws {GlobSyntaxError} on unbalanced braces, and for more than 1000 characters
 */
export function compileGlob(text: string): Glob {
  if (text.length > maxGlobLength) {
    const start = JSON.stringify(`${text.slice(0, 40)}…`)
    throw new GlobSyntaxError(`expected a glob of at most ${maxGlobLength} characters, got ${text.length}: ${start}`)
  }
  const pattern = compilePattern(translateGlob(text), RE2JS.DOTALL, limits)
  return (path) => pattern.matches(withoutSlash(path))
}

function withoutSlash(path: string): string {
  return path.startsWith('/') ? path.slice(1) : path
}

const token = /\*\*\/|\*\*|[\s\S]/gu

function translateGlob(text: string): string {
  let open = 0
  const parts: string[] = []
  for (const [part] of withoutSlash(text).matchAll(token)) {
    if (part === '{') open++
    if (part === '}' && --open < 0) throw unbalanced(text, '"{" before "}"')
    parts.push(translatePart(part, open > 0))
  }
  if (open > 0) throw unbalanced(text, '"}" after "{"')
  return parts.join('')
}

function translatePart(part: string, inBraces: boolean): string {
  switch (part) {
    case '**/':
      return '(?:.*/)?'
    case '**':
      return '.*'
    case '*':
      return '[^/]*'
    case '?':
      return '[^/]'
    case '{':
      return '(?:'
    case '}':
      return ')'
    case ',':
      return inBraces ? '|' : ','
    default:
      return part.replace(/[\\^$.|+()[\]]/, '\\$&')
  }
}

function unbalanced(text: string, expected: string): GlobSyntaxError {
  return new GlobSyntaxError(
    `expected ${expected} in the glob ${JSON.stringify(text)}; for example "outbound/**/*.{csv,json}"`,
  )
}
