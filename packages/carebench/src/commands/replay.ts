import { createDefaultSimulators, NotReplayableError, type RecordReplay, replayRecord } from '@carebench/service'
import type { TaskRunRecord } from '@carebench/verifier'
import { Command } from 'commander'
import { FellShort, WrongUse } from '../exit-reason.js'
import { formatSeal, nameOf, readRecordFile, recordHelp, taskRunsOf } from '../record-file.js'
import type { Terminal } from '../terminal.js'
import { shortenJson, wrap } from '../text-layout.js'

const examples = `
Example:
  carebench replay record.json   the same calls on a fresh copy of the recorded environment
`

/** `carebench replay`: the recorded calls carried out again on a fresh copy of the recorded environment. */
export function replayCommand(terminal: Terminal): Command {
  return new Command('replay')
    .summary('carry out the calls of a record again')
    .description(
      'Check the seal of a record and carry out its calls again. Exits 1 if the record was changed or anything differs.',
    )
    .argument('<record>', 'JSON file: the record of a task run or of a run, as GET /task-runs/{id}/record answers it')
    .option('--digest <hex>', 'the seal.digest that was kept elsewhere: tells a record that was sealed anew')
    .option('--json', 'print one JSON object and nothing else')
    .addHelpText('after', examples + recordHelp)
    .action((file: string, options: { readonly digest?: string; readonly json?: boolean }) => {
      const { record, seal } = readRecordFile(file, options.digest)
      const replayed = taskRunsOf(record).map((one) => ({ name: nameOf(one), ...replayFile(one, file) }))
      const same = seal.ok && replayed.every((one) => one.same)
      terminal.out(
        options.json === true
          ? `${JSON.stringify({ same, seal, task_runs: replayed })}\n`
          : `${[...formatSeal(seal), ...replayed.flatMap(formatReplay)].join('\n')}\n`,
      )
      if (!same) throw new FellShort()
    })
}

function replayFile(record: TaskRunRecord, file: string): RecordReplay {
  try {
    return replayRecord(record, createDefaultSimulators())
  } catch (error) {
    if (error instanceof NotReplayableError) throw new WrongUse(`${file}: ${error.message}`)
    throw error
  }
}

function formatReplay(replay: RecordReplay & { readonly name: string }): string[] {
  const { name, same, entries, divergence, evidence, engine } = replay
  if (same) return ['', name, `  the same: ${entries} ${entries === 1 ? 'entry' : 'entries'} replayed`]
  const versions =
    engine.recorded === engine.replayed
      ? `The simulators are of the recorded version, ${engine.replayed}: the record was changed after it was made.`
      : `The simulators are version ${engine.replayed}; version ${engine.recorded} wrote the record.`
  if (divergence === null) {
    const parts = evidence.join(', ')
    return [
      '',
      name,
      ...wrap(
        `${entries} ${entries === 1 ? 'entry' : 'entries'} replayed alike, but the evidence is another: ${parts}. ${versions}`,
        2,
      ),
    ]
  }
  const { seq, what, recorded, replayed } = divergence
  return [
    '',
    name,
    `  entry ${seq} has other ${what}`,
    ...wrap(`recorded: ${shortenJson(recorded)}`, 4),
    ...wrap(`replayed: ${shortenJson(replayed)}`, 4),
    ...wrap(versions, 2),
  ]
}
