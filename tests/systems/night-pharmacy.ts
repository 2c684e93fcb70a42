import { CarebenchSolver } from '@carebench/client'
import { carebenchMock } from '@carebench/msw'
import type { BenchmarkDefinition } from '@carebench/protocol'
import { defaultSystems } from '@carebench/systems'
import { pharmacy } from './pharmacy.js'

/** Two pharmacies with a queue each. The first has the plain path `pharmacy`, the other one the key `night`. */
const benchmark: BenchmarkDefinition = {
  name: 'night-shift',
  environment: {
    name: 'Two pharmacies',
    simulators: [
      { type: 'Pharmacy', name: 'Day pharmacy' },
      { type: 'Pharmacy', key: 'night', name: 'Night pharmacy' },
    ],
    datasets: [
      {
        type: 'Refills',
        name: 'queue of the night',
        system: 'night',
        config: { refills: [{ id: 'rx-1', patient_id: 'p1', drug: 'metformin' }] },
      },
    ],
  },
  tasks: [
    {
      name: 'fill the refill',
      task_item: { instruction: 'Fill the refill at the night pharmacy, 90 tablets.' },
      criteria: [
        {
          label: 'The night pharmacy filled it',
          assertion: {
            assert: 'record-state',
            collection: 'pharmacy.refills',
            system: 'night',
            correlate_by: { id: 'rx-1', patient_id: 'p1', drug: 'metformin' },
            fields: [
              { path: 'state', expected: 'filled' },
              { path: 'quantity', expected: 90 },
            ],
          },
        },
        {
          label: 'Nothing else changed',
          guard: true,
          assertion: {
            assert: 'no-collateral',
            allow: [
              { collection: 'pharmacy.refills', system: 'night', where: { id: 'rx-1' }, fields: ['state', 'quantity'] },
            ],
          },
        },
      ],
      solutions: [
        {
          name: 'at night',
          calls: [{ method: 'POST', path: 'pharmacy@night/refills/rx-1/fill', body: { quantity: 90 } }],
        },
      ],
    },
  ],
}

/** Publishes the benchmark on a service in this process, fills the refill, and returns the result. */
export async function fillAtNight() {
  const mock = await carebenchMock({ systems: [...defaultSystems, pharmacy], benchmark })
  const { baseUrl, solverKey, fetch } = mock
  // The client knows the calls of the systems that it is given.
  const solver = new CarebenchSolver({ baseUrl, solverKey, fetch, systems: [pharmacy] })
  const run = await solver.runs.create({ benchmark: mock.benchmark })
  const session = await run.tasks[0]?.start()
  if (session === undefined) throw new Error('The benchmark has a task.')
  const night = session.system('pharmacy@night')
  const { data } = await night.call('listRefills')
  for (const { id } of data) await night.call('fillRefill', { params: { refill_id: id }, body: { quantity: 90 } })
  return session.complete()
}
