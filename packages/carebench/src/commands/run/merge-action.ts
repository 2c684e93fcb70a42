import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { canonicalJson } from '@carebench/verifier'
import { makeFolder } from '../../files/make-folder.js'
import { type RunFolder, readRunFolder } from '../../files/run-folder.js'
import { findLeftOut, isOfTask } from '../../runner/results/assessments.js'
import { findWriter } from '../../runner/results/folder-lock.js'
import { attemptsIn, readLockFile, readPlan } from '../../runner/results/read-folder.js'
import { nameOfTrial, type TrialKey, trialPath } from '../../runner/results/trial-result.js'
import { planTrials } from '../../runner/runs/plan-trials.js'
import { ChangedLockError, mergeLocks, type RunLock } from '../../runner/runs/run-lock.js'
import { formatOutcome } from '../../running/run-events.js'
import { UsageError } from '../../terminal/exit-reason.js'
import { printable } from '../../terminal/printable.js'
import type { Terminal } from '../../terminal/terminal.js'

/**
 * Merges the results folders of the shards of one run into a new folder. Throws a {@link UsageError} without creating a
 * folder unless all have the same plan and the same lock, no trial was tried in two of them, and each has results and
 * assessments only of its own trials: a folder may come from a stranger, who could invalidate the trials of the others.
 */
export function mergeRuns(terminal: Terminal, paths: readonly string[], into: string): void {
  const [first, ...others] = paths.map(readRunFolder)
  if (first === undefined) throw new UsageError('name the folders of the shards')
  for (const { path } of [first, ...others]) assertIdle(path)
  for (const other of others) assertSameRun(first, other)
  const owners = findOwners([first, ...others])
  for (const folder of [first, ...others]) assertOwn(folder, owners)
  if (existsSync(into)) throw new UsageError(`${into} already exists: name a new folder with --into`)
  makeFolder(dirname(into))
  // A temporary folder in the same parent, so that it can be renamed. Its name is unique, because it is removed on
  // failure.
  const part = mkdtempSync(`${into}.`)
  try {
    copyInto(part, [first, ...others], owners)
    renameSync(part, into)
  } catch (error) {
    rmSync(part, { recursive: true, force: true })
    throw error
  }
  const { summary } = readRunFolder(into)
  terminal.out(`${formatOutcome({ summary })}\nResults: ${printable(into)}\n`)
}

function assertIdle(path: string): void {
  const writer = findWriter(path)
  if (writer !== undefined) throw new UsageError(`${path} is in use by process ${writer}: wait until it has ended`)
}

/** Throws a {@link UsageError} unless two folders have the same plan, the same lock, and leave out the same tasks. */
function assertSameRun(one: RunFolder, other: RunFolder): void {
  const leftOut = [one, other].map(({ assessments }) => [...findLeftOut(assessments).keys()].toSorted())
  if (canonicalJson(leftOut[0] ?? []) !== canonicalJson(leftOut[1] ?? [])) {
    throw new UsageError(
      `${other.path} and ${one.path} leave out different tasks: use the same list, or merge them first`,
    )
  }
  for (const member of ['benchmark', 'agents', 'tasks', 'trials'] as const) {
    if (canonicalJson(one[member]) === canonicalJson(other[member])) continue
    throw new UsageError(`${other.path} is of another run than ${one.path}: /${member} of run.json differs`)
  }
  try {
    mergeLocks(readLock(one), readLock(other) as RunLock)
  } catch (error) {
    if (!(error instanceof ChangedLockError)) throw error
    throw new UsageError(`${other.path} and ${one.path} cannot be merged. ${error.message}`, { cause: error })
  }
}

function readLock({ path }: RunFolder) {
  return readLockFile(join(path, 'lock.json')) ?? {}
}

/**
 * Returns the folder in which each trial was tried. Throws a {@link UsageError} for a trial that was tried in two
 * folders.
 */
function findOwners(folders: readonly RunFolder[]): ReadonlyMap<TrialKey, RunFolder> {
  const [first] = folders
  const owners = new Map<TrialKey, RunFolder>()
  for (const key of first === undefined ? [] : planTrials(readPlan(first.path))) {
    const [owner, second] = folders.filter(({ path }) => attemptsIn(join(path, trialPath(key))).length > 0)
    if (owner === undefined) continue
    if (second !== undefined) {
      const name = printable(`${key.agent}/${key.task}/${key.trial}`)
      throw new UsageError(`${name} was tried in ${owner.path} and in ${second.path}: a trial counts once`)
    }
    owners.set(key, owner)
  }
  return owners
}

/** Throws a {@link UsageError} if a folder has a result, an attempt or an assessment of a trial tried elsewhere. */
function assertOwn(folder: RunFolder, owners: ReadonlyMap<TrialKey, RunFolder>): void {
  const { path, scored, invalid, attempts, assessments } = folder
  const own = new Set([...owners].flatMap(([key, owner]) => (owner === folder ? [nameOfTrial(key)] : [])))
  const said = assessments.filter((one) => !isOfTask(one))
  const planned = new Set(planTrials(readPlan(path)).map(nameOfTrial))
  const keys = [...[...scored, ...invalid].map(({ key }) => key), ...attempts, ...said]
  const other = keys.find((key) => planned.has(nameOfTrial(key)) && !own.has(nameOfTrial(key)))
  if (other === undefined) return
  const name = printable(`${other.agent}/${other.task}/${other.trial}`)
  throw new UsageError(`${path} has results or assessments of ${name}, which was not tried there`)
}

function copyInto(into: string, folders: readonly RunFolder[], owners: ReadonlyMap<TrialKey, RunFolder>): void {
  const [first] = folders
  if (first === undefined) return
  for (const name of ['bases', 'trials']) mkdirSync(join(into, name), { recursive: true, mode: 0o700 })
  for (const { path } of folders) {
    const bases = join(path, 'bases')
    const names = existsSync(bases) ? readdirSync(bases).filter((name) => name.endsWith('.json.gz')) : []
    for (const name of names) cpSync(join(bases, name), join(into, 'bases', name))
  }
  for (const [key, { path }] of owners) {
    cpSync(join(path, trialPath(key)), join(into, trialPath(key)), { recursive: true })
  }
  const attempts = folders.flatMap((folder) => folder.attempts)
  const { shard: _, ...config } = first.config
  const run: unknown = JSON.parse(readFileSync(join(first.path, 'run.json'), 'utf8'))
  const assessments = folders.flatMap((folder) => folder.assessments)
  const files = {
    '.gitignore': '*\n',
    'index.jsonl': toLines(attempts),
    ...(assessments.length > 0 && { 'assessments.jsonl': toLines(assessments) }),
    'lock.json': toJson(readLock(first)),
    'run.json': toJson({ ...(run as object), config }),
  }
  const write = (name: string, text: string) => writeFileSync(join(into, name), text, { mode: 0o600 })
  for (const [name, text] of Object.entries(files)) write(name, text)
  write('results.json', toJson(readRunFolder(into).summary))
}

function toLines(values: readonly object[]): string {
  return values.map((value) => `${JSON.stringify(value)}\n`).join('')
}

function toJson(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
