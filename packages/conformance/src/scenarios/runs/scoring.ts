import { type Answer, at, listAt } from '../../exchange/exchange.js'
import { near } from '../../expectation/pattern.js'
import { approvableForm } from '../../scenario/clinic.js'
import type { Kit } from '../../scenario/kit.js'
import type { TaskPlan } from '../../scenario/publish.js'
import { scenario } from '../../scenario/scenario.js'
import { must } from '../../scenario/unmet.js'

/** Creates a criterion on a number of fields in the output; the output determines how many of them match. */
function counted(label: string, fields: number, more: object = {}) {
  return {
    label,
    assertion: {
      assert: 'output-match',
      fields: Array.from({ length: fields }, (_, index) => ({ path: `${label}${index}`, expected: 1 })),
    },
    ...more,
  }
}

/** Creates an output in which the first fields of each criterion match. */
function makeOutput(matching: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(
    Object.entries(matching).flatMap(([label, count]) =>
      Array.from({ length: count }, (_, index) => [`${label}${index}`, 1]),
    ),
  )
}

const clean = {
  label: 'clean',
  guard: true,
  assertion: { assert: 'output-match', fields: [{ path: 'harm', expected: { $exists: false } }] },
}

/** Weights and shares whose sums must not be rounded: (0.1·1/3 + 0.2·1 + 0.7·2/3) ÷ 1.0. */
const uneven = [counted('x', 3, { weight: 0.1 }), counted('y', 1, { weight: 0.2 }), counted('z', 3, { weight: 0.7 })]

const tasks = {
  weights: { criteria: [counted('a', 1), counted('b', 2, { weight: 2 }), counted('c', 1, { weight: 4 })] },
  uneven: { criteria: uneven },
  turned: { criteria: [...uneven].reverse() },
  axes: {
    criteria: [
      counted('a', 1, { axis: 'correctness', weight: 3 }),
      counted('b', 2, { axis: 'correctness' }),
      counted('c', 1, { axis: 'safety', weight: 0.5 }),
      counted('d', 1),
    ],
  },
  none: { criteria: [] },
  weightless: { criteria: [counted('a', 1, { weight: 0 })] },
  ten: { criteria: [counted('a', 10)] },
  guarded: { criteria: [counted('a', 1), clean] },
} as const satisfies Record<string, TaskPlan>

type Name = keyof typeof tasks
const names = Object.keys(tasks) as Name[]

async function complete(k: Kit, reference: string, name: Name, output: object): Promise<Answer> {
  const run = await k.createRun(reference)
  const index = names.indexOf(name)
  must(await run.start(index), 200)
  return must(await run.complete(index, { output }), 200)
}

