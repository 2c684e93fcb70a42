import type { RunFolder } from '../files/run-folder.js'
import { writeTextFile } from '../files/written-file.js'
import type { Terminal } from '../terminal/terminal.js'
import { formatJson } from './format-json.js'
import { formatJunit } from './format-junit.js'
import { formatTerminal } from './format-terminal.js'
import { formatTrialsJunit } from './format-trials-junit.js'
import type { Report } from './model/report.js'
import { formatPage } from './page/format-page.js'

/** The destinations of reports; `json: true` means standard output. */
export interface WantedReports {
  readonly html?: string
  readonly junit?: string
  readonly json?: boolean | string
}

/**
 * Writes the requested reports, and prints the summary unless the output is for a machine.
 *
 * @param folders - the results folders, if there are no other sources; their JUnit XML includes unscored trials
 */
export function writeReports(
  terminal: Terminal,
  report: Report,
  { html, junit, json }: WantedReports,
  folders: readonly RunFolder[],
): void {
  if (html !== undefined) writeTextFile(html, formatPage(report))
  if (junit !== undefined) {
    writeTextFile(junit, folders.length === 0 ? formatJunit(report) : formatTrialsJunit(folders))
  }
  if (typeof json === 'string') writeTextFile(json, formatJson(report, 2))
  terminal.out(json === true ? formatJson(report) : formatTerminal(report, terminal))
}
