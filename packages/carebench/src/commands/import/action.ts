import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { JsonValue } from '@carebench/protocol/wire'
import { fhirSystem } from '@carebench/systems'
import { parseFileText, readJsonFile, readTextFile } from '../../files/json-file.js'
import { whyUnreadable } from '../../files/unreadable.js'
import { writeTextFile } from '../../files/written-file.js'
import { UnmetGoalError, UsageError } from '../../terminal/exit-reason.js'
import { jsonText, printable } from '../../terminal/printable.js'
import { showProgress } from '../../terminal/progress.js'
import type { Terminal } from '../../terminal/terminal.js'
import { type ImportedValue, importChart } from './fhir-import.js'
import { formatReport } from './import-report.js'

export interface ImportOptions {
  readonly output: string
}

const extensions = /\.(?:json|ndjson|jsonl)$/i

/** Maximum number of errors shown; further ones usually repeat a mistake. */
const shownErrors = 10

/**
 * Writes a dataset from the FHIR resources in files and folders, and prints the changes. Throws a {@link UsageError} if
 * there are no resources, and an {@link UnmetGoalError} if some are not valid FHIR R4.
 */
export async function importFhir(
  terminal: Terminal,
  paths: readonly string[],
  { output }: ImportOptions,
): Promise<void> {
  const { config, report } = await showProgress(terminal, {}, (progress) => {
    progress.step('Reading resources')
    return importChart(
      paths.flatMap(filesAt).flatMap((file) => {
        progress.detail(file)
        return valuesIn(file)
      }),
    )
  })
  if (report.types.size === 0) {
    throw new UsageError(
      `no FHIR resource was found in ${paths.join(', ')}: expected JSON or NDJSON files of resources or Bundles`,
    )
  }
  writeTextFile(output, jsonText(config))
  terminal.err(
    `${formatReport(report)}Written to ${printable(output)}, the "file" of a dataset of the type ${fhirSystem.type}.\n`,
  )
  const findings = fhirSystem.dataset?.findings?.(config as unknown as JsonValue) ?? []
  if (findings.length === 0) return
  for (const { path, message } of findings.slice(0, shownErrors))
    terminal.err(`${printable(path)}: ${printable(message)}\n`)
  const count = findings.length > shownErrors ? `; ${shownErrors} are shown` : ''
  throw new UnmetGoalError(
    `the resources have errors: ${findings.length}${count}. A dataset with errors cannot be used; fix them in ` +
      `${output}, or in the files.`,
  )
}

/** Lists the JSON and NDJSON files in a folder and its subfolders, in order of name; for a file, the file itself. */
function filesAt(path: string): readonly string[] {
  try {
    if (!statSync(path).isDirectory()) return [path]
    const names = readdirSync(path, { recursive: true, withFileTypes: true })
    return names
      .filter((entry) => entry.isFile() && extensions.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name))
      .toSorted()
  } catch (cause) {
    throw new UsageError(`${path} cannot be read: ${whyUnreadable(cause)}`, { cause })
  }
}

function valuesIn(file: string): readonly ImportedValue[] {
  if (!/\.(?:ndjson|jsonl)$/i.test(file)) return [{ place: file, value: readJsonFile(file) as JsonValue }]
  return readTextFile(file)
    .split('\n')
    .flatMap((line, index) => {
      if (line.trim() === '') return []
      const place = `${file}:${index + 1}`
      const reason = (cause: unknown): string => `: ${cause instanceof Error ? cause.message : String(cause)}`
      return [{ place, value: parseFileText(place, line, reason) as JsonValue }]
    })
}
