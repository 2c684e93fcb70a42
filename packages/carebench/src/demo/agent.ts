import type { Completion, SolverTask } from '@carebench/client'

export type { Completion }

/**
 * Works on one task with nothing but what the run gave it, and completes it. `say` gets one line for each step.
 */
export type Agent = (task: SolverTask, say: (step: string) => void) => Promise<Completion>

/** The scripted agents of the demo, from one that does its job to one that does nothing. */
export const agentNames = ['good', 'careless', 'idle'] as const

export type AgentName = (typeof agentNames)[number]
