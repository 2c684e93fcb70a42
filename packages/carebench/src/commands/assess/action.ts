import { plural } from '@carebench/text'
import type { Verdict } from '@carebench/verifier'
import { parseTrialName, type RunFolder, readRunFolder } from '../../files/run-folder.js'
import {
  type AnyAssessment,
  type Assessment,
  appendAssessment,
  findInvalidation,
  isOfTask,
  listAssessments,
} from '../../runner/results/assessments.js'
import { readPlan } from '../../runner/results/read-folder.js'
import { maxAssessment } from '../../runner/results/stored-shapes.js'
import { nameOfTrial } from '../../runner/results/trial-result.js'
import { UsageError } from '../../terminal/exit-reason.js'
import { jsonText, printable } from '../../terminal/printable.js'
import type { Terminal } from '../../terminal/terminal.js'
import { readLeaveOutList } from './leave-out.js'

export interface AssessOptions {
  readonly by?: string
  readonly note?: string
  readonly invalidate?: string
  readonly restore?: string
  readonly verdict?: Verdict
  /** The file of a list of tasks. */
  readonly leaveOut?: string
  readonly json?: boolean
}

type TrialOptions = Omit<AssessOptions, 'json' | 'leaveOut'>

/**
 * Adds an assessment of a trial, leaves out the tasks of a list, or prints all assessments. Throws a {@link UsageError}
 * for an invalid assessment or list.
 */
export function assess(
  terminal: Terminal,
  { folder: path, trial }: { readonly folder: string; readonly trial: string | undefined },
  options: AssessOptions,
): void {
  const folder = readRunFolder(path)
  const { json, leaveOut, ...said } = options
  if (leaveOut !== undefined) {
    if (trial !== undefined || Object.keys(said).length > 0) {
      throw new UsageError('--leave-out takes the folder alone: the list says who left out which tasks, and why')
    }
    const decisions = readLeaveOutList(leaveOut, folder, readPlan(path).tasks)
    for (const one of decisions) appendAssessment(path, one)
    terminal.out(json === true ? jsonText({ version: 1, assessments: decisions }) : formatLines(decisions))
    return
  }
  if (trial === undefined) {
    if (Object.keys(said).length > 0) throw new UsageError('name the trial: <agent>/<task>/<number>')
    terminal.out(json === true ? jsonText({ version: 1, assessments: folder.assessments }) : formatAll(folder))
    return
  }
  const assessment = makeAssessment(folder, trial, said)
  appendAssessment(path, assessment)
  if (json === true) terminal.out(jsonText(assessment))
  else terminal.out(`${formatLine(assessment)}\n`)
}

function makeAssessment(folder: RunFolder, trial: string, options: TrialOptions): Assessment {
  const key = parseTrialName(trial)
  const result = [...folder.scored, ...folder.invalid].find((one) => nameOfTrial(one.key) === nameOfTrial(key))
  if (result === undefined) {
    throw new UsageError(`${folder.path} has no scored trial ${trial}; carebench run show ${folder.path} lists them`)
  }
  const { kind, reason, verdict } = sayWhat(options)
  const own = listAssessments([result], folder.assessments).get(nameOfTrial(key)) ?? []
  const isInvalid = findInvalidation(own) !== undefined
  if (kind === 'invalid' && isInvalid) throw new UsageError(`${trial} is invalidated already`)
  if (kind === 'valid' && !isInvalid) throw new UsageError(`${trial} counts already`)
  const by = demandText('--by', options.by, maxAssessment.name)
  return {
    ...{ version: 1, at: new Date().toISOString(), by, ...key, attempt: result.attempt, kind },
    ...{ reason: demandText(reason.option, reason.text, maxAssessment.reason), verdict },
  }
}

/** Returns the assessment that the options make: exactly one. */
function sayWhat({ note, invalidate, restore, verdict }: TrialOptions) {
  const wanted = [invalidate !== undefined, restore !== undefined, note !== undefined || verdict !== undefined]
  if (wanted.filter(Boolean).length !== 1) {
    throw new UsageError('give exactly one of --note, --invalidate, --restore, and --verdict with --note')
  }
  if (invalidate !== undefined) {
    return { kind: 'invalid', reason: { option: '--invalidate', text: invalidate }, verdict: null } as const
  }
  if (restore !== undefined) {
    return { kind: 'valid', reason: { option: '--restore', text: restore }, verdict: null } as const
  }
  const kind = verdict === undefined ? ('note' as const) : ('opinion' as const)
  return { kind, reason: { option: '--note', text: note }, verdict: verdict ?? null }
}

function demandText(option: string, text: string | undefined, most: number): string {
  const trimmed = text?.trim() ?? ''
  if (trimmed === '') throw new UsageError(`${option} must not be missing or empty`)
  if (trimmed.length > most)
    throw new UsageError(`${option} must have at most ${most} characters, got ${trimmed.length}`)
  return trimmed
}

function formatAll({ assessments, invalid }: RunFolder): string {
  if (assessments.length === 0) return 'These trials have no assessments.\n'
  const counts =
    invalid.length === 0 ? '' : `\n${plural(invalid.length, 'trial')} invalidated and left out of all figures.\n`
  return `${formatLines(assessments)}${counts}`
}

function formatLines(assessments: readonly AnyAssessment[]): string {
  return assessments.map((one) => `${formatLine(one)}\n`).join('')
}

const words = {
  ...{ note: 'note', invalid: 'invalidated', valid: 'counts again', opinion: 'second opinion' },
  ...{ left_out: 'task left out', counted: 'task counts again' },
}

function formatLine(assessment: AnyAssessment): string {
  const { at, by, task, kind, reason } = assessment
  const place = isOfTask(assessment) ? task : `${assessment.agent}/${task}/${assessment.trial}`
  const verdict = isOfTask(assessment) ? null : assessment.verdict
  const what = `${words[kind]}${verdict === null ? '' : ` ${verdict}`}`
  const said = reason.replaceAll(/\s+/g, ' ')
  return printable(`${at.slice(0, 16).replace('T', ' ')}  ${place}  ${what} by ${by}: ${said}`)
}
