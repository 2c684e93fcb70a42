import { createModuleAgent, type RunOptions, runTrials, type Trial } from '@carebench/runner'

/** Runs the trials that its argument describes, and prints a line when the first begins. The tests kill it. */
const options = JSON.parse(process.argv[2] ?? '') as RunOptions

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
  agents: [good],
  service: { ...options.service, fetch },
  onEvent: ({ kind }) => {
    if (kind === 'launch') process.stdout.write('launch\n')
  },
})
