import { type Mutant, table, texts, vectors } from './mutant.js'

/** Faults in what `$grounded` and `$within` read: dates, times, amounts, names, statuses and negations. */
export const grounds: readonly Mutant[] = [
  {
    name: 'a date stands beside the weekday of another day',
    file: 'text/facts/grounding.ts',
    find: ': own === weekday',
    replace: ': true',
    law: texts,
  },
  {
    name: 'any date is a birth date where the text calls it so',
    file: 'text/facts/grounding.ts',
    find: 'if (isCalledBirth) return this.#births.has(value, noUnits)',
    replace: 'if (isCalledBirth) return true',
    law: texts,
  },
  {
    name: 'what is known besides may contradict what was asked for',
    file: 'text/facts/grounding.ts',
    find: "return value.is === 'person' || !this.#asked.hasKind(atom.kind)",
    replace: 'return true',
    law: vectors,
  },
  {
    name: 'a value that is about so much is exact',
    file: 'text/facts/grounding.ts',
    find: "return isHedged(text.tokens, atom) ? 'inexact' : undefined",
    replace: 'return undefined',
    law: texts,
  },
  {
    name: 'a date agrees with that of another year',
    file: 'text/atoms/fact-set.ts',
    find: "return (['year', 'month', 'day'] as const)",
    replace: "return (['month', 'day'] as const)",
    law: 'a text states its facts and nothing else',
  },
  {
    name: 'telephone numbers agree by their last four digits',
    file: 'text/atoms/fact-set.ts',
    find: 'shorter.length >= 7 && longer.endsWith(shorter)',
    replace: 'longer.endsWith(shorter.slice(-4))',
    law: texts,
  },
  {
    name: 'amounts in units that cannot be converted are equal',
    file: 'text/atoms/fact-set.ts',
    find: 'areEqualAmounts(number, units, own, known.units) === true',
    replace: 'areEqualAmounts(number, units, own, known.units) !== false',
    law: texts,
  },
  {
    name: 'persons of one family are one person',
    file: 'text/atoms/name-index.ts',
    find: 'said.given === known.given)',
    replace: 'said.given !== known.given)',
    law: texts,
  },
  {
    name: 'a status that is so may be denied',
    file: 'text/atoms/status.ts',
    find: 'return known !== undefined && known !== denied',
    replace: 'return known !== undefined && (known || denied)',
    law: texts,
  },
  {
    name: 'the day after tomorrow is tomorrow',
    file: 'text/atoms/read-atoms.ts',
    find: 'days: isAfter ? 2 : 1',
    replace: 'days: 1',
    law: vectors,
  },
  {
    name: 'half past something is a time that is not read',
    file: 'text/atoms/unreadable.ts',
    find: "return found('time', start + 3)",
    replace: 'return undefined',
    law: texts,
  },
  {
    name: 'a day is within a time if its first moment is',
    file: 'verifier/matchers/evidence/within.ts',
    find: 'last - reference.last <= limits.most',
    replace: 'first - reference.first <= limits.most',
    law: table,
  },
]
