import { writeFileSync } from 'node:fs'
import { WrongUse } from './exit-reason.js'

/** Writes a file. Throws a WrongUse that names it. */
export function writeTextFile(file: string, text: string): void {
  try {
    writeFileSync(file, text)
  } catch (cause) {
    throw new WrongUse(`${file} cannot be written: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    })
  }
}
