import type { Completion, SolverTask } from '@carebench/client'

export type { Completion }

/**
 * Works on one task with nothing but the information in the run, and completes it. `say` is called with one line for
 * each step; `wait` waits, by default on the real clock.
 */
export type Agent = (task: SolverTask, say: (step: string) => void, wait?: Wait) => Promise<Completion>

/** Waits for some milliseconds. */
export type Wait = (milliseconds: number) => Promise<void>

/** The scripted agents of the demo, from one that does its work to one that does nothing. */
export const agentNames = ['good', 'careless', 'idle'] as const

export type AgentName = (typeof agentNames)[number]
