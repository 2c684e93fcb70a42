import type { FixtureName } from '@carebench/fixtures/names'
import type { Agent } from '../runner/agent.js'
import { createModuleAgent } from '../runner/agents/module-agent.js'
import { version } from '../terminal/version.js'
import type { AgentName, Wait } from './agent.js'
import { describeStep } from './describe-step.js'
import { recordedWork } from './recordings.js'
import { replayInTrial } from './replay-in-trial.js'

export interface ScriptedAgentOptions {
  readonly benchmark: FixtureName
  readonly agent: AgentName
  /** Called with a line for each step. */
  readonly say?: (text: string) => void
  readonly wait: Wait
}

/** One of the scripted agents of the demo. It makes its recorded calls through the proxy, like every other agent. */
export function createScriptedAgent({ benchmark, agent, say = () => {}, wait }: ScriptedAgentOptions): Agent {
  return createModuleAgent({
    name: agent,
    identity: { scripted: agent, benchmark, version },
    async run(trial, { signal }) {
      const work = recordedWork(benchmark, agent, trial.task.name)
      if (work.calls.length === 0) say('does nothing')
      return replayInTrial(work, trial, { signal, wait, onCall: (call, answer) => say(describeStep(call, answer)) })
    },
  })
}
