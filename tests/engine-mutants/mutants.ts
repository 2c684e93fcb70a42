import { disclosures } from './disclosure-mutants.js'
import { further } from './further-mutants.js'
import { grounds } from './ground-mutants.js'
import { guards } from './guard-mutants.js'
import { harms } from './harm-mutants.js'
import { items } from './item-mutants.js'
import { missed, written } from './measured-mutants.js'
import { type Mutant, table } from './mutant.js'
import { times } from './time-mutants.js'
import { young } from './young-mutants.js'

/** Faults in how scores are combined. */
const scoring: readonly Mutant[] = [
  {
    name: 'scores are rounded to four places',
    file: 'verifier/scoring/weighted-mean.ts',
    find: 'Math.min(1, Math.max(0, divide(gained, total)))',
    replace: 'Math.round(Math.min(1, Math.max(0, divide(gained, total))) * 1e4) / 1e4',
    law: 'identity',
  },
  {
    name: 'weights are summed with doubles',
    file: 'verifier/scoring/weighted-mean.ts',
    find: 'roundBinary(sumBinary(items.map((item) => toBinary(item.weight))))',
    replace: 'toBinary(Math.min(Number.MAX_VALUE, items.reduce((sum, item) => sum + item.weight, 0)))',
    law: 'order-free',
  },
  {
    name: 'sums are not clamped',
    file: 'verifier/scoring/weighted-mean.ts',
    find: 'Math.min(1, Math.max(0, divide(gained, total)))',
    replace: 'divide(gained, total) * (1 + 1e-9)',
    law: 'bounded',
  },
  {
    name: 'a total weight of 0 divides by zero',
    file: 'verifier/scoring/weighted-mean.ts',
    find: 'total === 0 ? 0 : gained / total',
    replace: 'gained / total',
    law: 'ends',
  },
  {
    name: 'small weights are ignored',
    file: 'verifier/scoring/weighted-mean.ts',
    find: 'const total = sumWeights(items)\n',
    replace: 'items = items.filter((item) => item.weight > 1e-3)\n  const total = sumWeights(items)\n',
    law: 'scale-free',
  },
  {
    name: 'a full score counts with a lower weight',
    file: 'verifier/scoring/weighted-mean.ts',
    find: 'if (score === 1) products.push(toBinary(weight))',
    replace: 'if (score === 1) products.push(toBinary(weight * 0.75))',
    law: 'monotone',
  },
]

/** Faults in how a task is scored by its criteria. */
const taskScore: readonly Mutant[] = [
  {
    name: 'guards always count',
    file: 'verifier/scoring/score-task.ts',
    find: '!needsGain || criteria.some(hasGained)',
    replace: 'true',
    law: 'idle earns nothing',
  },
  {
    name: 'what held initially counts as achieved',
    file: 'verifier/scoring/score-task.ts',
    find: 'criterion.score > (criterion.initialScore ?? 0)',
    replace: 'criterion.score >= (criterion.initialScore ?? 0)',
    law: 'idle earns nothing',
  },
  {
    name: 'a guard scores on its axis although nothing was done',
    file: 'verifier/scoring/guard-score.ts',
    find: "const counts = gained && criterion.outcome === 'passed'",
    replace: "const counts = criterion.outcome === 'passed'",
    law: 'idle earns nothing',
  },
  {
    name: 'a guard that holds only now counts as an achievement',
    file: 'verifier/criteria/initial-state.ts',
    find: 'run.guard || run.weight === 0 || run.score === 0',
    replace: 'run.weight === 0 || run.score === 0',
    law: 'axes and score add up',
  },
  {
    name: 'a guard on an axis without work counts nothing',
    file: 'verifier/scoring/guard-score.ts',
    find: '?? whole)',
    replace: '?? 0)',
    law: 'axes and score add up',
  },
  {
    name: 'weights of axes are ignored',
    file: 'verifier/scoring/axis-scores.ts',
    find: 'weight: findOverride(axis, overrides) ?? weight',
    replace: 'weight',
    law: 'axes and score add up',
  },
  {
    name: 'the first axis is the task',
    file: 'verifier/scoring/score-task.ts',
    find: 'const common = commonAxis(criteria)',
    replace: 'const common = criteria[0]?.axis',
    law: 'order-free verdicts',
  },
  {
    name: 'a failed guard does not affect the verdict',
    file: 'verifier/scoring/severity.ts',
    find: "criterion.guard ? 'major' : 'minor'",
    replace: "'minor'",
    law: 'verdict by threshold and severity',
  },
  {
    name: 'a score equal to the threshold does not pass',
    file: 'verifier/scoring/verdict.ts',
    find: 'score + slack >= threshold',
    replace: 'score > threshold',
    law: 'verdict by threshold and severity',
  },
  {
    name: 'a score of 0 is partial',
    file: 'verifier/scoring/verdict.ts',
    find: "if (score === 0) return 'fail'",
    replace: '',
    law: 'honest outcomes',
  },
  {
    name: 'undecidable criteria are left out of the mean',
    file: 'verifier/verify/verifier.ts',
    find: 'withInitialScores(judgeable, gained)',
    replace: "withInitialScores(judgeable, gained).filter((run) => run.outcome !== 'unsupported')",
    law: 'monotone verdicts',
  },
  {
    name: 'the score of a task is rounded',
    file: 'verifier/scoring/score-task.ts',
    find: 'computeMean(counted, axes, weighsAxes(options.axis_weights)) : 0',
    replace: 'Math.round(computeMean(counted, axes, weighsAxes(options.axis_weights)) * 10) / 10 : 0',
    law: 'one criterion is the task',
  },
  {
    name: 'weights below one thousandth are ignored',
    file: 'verifier/scoring/axis-scores.ts',
    find: 'const { score, weight } = meanAndTotal(list)',
    replace: 'const { score, weight } = meanAndTotal(list.filter((one) => one.weight > 1e-3))',
    law: 'scale-free verdicts',
  },
]