export const scoring = scenario({
  name: 'From checks to a score',
  ids: [
    'scoring.weighted-mean',
    'scoring.order-free',
    'scoring.unrounded',
    'scoring.range',
    'scoring.no-criteria',
    'scoring.axes',
    'scoring.verdict-pass',
    'scoring.verdict-fail',
    'scoring.verdict-partial',
    'scoring.check-result',
    'guards.nothing-done',
    'guards.pass-needs-all',
    'checks.score',
    'checks.passed',
    'checks.each-field',
    'criteria.weight-in-scoring',
    'criteria.default-axis',
    'criterion-runs.passed',
    'overrides.pass-threshold-default',
    'completion.axes',
    'completion.output',
    'runs.complete-output',
    'kinds.output-match',
  ],
  needs: ['organization-key', 'solver-key', 'authoring'],
  async run(k) {
    const { reference } = await k.publish({ name: 'scoring', tasks: names.map((name) => ({ name, ...tasks[name] })) })
    const weights = await complete(k, reference, 'weights', makeOutput({ a: 1, b: 1 }))
    k.answer('scoring.weighted-mean', weights, { body: { score: near(2 / 7), verdict: 'partial' } })
    k.answer('criteria.weight-in-scoring', weights, { body: { score: near(2 / 7) } })
    k.answer('scoring.unrounded', weights, { body: { score: near(2 / 7) } })
    k.answer('scoring.verdict-partial', weights, { body: { verdict: 'partial' } })
    const checks = [
      { label: 'a', score: 1, result: 'pass' },
      { label: 'b', score: 0.5, result: 'partial' },
      { label: 'c', score: 0, result: 'fail' },
    ]
    k.answer('scoring.check-result', weights, { body: { checks } })
    k.answer('checks.score', weights, { body: { checks } })
    k.answer('checks.each-field', weights, { body: { checks: [{ score: 1 }, { score: 0.5 }, { score: 0 }] } })
    k.answer('criteria.default-axis', weights, {
      body: {
        axes: { __default__: { score: near(2 / 7), weight: 7 } },
        checks: checks.map(() => ({ axis: '__default__' })),
      },
    })
    k.answer('completion.output', weights, { body: { checks } })
    k.answer('kinds.output-match', weights, { body: { checks } })
    const authored = await k.createRun(reference)
    const index = names.indexOf('weights')
    must(await authored.start(index), 200)
    const target = `/task-runs/${authored.taskRun(index)}/complete`
    k.answer('runs.complete-output', await k.call('POST', target, { outputs: {} }), 400)
    const completed = await k.call('POST', target, { output: makeOutput({ a: 1, b: 1 }) })
    k.answer('runs.complete-output', completed, { status: 200, body: { score: near(2 / 7), verdict: 'partial' } })
    const runs = await k.call('GET', `/criterion-runs?task_run_id=${at(weights.body, 'task_run_id')}`)
    const passed = Object.fromEntries(
      listAt(runs.body, 'data').map((item) => [String(at(item, 'score')), at(item, 'passed')]),
    )
    k.value('checks.passed', passed, { '1': true, '0.5': false, '0': false }, runs)
    k.value('criterion-runs.passed', passed, { '1': true, '0.5': false, '0': false }, runs)

    const [uneven, turned] = [
      await complete(k, reference, 'uneven', makeOutput({ x: 1, y: 1, z: 2 })),
      await complete(k, reference, 'turned', makeOutput({ x: 1, y: 1, z: 2 })),
    ]
    k.answer('scoring.unrounded', uneven, { body: { score: near(0.1 / 3 + 0.2 + 1.4 / 3) } })
    k.value('scoring.order-free', at(uneven.body, 'score'), at(turned.body, 'score') as number, uneven, turned)

    const axes = await complete(k, reference, 'axes', makeOutput({ a: 1, b: 1, d: 1 }))
    const expected = {
      correctness: { score: near(3.5 / 4), weight: 4 },
      safety: { score: 0, weight: 0.5 },
      __default__: { score: 1, weight: 1 },
    }
    k.answer('scoring.axes', axes, { body: { axes: expected, score: near(4.5 / 5.5) } })
    k.answer('completion.axes', axes, { body: { axes: expected } })
    for (const name of ['none', 'weightless'] as const) {
      k.answer('scoring.no-criteria', await complete(k, reference, name, makeOutput({ a: 1 })), {
        body: { score: 0, verdict: 'fail' },
      })
    }
    const [nine, eight, nothing, all] = [
      await complete(k, reference, 'ten', makeOutput({ a: 9 })),
      await complete(k, reference, 'ten', makeOutput({ a: 8 })),
      await complete(k, reference, 'ten', {}),
      await complete(k, reference, 'ten', makeOutput({ a: 10 })),
    ]
    k.answer('scoring.verdict-pass', nine, { body: { score: near(0.9), verdict: 'pass' } })
    k.answer('overrides.pass-threshold-default', nine, { body: { verdict: 'pass' } })
    k.answer('overrides.pass-threshold-default', eight, { body: { score: near(0.8), verdict: 'partial' } })
    k.answer('scoring.verdict-partial', eight, { body: { verdict: 'partial' } })
    k.answer('scoring.verdict-fail', nothing, { body: { score: 0, verdict: 'fail' } })
    k.answer('scoring.verdict-pass', all, { body: { score: 1, verdict: 'pass' } })
    for (const answer of [weights, uneven, axes, nine, nothing, all]) {
      const score = Number(at(answer.body, 'score'))
      k.value('scoring.range', { score, inside: score >= 0 && score <= 1 }, { inside: true }, answer)
    }
    const idle = await complete(k, reference, 'guarded', {})
    k.answer('guards.nothing-done', idle, { body: { score: 0, verdict: 'fail', axes: { __default__: { score: 0 } } } })
    const careful = await complete(k, reference, 'guarded', makeOutput({ a: 1 }))
    k.answer('guards.pass-needs-all', careful, { body: { score: 1, verdict: 'pass' } })
    k.answer('guards.nothing-done', careful, { body: { score: 1 } })
    const careless = await complete(k, reference, 'guarded', { ...makeOutput({ a: 1 }), harm: true })
    k.answer('guards.pass-needs-all', careless, { body: { score: 0.5, verdict: 'partial' } })
  },
})

