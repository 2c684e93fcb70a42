import { expect, it } from 'vitest'
import type { TrialProgress } from '../../packages/carebench/src/runner/runs/attempt-executor.js'
import { performAttempt } from '../../packages/carebench/src/runner/runs/perform-attempt.js'
import { answerFromChart, createRunnerTestbed, makeAgent } from './runner-testbed.js'

it('a worker reports the calls of an attempt while its agent works', async () => {
  const testbed = await createRunnerTestbed()
  const shown: TrialProgress[] = []
  const agent = makeAgent('good', async (trial) => {
    const answer = await answerFromChart(trial)
    // The call is reported before the agent has ended.
    expect(shown.at(-1)).toMatchObject({ calls: 1, last: 'GET fhir/Patient/p1 200' })
    return answer
  })
  const { service, benchmark } = testbed.options([agent])
  const key = { agent: 'good', task: 'City', trial: 1 }
  const files = await performAttempt({
    ...{ attempt: { key, number: 1, seed: 7, seedWorld: true }, service, agent, benchmark: benchmark.reference },
    signal: new AbortController().signal,
    onProgress: (progress) => shown.push(progress),
  })
  expect(JSON.parse(Buffer.from(files.get('result.json') ?? []).toString())).toMatchObject({ verdict: 'pass' })
})
