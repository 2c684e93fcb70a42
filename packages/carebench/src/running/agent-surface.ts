import { InvalidArgumentError } from 'commander'
import type { Agent } from '../runner/agent.js'
import { type Surface, surfaces } from '../runner/surface.js'
import { UsageError } from '../terminal/exit-reason.js'

/** Reads the option `--surface`. */
export function parseSurface(text: string): Surface {
  const found = surfaces.find((one) => one === text)
  if (found === undefined) throw new InvalidArgumentError(`Expected ${surfaces.join(', ')}.`)
  return found
}

/** The surface that the member `tools` of version 0.2 stood for, which is read for one version more. */
export function readTools(tools: string): string {
  return tools === 'typed' ? 'tools' : tools
}

/** The surfaces of agents that run elsewhere, by their kinds. All others have one only. */
const possible: Readonly<Partial<Record<Agent['kind'], readonly Surface[]>>> = {
  command: ['http', 'browser'],
  http: ['http', 'browser'],
  module: ['http', 'browser'],
  mcp: ['tools'],
  human: ['browser'],
}

/** Returns an agent that reaches the systems by a surface. Throws a {@link UsageError} if it cannot. */
export function atSurface(agent: Agent, surface: Surface | undefined): Agent {
  if (surface === undefined) return agent
  const surfaces = possible[agent.kind] ?? ['http']
  if (!surfaces.includes(surface)) {
    throw new UsageError(`--surface ${surface}: the agent ${agent.name} has ${surfaces.join(' or ')} only`)
  }
  // An agent without the option has the same lock as before there was one.
  return surface === 'browser' ? { ...agent, surface, identity: { ...agent.identity, surface } } : agent
}
