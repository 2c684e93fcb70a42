import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { table } from './markdown.js'

const root = resolve(import.meta.dirname, '../../..')
const folders = ['docs/decisions', 'benchmarks/carebench-1/docs']

/** A decision: its number, the page of its area, and the heading there that ends with the number. */
export interface Decision {
  readonly number: string
  readonly page: string
  readonly heading: string
  /** The item below the heading that begins with this statement, or the heading without numbers. */
  readonly statement: string
}

/** Returns the pages of decisions, from the root of the repository. */
export function decisionPages(): readonly string[] {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((file) => file.endsWith('.md') && file !== 'index.md')
      .map((file) => `${folder}/${file}`),
  )
}

/** Reads all decisions. Throws if a heading of their pages is not a statement with numbers. */
export function readDecisions(): readonly Decision[] {
  return decisionPages().flatMap((page) => {
    const text = readFileSync(join(root, page), 'utf8')
    const items = [...text.matchAll(/^- \*\*([^*]+) \((\d{3}(?:, \d{3})*)\)/gm)]
    return [...text.matchAll(/^## (.+)$/gm)].flatMap(([, heading = '']) => {
      // Other characters become other anchors on GitHub than on the site.
      const [, numbers] = /^[\w ,-]+ \((\d{3}(?:, \d{3})*)\)$/.exec(heading) ?? []
      if (numbers === undefined) throw new Error(`${page}: expected "A statement in plain words (126)", got ${heading}`)
      return numbers.split(', ').map((number) => {
        const item = items.find(([, , own = '']) => own.includes(number))?.[1]?.replaceAll(/\s+/g, ' ')
        return { number, page, heading, statement: item ?? heading.replace(/ \([^)]*\)$/, '') }
      })
    })
  })
}

/** Returns the index of all decisions by number. */
export function decisionsPage(): string {
  const rows = readDecisions()
    .toSorted((one, other) => one.number.localeCompare(other.number))
    .map(({ number, page, heading, statement }) => {
      const target = page.startsWith('docs/decisions/') ? page.slice('docs/decisions/'.length) : `../../${page}`
      return [number, `[${statement}](${target}#${toAnchor(heading)})`]
    })
  const introduction = [
    'What we decided and why, by number, in the order in which it was decided.',
    'Decisions about the benchmark carebench-1 are in its own folder.',
  ]
  return ['# Decisions', introduction.join(' '), table(['no.', 'decision'], rows), ''].join('\n\n')
}

/** Returns the anchor of a heading, on GitHub and on the site. */
export function toAnchor(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/-$/, '')
}
