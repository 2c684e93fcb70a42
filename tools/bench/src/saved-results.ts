import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import { join } from 'node:path'
import { parseResult, type Result } from './result.js'

/** Where, when and by which command figures were measured. */
export interface Measurement {
  readonly command: string
  /** `YYYY-MM-DD`. */
  readonly day: string
  readonly node: string
  readonly cores: number
  /** Load average of the last minute before the measurement. */
  readonly load: number
}

/** The results of one run of a benchmark, as kept in the repository. */
export interface SavedResults {
  readonly measurement: Measurement
  readonly results: readonly Result[]
}

/** Returns what is known about a measurement by this process before it begins. */
export function findMeasurement(command: string): Measurement {
  const [load = 0] = loadavg()
  const day = new Date().toISOString().slice(0, 10)
  return { command, day, node: process.versions.node, cores: availableParallelism(), load: Number(load.toFixed(1)) }
}

/** Writes `NAME.jsonl` in this folder: the measurement, then a line for each result. */
export function saveResults(folder: string, name: string, { measurement, results }: SavedResults): void {
  const lines = [measurement, ...results].map((line) => `${JSON.stringify(line)}\n`)
  writeFileSync(join(folder, `${name}.jsonl`), lines.join(''))
}

/** Reads what {@link saveResults} wrote. Throws an Error that says what is wrong. */
export function readSavedResults(folder: string, name: string): SavedResults {
  const path = join(folder, `${name}.jsonl`)
  const [first = '', ...lines] = readFileSync(path, 'utf8').trimEnd().split('\n')
  const value: unknown = JSON.parse(first)
  if (!isMeasurement(value)) throw new Error(`${path} must begin with its measurement, but begins with ${first}.`)
  const { command, day, node, cores, load } = value
  return {
    measurement: { command, day, node, cores, load },
    results: lines.map((line) => parseResult(line, name.split('.')[0] ?? name)),
  }
}

function isMeasurement(value: unknown): value is Measurement {
  if (typeof value !== 'object' || value === null) return false
  const { command, day, node, cores, load } = value as Partial<Record<keyof Measurement, unknown>>
  const areTexts = [command, day, node].every((text) => typeof text === 'string')
  return areTexts && [cores, load].every((number) => typeof number === 'number')
}
