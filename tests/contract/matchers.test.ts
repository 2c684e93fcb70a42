import type { BenchmarkDefinition, JsonValue } from '@carebench/protocol'
import { beforeAll, describe, expect, it } from 'vitest'
import { type ContractTestbed, create, createContractTestbed, listAt } from './contract-testbed.js'

// The meaning of `expected`, seen from outside: criteria on the output of a completion, and their scores.

let testbed: ContractTestbed
let count = 0
beforeAll(async () => {
  testbed = await createContractTestbed()
})

/** A missing value. */
const missing: unique symbol = Symbol('missing')

type Case = readonly [expected: JsonValue, actual: JsonValue | typeof missing, passes: boolean]

/** Completes a task with one criterion per case, and compares which of them passed. */
async function judges(cases: readonly Case[]): Promise<void> {
  // Some hold without any work, which only guards may: so a criterion that needs work is added.
  const all: readonly Case[] = [...cases, [true, true, true]]
  const definition: BenchmarkDefinition = {
    name: `matchers ${++count}`,
    environment: { name: 'empty', simulators: [], datasets: [] },
    tasks: [
      {
        name: 'answer',
        criteria: all.map(([expected], index) => ({
          label: `case ${index}`,
          guard: index < cases.length,
          assertion: { assert: 'output-match', fields: [{ path: `value${index}`, expected }] },
        })),
      },
    ],
  }
  const run = await testbed.createRun(await testbed.publish(definition))
  await run.start()
  const output = Object.fromEntries(
    all.flatMap(([, actual], index) => (actual === missing ? [] : [[`value${index}`, actual]])),
  )
  const { body } = await run.complete(0, { output })
  const found = listAt(body, 'checks')
    .slice(0, cases.length)
    .map((check, index) => [cases[index]?.[0], cases[index]?.[1], check])
  expect(found).toMatchObject(
    cases.map(([expected, actual, passes]) => [expected, actual, { result: passes ? 'pass' : 'fail' }]),
  )
}

/** Tries to create a criterion with a matcher. */
async function written(expected: unknown) {
  const benchmark_id = await create(testbed.call, '/benchmarks', { name: `written ${++count}` })
  return testbed.call('POST', '/criteria', {
    task_id: await create(testbed.call, '/tasks', { benchmark_id, name: 't' }),
    label: 'c',
    assertion: { assert: 'output-match', fields: [{ path: 'a', expected }] },
  })
}

describe('literals', () => {
  it('match values of their own type only [matchers.literal-type]', () =>
    judges([
      [1, '1', false],
      ['1', 1, false],
      [true, 'true', false],
      [0, false, false],
      ['x', ['x'], false],
      [true, true, true],
    ]))

  it('match numbers by value [matchers.literal-number]', () =>
    judges([
      [1, 1.0, true],
      [0.1, 0.1, true],
      [1, 1.5, false],
      [0, -0, true],
    ]))

  it('match arrays in order [matchers.literal-array]', () =>
    judges([
      [[1, 2], [1, 2], true],
      [[1, 2], [2, 1], false],
      [[1], [1, 1], false],
    ]))

  it('match objects with their keys in any order [matchers.literal-object]', () =>
    judges([
      [{ a: 1, b: 2 }, { b: 2, a: 1 }, true],
      [{ a: 1 }, { a: 1, b: 2 }, false],
      [{ a: 1, b: 2 }, { a: 1 }, false],
    ]))

  it('distinguish missing, null and empty values [matchers.absent-values]', () =>
    judges([
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
    ]))

  it('may contain keys that begin with $ below the top level, or anywhere in $eq [matchers.data-below, matchers.eq]', () =>
    judges([
      [{ a: { $eq: 1 } }, { a: { $eq: 1 } }, true],
      [{ a: { $eq: 1 } }, { a: 1 }, false],
      [{ $eq: { $regex: 'x' } }, { $regex: 'x' }, true],
      [{ $eq: { $regex: 'x' } }, 'x', false],
    ]))

  it('are refused with an unknown matcher, and with two [matchers.unknown]', async () => {
    for (const expected of [{ $near: 1 }, { $eq: 1, $size: 1 }, { $eq: 1, a: 1 }]) {
      expect(await written(expected)).toMatchObject({ status: 400, body: { error: { code: 'INVALID_REQUEST' } } })
    }
    expect((await written({ $eq: 1 })).status).toBe(201)
  })
})

