import { policyEditorSchema } from '@carebench/systems/policy'
import { writeTextFile } from '../../files/written-file.js'
import { jsonText, printableLines } from '../../terminal/printable.js'
import type { Terminal } from '../../terminal/terminal.js'
import { formatPageHtml } from './page-html.js'
import { openPolicy } from './policy-file.js'
import { policyPage } from './policy-page.js'

/** Prints a policy as a page in Markdown, or writes it into a file: as HTML if its name ends in `.html`. */
export function printPolicy(terminal: Terminal, file: string, page?: string): void {
  const policy = openPolicy(terminal, file)
  const text = policyPage(policy)
  if (page === undefined) terminal.out(printableLines(text))
  else writeTextFile(page, /\.html?$/i.test(page) ? formatPageHtml(policy.title, text) : text)
}

/** Prints the JSON Schema of policies. */
export function printSchema(terminal: Terminal): void {
  terminal.out(jsonText(policyEditorSchema(), 2))
}
