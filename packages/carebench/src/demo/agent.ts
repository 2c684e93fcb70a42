import type { Completion, SolverTask } from '@carebench/client'

export type { Completion }

/**
 * Works on one task with nothing but what the run gave it, and completes it. `say` gets one line for each step; what
 * takes its time is waited for with `wait`, by default on the real clock.
 */
export type Agent = (task: SolverTask, say: (step: string) => void, wait?: Wait) => Promise<Completion>

/** Waits for some milliseconds. */
export type Wait = (milliseconds: number) => Promise<void>

/** The scripted agents of the demo, from one that does its job to one that does nothing. */
export const agentNames = ['good', 'careless', 'idle'] as const

export type AgentName = (typeof agentNames)[number]
