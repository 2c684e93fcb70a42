import type { Trial } from '../../packages/carebench/src/runner/agent.js'
import { createModuleAgent } from '../../packages/carebench/src/runner/agents/module-agent.js'
import { createCommandAgent } from '../../packages/carebench/src/runner/processes/command-agent.js'
import type { RunOptions } from '../../packages/carebench/src/runner/runs/run-options.js'
import { runTrials } from '../../packages/carebench/src/runner/runs/run-trials.js'

/**
 * The options of the run, and the commands of its agents by their names; default an agent that reads the chart and
 * answers.
 */
export interface ChildInput extends RunOptions {
  readonly commands?: Readonly<Record<string, readonly [string, ...string[]]>>
}

/** Runs the trials that its argument describes, and prints a line when the first begins. The tests kill or stop it. */
const { commands, ...options } = JSON.parse(process.argv[2] ?? '') as ChildInput

async function answer(trial: Trial) {
  const response = await fetch(`${trial.endpoints.fhir}/Patient/p1`, {
    headers: { authorization: `Bearer ${trial.token}` },
  })
  const { birthDate, address } = (await response.json()) as {
    readonly birthDate: string
    readonly address: readonly { readonly city: string }[]
  }
  return trial.task.name === 'City' ? { city: address[0]?.city ?? '' } : { year: Number(birthDate.slice(0, 4)) }
}

const good = createModuleAgent({ name: 'good', identity: { script: 'good' }, run: answer })
await runTrials({
  ...options,
  agents:
    commands === undefined
      ? [good]
      : Object.entries(commands).map(([name, command]) => createCommandAgent({ name, command })),
  service: { ...options.service, fetch },
  onEvent: ({ kind }) => {
    if (kind === 'launch') process.stdout.write('launch\n')
  },
})
