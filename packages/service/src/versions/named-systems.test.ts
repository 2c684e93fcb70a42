import { expect, it } from 'vitest'
import { createServiceUnderTest } from '../testing/service-under-test.js'
import { smallBenchmark } from '../testing/small-benchmark.js'

it.each([
  [
    'north',
    /\/payers\/1\/system must be the key of a simulator of type Payer in the environment \(west\), got "north"/,
  ],
  ['west', undefined],
])('checks a configuration that names the system %j against the environment', async (system, message) => {
  const { environment, tasks } = smallBenchmark()
  const [task] = tasks
  const payers = [
    { name: 'EAST', id: 'EAST1' },
    { name: 'WEST', id: 'WEST1', system },
  ]
  const simulators = [
    ...environment.simulators,
    { type: 'Payer', key: 'west', name: 'West' },
    { type: 'X12', name: 'Clearinghouse', config: { payers } },
  ]
  const under = await createServiceUnderTest()
  const plain = { ...task, name: 'plain', criteria: [], solutions: [] }
  const published = under.publish(smallBenchmark({ environment: { ...environment, simulators }, tasks: [plain] }), {
    allowFindings: true,
  })
  if (message === undefined) await expect(published).resolves.toMatch(/^small@/)
  else await expect(published).rejects.toThrow(message)
})
