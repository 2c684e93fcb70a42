import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { GroupRequest } from './draw-group.js'
import type { WorkerMessage } from './worker.js'

type Validated = Extract<WorkerMessage, { readonly kind: 'validated' }>

/** Resource usage of all workers. */
export interface WorkersUsage {
  /** Seconds of processor time. */
  readonly cpu: number
  /** Maximum memory used by one worker, in MiB. */
  readonly memory: number
}

/**
 * Validates groups of instances in worker processes, each of which takes the next group when it has finished one.
 *
 * @param onValidated - called after each instance
 *
 * @throws Error if a worker fails or exits; the others are then stopped
 */
export async function validateInWorkers(
  groups: readonly GroupRequest[],
  workers: number,
  onValidated: (validated: Validated) => void,
): Promise<WorkersUsage> {
  const waiting = [...groups]
  const usages = await Promise.all(
    Array.from({ length: Math.min(workers, groups.length) }, () => workThrough(waiting, onValidated)),
  )
  return {
    cpu: usages.reduce((sum, { cpu }) => sum + cpu, 0),
    memory: Math.max(0, ...usages.map(({ memory }) => memory)),
  }
}

/** Node options with which a worker runs the TypeScript sources, in a normal process and under a test runner. */
const runsSources = ['--conditions=@carebench/source', '--import', 'tsx']

function workThrough(waiting: GroupRequest[], onValidated: (validated: Validated) => void): Promise<WorkersUsage> {
  const worker = fork(fileURLToPath(new URL('./worker.ts', import.meta.url)), {
    serialization: 'advanced',
    execArgv: runsSources,
  })
  let usage: WorkersUsage = { cpu: 0, memory: 0 }
  return new Promise<WorkersUsage>((resolve, reject) => {
    const next = () => {
      const group = waiting.shift()
      if (group !== undefined) worker.send(group)
      else worker.disconnect()
    }
    worker.on('message', (message: WorkerMessage) => {
      if (message.kind === 'validated') onValidated(message)
      else if (message.kind === 'failed') reject(new Error(`a worker failed: ${message.message}`))
      else {
        usage = message
        next()
      }
    })
    worker.on('error', reject)
    worker.on('exit', (code, signal) => {
      if (code === 0) resolve(usage)
      else reject(new Error(`expected a worker to end with 0, got ${code ?? signal}`))
    })
    next()
  }).finally(() => {
    // After a failure, the other workers must not take another group.
    waiting.length = 0
    if (worker.connected) worker.kill()
  })
}
