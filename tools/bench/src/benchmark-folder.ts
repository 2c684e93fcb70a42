import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const ending = '.bench.ts'

/** A benchmark, as found in its folder. */
export interface Entry {
  readonly name: string
  readonly question: string
  /** Whether it exports `grow`. */
  readonly grows: boolean
  /** What to bundle for it: output names without extension, and sources. */
  readonly sources: Readonly<Record<string, string>>
}

/** Finds the benchmarks of a folder: every file `NAME.bench.ts`, with `NAME/process.ts` if there is one. */
export function readBenchmarks(folder: string): readonly Entry[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith(ending))
    .sort()
    .map((file) => {
      const name = file.slice(0, -ending.length)
      const path = join(folder, file)
      const process = join(folder, name, 'process.ts')
      return {
        name,
        question: readQuestion(path),
        grows: /^export async function grow\(/m.test(readFileSync(path, 'utf8')),
        sources: { [name]: path, ...(existsSync(process) && { [`${name}-process`]: process }) },
      }
    })
}

function readQuestion(path: string): string {
  const [line = ''] = readFileSync(path, 'utf8').split('\n', 1)
  const question = /^\/\/ (.+\?)$/.exec(line)?.[1]
  if (question !== undefined) return question
  throw new Error(
    `${path} must begin with its question, such as "// What does a page cost?", but begins with "${line}".`,
  )
}