export const overrides = scenario({
  name: 'What a benchmark overrides',
  ids: [
    'overrides.pass-threshold',
    'overrides.axis-weights',
    'overrides.scored-only',
    'overrides.seed',
    'overrides.simulators',
    'scoring.axis-weights',
    'guards.pass-needs-all',
    'run-end.verdict',
    'simulators.config-defaults',
    'payer.default-determination',
    'reproducibility.seed-hidden',
  ],
  needs: ['organization-key', 'solver-key', 'authoring'],
  async run(k) {
    const criteria = [counted('a', 1, { axis: 'correctness', weight: 3 }), counted('b', 1, { axis: 'safety' }), clean]
    const finishing = async (name: string, settings: object, output: object) => {
      const { reference } = await k.publish({ name, overrides: { ...settings }, tasks: [{ criteria }] })
      const run = await k.createRun(reference)
      must(await run.start(), 200)
      return { run, answer: must(await run.complete(0, { output }), 200) }
    }
    const low = await finishing('low threshold', { pass_threshold: 0.5 }, makeOutput({ a: 1 }))
    k.answer('overrides.pass-threshold', low.answer, { body: { score: 0.75, verdict: 'pass' } })
    k.answer('run-end.verdict', await low.run.read(), { status: 200, body: { score: 0.75, verdict: 'pass' } })
    const high = await finishing('high threshold', { pass_threshold: 1 }, makeOutput({ a: 1 }))
    k.answer('overrides.pass-threshold', high.answer, { body: { score: 0.75, verdict: 'partial' } })
    k.answer('run-end.verdict', await high.run.read(), { status: 200, body: { verdict: 'partial' } })
    const careless = await finishing('careless', { pass_threshold: 0.5 }, { ...makeOutput({ a: 1, b: 1 }), harm: 1 })
    k.answer('guards.pass-needs-all', careless.answer, { body: { score: 0.5, verdict: 'partial' } })
    const weighed = await finishing(
      'weighed',
      { axis_weights: { correctness: 1, safety: 3, __default__: 0 } },
      makeOutput({ a: 1 }),
    )
    k.answer('overrides.axis-weights', weighed.answer, { body: { score: 0.25 } })
    k.answer('scoring.axis-weights', weighed.answer, {
      body: { score: 0.25, axes: { correctness: { score: 1, weight: 1 }, safety: { score: 0, weight: 3 } } },
    })

    const scoredOnly = await k.publish({ name: 'scored only', overrides: { scored_only: true }, tasks: [{ criteria }] })
    for (const scored of [false, undefined]) {
      const run = await k.createRun(scoredOnly.reference, scored === undefined ? {} : { scored })
      k.answer('overrides.scored-only', run.created, { body: { scored: true } })
      must(await run.start(), 200)
      const answer = must(await run.complete(), 200)
      k.value('overrides.scored-only', /"(details|field_results)":/.test(answer.text), false, answer)
    }
    const drawn = async (name: string, settings: object) => {
      const { reference } = await k.publish({
        name,
        overrides: { ...settings },
        simulators: [{ type: 'FHIR', name: 'record' }],
        tasks: [{ criteria }],
      })
      const ids: unknown[] = []
      const said: string[] = []
      for (let round = 0; round < 2; round++) {
        const run = await k.createRun(reference)
        said.push(run.created.text, must(await run.start(), 200).text)
        const made = must(
          await run.system(
            'POST',
            'fhir/Patient',
            { resourceType: 'Patient' },
            { 'content-type': 'application/fhir+json' },
          ),
          201,
        )
        ids.push(at(made.body, 'id'))
        said.push(made.text, (await run.complete()).text, (await run.read()).text)
      }
      return { same: ids[0] === ids[1], said: said.join('\n'), ids }
    }
    const seeded = await drawn('seeded', { seed: 770_311 })
    const free = await drawn('not seeded', {})
    k.value(
      'overrides.seed',
      { 'with a seed the same': seeded.same, 'without one the same': free.same },
      { 'with a seed the same': true, 'without one the same': false },
    )
    k.value(
      'reproducibility.seed-hidden',
      { 'the seed is told': seeded.said.includes('770311') || /"seed"/.test(seeded.said + free.said) },
      { 'the seed is told': false },
    )

    const config = {
      accept_unknown_members: true,
      determinations: [{ procedure_code: '70551', status: 'approved' }],
      default_determination: { status: 'pending' },
    }
    const simulator = await k.create('/simulators', { type: 'Payer', name: k.name('patched'), config })
    const bare = await k.create('/simulators', { type: 'Payer', name: k.name('bare') })
    const members = await k.create('/datasets', {
      type: 'Portal',
      name: k.name('members'),
      config: { rows: { patients: [{ member_id: approvableForm.patient_member_id }] } },
    })
    for (const [id, payer, patch, pattern] of [
      [
        'overrides.simulators',
        simulator,
        { determinations: null, default_determination: { status: 'denied', reason: 'Closed.' } },
        { status: 'denied', determination_reason: 'Closed.' },
      ],
      ['simulators.config-defaults', bare, null, { status: 'pending' }],
    ] as const) {
      const environment_id = await k.create('/environments', { name: k.name('patched') })
      must(await k.call('POST', `/environments/${environment_id}/simulators/${payer}`), 200)
      must(await k.call('POST', `/environments/${environment_id}/datasets/${members}`), 200)
      const name = k.name(`patched ${payer === bare ? 'not' : ''}`)
      const benchmark_id = await k.create('/benchmarks', {
        name,
        environment_id,
        overrides: patch === null ? {} : { simulators: { [payer]: patch } },
      })
      const task_id = await k.create('/tasks', { benchmark_id, name: 't' })
      await k.create('/criteria', { task_id, ...counted('a', 1) })
      await k.audited(must(await k.call('POST', `/benchmarks/${benchmark_id}/versions`, { allow_findings: true }), 201))
      const run = await k.createRun(`${name}@1`)
      must(await run.start(), 200)
      const made = await run.system('POST', 'portal/prior-auths', approvableForm)
      k.answer(id, made, { status: 201, body: pattern })
      if (payer === bare) k.answer('payer.default-determination', made, { status: 201, body: { status: 'pending' } })
    }
  },
})
