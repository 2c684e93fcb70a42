import { Command } from 'commander'
import type { Terminal } from '../../terminal/terminal.js'
import type { VerifyOptions } from './action.js'

const help = `
Example of the two files:
  [{"label": "Approved", "assertion": {
    "assert": "output-match", "fields": [{"path": "status", "expected": "approved"}]}}]
  {"version": 1, "output": {"status": "approved"}}

Exit codes:
  0  the verdict is pass
  1  another verdict, or a check failed with an error
  2  usage error, a file cannot be read, or is malformed`

/** `carebench verify`: runs the verification engine on two files. */
export function verifyCommand(terminal: Terminal): Command {
  return new Command('verify')
    .summary('score an evidence snapshot')
    .description('Score an evidence snapshot against criteria. Exits 1 unless the verdict is pass.')
    .argument('<criteria>', 'JSON file: an array of criteria, or {"criteria": […], "options": {…}}')
    .argument('<evidence>', 'JSON file: an evidence snapshot, version 1')
    .option('--json', 'print the verification as one JSON object and nothing else')
    .addHelpText('after', help)
    .action(async (criteriaFile: string, evidenceFile: string, options: VerifyOptions) => {
      const { verify } = await import('./action.js')
      await verify(terminal, criteriaFile, evidenceFile, options)
    })
}
