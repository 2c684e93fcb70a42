import { type Mutant, table, vectors } from './mutant.js'

/**
 * Faults in the mistakes that an audit tries, and in `$says`. Of these 11, which were written from
 * the sources and not from the laws, 4 were detected by the laws, the table and the vectors of that time.
 */
export const harms: readonly Mutant[] = [
  {
    name: 'a copy for another person is in the first system',
    file: 'verifier/audit/mutants/harmful-copies.ts',
    find: 'place: placeIn(copy.place, system), change',
    replace: 'place: copy.place, change',
    law: 'the audit tries every mistake',
  },
  {
    name: 'a record that the solution changed is seeded',
    file: 'verifier/audit/mutants/seeded-changes.ts',
    find: 'return same !== undefined && (same.value === item.value || jsonEqual(same.content, item.content)) ?',
    replace: 'return same !== undefined ?',
    law: 'the audit tries every mistake',
  },
  {
    name: 'a changed record is duplicated',
    file: 'verifier/audit/mutants/make-mutants.ts',
    find: "what === 'removed' || earlier !== undefined || part",
    replace: "what === 'removed' || part",
    law: 'the audit tries every mistake',
  },
  {
    name: 'every kind of harm gets an equal share, used or not',
    file: 'verifier/audit/mutants/even-shares.ts',
    find: 'left / (ascending.length - index)',
    replace: 'limit / ascending.length',
    law: 'the audit tries every mistake',
  },
  {
    name: 'a merged solution repeats what both wrote',
    file: 'verifier/audit/mutants/merged-solutions.ts',
    find: 'if (own.some((one) => one.item !== undefined && jsonEqual(one.item.content, item.content))) continue',
    replace: '',
    law: 'the audit tries every mistake',
  },
  {
    name: 'what was removed is dropped again',
    file: 'verifier/audit/mutants/make-mutants.ts',
    find: "if (what === 'removed') {",
    replace: 'if (false) {',
    law: 'the audit tries every mistake',
  },
  {
    name: 'an undecided text is said',
    file: 'verifier/matchers/operators/says.ts',
    find: 'readText(actual, statement, scope)',
    replace: 'readText(actual, statement, scope) !== false',
    law: vectors,
  },
  {
    name: 'what must not be said may be',
    file: 'verifier/matchers/operators/says.ts',
    find: 'readText(actual, statement, scope)',
    replace: 'readText(actual, { ...statement, none: [] }, scope)',
    law: vectors,
  },
  {
    name: 'the unit of a quantity does not matter',
    file: 'verifier/matchers/operators/says.ts',
    find: 'return { quantity: value, unit }',
    replace: 'return { quantity: value, unit: undefined }',
    law: table,
  },
  {
    name: 'only the first synonym is sought',
    file: 'verifier/matchers/operators/says.ts',
    find: 'word.length <= maxWordLength) words.push(word)',
    replace: 'word.length <= maxWordLength) words.length === 0 && words.push(word)',
    law: table,
  },
  {
    name: 'an undecided text is not said',
    file: 'verifier/matchers/operators/says.ts',
    find: 'readText(actual, statement, scope)',
    replace: 'readText(actual, statement, scope) === true',
    law: vectors,
  },
]