describe('matchers that combine matchers', () => {
  it('$exists distinguishes present from missing values [matchers.exists]', () =>
    judges([
      [{ $exists: true }, null, true],
      [{ $exists: true }, missing, false],
      [{ $exists: false }, missing, true],
      [{ $exists: false }, '', false],
    ]))

  it('$not negates a matcher [matchers.not]', () =>
    judges([
      [{ $not: 'a' }, 'b', true],
      [{ $not: 'a' }, 'a', false],
      [{ $not: { $gt: 3 } }, 4, false],
    ]))

  it('$members takes an object with no members but those given [matchers.members]', () =>
    judges([
      [{ $members: { status: 'draft', note: { $size: 0 } } }, { status: 'draft' }, true],
      [{ $members: { status: 'draft', note: { $size: 0 } } }, {}, true],
      [{ $members: { status: 'draft', note: { $size: 0 } } }, { status: 'draft', note: ['x'] }, false],
      [{ $members: { status: 'draft' } }, { status: 'draft', other: null }, false],
      [{ $members: { status: 'draft' } }, { status: null }, false],
      [{ $members: { status: 'draft' } }, ['draft'], false],
      [{ $members: { status: 'draft' } }, missing, false],
    ]))

  it('a missing value satisfies only $exists false and some $not [matchers.missing]', () =>
    judges([
      [{ $not: 'a' }, missing, true],
      [{ $not: { $exists: false } }, missing, false],
      [{ $any: [1, null] }, missing, false],
      [{ $lt: 5 }, missing, false],
      [{ $contains: 1 }, missing, false],
      [{ $oneOf: [null] }, missing, false],
      [{ $unordered: [] }, missing, false],
      [{ $size: 0 }, missing, false],
    ]))

  it('$any requires one matcher and $all every one [matchers.any-all]', () =>
    judges([
      [{ $any: ['a', { $gt: 3 }] }, 4, true],
      [{ $any: ['a', { $gt: 3 }] }, 3, false],
      [{ $all: [{ $gt: 1 }, { $lt: 3 }] }, 2, true],
      [{ $all: [{ $gt: 1 }, { $lt: 3 }] }, 3, false],
    ]))

  it('$some and $every test elements; $every requires at least one element [matchers.some-every]', () =>
    judges([
      [{ $some: { $gt: 3 } }, [1, 4], true],
      [{ $some: { $gt: 3 } }, [1], false],
      [{ $some: 1 }, 1, false],
      [{ $every: { $gt: 3 } }, [4, 5], true],
      [{ $every: { $gt: 3 } }, [4, 3], false],
      [{ $every: { $gt: 3 } }, [], false],
    ]))
})

