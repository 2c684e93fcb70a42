import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Finds the docstrings of the constants that the sources below a folder export, by their names. */
export function readDocstrings(folder: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.ts') || file.endsWith('.test.ts')) continue
    const text = readFileSync(join(folder, file), 'utf8')
    for (const [, comment = '', name = ''] of text.matchAll(/\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\nexport const (\w+)/g)) {
      found.set(name, readProse(comment))
    }
  }
  return found
}

/** The text of a comment as Markdown: without its margin, its tags, and the links that only tools follow. */
function readProse(comment: string): string {
  return comment
    .split('\n')
    .map((line) => line.replace(/^\s*\* ?/, '').trimEnd())
    .join('\n')
    .replaceAll(/\{@link ([^}]*)\}/g, '`$1`')
    .split(/^@/m)[0]
    ?.trim() as string
}
