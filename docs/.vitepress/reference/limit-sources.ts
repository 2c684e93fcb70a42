import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { code, table } from './markdown.js'

const root = resolve(import.meta.dirname, '../../..')

const units: Readonly<Record<string, number>> = { '': 1, KiB: 1024, MiB: 1024 ** 2, s: 1, min: 60, h: 3600, '%': 0.01 }

/** A limit of the server, and the constant of the sources that sets it. */
export interface LimitSource {
  readonly what: string
  /** The unit of the page; empty for pieces and characters. */
  readonly unit: string
  readonly path: string
  /** The names that lead to the constant: `jsonValues.body`. */
  readonly name: string
}

/** Reads which limits the page of limits shows, from `limit-sources.json`. */
export function readLimitSources(): readonly LimitSource[] {
  const text = readFileSync(join(import.meta.dirname, 'limit-sources.json'), 'utf8')
  const rows: readonly (readonly string[])[] = JSON.parse(text)
  return rows.map(([what = '', unit = '', path = '', name = '']) => ({ what, unit, path, name }))
}

/** Returns a table of all limits of the server, with the figures of the sources. */
export function limitTable(): string {
  const rows = readLimitSources().map((limit) => [
    limit.what,
    formatFigure(readFigure(limit), limit.unit),
    `${code(limit.path)} ${limit.name}`,
  ])
  return table(['what', 'at most', 'defined in'], rows)
}

/** Returns the number that a source gives a constant, in bytes, seconds or pieces. */
export function readFigure({ path, name }: LimitSource): number {
  const source = readFileSync(join(root, path), 'utf8')
  const [last = '', ...before] = name.split('.').reverse()
  let rest = source
  for (const part of before.reverse()) rest = rest.slice(rest.search(new RegExp(`\\b${part}\\b`)))
  const product = String.raw`(\d[\d_.]*(?: \* \d[\d_]*)*)`
  const assigned = new RegExp(String.raw`\b${last}\b(?:: number)?(?: =|:| = options\.\w+ \?\?) ${product}`).exec(rest)
  const fallback = new RegExp(String.raw`\b${last}\b \?\? ${product}`).exec(rest)
  const factors = (assigned ?? fallback)?.[1]?.split(' * ').map((factor) => Number(factor.replaceAll('_', '')))
  if (factors === undefined) throw new Error(`${path} has no number for ${name}.`)
  const value = factors.reduce((result, factor) => result * factor, 1)
  return last.endsWith('Ms') ? value / 1000 : value
}

/** Formats a figure in a unit. Throws if the unit gives it a fraction, so that no page shows a rounded limit. */
export function formatFigure(figure: number, unit: string): string {
  const count = figure / (units[unit] ?? Number.NaN)
  if (Number.isInteger(count)) return `${count.toLocaleString('en-US')} ${unit}`.trimEnd()
  // A size may be written as a number of MiB in its source.
  if (unit !== '' && Number.isInteger(figure)) return `${figure.toLocaleString('en-US')} ${unit}`
  throw new Error(`Expected a whole number of ${unit || 'pieces'} for a limit, found ${figure}.`)
}
