import { existsSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import type { RecordOpener } from '@carebench/service'
import type { EvidencePart } from '@carebench/verifier'
import { jsonFilesAt, readRecordFile } from '../files/record-file.js'
import { describeRunsIn } from '../files/run-folder.js'
import { UsageError } from '../terminal/exit-reason.js'
import type { Progress } from '../terminal/progress.js'
import { describeRun } from './model/describe-run.js'
import type { AgentRun } from './model/make-report.js'
import { basesIn, isResultsFolder, recordsIn } from './results-folder.js'

/** The agent of runs that are passed without a name. */
const noName = 'agent'

/**
 * Reads records one after another, because each may be large, and only a small part of it is kept.
 *
 * @param sources - files, folders, and results folders of runs, optionally with `NAME=` before them for the agent
 * @param options - the expected digest of the only record, and the bases that records name
 * @param parts - the parts of the evidence; members that belong to no part are reported as unknown
 */
export function readRuns(
  sources: readonly string[],
  { digest, bases }: { readonly digest: string | undefined; readonly bases: RecordOpener },
  parts: readonly EvidencePart[],
  progress: Progress,
): readonly AgentRun[] {
  const files = sources.flatMap(findFiles)
  if (digest !== undefined && files.length !== 1) {
    throw new UsageError(`--digest takes one record, got ${files.length}`)
  }
  const sealed = new Map<string, string>()
  return files.map(({ agent, file }, index) => {
    progress.step(`Reading ${file}`, { number: index + 1, total: files.length })
    const run = describeRun(readRecordFile(file, digest), { file, bases }, parts)
    const same = sealed.get(`${agent}\n${run.digest}`)
    if (same !== undefined) throw new UsageError(`${same} and ${file} are the same record; pass it once`)
    sealed.set(`${agent}\n${run.digest}`, file)
    return { agent, run }
  })
}

/** Lists the bases of the records in the sources that are results folders. */
export function listBases(sources: readonly string[]): readonly string[] {
  return resultsFoldersIn(sources).flatMap(basesIn)
}

/** Returns the sources that are results folders of `carebench run`. */
export function resultsFoldersIn(sources: readonly string[]): readonly string[] {
  return sources.map((source) => splitSource(source).place).filter((place) => isResultsFolder(place))
}

interface NamedFile {
  readonly agent: string
  readonly file: string
}

function findFiles(source: string): readonly NamedFile[] {
  const { agent, place } = splitSource(source)
  if (!existsSync(place)) throw new UsageError(`${place} cannot be read: there is no such file or folder`)
  if (isResultsFolder(place)) {
    return recordsIn(place).map(({ agent: own, file }) => ({ agent: agent === noName ? own : agent, file }))
  }
  const runs = describeRunsIn(place)
  if (runs !== '') throw new UsageError(`${place} has no records of its own${runs}`)
  const isFolder = statSync(place).isDirectory()
  const named = isFolder && agent === noName ? basename(place) : agent
  return jsonFilesAt(place).map((file) => ({ agent: named, file }))
}

/**
 * Splits a source into agent and path. A file name may contain an equals sign: if the whole argument exists, it is a
 * path.
 */
function splitSource(source: string): { readonly agent: string; readonly place: string } {
  const [, name, rest] = /^([^=/\\]+)=(.+)$/s.exec(source) ?? []
  if (name === undefined || rest === undefined || existsSync(source)) return { agent: noName, place: source }
  return { agent: name, place: rest }
}