/** Faults in how criteria are run. */
const running: readonly Mutant[] = [
  {
    name: 'unsupported passes',
    file: 'verifier/criteria/run-criterion.ts',
    find: 'return without(result.outcome, result.details)',
    replace: "return { ...without('passed', result.details), score: 1 }",
    law: 'unobserved is unsupported',
  },
  {
    name: 'an invalid assertion fails',
    file: 'verifier/criteria/run-criterion.ts',
    find: "return without('unsupported', `Not verified: the assertion",
    replace: "return without('failed', `Not verified: the assertion",
    law: 'honest outcomes',
  },
  {
    name: 'a check that throws fails',
    file: 'verifier/criteria/run-criterion.ts',
    find: "return without(\n    'errored',\n    `The check of kind",
    replace: "return without(\n    'failed',\n    `The check of kind",
    law: 'a broken check is no result',
  },
  {
    name: 'a task is scored although a check threw',
    file: 'verifier/verify/verifier.ts',
    find: "runs.some((run) => run.outcome === 'errored')",
    replace: 'runs.length < 0',
    law: 'a broken check is no result',
  },
  {
    name: 'details contain the time',
    file: 'verifier/criteria/run-criterion.ts',
    find: '    details,\n    evidence: found && shortEvidence(found),',
    replace: '    details: details + performance.now(),\n    evidence: found && shortEvidence(found),',
    law: 'pure',
  },
  {
    name: 'the initial state is not compared',
    file: 'verifier/verify/verifier.ts',
    find: 'states.length === 0\n',
    replace: 'states.length >= 0\n',
    law: 'idle earns nothing',
  },
  {
    name: 'the initial state includes the output',
    file: 'verifier/evidence/prepared-evidence.ts',
    find: 'const { output: _, without_agent: __, events, ...rest } = this.#source',
    replace: 'const { without_agent: __, events, ...rest } = this.#source',
    law: 'axes and score add up',
  },
  {
    name: 'the initial state includes the whole log',
    file: 'verifier/evidence/prepared-evidence.ts',
    find: 'return first < 0 ? events : events.slice(0, first)',
    replace: 'return events',
    law: 'axes and score add up',
  },
  {
    name: 'an unchanged record gets partial credit',
    file: 'verifier/checks/records/earlier-credit.ts',
    find: 'before >= checks ? 0 : Math.max(0, (passed - before) / (checks - before))',
    replace: 'passed / checks',
    law: 'no part of what was there',
  },
  {
    name: 'the worst record is scored',
    file: 'verifier/checks/records/choose-record.ts',
    find: "rule.match === 'any' ? isBetter(next, chosen) : isBetter(chosen, next)",
    replace: 'isBetter(chosen, next)',
    law: 'the right record is judged',
  },
  {
    name: 'a count includes records that satisfy only some fields',
    file: 'verifier/checks/records/judge-records.ts',
    find: '=== checks ? found + 1',
    replace: '>= checks - 1 ? found + 1',
    law: 'the right record is judged',
  },
  {
    name: 'rows are found for the first criterion only',
    file: 'systems/payer/view/row-index.ts',
    find: '(places === undefined)',
    replace: '(this.#first !== undefined)',
    law: 'independent criteria',
  },
  {
    name: 'a list that was not observed is treated as empty',
    file: 'verifier/checks/records/record-list.ts',
    find: 'if (records === undefined) return unobserved(evidence.final.nameOf(collection.part))',
    replace: "if (records === undefined) return { outcome: 'failed', score: 0, details: '', evidence: null }",
    law: 'unobserved is unsupported',
  },
]

