import type { EvidenceSnapshot } from '@carebench/protocol'
import { describeCap, formatMarks, formatScore, isNotRight } from '@carebench/server/dashboard/task'
import { verify as score, validateAssertion } from '@carebench/systems/verifier'
import {
  InvalidCriteriaError,
  InvalidEvidenceError,
  isLeftUndone,
  severityFor,
  type Verification,
} from '@carebench/verifier'
import { findMember, readCriteriaFile, readJsonFile } from '../../files/json-file.js'
import { UnmetGoalError, UsageError } from '../../terminal/exit-reason.js'
import { jsonText, printable } from '../../terminal/printable.js'
import { showProgress } from '../../terminal/progress.js'
import type { Terminal } from '../../terminal/terminal.js'
import { wrap } from '../../terminal/text-layout.js'

export interface VerifyOptions {
  readonly json?: boolean
}

/**
 * Prints the verification of an evidence snapshot. Throws an {@link UnmetGoalError} unless the verdict is pass,
 * and a {@link UsageError} for a file that is invalid.
 */
export async function verify(
  terminal: Terminal,
  criteriaFile: string,
  evidenceFile: string,
  options: VerifyOptions,
): Promise<void> {
  const verification = await showProgress(terminal, { quiet: options.json === true }, (progress) => {
    progress.step(`Scoring ${evidenceFile}`)
    return verifyFiles(criteriaFile, evidenceFile)
  })
  terminal.out(options.json === true ? jsonText(verification) : formatVerification(verification))
  if (verification.verdict !== 'pass') throw new UnmetGoalError()
}

function verifyFiles(criteriaFile: string, evidenceFile: string): Verification {
  const { criteria, options } = readCriteriaFile(criteriaFile)
  const evidence = readJsonFile(evidenceFile)
  const place = findEvidencePlace(evidence)
  if (place !== undefined) {
    throw new UsageError(`${evidenceFile} is a record; use carebench regrade, or pass its ${place}`)
  }
  if (findMember(evidence, 'version') === undefined) {
    throw new UsageError(`${evidenceFile} is not an evidence snapshot: expected {"version": 1, …}`)
  }
  try {
    // The verifier validates both itself.
    const verification = score({
      criteria,
      evidence: evidence as EvidenceSnapshot,
      ...(options === undefined ? {} : { options }),
    } as Parameters<typeof score>[0])
    assertAssertions(criteriaFile, criteria)
    return verification
  } catch (error) {
    if (error instanceof InvalidCriteriaError) throw new UsageError(`${criteriaFile}: ${error.message}`)
    if (error instanceof InvalidEvidenceError) throw new UsageError(`${evidenceFile}: ${error.message}`)
    if (error instanceof RangeError) throw new UsageError(`${criteriaFile}: ${error.message}`)
    throw error
  }
}

/** Throws a {@link UsageError} for assertions that could only score 0; the verifier validates everything else. */
function assertAssertions(file: string, criteria: unknown): void {
  const problems = (Array.isArray(criteria) ? criteria : []).flatMap((criterion, index) => {
    const assertion = findMember(criterion, 'assertion')
    if (assertion === undefined) return []
    const validity = validateAssertion(assertion)
    return (validity.ok ? [] : validity.errors).map(({ path, message }) => `/${index}/assertion${path} ${message}`)
  })
  if (problems.length > 0) throw new UsageError(`${file}: the criteria are invalid:\n${problems.join('\n')}`)
}

/** Returns where a record has its evidence; undefined if the value is not a record. */
function findEvidencePlace(value: unknown): string | undefined {
  if (findMember(value, 'seal') === undefined) return undefined
  const kind = findMember(value, 'kind')
  if (kind === 'task-run') return '"evidence"'
  return kind === 'benchmark-run' ? '"evidence" in /task_runs/0' : undefined
}

function formatVerification({
  score,
  raw_score,
  capped_by,
  verdict,
  axes,
  items,
  criterion_runs,
}: Verification): string {
  if (criterion_runs.length === 0) return 'There are no criteria, so the score is 0 and the verdict is fail.\n'
  const lines = criterion_runs.flatMap((run) => [
    formatRun(run),
    ...(run.passed ? [] : wrap(printable(run.details), 4)),
  ])
  const axisLines = Object.entries(axes).map(
    ([axis, { score: axisScore, weight }]) =>
      `${printable(axis).padEnd(19)}${formatScore(axisScore).padEnd(7)}weight ${weight}`,
  )
  const itemLines = Object.entries(items ?? {}).map(
    ([key, item]) =>
      `${printable(key).padEnd(19)}${formatScore(item.score).padEnd(7)}${item.verdict}${item.due ? '' : ', not due'}`,
  )
  const labelOf = (name: string): string =>
    criterion_runs.find(({ criterion_id }) => criterion_id === name)?.label ?? name
  const cap = describeCap({ score, rawScore: raw_score, cappedBy: capped_by.map(labelOf).map(printable) })
  if (items !== undefined) lines.push('', ...itemLines)
  lines.push('', ...axisLines, '')
  lines.push(`score   ${cap ?? formatScore(score)}`, `verdict ${verdict ?? 'none: a check failed with an error'}`)
  return `${lines.join('\n')}\n`
}

function formatRun(run: Verification['criterion_runs'][number]): string {
  const marks = formatMarks({
    ...run,
    severity: severityFor(run),
    leftUndone: isLeftUndone(run),
    notRight: isNotRight(run),
  })
  return `${run.outcome.padEnd(12)}${formatScore(run.score).padEnd(7)}${nameRun(run)}${marks}`
}

/** The label of a criterion, after the key of its item if it has one. */
function nameRun({ item, label }: Verification['criterion_runs'][number]): string {
  return `${item === undefined ? '' : `${printable(item)}: `}${printable(label)}`
}
