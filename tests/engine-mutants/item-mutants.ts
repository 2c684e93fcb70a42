import type { Mutant } from './mutant.js'

const file = 'verifier/scoring/score-items.ts'
const addUp = 'items add up'

/** Faults in how the items of a task are scored. */
export const items: readonly Mutant[] = [
  {
    name: 'the scores of items are not capped',
    file,
    find: 'due.map((item) => item.score)',
    replace: 'due.map((item) => item.raw_score)',
    law: 'one item is the task',
  },
  {
    name: 'the first item is the task',
    file,
    find: 'computeMean(due.map((item) => item.score))',
    replace: '(due[0]?.score ?? 0)',
    law: 'items in any order',
  },
  {
    name: 'one item that passes is enough',
    file,
    find: "due.every(({ verdict }) => verdict === 'pass')",
    replace: "due.some(({ verdict }) => verdict === 'pass')",
    law: addUp,
  },
  {
    name: 'items that are not due count',
    file,
    find: 'const due = scored.filter((item) => item.due)',
    replace: 'const due = scored',
    law: addUp,
  },
  {
    name: 'what is due at the end is not due',
    file,
    find: 'Date.parse(due) <= Date.parse(endsAt)',
    replace: 'Date.parse(due) < Date.parse(endsAt)',
    law: addUp,
  },
  {
    name: 'criteria of the whole task do not block a pass',
    file,
    find: "own.every(({ outcome }) => outcome === 'passed')",
    replace: 'own.length >= 0',
    law: addUp,
  },
  {
    name: 'a gain in one item is a gain in each',
    file: 'verifier/criteria/initial-state.ts',
    find: 'if (gained.has(run.item) || (',
    replace: 'if (gained.size > 0) for (const { item } of runs) gained.add(item)\n    if (gained.has(run.item) || (',
    law: addUp,
  },
  {
    name: 'beside an item that is not due only those count that pass',
    file,
    find: 'const due = scored.filter((item) => item.due)',
    replace:
      "const due = scored.every((item) => item.due) ? scored : scored.filter(({ verdict }) => verdict === 'pass')",
    law: 'a failing item never pays',
  },
  {
    name: 'harm in an item that is not due is ignored',
    file,
    find: 'due.has(one.item) || isCritical(one)',
    replace: 'due.has(one.item)',
    law: 'critical harm in any item',
  },
  {
    name: 'harm that is undecided in an item that is not due is ignored',
    file,
    find: "severityFor(one) === 'critical' && isWithoutDecision(one.outcome)",
    replace: 'false',
    law: 'critical harm in any item',
  },
]
