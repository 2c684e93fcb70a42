import { at, listAt } from '../../exchange/exchange.js'
import { approvableForm, clinicDatasets, clinicSimulators, finishCriterion, labResult } from '../../scenario/clinic.js'
import { scenario } from '../../scenario/scenario.js'
import { must } from '../../scenario/unmet.js'

const starts_at = '1999-03-04T08:00:00.000Z'
const basic = { resourceType: 'Basic', code: { text: 'Note' } }
const fhirJson = { 'content-type': 'application/fhir+json' }
const jsonType = { 'content-type': 'application/json' }
const plan = { simulators: clinicSimulators, datasets: clinicDatasets }
const noWait = { seconds: 5, until: 'event' }

export const steppedClock = scenario({
  name: 'A clock that moves with the calls of the agent',
  ids: [
    'time.starts-at',
    'time.one-clock',
    'time.stepped',
    'time.stepped-refused',
    'time.stepped-entries',
    'time.independent',
    'time.read',
    'time.wait',
    'time.wait-event',
    'time.wait-limits',
    'time.chosen',
    'arrivals.at-seconds',
    'arrivals.after',
    'arrivals.order',
    'arrivals.not-initial',
    'arrivals.checked',
  ],
  needs: ['organization-key', 'solver-key', 'authoring'],
  async run(k) {
    const steps = [
      { type: 'drop_file_inbox', path: 'second.txt', content: '2', at_seconds: 90 },
      { type: 'drop_file_inbox', path: 'first.txt', content: '1', at_seconds: 60 },
      {
        type: 'receive_hl7',
        payload: labResult.replace('|L1|', '|L9|'),
        after: { event: 'prior_auth.determined', where: { 'data.status': 'approved' }, delay_seconds: 30 },
      },
    ]
    const { reference, tasks } = await k.publish({
      ...plan,
      name: 'stepped',
      overrides: { clock: 'stepped', seconds_per_call: 10, seed: 7 },
      tasks: [{ criteria: [finishCriterion], scenario: { steps }, starts_at: '1999-03-04T10:00:00+02:00' }],
    })
    const play = async (pause: number) => {
      const run = await k.createRun(reference)
      must(await run.start(), 200)
      const before = await run.system('GET', 'clock')
      const made = must(await run.system('POST', 'fhir/Basic', basic, fhirJson), 201)
      if (pause > 0) await k.elapse(pause)
      const missing = await run.system('GET', 'fhir/Patient/none')
      const after = await run.system('GET', 'clock')
      const inbox = await run.system('GET', 'files/inbox')
      must(await run.system('POST', 'portal/prior-auths', approvableForm), 201)
      const first = await run.system('POST', 'wait', { until: 'event', at_most_seconds: 3600 })
      const second = await run.system('POST', 'wait', { until: 'event', at_most_seconds: 3600 })
      const rest = await run.system('POST', 'wait', { seconds: 86_400 })
      const late = await run.system('GET', 'files/inbox')
      return { run, before, made, missing, after, inbox, first, second, rest, late }
    }
    const played = await play(0)
    const { run, before, made, after, inbox, first, second, rest, late } = played
    k.answer('time.starts-at', before, { status: 200, body: { now: starts_at, mode: 'stepped' } })
    k.answer('time.stepped', after, { status: 200, body: { now: '1999-03-04T08:00:20.000Z' } })
    k.answer('time.read', await run.system('GET', 'clock'), { status: 200, body: { mode: 'stepped' } })
    k.value('time.one-clock', at(made.body, 'meta', 'lastUpdated'), '1999-03-04T08:00:10.000Z', made)
    const pathsOf = (answer: typeof inbox) => listAt(answer.body, 'data').map((file) => at(file, 'path'))
    k.value('arrivals.not-initial', pathsOf(inbox), ['inbox/a.csv'], inbox)
    // The request at 40 seconds is decided five seconds later.
    k.answer('time.wait-event', first, {
      status: 200,
      body: {
        now: '1999-03-04T08:00:45.000Z',
        arrived: [{ type: 'prior_auth.determined', at: '1999-03-04T08:00:45.000Z' }],
      },
    })
    k.answer('arrivals.at-seconds', second, {
      body: { now: '1999-03-04T08:01:00.000Z', arrived: [{ type: 'drop_file_inbox', at: '1999-03-04T08:01:00.000Z' }] },
    })
    k.answer('time.wait', rest, { status: 200, body: { now: '1999-03-05T08:01:00.000Z' } })
    const following = { type: 'hl7.received', at: '1999-03-04T08:01:15.000Z' }
    k.value('arrivals.after', listAt(rest.body, 'arrived')[0], following, rest)
    const arrived = listAt(rest.body, 'arrived').map((one) => at(one, 'at'))
    k.value('arrivals.order', arrived, ['1999-03-04T08:01:15.000Z', '1999-03-04T08:01:30.000Z'], rest)
    k.value('arrivals.order', pathsOf(late).length, 3, late)
    must(await run.system('POST', 'portal/prior-auths', new TextEncoder().encode('{"'), jsonType), 400)
    k.answer('time.stepped-refused', await run.system('GET', 'clock'), { body: { now: '1999-03-05T08:01:10.000Z' } })
    must(await run.system('GET', 'portal/nothing/at/all'), 404)
    k.answer('time.stepped-refused', await run.system('GET', 'clock'), { body: { now: '1999-03-05T08:01:20.000Z' } })
    const entry = { request: { method: 'GET', url: 'Basic' } }
    const batch = { resourceType: 'Bundle', type: 'batch', entry: [entry, entry, entry] }
    must(await run.system('POST', 'fhir', batch, fhirJson), 200)
    k.answer('time.stepped-entries', await run.system('GET', 'clock'), { body: { now: '1999-03-05T08:01:50.000Z' } })
    must(await run.system('POST', 'fhir', { ...batch, entry: [entry, {}] }, fhirJson), 400)
    k.answer('time.stepped-entries', await run.system('GET', 'clock'), { body: { now: '1999-03-05T08:02:00.000Z' } })
    for (const [body, status] of [
      [{ seconds: 2_678_401 }, 400],
      [noWait, 400],
      [{ seconds: 2_678_400 }, 200],
    ] as const) {
      k.answer('time.wait-limits', await run.system('POST', 'wait', body), status)
    }
    const unknown = { 'task-run-id': 'tr_none' }
    k.answer('time.chosen', await run.system('GET', 'clock', undefined, unknown), 404)
    k.answer('time.chosen', await run.system('POST', 'wait', { seconds: 1 }, unknown), 404)
    const named = { 'task-run-id': run.taskRun() }
    k.answer('time.chosen', await run.system('POST', 'wait', { seconds: 1 }, named), 200)

    const paused = await play(1)
    const bodyOf = ({ body }: typeof inbox) => body
    const all = (one: typeof played) =>
      [one.made, one.missing, one.after, one.inbox, one.first, one.second, one.rest, one.late].map(bodyOf)
    k.value('time.independent', JSON.stringify(all(paused)) === JSON.stringify(all(played)), true, paused.rest)

    const [task = ''] = tasks
    const late1 = { type: 'drop_file_inbox', path: 'x.txt', content: 'x' }
    for (const when of [
      { at_seconds: 5, after: { event: 'hl7.received' } },
      { after: { event: 'hl7.never' } },
      { after: { event: 'hl7.received', where: { 'data.id': { $like: 1 } } } },
    ]) {
      const refused = await k.call('PATCH', `/tasks/${task}`, { scenario: { steps: [{ ...late1, ...when }] } })
      k.answer('arrivals.checked', refused, { status: 400, body: { error: { code: 'INVALID_REQUEST' } } })
    }
  },
})

export const realClock = scenario({
  name: 'A real clock',
  ids: ['time.real', 'time.wait-limits', 'time.timeout'],
  needs: ['organization-key', 'solver-key', 'authoring', 'clock'],
  async run(k) {
    const { reference } = await k.publish({
      ...plan,
      name: 'running clock',
      timeout: 60,
      tasks: [{ criteria: [finishCriterion], starts_at }],
    })
    const run = await k.createRun(reference)
    must(await run.start(), 200)
    k.answer('time.wait-limits', await run.system('POST', 'wait', { seconds: 31 }), 400)
    await k.elapse(5)
    const read = await run.system('GET', 'clock')
    k.answer('time.real', read, { status: 200, body: { mode: 'real' } })
    k.value('time.real', String(at(read.body, 'now')).slice(0, 18), '1999-03-04T08:00:0', read)
    await k.elapse(60)
    k.answer('time.timeout', await run.system('GET', 'clock'), 409)
  },
})
