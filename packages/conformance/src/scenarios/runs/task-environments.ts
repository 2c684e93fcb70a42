import { at } from '../../exchange/exchange.js'
import { clinicDatasets, clinicSimulators, finishCriterion } from '../../scenario/clinic.js'
import { scenario } from '../../scenario/scenario.js'
import { must } from '../../scenario/unmet.js'

const denied = { determinations: [{ procedure_code: '70551', status: 'denied', reason: 'Not covered.' }] }
const refused = { status: 409, body: { error: { code: 'CONFLICT' } } }

function bundle(...resources: readonly object[]) {
  return {
    bundle: { resourceType: 'Bundle', type: 'collection', entry: resources.map((resource) => ({ resource })) },
  }
}

export const taskEnvironments = scenario({
  name: 'Tasks with changes to the environment',
  ids: ['tasks.environment', 'tasks.environment-refused'],
  needs: ['organization-key', 'solver-key', 'authoring'],
  async run(k) {
    const { call } = k
    const make = async (type: string, name: string, config: unknown) => {
      const made = must(await call('POST', '/datasets', { type, name: k.name(name), config }), 200, 201)
      return String(at(made.body, 'id'))
    }
    const renamed = { resourceType: 'Patient', id: 'p1', name: [{ family: 'Ito' }] }
    const added = await make('FHIR', 'newcomer', bundle({ resourceType: 'Patient', id: 'p2' }, renamed))
    const environment = { datasets: [{ id: added, system: 'fhir' }], simulators: { portal: denied } }
    const { reference, tasks, benchmark } = await k.publish({
      name: 'own environment',
      concurrency: 2,
      simulators: clinicSimulators,
      datasets: clinicDatasets,
      tasks: [
        { name: 'shared', criteria: [finishCriterion] },
        { name: 'own', criteria: [finishCriterion], environment },
      ],
    })
    k.answer('tasks.environment', await call('GET', `/tasks/${tasks[1]}`), { status: 200, body: { environment } })
    const run = await k.createRun(reference)
    must(await run.start(0), 200)
    must(await run.start(1), 200)
    const read = (task: number, path: string) =>
      run.system('GET', path, undefined, { 'task-run-id': run.taskRuns[task] ?? '' })
    k.answer('tasks.environment', await read(0, 'fhir/Patient/p2'), 404)
    k.answer('tasks.environment', await read(1, 'fhir/Patient/p2'), 200)
    k.answer('tasks.environment', await read(0, 'fhir/Patient/p1'), { body: { name: [{ family: 'Larsen' }] } })
    k.answer('tasks.environment', await read(1, 'fhir/Patient/p1'), { body: { name: [{ family: 'Ito' }] } })
    k.answer('tasks.environment', await read(1, 'fhir/Task/t1'), 200)

    const fax = await make('X12', 'unread', { transactions: [] })
    for (const wrong of [
      { simulators: { faxes: {} } },
      { simulators: { portal: { default_determination: { status: 'maybe' } } } },
      { datasets: [{ id: fax }] },
      { datasets: [{ id: added, system: 'portal' }] },
    ]) {
      must(await call('PATCH', `/tasks/${tasks[1]}`, { environment: wrong }), 200)
      k.answer('tasks.environment-refused', await call('POST', `/benchmarks/${benchmark}/versions`), refused)
    }
    const unknown = await call('PATCH', `/tasks/${tasks[1]}`, { environment: { datasets: [{ id: 'ds_none' }] } })
    k.answer('tasks.environment-refused', unknown, 404)
  },
})
