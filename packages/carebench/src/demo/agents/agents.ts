import type { Agent, AgentName } from '../agent.js'
import { carelessAgent } from './careless.js'
import { goodAgent } from './good.js'
import { idleAgent } from './idle.js'

/** The scripted agents by name. */
export const agents: Readonly<Record<AgentName, Agent>> = { good: goodAgent, careless: carelessAgent, idle: idleAgent }
