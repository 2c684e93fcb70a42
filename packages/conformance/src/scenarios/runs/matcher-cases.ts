import type { RequirementId } from '../../requirements/requirements.js'

/** Represents a missing value. */
export const missing: unique symbol = Symbol('missing')

/** The expected value, the actual value, whether it matches; optionally a path. */
export type MatcherCase = readonly [expected: unknown, actual: unknown, matches: boolean, path?: string]

const tree = { name: [{ given: ['Ida', 'Mai'] }, { family: 'Larsen' }], 'a/b': { '~': 1 }, n: null, list: [] }

const critical = { $says: { all: [['potassium', 'K'], { quantity: 6.7, unit: 'mmol/L' }] } }
const visit = {
  $grounded: { facts: ['Ada Sample', { date: '2026-03-12' }, { time: '09:30' }], statuses: { booked: true } },
}

/** The cases of matchers and paths, by requirement. */
export const cases = {
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
  'matchers.within': [
    [{ $within: { of: '2024-05-01T10:00:00Z', at_most_seconds: 60 } }, '2024-05-01T10:01:00Z', true],
    [{ $within: { of: '2024-05-01T10:00:00Z', at_most_seconds: 60 } }, '2024-05-01T10:01:01Z', false],
    [{ $within: { of: '2024-05-01T10:00:00Z', at_least_seconds: 0 } }, '2024-05-01T09:59:59Z', false],
    [{ $within: { of: '2024-05-01', at_most_seconds: 0 } }, '2024-05-01T23:59:59Z', true],
    [{ $within: { of: '2024-05-01', at_most_seconds: 0 } }, '2024-05-02T00:00:00Z', false],
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
    [visit, 'March 12 at 9:30 p.m.', false],
    [visit, 'March 12 at 9:30 a.m., cancelled', false],
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
} as const satisfies Partial<Record<RequirementId, readonly MatcherCase[]>>