/** Faults in what is searched for, and in what is reported. */
const finding: readonly Mutant[] = [
  {
    name: 'an errored check of weight 0 is ignored',
    file: 'verifier/verify/verifier.ts',
    find: "runs.some((run) => run.outcome === 'errored')",
    replace: "runs.some((run) => run.outcome === 'errored' && run.weight > 0)",
    law: 'a broken check is no result',
  },
  {
    name: 'several values of a search parameter are alternatives',
    file: 'systems/fhir/checks.ts',
    find: "(typeof values === 'string' ? [values] : values).map(",
    replace: "(typeof values === 'string' ? [values] : [values.join()]).map(",
    law: 'a search narrows',
  },
  {
    name: 'values agree if each shares something with the first',
    file: 'verifier/checks/records/records-agree.ts',
    find: 'common = new Set(keys.filter((key) => common.has(key)))',
    replace: 'common = keys.some((key) => own.has(key)) ? common : new Set()',
    law: 'values agree in one',
  },
  {
    name: 'the evidence of a path with several values shows only the first',
    file: 'verifier/checks/fields/field.ts',
    find: 'toResult(field, values[at], true)',
    replace: 'toResult(field, values[0], true)',
    law: 'evidence shows what was compared',
  },
]

/** Faults in how values are compared. */
const comparing: readonly Mutant[] = [
  {
    name: 'scalars are coerced',
    file: 'verifier/matchers/operators/eq.ts',
    find: 'actual === expected',
    replace: 'actual == expected',
    law: 'literals compare exactly',
  },
  {
    name: 'missing is null',
    file: 'verifier/matchers/operators/eq.ts',
    find: '(actual) => actual === expected',
    replace: '(actual) => (actual ?? null) === expected',
    law: 'literals compare exactly',
  },
  {
    name: 'elements are coerced',
    file: 'verifier/values/json/json-equal.ts',
    find: 'if (a === b) continue',
    replace: 'if (a == b) continue',
    law: 'literals compare exactly',
  },
  {
    name: 'a shorter array is equal',
    file: 'verifier/values/json/json-equal.ts',
    find: '|| a.length !== b.length',
    replace: '|| a.length > b.length',
    law: 'literals compare exactly',
  },
  {
    name: 'additional members are ignored',
    file: 'verifier/values/json/json-equal.ts',
    find: 'if (keys.length !== Object.keys(b).length) return false',
    replace: '',
    law: table,
  },
  {
    name: 'null does not exist',
    file: 'verifier/matchers/operators/exists.ts',
    find: '(actual !== undefined) === operand',
    replace: '(actual !== undefined && actual !== null) === operand',
    law: table,
  },
  {
    name: '$not never matches a missing value',
    file: 'verifier/matchers/operators/combine.ts',
    find: 'inner && negate(inner)',
    replace: 'inner && ((actual, scope) => actual !== undefined && negate(inner)(actual, scope))',
    law: table,
  },
  {
    name: '$every matches an empty array',
    file: 'verifier/matchers/operators/elements.ts',
    find: 'isList(actual) && actual.length > 0 && not',
    replace: 'isList(actual) && not',
    law: table,
  },
  {
    name: 'one element counts twice in $unordered',
    file: 'verifier/matchers/operators/unordered.ts',
    find: 'left.set(key, count - 1)',
    replace: 'left.set(key, count)',
    law: table,
  },
  {
    name: '$gte compares like $gt',
    file: 'verifier/matchers/operators/compare.ts',
    find: '(order) => order >= 0',
    replace: '(order) => order > 0',
    law: table,
  },
  {
    name: 'a pattern matches part of a string',
    file: 'verifier/matchers/operators/regex.ts',
    find: 'pattern.matches(text)',
    replace: 'pattern.matcher(text).find()',
    law: table,
  },
  {
    name: 'code systems are ignored',
    file: 'verifier/matchers/operators/code.ts',
    find: "(system === undefined || ownMember(value, 'system') === system)",
    replace: 'true',
    law: table,
  },
  {
    name: 'accents differ',
    file: 'text/tokens/fold-text.ts',
    find: ".replace(/(?![\\u0335-\\u0338\\u20d2\\u20d3\\u20e5])\\p{M}/gu, '')",
    replace: '',
    law: table,
  },
  {
    name: 'units are not converted',
    file: 'verifier/matchers/operators/quantity.ts',
    find: 'isNear(toBaseUnits(found, foundUnit), wanted)',
    replace: 'isNear(found, value)',
    law: table,
  },
  {
    name: 'strings in JSON are compared as numbers',
    file: 'verifier/matchers/operators/compare.ts',
    find: 'readDecimal(actual, context)',
    replace: 'readDecimal(actual, { stringValues: true, cells: false })',
    law: table,
  },
  {
    name: 'amounts of HL7 and X12 are read like those of cells',
    file: 'verifier/matchers/number-value.ts',
    find: 'return cells ? decimalOfCell(value)',
    replace: 'return stringValues ? decimalOfCell(value)',
    law: table,
  },
  {
    name: 'an amount in parentheses is positive',
    file: 'verifier/matchers/number-value.ts',
    find: "(sign === '+' ?",
    replace: "(sign !== '-' ?",
    law: table,
  },
  {
    name: 'paths read inherited members',
    file: 'verifier/values/paths/json-path.ts',
    find: 'if (step.inherited && !Object.hasOwn(value, step.key)) return undefined',
    replace: '',
    law: table,
  },
  {
    name: 'redaction keeps unknown members',
    file: 'verifier/verify/completion.ts',
    find: 'checks: completion.checks.map(({ criterion_id, label, result, score, axis, item }) => ({\n',
    replace:
      'checks: completion.checks.map(({ criterion_id, label, result, score, axis, item, ...rest }) => ({\n    ' +
      '...rest,\n',
    law: 'redaction reveals nothing',
  },
]

