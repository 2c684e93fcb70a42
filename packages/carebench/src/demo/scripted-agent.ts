import { CarebenchSolver } from '@carebench/client'
import type { FixtureName } from '@carebench/fixtures/names'
import type { Agent } from '../runner/agent.js'
import { createModuleAgent } from '../runner/agents/module-agent.js'
import { version } from '../terminal/version.js'
import type { AgentName, Wait } from './agent.js'
import { agents } from './agents/agents.js'

export interface ScriptedAgentOptions {
  readonly benchmark: FixtureName
  readonly agent: AgentName
  /** Called with a line for each step. */
  readonly say?: (text: string) => void
  readonly wait: Wait
}

/** One of the scripted agents of the demo. It reaches its task through the proxy, like every other agent. */
export function createScriptedAgent({ benchmark, agent, say = () => {}, wait }: ScriptedAgentOptions): Agent {
  return createModuleAgent({
    name: agent,
    identity: { scripted: agent, benchmark, version },
    async run(trial) {
      const solver = new CarebenchSolver({ baseUrl: trial.baseUrl, solverKey: trial.token })
      const run = await solver.runs.create({ benchmark: `${benchmark}@1` })
      const [task] = run.tasks
      if (task === undefined) throw new Error('The run of a trial has one task.')
      await agents[benchmark][agent](task, say, wait)
      return undefined
    },
  })
}
