import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { finish } from '@carebench/protocol'
import {
  type EntryChanges,
  findEntryChanges,
  isTooDeep,
  pinCriteria,
  placeByJudging,
  placeByPosition,
  readConversation,
  readPhoneCalls,
} from '@carebench/server/dashboard/task'
import type { RecordOpener } from '@carebench/service'
import { defaultChecks } from '@carebench/systems/verifier'
import { createVerifier, type EvidencePart } from '@carebench/verifier'
import { readJsonFile } from '../../files/json-file.js'
import { listTaskRuns, type RecordedTaskRun, readRecordFile } from '../../files/record-file.js'
import { explainDamage } from '../../files/run-folder.js'
import { readTrialResult, versionOfFile } from '../../runner/results/read-folder.js'
import type { TrialKey, TrialResult } from '../../runner/results/trial-result.js'
import { UsageError } from '../../terminal/exit-reason.js'
import { describeRun, type UnnamedRun } from '../model/describe-run.js'
import { findContradictions } from './contradictions.js'
import { readPictures } from './kept-pictures.js'
import { type AttackedWorld, findPlantedAttack } from './planted-attack.js'
import { readProxiedCalls } from './proxied-calls.js'
import type { TrialStory } from './trial-story.js'

export interface TrialPlace {
  readonly folder: string
  /** The path of the trial in the folder, with `/`. */
  readonly path: string
  readonly key: TrialKey
}

/** The tools for reading a trial. */
export interface ReadingTools {
  readonly bases: RecordOpener
  readonly parts: readonly EvidencePart[]
}

const nothing: EntryChanges = { unknown: null, bySeq: new Map() }

/** The story of a trial with nothing but a result. */
const empty = {
  ...{ unread: null, run: null, contradictions: [], turns: [], changes: nothing, pins: [], phoneCalls: [] },
  attack: null,
}

/**
 * Reads everything about a trial: its scored attempt, or else the last ended one. Undefined if no attempt has ended. If
 * a file other than the result is damaged, the story says so.
 *
 * @throws {UsageError} if the result is damaged
 */
export function readTrial(place: TrialPlace, tools: ReadingTools): TrialStory | undefined {
  const result = explainDamage(() => readTrialResult(place.folder, place.key))
  if (result === undefined) return undefined
  try {
    return readStory(place, result, tools)
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    return { ...empty, result, path: `${place.path}/attempt-${result.attempt}`, unread: error.message }
  }
}

function readStory({ folder, path, key }: TrialPlace, result: TrialResult, { bases, parts }: ReadingTools): TrialStory {
  const attempt = `${path}/attempt-${result.attempt}`
  const file = join(folder, attempt, 'record.json.gz')
  const trajectory = readTrajectory(join(folder, attempt, 'trajectory.json'))
  if (!existsSync(file)) {
    const turns =
      trajectory === undefined
        ? readProxiedCalls(textIn(join(folder, attempt, 'calls.jsonl')))
        : readConversation(trajectory, [])
    return { ...empty, result, path: attempt, turns, pictures: readPictures(join(folder, attempt, 'agent'), turns) }
  }
  const read = readRecordFile(file, undefined)
  const [taskRun] = listTaskRuns(read.record)
  const changes = taskRun === undefined ? nothing : findEntryChanges(taskRun, bases, parts)
  const described = describeRun(read, { file, bases }, parts)
  const run = taskRun === undefined ? described : placeCriteria(described, taskRun, changes, { bases, parts })
  const [task] = run.tasks
  const turns = readConversation(trajectory, task?.trajectory.steps ?? [])
  const phoneCalls = readPhoneCalls(task?.difference.collections ?? [])
  const contradictions = findContradictions(key, result, run)
  const pins = pinCriteria(task?.criteria ?? [], turns)
  const pictures = readPictures(join(folder, attempt, 'agent'), turns)
  const attack = taskRun === undefined ? null : findPlantedAttack(task?.criteria ?? [], openWorld(taskRun, bases))
  const found = { contradictions, turns, changes, pins, phoneCalls, attack, pictures }
  return { result, path: attempt, unread: null, run, ...found }
}

function openWorld(taskRun: RecordedTaskRun, bases: RecordOpener): AttackedWorld {
  const { events } = taskRun.evidence
  // Seeding the state would take longer, and add no texts.
  if (taskRun.version === 2) return { world: [taskRun.base, bases.baseOf(taskRun)], events }
  return { world: taskRun.evidence.initial, events }
}

function placeCriteria(
  run: UnnamedRun,
  taskRun: RecordedTaskRun,
  changes: EntryChanges,
  { bases, parts }: ReadingTools,
): UnnamedRun {
  const tools = { opener: bases, verifier: createVerifier({ checks: defaultChecks, parts }) }
  const tasks = run.tasks.map((task) => {
    const placed = task.criteria.map((criterion) => placeByPosition(criterion, changes))
    return { ...task, criteria: finish(placeByJudging(placed, taskRun, tools)) }
  })
  return { ...run, tasks }
}

/**
 * Maximum size of the calls of a trial in bytes: the runner writes at most 10,000 lines of up to 8 KB, the size of a
 * line with a name that consists of escapes.
 */
const maxCallBytes = 128 * 1024 * 1024

function textIn(file: string): string {
  if (!existsSync(file)) return ''
  const { size } = statSync(file)
  if (size > maxCallBytes) throw new UsageError(`${file} has ${size} bytes, more than ${maxCallBytes}`)
  return readFileSync(file, 'utf8')
}

/** Reads a trajectory, and checks its depth, because it comes from the agent, unlike a sealed record. */
function readTrajectory(file: string): unknown {
  const trajectory = readIfThere(file)
  if (isTooDeep(trajectory)) throw new UsageError(`${file} is nested too deeply; remove it to see the log alone`)
  return trajectory
}

function readIfThere(file: string): unknown {
  return existsSync(file) ? readJsonFile(file) : undefined
}

/**
 * Returns a version that changes whenever a file that is read for a trial changes; undefined if there is nothing to
 * read.
 */
export function versionOfTrial({ folder, path }: TrialPlace): string | undefined {
  const trial = join(folder, path)
  if (!existsSync(trial)) return undefined
  const names = readdirSync(trial).sort()
  const scored = versionOfFile(join(trial, 'result.json'))
  const ended = names.filter((name) => existsSync(join(trial, name, 'result.json')))
  return scored === '' && ended.length === 0 ? undefined : `${ended.join()} ${scored}`
}