const idle = 'doing nothing never earns past the audit'

/** Faults in what the audit examines. */
const auditing: readonly Mutant[] = [
  {
    name: 'the audit does not try an empty output',
    file: 'verifier/audit/idle-states.ts',
    find: '[null, {}, [],',
    replace: '[',
    law: idle,
  },
  {
    name: 'the audit does not try the task item as the output',
    file: 'verifier/audit/idle-states.ts',
    find: 'if (task_item === undefined || task_item === null) return []',
    replace: 'if (task_item !== 1) return []',
    law: idle,
  },
  {
    name: 'the audit does not wait',
    file: 'verifier/audit/idle-states.ts',
    find: 'waited === undefined ? []',
    replace: 'waited !== 1 ? []',
    law: idle,
  },
  {
    name: 'the audit ignores systems that were not observed initially',
    file: 'verifier/audit/idle-states.ts',
    find: 'const empty = emptyParts(parts, start, seen)',
    replace: 'const empty: EvidenceStateSource = {}',
    law: idle,
  },
  {
    name: 'the audit ignores noise',
    file: 'verifier/audit/findings/states/vacuous.ts',
    find: 'const spam = states.spam?.runs[index]',
    replace: 'const spam = states.untouched.runs[index]',
    law: idle,
  },
  {
    name: 'the audit counts guards as achievements',
    file: 'verifier/audit/findings/states/vacuous.ts',
    find: 'if (criterion.guard) return undefined',
    replace: 'if (!criterion.guard) return undefined',
    law: idle,
  },
]

/**
 * Faults that were written from the sources of the engine without knowledge of the laws. Three of the twelve were
 * detected; the other nine led to the laws of kinds and of resources that share an id, and to a case of the table.
 */