describe('matchers of values', () => {
  it('$oneOf accepts any of its literals [matchers.one-of]', () =>
    judges([
      [{ $oneOf: ['a', null] }, null, true],
      [{ $oneOf: [{ a: 1 }] }, { a: 1 }, true],
      [{ $oneOf: ['a', 1] }, '1', false],
    ]))

  it('$regex matches whole strings, and no pattern stalls it [matchers.regex]', () =>
    judges([
      [{ $regex: 'a|bc' }, 'bc', true],
      [{ $regex: 'a|bc' }, 'abc', false],
      [{ $regex: '1' }, 1, false],
      [{ $regex: '(a+)+b' }, 'a'.repeat(20_000), false],
    ]))

  it('$contains finds elements and substrings [matchers.contains]', () =>
    judges([
      [{ $contains: 'b' }, 'abc', true],
      [{ $contains: 'b' }, ['b'], true],
      [{ $contains: { a: 1 } }, [0, { a: 1 }], true],
      [{ $contains: 'b' }, ['abc'], false],
      [{ $contains: 1 }, '1', false],
    ]))

  it('$unordered counts equal elements [matchers.unordered]', () =>
    judges([
      [{ $unordered: [1, 1, 2] }, [2, 1, 1], true],
      [{ $unordered: [1, 1, 2] }, [1, 2, 2], false],
      [{ $unordered: [1] }, [1, 1], false],
    ]))

  it('$size counts elements [matchers.size]', () =>
    judges([
      [{ $size: 2 }, [0, 0], true],
      [{ $size: 2 }, [0], false],
      [{ $size: 2 }, 'ab', false],
    ]))

  it('numbers and dates are compared [matchers.compare]', () =>
    judges([
      [{ $gt: 1 }, 1.5, true],
      [{ $gt: 1 }, 1, false],
      [{ $gte: 1 }, 1, true],
      [{ $lt: 1 }, -5, true],
      [{ $lte: 1 }, 1.01, false],
      [{ $gt: '2024-05-01' }, '2024-05-02T00:00:00Z', true],
      [{ $gt: '2024-05-01' }, '2024-05-01T23:59:59Z', false],
    ]))

  it('$approx accepts values within its tolerance [matchers.approx]', () =>
    judges([
      [{ $approx: { value: 1, tolerance: 0.1 } }, 1.05, true],
      [{ $approx: { value: 1, tolerance: 0.1 } }, 1.2, false],
    ]))

  it('$date compares to a precision, in every date format [matchers.date, matchers.date-formats]', () =>
    judges([
      [{ $date: { value: '2024-05-01', precision: 'day' } }, '2024-05-01T10:00:00Z', true],
      [{ $date: { value: '2024-05-01', precision: 'day' } }, '2024-05', false],
      [{ $date: { value: '2024-05-01', precision: 'month' } }, '2024-05', true],
      [{ $date: { value: '2024-05-01', precision: 'day' } }, '20240501', true],
      [{ $date: { value: '2024-05-01T22:30:00-03:00', precision: 'minute' } }, '202405020130', true],
      [{ $date: { value: '2024-05-01T22:30:00-03:00', precision: 'minute' } }, '2024-05-01T22:30:00Z', false],
    ]))

  it('$code reads codes, codings and concepts [matchers.code]', () =>
    judges([
      [{ $code: { code: '718-7' } }, '718-7', true],
      [{ $code: { system: 'http://loinc.org', code: '718-7' } }, { system: 'http://loinc.org', code: '718-7' }, true],
      [{ $code: { code: '718-7' } }, { coding: [{ code: 'x' }, { code: '718-7' }] }, true],
      [{ $code: { system: 'http://loinc.org', code: '718-7' } }, { code: '718-7' }, false],
      [{ $code: { code: '718-7' } }, '718-70', false],
    ]))

  it('$text folds case, accents, spaces and punctuation [matchers.text]', () =>
    judges([
      [{ $text: 'Low back pain' }, '  LOW–back\n pain. ', true],
      [{ $text: 'José Núñez' }, 'jose nunez', true],
      [{ $text: 'Low back pain' }, 'Low backpain', false],
    ]))

  it('$quantity compares across units [matchers.quantity]', () =>
    judges([
      [{ $quantity: { value: 13.5, unit: 'g/dL' } }, { value: 135, code: 'g/L' }, true],
      [{ $quantity: { value: 1, unit: 'mg' } }, { value: 0.001, unit: 'g' }, true],
      [{ $quantity: { value: 1, unit: 'mg' } }, { value: 1, unit: 'mL' }, false],
    ]))

  it('$says reads texts, and is undecided where they leave something open [matchers.says, matchers.says-open]', () =>
    judges([
      [{ $says: { all: [['potassium', 'K'], { quantity: 6.7, unit: 'mmol/L' }] } }, 'K+ 6.7 mmol/L', true],
      [{ $says: { all: [['approved']], none: [['denied']] } }, 'APPROVED, not denied', true],
      [{ $says: { all: [['approved']] } }, 'did not approve', false],
      [{ $says: { all: [['approved']] } }, 'approved?', false],
      [{ $not: { $says: { all: [['approved']] } } }, 'approved?', false],
    ]))

  it('a value of the wrong type does not match, and causes no error [matchers.wrong-type]', () =>
    judges([
      [{ $gt: 1 }, 'abc', false],
      [{ $gt: 1 }, '2', false],
      [{ $regex: '.*' }, { a: 1 }, false],
      [{ $every: 1 }, 'x', false],
      [{ $date: { value: '2024', precision: 'year' } }, 2024, false],
      [{ $quantity: { value: 1, unit: 'mg' } }, [], false],
      [{ $code: { code: 'a' } }, 7, false],
    ]))
})
