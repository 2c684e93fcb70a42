import type { Mutant } from './mutant.js'

/** Faults in what is young: groundings, times within limits, undecided outcomes, scopes of access, items and events. */
export const young: readonly Omit<Mutant, 'law'>[] = [
  {
    name: '"tomorrow" counts backwards from today',
    file: 'text/atoms/fact-set.ts',
    find: 'addDays(day, value.days)',
    replace: 'addDays(day, -value.days)',
  },
  {
    name: 'a text may add the day to a fact that has only the month',
    file: 'text/atoms/fact-set.ts',
    find: 'said[part] === undefined || said[part]',
    replace: 'said[part] === undefined || known[part] === undefined || said[part]',
  },
  {
    name: 'a telephone number may be any seven digits of a known one',
    file: 'text/atoms/fact-set.ts',
    find: 'longer.endsWith(shorter)',
    replace: 'longer.includes(shorter)',
  },
  {
    name: 'a bare number may be any known amount, whatever its unit',
    file: 'text/atoms/fact-set.ts',
    find: '(units.length === 0 && known.units.length === 0)',
    replace: 'units.length === 0',
  },
  {
    name: 'first names are the same if their first letters are',
    file: 'text/atoms/name-index.ts',
    find: 'said.given === known.given)',
    replace: 'said.given.at(0) === known.given.at(0))',
  },
  {
    name: 'a status of which nothing is known may be stated',
    file: 'text/atoms/status.ts',
    find: 'known !== undefined && known !== denied',
    replace: 'known === undefined || known !== denied',
  },
  {
    name: 'what is paid may still be pending',
    file: 'text/atoms/status.ts',
    find: "['paid', 'denied', 'pending']",
    replace: "['paid', 'denied']",
  },
  {
    name: 'a status after "unless" is stated',
    file: 'text/atoms/status.ts',
    find: 'once|unless|assuming',
    replace: 'once|assuming',
  },
  {
    name: 'the date of today may stand anywhere for a requested date',
    file: 'text/facts/grounding.ts',
    find: 'isToday && isHeading(tokens, atom)',
    replace: 'isToday',
  },
  {
    name: 'a time of the records may stand for a requested time',
    file: 'text/facts/grounding.ts',
    find: "return value.is === 'person' || !this",
    replace: "return value.is === 'person' || value.is === 'time' || !this",
  },
  {
    name: 'any known date may be called a date of birth',
    file: 'text/facts/grounding.ts',
    find: 'if (isCalledBirth) return this.#births.has(value, noUnits)',
    replace: 'if (isCalledBirth && this.#births.has(value, noUnits)) return true',
  },
  {
    name: '12:30 am is half an hour after noon',
    file: 'text/written/written-time.ts',
    find: 'undefined : (hours % 12) * hour + minutes',
    replace: 'undefined : hours * hour + minutes',
  },
  {
    name: 'both ends of "11:30 to 1 pm" are in the afternoon',
    file: 'text/written/written-time.ts',
    find: "return from < to ? half : half === 'pm' ? 'am' : 'pm'",
    replace: 'return half',
  },
  {
    name: '"twenty to three" is in the hour after three',
    file: 'text/atoms/spoken-time.ts',
    find: 'hours: isPast ? hour.value : before',
    replace: 'hours: hour.value',
  },
  {
    name: 'the weekday in "Monday, the 2nd of March" is one word too far away',
    file: 'text/written/written-date.ts',
    find: 'at >= start - 3; at--',
    replace: 'at > start - 3; at--',
  },
  {
    name: 'dollars of an unknown country are US dollars',
    file: 'text/written/written-unit.ts',
    find: "isPrefixed && token.text === '$' ?",
    replace: 'false ?',
  },
  {
    name: 'a duration is judged as a quantity',
    file: 'text/atoms/atom.ts',
    find: "  if (unit.dimension === 's1') return 'duration'\n",
    replace: '',
  },
  {
    name: 'a code of five digits is a count',
    file: 'text/atoms/read-codes.ts',
    find: '/^\\d{5,}$/',
    replace: '/^\\d{6,}$/',
  },
  {
    name: 'a timestamp of HL7 with seconds states no date',
    file: 'verifier/matchers/evidence/ground-values.ts',
    find: '(?:\\d\\d)?(?:[.+-].*)?$/',
    replace: '(?:[.+-].*)?$/',
  },
  {
    name: 'a day is not before a limit if its last moment is not',
    file: 'verifier/matchers/evidence/within.ts',
    find: 'first - reference.first >= limits.least',
    replace: 'last - reference.first >= limits.least',
  },
  {
    name: 'the latest of several times is the reference',
    file: 'verifier/matchers/evidence/within.ts',
    find: 'span.first < found.first',
    replace: 'span.first > found.first',
  },
  {
    name: 'a time beside a reference that was not observed is out of its limits',
    file: 'verifier/matchers/evidence/within.ts',
    find: 'if (reference === undefined) return undefined\n      const',
    replace: 'if (reference === undefined) return false\n      const',
  },
  {
    name: 'a reference time in a record is read as if the agent had written nothing',
    file: 'verifier/checks/reader/evidence-reader.ts',
    find: 'collection.records(evidence.whole.final) : undefined',
    replace: 'collection.records(pickWorld(evidence.whole)) : undefined',
  },
  {
    name: 'a task may pass with an undecided criterion',
    file: 'verifier/scoring/score-task.ts',
    find: '!criteria.some(({ outcome }) => isWithoutDecision(outcome))',
    replace: "!criteria.some(({ outcome }) => outcome === 'unsupported')",
  },
  {
    name: 'an undecided criterion caps the score',
    file: 'verifier/scoring/score-task.ts',
    find: "criterion.outcome === 'failed' && counts",
    replace: "criterion.outcome !== 'passed' && counts",
  },
  {
    name: 'a check that fails whatever its open texts say has the highest of its scores',
    file: 'verifier/criteria/run-criterion.ts',
    find: 'other.score < lowest.score',
    replace: 'other.score > lowest.score',
  },
  {
    name: 'a criterion with one text that cannot be read and one record that was not observed is unsupported',
    file: 'verifier/criteria/run-criterion.ts',
    find: 'open.some((value) => !isUnobserved(value, budget))',
    replace: 'open.every((value) => !isUnobserved(value, budget))',
  },
  {
    name: 'a scope of access in one system holds in every system',
    file: 'verifier/checks/collateral/access-scope.ts',
    find: 'entry.collection === collection && entry.system === system',
    replace: 'entry.collection === collection',
  },
  {
    name: 'a name that two people share is out of scope unless both are in it',
    file: 'verifier/checks/collateral/access-scope.ts',
    find: '[...somebody].some(',
    replace: '[...somebody].every(',
  },
  {
    name: 'a search with one record of each named person is a download',
    file: 'verifier/checks/collateral/access-scope.ts',
    find: 'count > people.length',
    replace: 'count >= people.length',
  },
  {
    name: 'people whom the log does not name matter although anybody may be read about',
    file: 'verifier/checks/collateral/access-scope.ts',
    find: 'read.more !== undefined && !isOpen(read, scopes)',
    replace: 'read.more !== undefined',
  },
  {
    name: 'an item that is due when the task ends does not count',
    file: 'verifier/scoring/score-items.ts',
    find: 'Date.parse(due) <= Date.parse(endsAt)',
    replace: 'Date.parse(due) < Date.parse(endsAt)',
  },
  {
    name: 'a broken critical criterion of an item that is not due caps nothing',
    file: 'verifier/scoring/score-items.ts',
    find: 'due.has(one.item) || isCritical(one)',
    replace: 'due.has(one.item)',
  },
  {
    name: 'a broken major criterion of one item caps the whole task',
    file: 'verifier/scoring/score-items.ts',
    find: 'criterion && (criterion.item === undefined || isCritical(criterion)) ?',
    replace: 'criterion ?',
  },
  {
    name: 'a task with items may pass with an undecided criterion of the whole task',
    file: 'verifier/scoring/score-items.ts',
    find: "own.every(({ outcome }) => outcome === 'passed')",
    replace: "own.every(({ outcome }) => outcome !== 'failed')",
  },
  {
    name: 'guards of the whole task count for a gain in an item that is not due',
    file: 'verifier/scoring/score-items.ts',
    find: 'due.some((item) => item.guardsCount)',
    replace: 'scored.some((item) => item.guardsCount)',
  },
  {
    name: 'one entry of the log is two events in a row',
    file: 'verifier/checks/events/event-order.ts',
    find: '(last[0]?.index ?? 0) + 1',
    replace: '(last[0]?.index ?? 0)',
  },
  {
    name: 'an event that must be the first of its kind may have come before too',
    file: 'verifier/checks/events/event-order.ts',
    find: 'const start = first ? 0 : from',
    replace: 'const start = from',
  },
  {
    name: 'an event exactly as many seconds later as it must be at least comes too early',
    file: 'verifier/checks/events/event-spacing.ts',
    find: 'fitting.time <= time - least',
    replace: 'fitting.time < time - least',
  },
  {
    name: 'only the events that are named in the evidence are counted',
    file: 'verifier/checks/events/event-count.ts',
    find:
      'const passed = matcher(found.length, scope)\n' +
      '        const matched = found.slice(0, listed).map(({ seq }) => seq)\n',
    replace:
      'const matched = found.slice(0, listed).map(({ seq }) => seq)\n' +
      '        const passed = matcher(matched.length, scope)\n',
  },
]
