import { at, listAt } from '../../exchange/exchange.js'
import { clinicDatasets, clinicPlan, clinicSimulators, finishCriterion, labResult } from '../../scenario/clinic.js'
import { scenario } from '../../scenario/scenario.js'
import { must } from '../../scenario/unmet.js'

const criterion = { label: 'c', assertion: { assert: 'output-match', fields: [{ path: 'a', expected: 1 }] } }

/** A step for a system that the clinic does not have. */
const noFaxMachine = { type: 'receive_fax', from: '+15550100142', text: 'x' }

export const beginnings = scenario({
  name: 'The state at the start of a task',
  ids: [
    'tasks.scenario',
    'start.runs-scenario',
    'start.scenario-fails',
    'scenario.drop-file',
    'scenario.receive-hl7',
    'scenario.upsert-fhir',
    'scenario.set-portal-row',
    'scenario.advance-clock',
    'transport.own-playground',
    'datasets.own-entries-win',
    'tasks.solutions-hidden',
    'errors.code-unavailable',
  ],
  needs: ['organization-key', 'solver-key', 'authoring'],
  async run(k) {
    const steps = [
      { type: 'upsert_fhir', resource: { resourceType: 'Patient', id: 'p2', name: [{ family: 'Sato' }] } },
      { type: 'drop_file_inbox', path: 'late.txt', content: 'late' },
      { type: 'drop_file_inbox', path: 'more/bytes.bin', content_base64: 'aGk=' },
      { type: 'receive_hl7', payload: labResult.replace('|L1|', '|L2|') },
      { type: 'set_portal_row', resource: 'patients', row: { member_id: 'M-7', name: 'Kim Sato' } },
      { type: 'advance_clock', seconds: 86_400 },
    ]
    const solutions = [
      {
        name: 'hidden-solution',
        calls: [
          {
            method: 'PUT',
            path: 'fhir/Task/t1',
            body: { resourceType: 'Task', id: 't1', status: 'completed', intent: 'order', description: 'hidden-step' },
          },
        ],
      },
    ]
    const { reference } = await k.publish({
      ...clinicPlan,
      name: 'beginnings',
      tasks: [{ criteria: [finishCriterion], scenario: { steps }, solutions }, { criteria: [finishCriterion] }],
    })
    const run = await k.createRun(reference)
    const started = must(await run.start(0), 200)
    const patient = await run.system('GET', 'fhir/Patient/p2')
    k.answer('scenario.upsert-fhir', patient, { status: 200, body: { id: 'p2', name: [{ family: 'Sato' }] } })
    k.answer('start.runs-scenario', patient, 200)
    k.answer('tasks.scenario', patient, 200)
    const inbox = await run.system('GET', 'files/inbox')
    k.value(
      'scenario.drop-file',
      listAt(inbox.body, 'data')
        .map((item) => String(at(item, 'path')))
        .sort(),
      ['inbox/a.csv', 'inbox/late.txt', 'inbox/more/bytes.bin'],
      inbox,
    )
    k.answer('scenario.drop-file', await run.system('GET', 'files/inbox/late.txt'), { status: 200, text: 'late' })
    k.answer('scenario.drop-file', await run.system('GET', 'files/inbox/more/bytes.bin'), { status: 200, text: 'hi' })
    k.answer('scenario.receive-hl7', await run.system('GET', 'hl7/inbox'), {
      status: 200,
      body: { data: [{ control_id: 'L2' }, { control_id: 'L1' }] },
    })
    k.answer('scenario.set-portal-row', await run.system('GET', 'portal/patients'), {
      status: 200,
      body: { data: [{ member_id: 'M-7', name: 'Kim Sato' }] },
    })
    const make = async () =>
      Date.parse(
        String(
          at(
            must(
              await run.system(
                'POST',
                'fhir/Patient',
                { resourceType: 'Patient' },
                { 'content-type': 'application/fhir+json' },
              ),
              201,
            ).body,
            'meta',
            'lastUpdated',
          ),
        ),
      )
    const ahead = await make()
    const completed = must(await run.complete(0), 200)
    must(await run.start(1), 200)
    const beside = await make()
    const days = Math.round((ahead - beside) / 86_400_000)
    k.value(
      'scenario.advance-clock',
      { 'days ahead of the other playground': days },
      { 'days ahead of the other playground': 1 },
    )
    k.answer('transport.own-playground', await run.system('GET', 'fhir/Patient/p2'), 404)
    const said = [run.created, started, completed, await run.read()].map(({ text }) => text).join('\n')
    k.value(
      'tasks.solutions-hidden',
      { 'a solution is told': /hidden-(solution|step)/.test(said) },
      { 'a solution is told': false },
      run.created,
      started,
      completed,
    )

    const broken = await k.publish({
      name: 'broken beginning',
      simulators: clinicSimulators,
      datasets: clinicDatasets,
      tasks: [{ criteria: [finishCriterion], scenario: { steps: [noFaxMachine] } }],
    })
    const fails = await k.createRun(broken.reference)
    const refused = await fails.start()
    k.answer('start.scenario-fails', refused, { status: 503, body: { error: { code: 'UNAVAILABLE' } } })
    k.answer('errors.code-unavailable', refused, {
      status: 503,
      headers: { 'retry-after': /^\d+$/ },
      body: { error: { code: 'UNAVAILABLE' } },
    })
    k.answer('start.scenario-fails', await k.call('GET', `/task-runs/${fails.taskRun()}`), {
      body: { phase: 'created', status: 'active', started_at: null },
    })

    const file = (path: string, content: string) => ({ path, content })
    const parent_id = await k.create('/datasets', {
      type: 'Files',
      name: k.name('ancestor'),
      config: { files: [file('inbox/both.txt', 'of the parent'), file('inbox/parent.txt', 'kept')] },
    })
    const heirs = await k.publish({
      name: 'heirs',
      simulators: [{ type: 'Files', name: 'files' }],
      datasets: [
        { type: 'Files', name: 'child', parent_id, config: { files: [file('inbox/both.txt', 'of the child')] } },
      ],
      tasks: [{ criteria: [criterion] }],
    })
    const inherits = await k.createRun(heirs.reference)
    must(await inherits.start(), 200)
    k.answer('datasets.own-entries-win', await inherits.system('GET', 'files/inbox/both.txt'), {
      status: 200,
      text: 'of the child',
    })
    k.answer('datasets.own-entries-win', await inherits.system('GET', 'files/inbox/parent.txt'), {
      status: 200,
      text: 'kept',
    })
  },
})
