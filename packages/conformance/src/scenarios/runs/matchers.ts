import { at, listAt } from '../../exchange/exchange.js'
import { absent, each, filled } from '../../expectation/pattern.js'
import type { RequirementId } from '../../requirements/requirements.js'
import { scenario } from '../../scenario/scenario.js'
import { must, Unmet } from '../../scenario/unmet.js'

/** Represents a missing value. */
const missing: unique symbol = Symbol('missing')

/** The expected value, the actual value, whether it matches; optionally a path. */
type Case = readonly [expected: unknown, actual: unknown, matches: boolean, path?: string]

const tree = { name: [{ given: ['Ida', 'Mai'] }, { family: 'Larsen' }], 'a/b': { '~': 1 }, n: null, list: [] }

const critical = { $says: { all: [['potassium', 'K'], { quantity: 6.7, unit: 'mmol/L' }] } }
const visit = {
  $grounded: { facts: ['Ada Sample', { date: '2026-03-12' }, { time: '09:30' }], statuses: { booked: true } },
}
const approved = { $says: { all: [['approved']] } }

const cases = {
  'matchers.literal-type': [
    [1, '1', false],
    ['1', 1, false],
    [true, 'true', false],
    [0, false, false],
    ['x', ['x'], false],
    [true, true, true],
  ],
  'matchers.literal-number': [
    [1, 1.0, true],
    [100, 1e2, true],
    [0.1, 0.1, true],
    [1, 1.5, false],
    [0, -0, true],
  ],
  'matchers.literal-array': [
    [[1, 2], [1, 2], true],
    [[1, 2], [2, 1], false],
    [[1], [1, 1], false],
  ],
  'matchers.literal-object': [
    [{ a: 1, b: 2 }, { b: 2, a: 1 }, true],
    [{ a: 1 }, { a: 1, b: 2 }, false],
    [{ a: 1, b: 2 }, { a: 1 }, false],
  ],
  'matchers.absent-values': [
    [null, null, true],
    [null, missing, false],
    [null, '', false],
    [null, [], false],
    ['', '', true],
    ['', null, false],
    ['', missing, false],
    [[], [], true],
    [[], missing, false],
    [[], '', false],
  ],
  'matchers.data-below': [
    [{ a: { $eq: 1 } }, { a: { $eq: 1 } }, true],
    [{ a: { $eq: 1 } }, { a: 1 }, false],
  ],
  'matchers.eq': [
    [{ $eq: { $regex: 'x' } }, { $regex: 'x' }, true],
    [{ $eq: { $regex: 'x' } }, 'x', false],
  ],
  'matchers.exists': [
    [{ $exists: true }, null, true],
    [{ $exists: true }, missing, false],
    [{ $exists: false }, missing, true],
    [{ $exists: false }, '', false],
  ],
  'matchers.not': [
    [{ $not: 'a' }, 'b', true],
    [{ $not: 'a' }, 'a', false],
    [{ $not: { $gt: 3 } }, 4, false],
  ],
  'matchers.missing': [
    [{ $not: 'a' }, missing, true],
    [{ $not: { $exists: false } }, missing, false],
    [{ $any: [1, null] }, missing, false],
    [{ $lt: 5 }, missing, false],
    [{ $contains: 1 }, missing, false],
    [{ $oneOf: [null] }, missing, false],
    [{ $unordered: [] }, missing, false],
    [{ $size: 0 }, missing, false],
  ],
  'matchers.any-all': [
    [{ $any: ['a', { $gt: 3 }] }, 4, true],
    [{ $any: ['a', { $gt: 3 }] }, 3, false],
    [{ $all: [{ $gt: 1 }, { $lt: 3 }] }, 2, true],
    [{ $all: [{ $gt: 1 }, { $lt: 3 }] }, 3, false],
  ],
  'matchers.some-every': [
    [{ $some: { $gt: 3 } }, [1, 4], true],
    [{ $some: { $gt: 3 } }, [1], false],
    [{ $some: 1 }, 1, false],
    [{ $every: { $gt: 3 } }, [4, 5], true],
    [{ $every: { $gt: 3 } }, [4, 3], false],
    [{ $every: { $gt: 3 } }, [], false],
  ],
  'matchers.members': [
    [{ $members: { a: { $gt: 1 }, b: 'x' } }, { a: 2 }, true],
    [{ $members: { a: { $gt: 1 }, b: 'x' } }, { a: 1, b: 'x' }, false],
    [{ $members: { a: { $gt: 1 }, b: 'x' } }, { a: 2, c: null }, false],
    [{ $members: { a: { $size: 0 } } }, {}, true],
    [{ $members: { a: 1 } }, { a: null }, false],
    [{ $members: { a: 1 } }, [1], false],
    [{ $members: { a: 1 } }, missing, false],
  ],
  'matchers.one-of': [
    [{ $oneOf: ['a', null] }, null, true],
    [{ $oneOf: [{ a: 1 }] }, { a: 1 }, true],
    [{ $oneOf: ['a', 1] }, '1', false],
  ],
  'matchers.regex': [
    [{ $regex: 'a|bc' }, 'bc', true],
    [{ $regex: 'a|bc' }, 'abc', false],
    [{ $regex: '1' }, 1, false],
    [{ $regex: '(a+)+b' }, 'a'.repeat(5000), false],
  ],
  'matchers.contains': [
    [{ $contains: 'b' }, 'abc', true],
    [{ $contains: 'b' }, ['b'], true],
    [{ $contains: { a: 1 } }, [0, { a: 1 }], true],
    [{ $contains: 'b' }, ['abc'], false],
    [{ $contains: 1 }, '1', false],
  ],
  'matchers.unordered': [
    [{ $unordered: [1, 1, 2] }, [2, 1, 1], true],
    [{ $unordered: [1, 1, 2] }, [1, 2, 2], false],
    [{ $unordered: [1] }, [1, 1], false],
  ],
  'matchers.size': [
    [{ $size: 2 }, [0, 0], true],
    [{ $size: 2 }, [0], false],
    [{ $size: 2 }, 'ab', false],
  ],
  'matchers.compare': [
    [{ $gt: 1 }, 1.5, true],
    [{ $gt: 1 }, 1, false],
    [{ $gte: 1 }, 1, true],
    [{ $lt: 1 }, -5, true],
    [{ $lte: 1 }, 1.01, false],
    [{ $gt: '2024-05-01' }, '2024-05-02T00:00:00Z', true],
    [{ $gt: '2024-05-01' }, '2024-05-01T23:59:59Z', false],
  ],
  'matchers.approx': [
    [{ $approx: { value: 1, tolerance: 0.1 } }, 1.05, true],
    [{ $approx: { value: 1, tolerance: 0.1 } }, 1.2, false],
  ],
  'matchers.date': [
    [{ $date: { value: '2024-05-01', precision: 'day' } }, '2024-05-01T10:00:00Z', true],
    [{ $date: { value: '2024-05-01', precision: 'day' } }, '2024-05', false],
    [{ $date: { value: '2024-05-01', precision: 'month' } }, '2024-05', true],
    [{ $date: { value: '2024-05-01', precision: 'month' } }, '2024-06-01', false],
  ],
  'matchers.date-formats': [
    [{ $date: { value: '2024-05-01', precision: 'day' } }, '20240501', true],
    [{ $date: { value: '2024-05-01T22:30:00-03:00', precision: 'minute' } }, '202405020130', true],
    [{ $date: { value: '2024-05-01T22:30:00-03:00', precision: 'minute' } }, '2024-05-01T22:30:00Z', false],
  ],
  'matchers.code': [
    [{ $code: { code: '718-7' } }, '718-7', true],
    [{ $code: { system: 'http://loinc.org', code: '718-7' } }, { system: 'http://loinc.org', code: '718-7' }, true],
    [{ $code: { code: '718-7' } }, { coding: [{ code: 'x' }, { code: '718-7' }] }, true],
    [{ $code: { system: 'http://loinc.org', code: '718-7' } }, { code: '718-7' }, false],
    [{ $code: { code: '718-7' } }, '718-70', false],
  ],
  'matchers.text': [
    [{ $text: 'Low back pain' }, '  LOW–back\n pain. ', true],
    [{ $text: 'José Núñez' }, 'jose nunez', true],
    [{ $text: 'Low back pain' }, 'Low backpain', false],
  ],
  'matchers.words': [
    [{ $words: ['Ada Sample', 'on', 'th'] }, 'ADA SAMPLE, on 12th.', true],
    [{ $words: ['Ada Sample', 'on'] }, 'Ada Sample, not on 12', false],
    [{ $words: ['on'] }, 'on $5', false],
  ],
  'matchers.quantity': [
    [{ $quantity: { value: 13.5, unit: 'g/dL' } }, { value: 135, code: 'g/L' }, true],
    [{ $quantity: { value: 1, unit: 'mg' } }, { value: 0.001, unit: 'g' }, true],
    [{ $quantity: { value: 1, unit: 'mg' } }, { value: 1, unit: 'mL' }, false],
  ],
  'matchers.says': [
    [critical, 'K+ 6.7 mmol/L', true],
    [critical, 'Potassium: 6.7 (mmol/L)', true],
    [critical, 'potassium was normal, not 6.7 mmol/L', false],
    [critical, 'potassium 6.7 mg/dL', false],
    [{ $says: { all: [['approved']], none: [['denied']] } }, 'APPROVED, not denied', true],
    [{ $says: { all: [['approved']] } }, 'did not approve', false],
    [{ $says: { all: [{ date: '1968-05-14' }] } }, 'DOB May 14, 1968', true],
    [{ $says: { all: [{ time: '14:30' }] } }, 'at 2:30 pm', true],
    [critical, 'K 6.7 mmol/L, actually confirmed by repeat', true],
    [critical, 'Potassium 6.7 mmol/L. Actually 3.7 mmol/L.', false],
    [critical, 'Potassium 6.7 mmol/L. None of this is true.', false],
  ],
  'matchers.grounded': [
    [visit, 'Ada Sample: booked on Thursday, March 12 at 9:30 a.m.', true],
    [visit, 'Sample, Ada: half past nine in the morning on 3/12/2026, not cancelled', true],
    [visit, 'Booked on March 12 at 9:30 a.m. It is on March 13.', false],
    [visit, 'March 12 at 9:30 p.m., cancelled', false],
  ],
  'matchers.wrong-type': [
    [{ $gt: 1 }, 'abc', false],
    [{ $gt: 1 }, '2', false],
    [{ $regex: '.*' }, { a: 1 }, false],
    [{ $every: 1 }, 'x', false],
    [{ $date: { value: '2024', precision: 'year' } }, 2024, false],
    [{ $quantity: { value: 1, unit: 'mg' } }, [], false],
    [{ $code: { code: 'a' } }, 7, false],
  ],
  'paths.pointer': [
    ['Mai', tree, true, '/name/0/given/1'],
    [1, tree, true, '/a~1b/~0'],
    ['Mai', tree, false, '/name/0/given/0'],
  ],
  'paths.dotted': [
    ['Mai', tree, true, '.name[0].given[1]'],
    ['Mai', tree, true, '.name.0.given.1'],
    [{ $exists: false }, tree, true, '.name[2]'],
  ],
  'paths.any-element': [
    ['Larsen', tree, true, '.name[*].family'],
    ['Mai', tree, true, '.name[*].given[*]'],
    [{ $exists: false }, tree, true, '.list[*]'],
    ['Ida', { name: 'Ida' }, false, '.name[*]'],
  ],
  'paths.own-members': [
    [{ $exists: false }, tree, true, '.name.length'],
    [{ $exists: false }, tree, true, '.constructor'],
    [{ $exists: false }, tree, true, '.toString'],
    [{ $exists: false }, tree, true, '.name.-1'],
    [{ $exists: false }, tree, true, '.name.given'],
    [{ $exists: false }, { s: 'abc' }, true, '.s[0]'],
  ],
} as const satisfies Partial<Record<RequirementId, readonly Case[]>>

type Judged = keyof typeof cases
const judged = Object.keys(cases) as Judged[]

export const matchers = scenario({
  name: 'What expected values mean',
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
        fields: (cases[id] as readonly Case[]).map(([expected, actual, , path], index) => {
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
      const expected = cases[id] as readonly Case[]
      if (found.length === 0) throw new Unmet(`The completion has no field results for ${id}.`, answer.exchange.number)
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
