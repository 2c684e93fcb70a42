import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { workspaceRoot } from './workspace-sources.js'

const units: Readonly<Record<string, number>> = { KiB: 1024, MiB: 1024 ** 2, s: 1, min: 60, h: 3600 }

/** A row of the table in docs/security.md. */
interface Bound {
  readonly what: string
  /** The figure in bytes, seconds or pieces, and without its unit. */
  readonly values: readonly number[]
  readonly path: string
  /** The names that lead to it: `jsonValues.body`. */
  readonly name: string
}

function bounds(): Bound[] {
  const page = readFileSync(join(workspaceRoot, 'docs/security.md'), 'utf8')
  const rows = page.matchAll(/^\| (.+?) +\| ([\d,]+)(?: (\w+|%))? +\| `([\w./-]+)` ([\w.]+) +\|$/gm)
  return [...rows].map(([, what = '', digits = '', unit = '', path = '', name = '']) => {
    const figure = Number(digits.replaceAll(',', ''))
    return { what, values: [unit === '%' ? figure / 100 : figure * (units[unit] ?? 1), figure], path, name }
  })
}

/** The number that a source gives a name, with milliseconds as seconds; names before it say where to look. */
function numberIn(source: string, name: string): number {
  const [last = '', ...before] = name.split('.').reverse()
  let rest = source
  for (const part of before.reverse()) rest = rest.slice(rest.search(new RegExp(`\\b${part}\\b`)))
  const product = String.raw`(\d[\d_.]*(?: \* \d[\d_]*)*)`
  const given = new RegExp(String.raw`\b${last}\b(?:: number)?(?: =|:| = options\.\w+ \?\?) ${product}`).exec(rest)
  const fallback = new RegExp(String.raw`\b${last}\b \?\? ${product}`).exec(rest)
  const factors = (given ?? fallback)?.[1]?.split(' * ').map((factor) => Number(factor.replaceAll('_', '')))
  if (factors === undefined) throw new Error(`The source has no number for ${name}.`)
  const value = factors.reduce((result, factor) => result * factor, 1)
  return last.endsWith('Ms') ? value / 1000 : value
}

it('docs/security.md states the limits that the code has', () => {
  const stated = bounds()
  expect(stated.length).toBeGreaterThan(40)
  for (const { what, values, path, name } of stated) {
    expect(values, what).toContain(numberIn(readFileSync(join(workspaceRoot, path), 'utf8'), name))
  }
})
