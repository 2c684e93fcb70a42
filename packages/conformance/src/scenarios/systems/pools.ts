import { at, listAt } from '../../exchange/exchange.js'
import { filled } from '../../expectation/pattern.js'
import { scenario } from '../../scenario/scenario.js'
import { must, textIn } from '../../scenario/unmet.js'

const fhirJson = { 'content-type': 'application/fhir+json' }
const owner = 'Organization/triage'
const nurse = 'Practitioner/nurse'

const record = {
  type: 'FHIR',
  name: 'record',
  config: {
    pools: [
      {
        owner,
        members: [{ reference: nurse }],
        hours: [{ days: ['mon', 'tue', 'wed', 'thu', 'fri'], open: '08:00', close: '17:00' }],
        receives_after_seconds: 60,
        decides_after_seconds: 600,
        completes_after_seconds: 3600,
        returns: [{ where: { 'for.reference': { $exists: false } }, reason: 'Whose task is this?' }],
        replies: [{ text: 'I called her.' }],
      },
    ],
  },
}

const people = {
  type: 'FHIR',
  name: 'people',
  config: {
    bundle: {
      resourceType: 'Bundle',
      type: 'collection',
      entry: [
        { resource: { resourceType: 'Organization', id: 'triage', name: 'Triage' } },
        { resource: { resourceType: 'Practitioner', id: 'nurse' } },
        { resource: { resourceType: 'Patient', id: 'ida' } },
      ],
    },
  },
}

const handover = { resourceType: 'Task', status: 'requested', intent: 'order', owner: { reference: owner } }

export const pools = scenario({
  name: 'Tasks handed over to a pool',
  ids: ['fhir.pools', 'fhir.pools-return', 'fhir.pools-replies'],
  needs: ['organization-key', 'solver-key', 'authoring'],
  async run(k) {
    const allow = [{ collection: 'fhir.Task', where: { 'owner.reference': owner }, count: 1 }]
    const { reference } = await k.publish({
      name: 'pools',
      simulators: [record] as never,
      datasets: [people] as never,
      overrides: { clock: 'stepped', seconds_per_call: 0, seed: 7 },
      tasks: [
        {
          // A Thursday.
          starts_at: '1999-03-04T16:15:00Z',
          criteria: [
            {
              label: 'done',
              assertion: {
                assert: 'fhir-resource-state',
                resource_type: 'Task',
                search: { owner },
                fields: [{ path: 'status', expected: 'completed' }],
              },
            },
            { label: 'nothing else', guard: true, assertion: { assert: 'no-collateral', allow } },
          ],
        },
      ],
    })
    const run = await k.createRun(reference)
    must(await run.start(), 200)
    const made = must(await run.system('POST', 'fhir/Task', handover, fhirJson), 201)
    const task = textIn(made, 'id')
    const wait = () => run.system('POST', 'wait', { until: 'event', at_most_seconds: 86_400 })
    const read = () => run.system('GET', `fhir/Task/${task}`)
    const replies = async () => {
      const found = await run.system('GET', `fhir/Communication?based-on=Task/${task}`)
      return {
        found,
        texts: listAt(found.body, 'entry').map((entry) => at(entry, 'resource', 'payload', 0, 'contentString')),
      }
    }
    k.answer('fhir.pools', await wait(), {
      body: { now: '1999-03-04T16:16:00.000Z', arrived: [{ type: 'task.received' }] },
    })
    k.answer('fhir.pools-return', await wait(), {
      body: { now: '1999-03-04T16:26:00.000Z', arrived: [{ type: 'task.rejected' }] },
    })
    const returned = await read()
    k.answer('fhir.pools-return', returned, {
      status: 200,
      body: { status: 'rejected', statusReason: { text: 'Whose task is this?' } },
    })
    const answer = await replies()
    k.value('fhir.pools-return', answer.texts, ['Whose task is this?'], answer.found)
    const mended = { ...handover, id: task, for: { reference: 'Patient/ida' } }
    must(await run.system('PUT', `fhir/Task/${task}`, mended, fhirJson), 200)
    const later = await run.system('POST', 'wait', { seconds: 7200 })
    k.answer('fhir.pools-return', later, { body: { arrived: [{ type: 'task.received' }, { type: 'task.accepted' }] } })
    k.answer('fhir.pools', await read(), { status: 200, body: { status: 'accepted' } })
    k.answer('fhir.pools', await wait(), {
      body: { now: '1999-03-05T08:00:00.000Z', arrived: [{ type: 'task.completed' }] },
    })
    k.answer('fhir.pools', await read(), {
      status: 200,
      body: { status: 'completed', owner: { reference: owner }, output: [{ valueReference: { reference: filled } }] },
    })
    const done = await replies()
    k.value('fhir.pools', done.texts.includes('I called her.'), true, done.found)
    k.answer('fhir.pools-replies', await run.complete(), { status: 200, body: { verdict: 'pass', score: 1 } })

    // Changing a reply counts as a change by the agent.
    const meddling = await k.createRun(reference)
    must(await meddling.start(), 200)
    const whole = { ...handover, for: { reference: 'Patient/ida' } }
    must(await meddling.system('POST', 'fhir/Task', whole, fhirJson), 201)
    must(await meddling.system('POST', 'wait', { seconds: 86_400 }), 200)
    const listed = must(await meddling.system('GET', 'fhir/Communication'), 200)
    const reply = at(listed.body, 'entry', 0, 'resource')
    const changed = { ...Object(reply), status: 'entered-in-error' }
    must(await meddling.system('PUT', `fhir/Communication/${at(reply, 'id')}`, changed, fhirJson), 200)
    k.answer('fhir.pools-replies', await meddling.complete(), { status: 200, body: { verdict: 'partial' } })
  },
})