const unseen: readonly Mutant[] = [
  {
    name: 'a speaker who says nothing satisfies not_contains',
    file: 'systems/voice/view/phrase.ts',
    find: 'passed: turns.length > 0 && (at !== undefined) === wanted',
    replace: 'passed: (at !== undefined) === wanted',
    law: 'silence says nothing',
  },
  {
    name: 'amounts of different dimensions are compared',
    file: 'verifier/matchers/operators/quantity.ts',
    find: 'foundUnit?.dimension !== unit.dimension',
    replace: 'foundUnit === undefined',
    law: table,
  },
  {
    name: 'one event counts for several expected events',
    file: 'verifier/checks/events/event-order.ts',
    find: 'isStart ? 0 : (last[0]?.index ?? 0) + 1',
    replace: 'isStart ? 0 : (last[0]?.index ?? 0)',
    law: 'one event is one entry',
  },
  {
    name: 'what came too early counts when it comes again',
    file: 'verifier/checks/events/event-order.ts',
    find: 'start = first ? 0 : from',
    replace: 'start = from',
    law: 'one event is one entry',
  },
  {
    name: 'an event that comes after exactly the time that has to pass comes too early',
    file: 'verifier/checks/events/event-spacing.ts',
    find: 'fitting.time <= time - least',
    replace: 'fitting.time < time - least',
    law: 'one event is one entry',
  },
  {
    name: 'an event that comes after exactly the time that may pass comes too late',
    file: 'verifier/checks/events/event-spacing.ts',
    find: 'this.#position(time - most, false)',
    replace: 'this.#position(time - most, true)',
    law: 'one event is one entry',
  },
  {
    name: 'the time to the next event is counted from the earliest entry alone',
    file: 'verifier/checks/events/event-order.ts',
    find: 'wanted[position + 1]?.spacing === undefined ? 1 : Number.POSITIVE_INFINITY',
    replace: '1',
    law: 'one event is one entry',
  },
  {
    name: 'what was undone is not counted',
    file: 'verifier/checks/events/event-count.ts',
    find: '(entry) => isMeant(entry, event, scope)',
    replace:
      '(entry) => isMeant(entry, event, scope) && !log.some((later) => later.seq > entry.seq && later.type === ' +
      "'fhir.delete' && JSON.stringify(later.data) === JSON.stringify(entry.data))",
    law: 'an act is counted as often as it was done',
  },
  {
    name: 'of several codes that are said the first one counts',
    file: 'verifier/checks/records/records-agree.ts',
    find: 'keys: codes.length === 1 ? codes : []',
    replace: 'keys: codes.slice(0, 1)',
    law: 'several codes are none',
  },
  {
    name: 'an entry without a record is left out of an agreement',
    file: 'verifier/checks/records/records-agree.ts',
    find: 'if (selected.length > 0)',
    replace: 'if (selected.length >= 0)',
    law: 'nothing agrees with nothing',
  },
  {
    name: 'removals are not collateral',
    file: 'verifier/evidence/collections/changes.ts',
    find: "if (!after.keyed.has(key)) changes.push({ what: 'removed', record })",
    replace: 'after.keyed.has(key)',
    law: 'any difference is collateral',
  },
  {
    name: 'a record that is sent again counts as existing before',
    file: 'verifier/evidence/collections/earlier-records.ts',
    find: 'earlier.filter(isSame).length > before',
    replace: 'earlier.some(isSame)',
    law: 'one answer',
  },
  {
    name: 'what was in a list before is unknown',
    file: 'verifier/checks/records/record-list.ts',
    find: 'return records && this.#selectedOf(records)',
    replace: 'return undefined',
    law: 'sent again earns nothing',
  },
  {
    name: 'the untouched state has the output of the agent',
    file: 'verifier/evidence/prepared-evidence.ts',
    find: 'const { output: _, without_agent: __, events, ...rest }',
    replace: 'const { without_agent: __, events, ...rest }',
    law: 'axes and score add up',
  },
  {
    name: 'a count that accepts 0 still scores the fields',
    file: 'verifier/checks/records/judge-records.ts',
    find: 'if (checks === 0 || count.matcher(0, scope))',
    replace: 'if (checks === 0)',
    law: 'the right record is judged',
  },
  {
    name: 'a weight of 0 counts as the default',
    file: 'verifier/criteria/criterion.ts',
    find: 'weight: criterion.weight ?? 1',
    replace: 'weight: criterion.weight || 1',
    law: 'scale-free verdicts',
  },
  {
    name: 'resources that share an id are all found',
    file: 'systems/fhir/view/resource-twins.ts',
    find: 'return ids.size === 1 ? countId(only, type, list) > 1 : countIds(ids, type, list) > ids.size',
    replace: 'return false',
    law: 'a search narrows',
  },
  {
    name: 'the first of several bound entities is used',
    file: 'verifier/evidence/prepared-evidence.ts',
    find: 'return fit.length === 1 ? fit[0] : undefined',
    replace: 'return fit[0]',
    law: 'one entity tells',
  },
  {
    name: 'seeded files count as written',
    file: 'systems/files/checks.ts',
    find: '(include_seeded || !file.seeded)',
    replace: 'true',
    law: 'seeded files are not written',
  },
]

/** All of them must be detected. */
export const mutants: readonly Mutant[] = [
  ...scoring,
  ...taskScore,
  ...running,
  ...finding,
  ...comparing,
  ...auditing,
  ...unseen,
  ...written,
  ...missed,
  ...guards,
  ...disclosures,
  ...harms,
  ...times,
  ...items,
  ...grounds,
  ...further,
  ...young,
]
