import { expect, it } from 'vitest'
import { benchmarks } from '../documents/collections/authoring.js'
import { createServiceUnderTest } from '../testing/service-under-test.js'
import { smallBenchmark } from '../testing/small-benchmark.js'

it('rejects a definition with an invalid assertion before anything is created', async () => {
  const under = await createServiceUnderTest()
  const [task] = smallBenchmark().tasks
  const bad = { label: 'Bad', assertion: { assert: 'fhir-resource-state', resource_typo: 'Task' } }
  const definition = smallBenchmark({ tasks: [{ name: 'one', criteria: [...(task?.criteria ?? []), bad] }] })
  await expect(under.publish(definition)).rejects.toMatchObject({
    code: 'INVALID_REQUEST',
    errors: expect.arrayContaining([
      { path: '/tasks/0/criteria/2/assertion/resource_typo', message: expect.any(String) },
    ]),
  })
  expect((await under.store.page(benchmarks, { limit: 1 })).docs).toEqual([])
  expect(await under.publish(smallBenchmark())).toBe('small@1')
})
