import { type Answer, at, listAt } from '../../exchange/exchange.js'
import { near } from '../../expectation/pattern.js'
import { scenario } from '../../scenario/scenario.js'
import { must } from '../../scenario/unmet.js'

/** Creates a criterion on one member of the output, of an item or of the whole task. */
function said(member: string, item: string | null, more: object = {}) {
  const assertion = { assert: 'output-match', fields: [{ path: member, expected: true }] }
  return { label: member, assertion, ...(item !== null && { item }), ...more }
}

/** Creates a guard against one member of the output. */
function unsaid(member: string, item: string | null, more: object = {}) {
  const assertion = { assert: 'output-match', fields: [{ path: member, expected: { $exists: false } }] }
  return { label: `no ${member}`, guard: true, assertion, ...(item !== null && { item }), ...more }
}

const day = {
  starts_at: '1999-03-04T08:00:00Z',
  ends_at: '1999-03-04T17:00:00Z',
  items: [
    { key: 'refill', label: 'Renew the prescription', due: '1999-03-04T10:00:00+01:00' },
    { key: 'denial', label: 'Answer the denial', due: '1999-03-04T17:00:00Z' },
    { key: 'renewal', label: 'Renew the authorization', due: '1999-03-05T09:00:00Z' },
  ],
  criteria: [
    said('refilled', 'refill'),
    said('answered', 'denial', { weight: 3 }),
    said('in time', 'denial'),
    unsaid('lost', 'denial'),
    said('renewed', 'renewal'),
    unsaid('leaked', 'renewal', { severity: 'critical' }),
    said('noted', null),
  ],
}

const all = { refilled: true, answered: true, 'in time': true, noted: true }

export const items = scenario({
  name: 'Items of a task',
  ids: [
    'items.scored',
    'items.mean',
    'items.not-due',
    'items.pass',
    'items.critical',
    'items.checks',
    'items.redacted',
    'items.declared',
  ],
  needs: ['organization-key', 'solver-key', 'authoring'],
  async run(k) {
    const simulators = [{ type: 'FHIR', name: 'chart' }]
    const { reference, benchmark, tasks } = await k.publish({ name: 'items', simulators, tasks: [day] })
    const complete = async (output: object, scored = false): Promise<{ answer: Answer; taskRun: string }> => {
      const run = await k.createRun(reference, { scored })
      must(await run.start(0), 200)
      return { answer: must(await run.complete(0, { output }), 200), taskRun: run.taskRun(0) }
    }
    const pass = { verdict: 'pass', score: 1, due: true }
    const notDue = { verdict: 'fail', score: 0, due: false }

    const whole = await complete(all)
    k.answer('items.pass', whole.answer, { body: { verdict: 'pass', score: 1 } })
    k.answer('items.not-due', whole.answer, { body: { items: { refill: pass, denial: pass, renewal: notDue } } })
    const half = await complete({ ...all, 'in time': false })
    k.answer('items.scored', half.answer, {
      body: { items: { refill: pass, denial: { verdict: 'partial', score: near(0.75), due: true } } },
    })
    k.answer('items.mean', half.answer, { body: { verdict: 'partial', score: near(0.875) } })
    const lost = await complete({ ...all, lost: true })
    k.answer('items.mean', lost.answer, {
      body: { score: near(0.75), items: { denial: { verdict: 'partial', score: 0.5 } } },
    })
    k.answer('items.pass', (await complete({ ...all, noted: false })).answer, {
      body: { verdict: 'partial', score: 1 },
    })
    const leaked = await complete({ ...all, leaked: true })
    k.answer('items.critical', leaked.answer, { body: { verdict: 'fail', score: 0, items: { refill: pass } } })

    const itemsOf = (answer: Answer, list: string) =>
      listAt(answer.body, list).map((one) => {
        const item = at(one, 'item')
        return typeof item === 'string' ? item : null
      })
    const named = ['refill', 'denial', 'denial', 'denial', 'renewal', 'renewal', null]
    k.value('items.checks', itemsOf(whole.answer, 'checks'), named, whole.answer)
    const read = must(await k.call('GET', `/task-runs/${whole.taskRun}`), 200)
    k.value('items.checks', itemsOf(read, 'criterion_runs').toSorted(), named.toSorted(), read)
    k.answer('items.scored', read, { body: { items: { refill: pass, denial: pass, renewal: notDue } } })

    const hidden = await complete({ ...all, 'in time': false }, true)
    k.answer('items.redacted', hidden.answer, { body: { items: { denial: { verdict: 'partial', due: true } } } })
    const members = Object.keys(Object(at(hidden.answer.body, 'items', 'denial')))
    k.value('items.redacted', members.toSorted(), ['due', 'score', 'verdict'], hidden.answer)

    const twice = { items: [...day.items, { key: 'refill', label: 'Again' }] }
    k.answer('items.declared', await k.call('PATCH', `/tasks/${tasks[0]}`, twice), { status: 400 })
    must(await k.call('PATCH', `/tasks/${tasks[0]}`, { items: day.items.slice(1) }), 200)
    k.answer('items.declared', await k.call('POST', `/benchmarks/${benchmark}/versions`), { status: 409 })
  },
})
