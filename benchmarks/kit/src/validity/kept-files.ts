import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { KeptResult } from './kept-validity.js'
import type { CheckOutcome } from './validate-instance.js'
import type { KeptTaskAudit } from './validate-instances.js'

/** The stored result for one instance. */
export interface Validated<Check = CheckOutcome> {
  readonly result: KeptResult<Check>
  readonly audit: KeptTaskAudit
}

/** Reads a file of results in the folder of a split; undefined if it does not exist. */
export function readKept<Content>(folder: string, file: string): Content | undefined {
  const path = join(folder, file)
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined
}

export function writeKept(folder: string, file: string, content: unknown): void {
  writeFileSync(join(folder, file), `${JSON.stringify(content, null, 1)}\n`)
}

/** Reads the results of an interrupted validation, so that it can be resumed. */
export function readBegun<Check = CheckOutcome>(folder: string): readonly Validated<Check>[] {
  const file = begunFile(folder)
  if (!existsSync(file)) return []
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => (line === '' ? [] : [JSON.parse(line)]))
}

export function addBegun(folder: string, validated: Validated<unknown>): void {
  appendFileSync(begunFile(folder), `${JSON.stringify(validated)}\n`)
}

/** Deletes the results of the interrupted validation, once all results are written. */
export function endBegun(folder: string): void {
  rmSync(begunFile(folder), { force: true })
}

function begunFile(folder: string): string {
  return join(folder, '.validated.jsonl')
}
