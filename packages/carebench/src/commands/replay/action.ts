import {
  defaultSystems,
  NotReplayableError,
  type RecordOpener,
  type RecordReplay,
  replayRecord,
} from '@carebench/service'
import {
  explainMissing,
  formatSeal,
  listTaskRuns,
  nameTaskRun,
  type RecordedTaskRun,
  readBases,
  readRecordFile,
} from '../../files/record-file.js'
import { UnmetGoalError } from '../../terminal/exit-reason.js'
import { jsonText, printable } from '../../terminal/printable.js'
import { type Progress, showProgress } from '../../terminal/progress.js'
import type { Terminal } from '../../terminal/terminal.js'
import { shortenJson, wrap } from '../../terminal/text-layout.js'

export interface ReplayOptions {
  readonly base?: readonly string[]
  readonly digest?: string
  readonly json?: boolean
}

/**
 * Replays a record, and prints whether the results are the same. Throws an {@link UnmetGoalError} if not, or if the
 * seal is broken.
 */
export async function replay(terminal: Terminal, file: string, options: ReplayOptions): Promise<void> {
  const { seal, replayed } = await showProgress(terminal, { quiet: options.json === true }, (progress) =>
    replayTasks(file, options, progress),
  )
  const same = seal.ok && replayed.every((result) => result.same)
  terminal.out(
    options.json === true
      ? jsonText({ same, seal, task_runs: replayed })
      : `${[...formatSeal(seal), ...replayed.flatMap(formatReplay)].join('\n')}\n`,
  )
  if (!same) throw new UnmetGoalError()
}

function replayTasks(file: string, options: ReplayOptions, progress: Progress) {
  progress.step(`Reading ${file}`)
  const { record, seal } = readRecordFile(file, options.digest)
  const bases = readBases(options.base)
  const taskRuns = listTaskRuns(record)
  const replayed = taskRuns.map((taskRun, index) => {
    const name = nameTaskRun(taskRun)
    progress.step(`Replaying ${name}`, { number: index + 1, total: taskRuns.length })
    return { name, ...replayFile(taskRun, bases, file) }
  })
  return { seal, replayed }
}

function replayFile(record: RecordedTaskRun, bases: RecordOpener, file: string): RecordReplay {
  try {
    return replayRecord(record, defaultSystems, bases.baseOf(record))
  } catch (error) {
    if (error instanceof NotReplayableError) throw explainMissing(error, file)
    throw error
  }
}

function formatReplay(replay: RecordReplay & { readonly name: string }): string[] {
  const { same, entries, divergence, evidence, engine } = replay
  const name = printable(replay.name)
  if (same) return ['', name, `  the same: ${entries} ${entries === 1 ? 'entry' : 'entries'} replayed`]
  const versions = printable(
    engine.recorded === engine.replayed
      ? `The simulators have the recorded version, ${engine.replayed}, so the record was changed after it was made.`
      : `The simulators are version ${engine.replayed}; version ${engine.recorded} wrote the record.`,
  )
  if (divergence === null) {
    const parts = evidence.join(', ')
    return [
      '',
      name,
      ...wrap(
        `${entries} ${entries === 1 ? 'entry' : 'entries'} replayed with the same results, but the evidence ` +
          `differs: ${parts}. ${versions}`,
        2,
      ),
    ]
  }
  const { seq, what, recorded, replayed } = divergence
  return [
    '',
    name,
    what === 'arrival'
      ? `  entry ${seq} is not what the scenario delivers at that time`
      : `  entry ${seq} has different ${what}`,
    ...wrap(printable(`recorded: ${shortenJson(recorded)}`), 4),
    ...wrap(printable(`replayed: ${shortenJson(replayed)}`), 4),
    ...wrap(versions, 2),
  ]
}
