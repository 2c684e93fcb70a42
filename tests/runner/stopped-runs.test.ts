import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createSeededRandom } from '@carebench/protocol'
import { expect, inject, it } from 'vitest'
import { createCommandAgent } from '../../packages/carebench/src/runner/processes/command-agent.js'
import { readResults } from '../../packages/carebench/src/runner/results/read-folder.js'
import { runTrials } from '../../packages/carebench/src/runner/runs/run-trials.js'
import type { ChildInput } from './killed-process.js'
import { bundleChild, serveTestbed } from './run-in-child.js'
import { createRunnerTestbed, newFolder } from './runner-testbed.js'

/** Reads the chart over kept-alive connections with pauses in between, and ends as its first argument says. */
const agentScript = `
const [how, pause] = process.argv.slice(2)
const chunks = []
for await (const chunk of process.stdin) chunks.push(chunk)
const { endpoints } = JSON.parse(Buffer.concat(chunks).toString())
const headers = { authorization: 'Bearer ' + process.env.CAREBENCH_TOKEN }
let patient
for (let call = 0; call < 4; call++) {
  await new Promise((resolve) => setTimeout(resolve, Math.random() * Number(pause)))
  patient = await (await fetch(endpoints.fhir + '/Patient/p1', { headers })).json()
}
if (how === 'crash') process.exit(1)
const city = how === 'good' ? patient.address[0].city : 'Superior'
console.log(JSON.stringify({ output: { city, year: Number(patient.birthDate.slice(0, 4)) } }))
`

function endsIn(folder: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    readResults(folder).map(({ key, ended, verdict, score }) => [
      `${key.agent} ${key.task} ${key.trial}`,
      `${ended.kind}/${ended.reason} ${verdict} ${score}`,
    ]),
  )
}

it('gives each trial the end and the verdict of an undisturbed run if the runner \
is stopped and continued', async () => {
  // The long version stops it for longer than Node keeps idle connections open by default.
  const isLong = inject('scale') > 1
  const [maxStopMs, pause] = isLong ? [7000, 3500] : [150, 20]
  const script = join(newFolder(), 'agent.mjs')
  writeFileSync(script, agentScript)
  const hows = isLong ? ['good', 'wrong', 'crash'] : ['good']
  const commands = Object.fromEntries(
    hows.map((how) => [how, [process.execPath, script, how, `${pause}`] as const] as const),
  )
  const testbed = await createRunnerTestbed()
  const agents = Object.entries(commands).map(([name, command]) => createCommandAgent({ name, command }))
  const shape = { trials: isLong ? 5 : 1, concurrency: 6, ...(isLong ? {} : { tasks: ['City'] }) }
  const undisturbed = { ...testbed.options(agents), ...shape }
  const served = await serveTestbed(testbed)
  try {
    const [bundle] = await Promise.all([bundleChild(), runTrials(undisturbed)])
    const options = { ...testbed.options([]), ...shape }
    const { fetch: _, ...service } = options.service
    const input = { ...options, commands, service: { ...service, baseUrl: served.url } } satisfies Omit<
      ChildInput,
      'service'
    > & { service: object }
    const child = spawn(process.execPath, [bundle, JSON.stringify(input)], { stdio: ['ignore', 'pipe', 'inherit'] })
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
    await new Promise((resolve) => child.stdout.once('data', resolve))
    const random = createSeededRandom(20261128)
    const draw = (most: number) => (random.uint32() / 2 ** 32) * most
    while (child.exitCode === null) {
      await Promise.race([ended, sleep(draw(isLong ? 4000 : 100))])
      child.kill('SIGSTOP')
      await sleep(draw(maxStopMs))
      child.kill('SIGCONT')
    }
    expect(await ended).toBe(0)
    expect(endsIn(options.folder)).toEqual(endsIn(undisturbed.folder))
    expect(Object.keys(endsIn(options.folder))).toHaveLength(hows.length * options.tasks.length * shape.trials)
  } finally {
    await served.close()
  }
})
