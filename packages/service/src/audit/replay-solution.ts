import type { JsonValue, Solution, SolutionCall } from '@carebench/protocol'
import { FillBudget, fillPlaceholders, fillText, maxFilledLength } from './placeholders.js'
import { capture } from './solution-call.js'

/** A recorded call with filled placeholders: the request, and the seconds that pass before it. */
export type FilledCall = Omit<SolutionCall, 'capture'> & { readonly body?: JsonValue; readonly text?: string }

/** The response to a call: its status and its unparsed body. */
export interface SolutionAnswer {
  readonly status: number
  readonly text: string
}

/** The result of replaying a solution. */
export interface ReplayedSolution {
  /** The output that completes the task; absent for none. */
  readonly output?: JsonValue
}

/**
 * Makes the recorded calls of a solution one after another through `make`, with the values that earlier calls captured.
 * Placeholders work as in the audit and, as there, refused calls do not stop it. Rejects if `make` rejects, and if the
 * captured and inserted values have more than 4,194,304 characters of JSON.
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
