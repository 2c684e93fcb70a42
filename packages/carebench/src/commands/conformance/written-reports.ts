import type { Report } from '@carebench/conformance'
import { writeTextFile } from '../../files/written-file.js'
import { jsonText } from '../../terminal/printable.js'
import type { Terminal } from '../../terminal/terminal.js'
import { formatGithub } from './format-github.js'
import { formatHtml } from './format-html.js'
import { formatJunit } from './format-junit.js'

/** The destinations of reports; `json: true` means standard output. */
export interface WantedReports {
  readonly json?: boolean | string
  readonly junit?: string
  readonly html?: string
  readonly github?: boolean
}

/** Writes the additional reports; returns whether one of them is written to standard output. */
export function writeReports(terminal: Terminal, report: Report, wanted: WantedReports): boolean {
  const { json, junit, html, github } = wanted
  if (typeof json === 'string') writeTextFile(json, jsonText(report, 2))
  if (junit !== undefined) writeTextFile(junit, formatJunit(report))
  if (html !== undefined) writeTextFile(html, formatHtml(report))
  if (json === true) terminal.out(jsonText(report))
  else if (github === true) terminal.out(formatGithub(report))
  return json === true || github === true
}
