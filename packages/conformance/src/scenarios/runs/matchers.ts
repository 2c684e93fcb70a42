import { at, listAt } from '../../exchange/exchange.js'
import { absent, each, filled } from '../../expectation/pattern.js'
import { scenario } from '../../scenario/scenario.js'
import { must, UnmetPreconditionError } from '../../scenario/unmet.js'
import { cases, type MatcherCase, missing } from './matcher-cases.js'

const approved = { $says: { all: [['approved']] } }

type Judged = keyof typeof cases
const judged = Object.keys(cases) as Judged[]

export const matchers = scenario({
  name: 'The meaning of expected values',
  ids: [
    ...judged,
    'paths.whole',
    'matchers.says-open',
    'matchers.entity',
    'checks.missing-actual',
    'checks.field-results-always',
    'checks.field-results-absent',
    'criterion-runs.field-results',
    'criterion-runs.field-result',
    'json.open-values',
  ],
  needs: ['organization-key', 'solver-key', 'authoring'],
  async run(k) {
    const values: Record<string, unknown> = {}
    const criteria = judged.map((id, group) => ({
      label: id,
      assertion: {
        assert: 'output-match',
        fields: (cases[id] as readonly MatcherCase[]).map(([expected, actual, , path], index) => {
          const name = `v${group}x${index}`
          if (actual !== missing) values[name] = actual
          return { path: path === undefined ? name : path.startsWith('/') ? `/${name}${path}` : name + path, expected }
        }),
      },
    }))
    const whole = { label: 'whole', assertion: { assert: 'output-match', expected: { $not: 1 } } }
    const entity = {
      label: 'entity',
      entity: 0,
      assertion: {
        assert: 'output-match',
        fields: [
          { path: 'member', expected: { $entity: '/member_id' } },
          { path: 'other', expected: { $entity: '/member_id' } },
        ],
      },
    }
    const published = await k.publish({
      name: 'matchers',
      datasets: [{ type: 'HL7', name: 'people', config: { messages: [] } }],
      tasks: [
        {
          entities: [{ dataset: 0, type: 'member', ref: 'ida', data: { member_id: 'M-2002' } }],
          criteria: [...criteria, entity],
        },
        {
          criteria: [
            {
              label: 'path',
              assertion: { assert: 'output-match', fields: [{ path: '', expected: { open: 'approved?' } }] },
            },
            whole,
            ...[approved, { $not: approved }, { $any: [approved, { $exists: true }] }].map((expected, index) => ({
              label: `open ${index}`,
              assertion: { assert: 'output-match', fields: [{ path: 'open', expected }] },
            })),
          ],
        },
      ],
    })
    const run = await k.createRun(published.reference)
    must(await run.start(), 200)
    const output = { ...values, member: 'M-2002', other: 'M-1' }
    const answer = must(await run.complete(0, { output }), 200)
    const results = (label: string) =>
      listAt(answer.body, 'checks')
        .filter((check) => at(check, 'label') === label)
        .flatMap((check) => listAt(check, 'field_results'))
    for (const id of judged) {
      const found = results(id)
      const expected = cases[id] as readonly MatcherCase[]
      if (found.length === 0)
        throw new UnmetPreconditionError(`The completion has no field results for ${id}.`, answer.exchange.number)
      k.value(
        id,
        expected.map(([wanted, actual], index) => ({
          expected: wanted,
          actual: actual === missing ? 'missing' : short(actual),
          passed: at(found[index], 'passed'),
        })),
        expected.map(([, , passed]) => ({ passed })),
        answer,
      )
    }
    k.value(
      'matchers.entity',
      results('entity').map((result) => at(result, 'passed')),
      [true, false],
      answer,
    )
    const absentValues = results('matchers.absent-values')
    k.value(
      'checks.missing-actual',
      [absentValues[0], absentValues[1]],
      [
        { actual: null, passed: true },
        { actual: null, missing: true, passed: false },
      ],
      answer,
    )
    k.value(
      'criterion-runs.field-result',
      results('matchers.literal-type')[0],
      { expected: 1, actual: '1', passed: false },
      answer,
    )
    k.value('criterion-runs.field-results', results('matchers.literal-type').length, 6, answer)
    k.value(
      'json.open-values',
      results('matchers.literal-object')[0],
      { expected: { a: 1, b: 2 }, actual: { a: 1, b: 2 } },
      answer,
    )
    const runs = await k.call('GET', `/criterion-runs?task_run_id=${run.taskRun()}&limit=100`)
    const counts = listAt(runs.body, 'data').map((item) => listAt(item, 'evidence', 'field_results').length > 0)
    k.value('checks.field-results-always', counts.length > 0 && counts.every(Boolean), true, runs)
    k.value('criterion-runs.field-results', counts.length > 0 && counts.every(Boolean), true, runs)
    must(await run.start(1), 200)
    const second = must(await run.complete(1, { output: { open: 'approved?' } }), 200)
    const verdicts = listAt(second.body, 'checks').map((check) => [at(check, 'label'), at(check, 'result')])
    const isOpen = ([label]: readonly unknown[]): boolean => String(label).startsWith('open')
    k.value(
      'paths.whole',
      verdicts.filter((verdict) => !isOpen(verdict)),
      [
        ['path', 'pass'],
        ['whole', 'pass'],
      ],
      second,
    )
    k.value(
      'matchers.says-open',
      verdicts.filter(isOpen),
      [
        ['open 0', 'fail'],
        ['open 1', 'fail'],
        ['open 2', 'pass'],
      ],
      second,
    )
    const silent = await k.createRun(published.reference)
    must(await silent.start(1), 200)
    k.answer('checks.field-results-absent', await silent.complete(1), {
      status: 200,
      body: { checks: each({ result: 'fail', score: 0, details: filled, field_results: absent }, 2) },
    })
    k.answer('checks.field-results-absent', await k.call('GET', `/criterion-runs?task_run_id=${silent.taskRun(1)}`), {
      body: { data: each({ passed: false, score: 0, details: filled, evidence: null }, 2) },
    })
  },
})

function short(value: unknown): unknown {
  return typeof value === 'string' && value.length > 60 ? `${value.slice(0, 60)}…` : value
}
