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

/** Returns the surface for a value of `tools`, the member that version 0.2 wrote; supported for one more version. */
export function readTools(tools: string): string {
  return tools === 'typed' ? 'tools' : tools
}

/** The possible surfaces by kind of agent. All other kinds have only `http`. */
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
    throw new UsageError(`--surface ${surface}: the agent ${agent.name} has only ${surfaces.join(' or ')}`)
  }
  // Without the option, the lock stays as it was before the option existed.
  return surface === 'browser' ? { ...agent, surface, identity: { ...agent.identity, surface } } : agent
}
