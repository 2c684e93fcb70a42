import type { JsonValue, Solution, SolutionCall } from '@carebench/protocol'
import { FillBudget, fillPlaceholders, fillText, maxFilledLength } from './placeholders.js'
import { capture } from './solution-call.js'

/** A recorded call whose placeholders are filled: what is sent, and how many seconds pass before it. */
export type FilledCall = Omit<SolutionCall, 'capture'> & { readonly body?: JsonValue; readonly text?: string }

/** The answer to a call: its status, and its body as it came. */
export interface SolutionAnswer {
  readonly status: number
  readonly text: string
}

/** What is left of a solution once its calls are made. */
export interface ReplayedSolution {
  /** What the task is to be completed with; absent for none. */
  readonly output?: JsonValue
}

/**
 * Makes the recorded calls of a solution one after another, with the values that earlier ones captured, for somebody
 * who reaches the systems as an agent does. Placeholders mean what they mean in the audit. Refused calls are no reason
 * to stop, as they are none there. Rejects with what `make` rejects with, and if the captured values exceed 4 MiB.
 */
export async function replaySolution(
  { calls, output }: Pick<Solution, 'calls' | 'output'>,
  make: (call: FilledCall) => Promise<SolutionAnswer>,
): Promise<ReplayedSolution> {
  const captured = new Map<string, JsonValue>()
  const budget = new FillBudget(maxFilledLength)
  for (const recorded of calls) {
    const { status, text } = await make(fill(recorded, captured, budget))
    capture(recorded, { status, headers: {}, body: { text } }, captured, budget)
  }
  return output === undefined ? {} : { output: fillPlaceholders(output, captured, budget) }
}

function fill(recorded: SolutionCall, captured: ReadonlyMap<string, JsonValue>, budget: FillBudget): FilledCall {
  const { capture: _, headers, ...rest } = recorded
  const insert = (text: string) => fillText(text, captured, budget)
  const filled = {
    ...rest,
    path: insert(recorded.path),
    ...(headers !== undefined && {
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, insert(value)])),
    }),
  }
  if ('text' in recorded) return { ...filled, text: insert(recorded.text) }
  return recorded.body === undefined ? filled : { ...filled, body: fillPlaceholders(recorded.body, captured, budget) }
}
