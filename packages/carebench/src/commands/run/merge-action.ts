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
import { findWriter } from '../../runner/results/folder-lock.js'
import { attemptsIn, readLockFile } from '../../runner/results/read-folder.js'
import { summarizeTrials } from '../../runner/results/run-summary.js'
import { type TrialKey, trialPath } from '../../runner/results/trial-result.js'
import { ChangedLockError, mergeLocks, type RunLock } from '../../runner/runs/run-lock.js'
import { formatOutcome } from '../../running/run-events.js'
import { UsageError } from '../../terminal/exit-reason.js'
import { printable } from '../../terminal/printable.js'
import type { Terminal } from '../../terminal/terminal.js'

/**
 * Merges the results folders of the shards of one run into a new folder. Throws a {@link UsageError} without creating a
 * folder unless all have the same plan and the same lock, and no trial was tried in two of them.
 */
export function mergeRuns(terminal: Terminal, paths: readonly string[], into: string): void {
  const [first, ...others] = paths.map(readRunFolder)
  if (first === undefined) throw new UsageError('name the folders of the shards')
  for (const { path } of [first, ...others]) assertIdle(path)
  for (const other of others) assertSameRun(first, other)
  const owners = findOwners([first, ...others])
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

/** Throws a {@link UsageError} unless two folders have the same plan and the same lock. */
function assertSameRun(one: RunFolder, other: RunFolder): void {
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
  const owners = new Map<TrialKey, RunFolder>()
  for (const key of folders[0]?.plan ?? []) {
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

function copyInto(into: string, folders: readonly RunFolder[], owners: ReadonlyMap<TrialKey, RunFolder>): void {
  const [first] = folders
  if (first === undefined) return
  for (const name of ['bases', 'trials']) mkdirSync(join(into, name), { recursive: true, mode: 0o700 })
  for (const { path } of folders) {
    const bases = join(path, 'bases')
    for (const name of existsSync(bases) ? readdirSync(bases) : []) cpSync(join(bases, name), join(into, 'bases', name))
  }
  for (const [key, { path }] of owners) {
    cpSync(join(path, trialPath(key)), join(into, trialPath(key)), { recursive: true })
  }
  const attempts = folders.flatMap((folder) => folder.attempts)
  const { shard: _, ...config } = first.config
  const run: unknown = JSON.parse(readFileSync(join(first.path, 'run.json'), 'utf8'))
  const scored = folders.flatMap((folder) => [...folder.scored, ...folder.invalid])
  const assessments = folders.flatMap((folder) => folder.assessments)
  const files = {
    '.gitignore': '*\n',
    'index.jsonl': toLines(attempts),
    ...(assessments.length > 0 && { 'assessments.jsonl': toLines(assessments) }),
    'lock.json': toJson(readLock(first)),
    'run.json': toJson({ ...(run as object), config }),
    'results.json': toJson(summarizeTrials(first, first.plan, scored, attempts, assessments)),
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(into, name), text, { mode: 0o600 })
}

function toLines(values: readonly object[]): string {
  return values.map((value) => `${JSON.stringify(value)}\n`).join('')
}

function toJson(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
