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
  /** Maximum moves of the model, after which the task is completed without output; default 40. */
  readonly maxMoves?: number
  /** Called with one line for each move. */
  readonly say?: (line: string) => void
}

/** Starts a task, lets the model call tools until it is done, and completes the task with the model's output. */
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

/**
 * Runs a tool. Rejections by a simulated system, unknown tools and bad arguments are returned for the model to read;
 * errors of the service are thrown and end the task.
 */
async function callTool(session: TaskSession, move: Move & { readonly kind: 'call' }): Promise<Observation> {
  const tool = tools.find(({ name }) => name === move.tool)
  if (tool === undefined) {
    const known = tools.map(({ name }) => name).join(', ')
    return { kind: 'refusal', status: 404, message: `There is no tool ${move.tool}; there are ${known}.`, body: null }
  }
  try {
    return { kind: 'answer', value: await tool.run(session, move.arguments) }
  } catch (error) {
    // The client throws a TypeError for arguments that do not fit into a URL, such as an empty id.
    if (error instanceof TypeError) return { kind: 'refusal', status: 400, message: error.message, body: null }
    if (!(error instanceof SimulatedSystemError)) throw error
    // The client has parsed the body from JSON, or left it as text.
    return { kind: 'refusal', status: error.status, message: error.message, body: (error.body ?? null) as JsonValue }
  }
}
