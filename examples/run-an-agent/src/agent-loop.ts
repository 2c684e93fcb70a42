import {
  type Completion,
  type JsonValue,
  SimulatedSystemError,
  type SolverTask,
  type TaskSession,
} from '@carebench/client'
import type { Model, Move, Observation } from './model.js'
import { type Tool, tools } from './tools.js'

export interface LoopOptions {
  /** Moves after which a task is handed in as it is; default 40. */
  readonly maxMoves?: number
  /** Gets one line for each move. */
  readonly say?: (line: string) => void
}

/** Starts a task, lets the model call tools until it is done, and hands the task in. */
export async function workOn(task: SolverTask, model: Model, options: LoopOptions = {}): Promise<Completion> {
  const { maxMoves = 40, say = () => undefined } = options
  const session = await task.start()
  const conversation = model.begin({ name: session.name, taskItem: session.taskItem, tools: tools.map(describe) })
  let observation: Observation | null = null
  for (let count = 0; count < maxMoves; count++) {
    const move: Move = await conversation.next(observation)
    if (move.kind === 'done') return session.complete({ output: move.output })
    observation = await callTool(session, move)
    say(`${move.tool} ${JSON.stringify(move.arguments)} → ${observation.kind}`)
  }
  return session.complete()
}

function describe({ name, description, parameters }: Tool) {
  return { name, description, parameters }
}

/** What a simulated system refuses is for the model to read; what the service refuses ends the work. */
async function callTool(session: TaskSession, move: Move & { readonly kind: 'call' }): Promise<Observation> {
  const tool = tools.find(({ name }) => name === move.tool)
  if (tool === undefined) {
    const known = tools.map(({ name }) => name).join(', ')
    return { kind: 'refusal', status: 404, message: `There is no tool ${move.tool}; there are ${known}.`, body: null }
  }
  try {
    return { kind: 'answer', value: await tool.run(session, move.arguments) }
  } catch (error) {
    // Arguments that no URL can carry, such as an empty id, are a TypeError of the client.
    if (error instanceof TypeError) return { kind: 'refusal', status: 400, message: error.message, body: null }
    if (!(error instanceof SimulatedSystemError)) throw error
    // The payload was parsed from JSON, or is text.
    return { kind: 'refusal', status: error.status, message: error.message, body: (error.body ?? null) as JsonValue }
  }
}
