import { defaultChecks, defaultParts } from '@carebench/systems/verifier'
import { type Criterion, createVerifier } from '@carebench/verifier'
import { expect, it } from 'vitest'
import { createServiceUnderTest } from '../../testing/service-under-test.js'
import { smallBenchmark } from '../../testing/small-benchmark.js'

it('compiles the criteria of a task of a version once, however many of its task runs complete', async () => {
  const sound = createVerifier({ checks: defaultChecks, parts: defaultParts })
  const compiled: string[][] = []
  const compileCriteriaInSteps = (criteria: readonly Criterion[]) => {
    compiled.push(criteria.map(({ label }) => label))
    return sound.compileCriteriaInSteps(criteria)
  }
  const under = await createServiceUnderTest({ verifier: { ...sound, compileCriteriaInSteps } })
  const small = smallBenchmark()
  const complete = async (reference: string) => {
    const run = await under.createRun(reference)
    const verdicts: unknown[] = []
    for (const { start_url, complete_url } of run.task_runs) {
      await under.call(run.bearer_token, 'POST', start_url)
      verdicts.push((await under.call(run.bearer_token, 'POST', complete_url)).body.verdict)
    }
    return verdicts
  }
  const first = await under.publish(small)
  compiled.length = 0
  for (let run = 0; run < 3; run++) expect(await complete(first)).toEqual(['fail', 'fail'])
  expect(compiled).toEqual(small.tasks.map((task) => task.criteria.map(({ label }) => label)))

  // Another version of the same task is compiled separately.
  const [task] = small.tasks
  const second = await under.publish({ ...small, name: 'other', tasks: task === undefined ? [] : [task] })
  compiled.length = 0
  expect(await complete(second)).toEqual(['fail'])
  expect(compiled).toHaveLength(1)
})
