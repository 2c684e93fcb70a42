import { type Mutant, table } from './mutant.js'

const within = 'a time is within limits of another'

/** Faults in what `$within` compares. */
export const times: readonly Mutant[] = [
  {
    name: 'of several times the latest counts',
    file: 'verifier/matchers/evidence/within.ts',
    find: 'span.first < found.first',
    replace: 'span.first > found.first',
    law: within,
  },
  {
    name: 'the least time is excluded',
    file: 'verifier/matchers/evidence/within.ts',
    find: 'first - reference.first >= limits.least',
    replace: 'first - reference.first > limits.least',
    law: within,
  },
  {
    name: 'anything is within a time that there is not',
    file: 'verifier/matchers/evidence/within.ts',
    find: 'reference !== missing && first',
    replace: 'reference === missing || first',
    law: within,
  },
  {
    name: 'without a least, a time before is not within',
    file: 'verifier/matchers/evidence/within.ts',
    find: ': Number.NEGATIVE_INFINITY',
    replace: ': 0',
    law: within,
  },
  {
    name: 'a day ends with the first moment of the next',
    file: 'verifier/values/dates/partial-date.ts',
    find: 'toMoment(next) - 1',
    replace: 'toMoment(next)',
    law: table,
  },
  {
    name: 'a minute is a moment',
    file: 'verifier/values/dates/partial-date.ts',
    find: "precision === 'second' || precision === 'millisecond'",
    replace: "precision === 'second' || precision === 'millisecond' || precision === 'minute'",
    law: table,
  },
  {
    name: 'a look-up reads all records, whatever their conditions',
    file: 'verifier/checks/reader/evidence-reader.ts',
    find: 'passesAll(conditions, value, noEntity) ? (path?.readAll(value) ?? []) : [],',
    replace: 'path?.readAll(value) ?? [],',
    law: within,
  },
]
