/** Waits a number of milliseconds. */
export type Wait = (milliseconds: number) => Promise<void>

/** The scripted agents of the demo, from one that does its work well to one that does nothing. */
export const agentNames = ['good', 'careless', 'idle'] as const

export type AgentName = (typeof agentNames)[number]
