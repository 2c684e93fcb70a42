import type { CallOptions, Transport } from '../http/transport.js'
import { callOperation } from '../operations/operation-caller.js'
import type { PlaygroundClock, Waited, WaitInput } from './run-results.js'

/** Reads the clock of the simulated systems of a started task. */
export function readClock(
  transport: Transport,
  runId: string,
  taskRunId: string | undefined,
  options: CallOptions | undefined,
): Promise<PlaygroundClock> {
  return callOperation(transport, 'readRunClock', { params: { id: runId }, taskRunId }, options)
}

/** Waits in a started task. */
export function wait(
  transport: Transport,
  runId: string,
  taskRunId: string | undefined,
  input: WaitInput,
  options: CallOptions | undefined,
): Promise<Waited> {
  return callOperation(transport, 'waitInRun', { params: { id: runId }, body: input, taskRunId }, options)
}
