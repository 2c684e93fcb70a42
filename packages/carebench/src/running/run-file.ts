import { isJsonObject, type JsonValue, runFileSchema, validatorFor } from '@carebench/protocol'
import { explainFinding } from '../authoring/explain-finding.js'
import { readDataFile } from '../files/data-file.js'
import { UsageError } from '../terminal/exit-reason.js'
import { readTools } from './agent-surface.js'

/** A file for `carebench run`: a benchmark, and options as they would be on the command line. */
export interface RunFile {
  readonly benchmark: string
  readonly options: readonly {
    /** `--max-steps` */
    readonly flag: string
    /** The member of the file: `max_steps`. */
    readonly member: string
    readonly values: readonly string[]
  }[]
}

/** The options of repeatable members, which are plural in files. */
const singular = new Map([
  ['agents', 'agent'],
  ['models', 'model'],
  ['tasks', 'task'],
])
const notOptions = new Set(['$schema', 'version', 'benchmark'])

/** Reads a run file in JSON or YAML. Throws a {@link UsageError} with all errors and their places. */
export function readRunFile(file: string): RunFile {
  const value = readDataFile(file)
  const findings = validatorFor('runFile')(value) ?? []
  if (findings.length > 0) {
    const explained = findings.map((finding) => explainFinding(runFileSchema, value, finding))
    const lines = explained.map(({ path, message }) => `${path || '/'} ${message}`)
    throw new UsageError(`${file} is not a file for carebench run:\n${lines.join('\n')}`)
  }
  const members = isJsonObject(value) ? Object.entries(value) : []
  return {
    benchmark: isJsonObject(value) ? String(value.benchmark) : '',
    options: members
      .filter(([member]) => !notOptions.has(member))
      // `set` comes first, because settings before the first model apply to all models.
      .toSorted(([a], [b]) => Number(b === 'set') - Number(a === 'set'))
      .map(renameTools)
      .map(([member, given]) => ({
        member,
        flag: toFlag(member),
        values: (Array.isArray(given) ? given : [given]).map((value) =>
          isJsonObject(value) ? JSON.stringify(value) : String(value),
        ),
      })),
  }
}

/** Renames the member `tools` of earlier versions to `surface`. */
function renameTools([member, given]: readonly [string, JsonValue]): readonly [string, JsonValue] {
  return member === 'tools' ? ['surface', readTools(String(given))] : [member, given]
}

/** Returns the flag of a member: `--max-steps` for `max_steps`, `--task` for `tasks`. */
function toFlag(member: string): string {
  return `--${(singular.get(member) ?? member).replaceAll('_', '-')}`
}
