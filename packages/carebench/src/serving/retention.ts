import { accessSync, constants, createWriteStream, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ArchivedRun, Retention } from '@carebench/service'
import { makeFolder } from '../files/make-folder.js'
import { UsageError } from '../terminal/exit-reason.js'
import type { Settings } from './settings.js'

/** Only the user may read the archive, because records contain criteria and expected values. */
const folderMode = 0o700

const milliseconds = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const

/**
 * Returns the rule by which a server deletes runs automatically; undefined for none. Throws a {@link UsageError} for
 * contradictory settings.
 */
export function readRetention({ retain, archive }: Pick<Settings, 'retain' | 'archive'>): Retention | undefined {
  if (retain === undefined) {
    if (archive !== undefined)
      throw new UsageError('archive needs retain, which selects the runs to archive and delete')
    return undefined
  }
  const [, number = '', unit] = /^(\d+)([mhd])?$/.exec(retain) ?? []
  const amount = Number(number)
  const keep =
    unit === undefined ? { runs: amount } : { milliseconds: amount * milliseconds[unit as keyof typeof milliseconds] }
  if (archive === undefined) return { keep }
  try {
    makeFolder(archive, folderMode)
    accessSync(archive, constants.W_OK)
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : cause
    throw new UsageError(
      `archive: ${archive} must be a folder that can be written, and is created if it is missing: ${why}`,
      { cause },
    )
  }
  return { keep, archive: (run, signal) => archiveRun(archive, run, signal) }
}

/**
 * Writes a run atomically as a folder named by its id: `run.json`, and the record of each task run as `ID.json`.
 * Replaces an existing folder, which an earlier attempt left if the run was then not deleted.
 */
async function archiveRun(folder: string, { run, records }: ArchivedRun, signal: AbortSignal): Promise<void> {
  const target = join(folder, fileName(run.id))
  const part = `${target}.${process.pid}.part`
  const former = `${target}.${process.pid}.former`
  const write = (name: string, value: object) => {
    const lines = Readable.from([`${JSON.stringify(value)}\n`])
    return pipeline(lines, createWriteStream(join(part, name), { mode: 0o600, flush: true }), { signal })
  }
  try {
    rmSync(part, { recursive: true, force: true })
    mkdirSync(part, { mode: folderMode })
    for await (const [id, record] of records) await write(`${fileName(id)}.json`, record)
    await write('run.json', run)
    if (existsSync(target)) renameSync(target, former)
    renameSync(part, target)
  } finally {
    for (const left of [part, former]) rmSync(left, { recursive: true, force: true })
  }
}

/**
 * Returns an id as a file name. Rejects other texts, because imported ids may be any text, and must not lead out of the
 * archive.
 */
function fileName(id: string): string {
  if (/^[a-z0-9_]{1,100}$/.test(id)) return id
  throw new Error(
    `Expected an id like run_01kd6x00000000000000000000, the name of its file; got ${JSON.stringify(id)}.`,
  )
}
