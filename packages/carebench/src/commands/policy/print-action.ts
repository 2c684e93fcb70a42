import { policyEditorSchema } from '@carebench/systems/policy'
import { jsonText, printableLines } from '../../terminal/printable.js'
import type { Terminal } from '../../terminal/terminal.js'
import { openPolicy } from './policy-file.js'
import { policyPage } from './policy-page.js'

/** Prints a policy as a page. */
export function printPolicy(terminal: Terminal, file: string): void {
  terminal.out(printableLines(policyPage(openPolicy(terminal, file))))
}

/** Prints the JSON Schema of policies. */
export function printSchema(terminal: Terminal): void {
  terminal.out(jsonText(policyEditorSchema(), 2))
}
