import type { EvidenceSnapshot } from '@carebench/protocol'
import { InvalidCriteriaError, InvalidEvidenceError, type Verification, verify } from '@carebench/verifier'
import { Command } from 'commander'
import { FellShort, WrongUse } from '../exit-reason.js'
import { memberOf, readCriteriaFile, readJsonFile } from '../json-file.js'
import type { Terminal } from '../terminal.js'
import { formatScore, wrap } from '../text-layout.js'

const help = `
Example of the two files:
  [{"label": "Approved", "assertion": {"assert": "output-match", "fields": [{"path": "status", "expected": "approved"}]}}]
  {"version": 1, "output": {"status": "approved"}}

Exit codes: 0 the verdict is pass, 1 it is not, or a check broke, 2 wrong use.`

/** `carebench verify`: the verification engine on two files. */
export function verifyCommand(terminal: Terminal): Command {
  return new Command('verify')
    .summary('score an evidence snapshot')
    .description('Score an evidence snapshot against criteria. Exits 1 unless the verdict is pass.')
    .argument('<criteria>', 'JSON file: an array of criteria, or {"criteria": […], "options": {…}}')
    .argument('<evidence>', 'JSON file: an evidence snapshot, version 1')
    .option('--json', 'print the verification as one JSON object and nothing else')
    .addHelpText('after', help)
    .action((criteriaFile: string, evidenceFile: string, options: { json?: boolean }) => {
      const verification = verifyFiles(criteriaFile, evidenceFile)
      terminal.out(options.json === true ? `${JSON.stringify(verification)}\n` : formatVerification(verification))
      if (verification.verdict !== 'pass') throw new FellShort()
    })
}

function verifyFiles(criteriaFile: string, evidenceFile: string): Verification {
  const { criteria, options } = readCriteriaFile(criteriaFile)
  const evidence = readJsonFile(evidenceFile)
  if (memberOf(evidence, 'version') === undefined) {
    throw new WrongUse(`${evidenceFile} is no evidence snapshot: expected {"version": 1, …}`)
  }
  try {
    // The verifier checks both itself, from whatever they are.
    return verify({
      criteria,
      evidence: evidence as EvidenceSnapshot,
      ...(options === undefined ? {} : { options }),
    } as Parameters<typeof verify>[0])
  } catch (error) {
    if (error instanceof InvalidCriteriaError) throw new WrongUse(`${criteriaFile}: ${error.message}`)
    if (error instanceof InvalidEvidenceError) throw new WrongUse(`${evidenceFile}: ${error.message}`)
    if (error instanceof RangeError) throw new WrongUse(`${criteriaFile}: ${error.message}`)
    throw error
  }
}

function formatVerification({ score, verdict, axes, criterion_runs }: Verification): string {
  if (criterion_runs.length === 0) return 'There are no criteria, so nothing can be earned: score 0, verdict fail.\n'
  const lines = criterion_runs.flatMap((run) => [
    `${run.outcome.padEnd(12)}${formatScore(run.score).padEnd(7)}${run.label}`,
    ...(run.passed ? [] : wrap(run.details, 4)),
  ])
  const axisLines = Object.entries(axes).map(
    ([axis, { score: axisScore, weight }]) => `${axis.padEnd(19)}${formatScore(axisScore).padEnd(7)}weight ${weight}`,
  )
  return `${[...lines, '', ...axisLines, '', `score   ${formatScore(score)}`, `verdict ${verdict ?? 'none: a check broke'}`].join('\n')}\n`
}
