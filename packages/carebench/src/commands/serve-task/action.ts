import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { takeVariables } from '../../runner/processes/taken-variables.js'
import { openHere } from '../../running/benchmark-source.js'
import { awaitStopSignal } from '../../serving/stop-signal.js'
import { UsageError } from '../../terminal/exit-reason.js'
import { showProgress } from '../../terminal/progress.js'
import type { Terminal } from '../../terminal/terminal.js'
import { startTaskServer } from './task-server.js'

export interface ServeTaskOptions {
  readonly task?: string
  readonly host: string
  readonly port: number
  readonly folder?: string
}

const variable = 'CAREBENCH_VERIFIER_KEY'

/** Serves one trial until the process receives a stop signal. */
export async function serveTask(terminal: Terminal, source: string, options: ServeTaskOptions): Promise<void> {
  const verifierKey = terminal.environment[variable] ?? ''
  if (verifierKey.length < 16) {
    throw new UsageError(
      `the variable ${variable} must hold a random text of at least 16 characters; the verifier sends it`,
    )
  }
  takeVariables([variable])
  const stop = awaitStopSignal()
  try {
    const served = await showProgress(terminal, { quiet: false, lasting: true }, async (progress) => {
      const opened = await openHere(source, { terminal, progress })
      const task = options.task ?? (opened.tasks.length === 1 ? opened.tasks[0] : undefined)
      if (task === undefined || !opened.tasks.includes(task)) {
        throw new UsageError(`name the task to serve with --task, one of: ${opened.tasks.join(', ')}`)
      }
      const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'carebench-serve-task-'))
      const { service, benchmark } = opened
      return startTaskServer({ folder, service, benchmark, task, host: options.host, port: options.port, verifierKey })
    })
    terminal.out(`Tools of the task: ${served.url}/mcp\n`)
    await stop.asked
    await served.close()
  } finally {
    stop.forget()
  }
}
