import { compileSearch, FhirError } from '@carebench/fhir'
import { FactError, parseUnit } from '@carebench/text'
import { show } from '../json-shape.js'
import type { Report } from './criteria-findings.js'
import { splitSearch } from './fact.js'
import type { PolicyStatement, StatementFact } from './policy-schema.js'
import { compileSays } from './statement.js'

/** Reports the errors of a statement that do not depend on the rest of the policy. `at` is its JSON Pointer. */
export function checkStatement(statement: PolicyStatement, at: string, report: Report): void {
  const { question, answer_type: type = 'boolean', unit, options, fact, accepts, says } = statement
  if (question === undefined && fact === undefined && accepts === undefined) {
    report(at, 'needs a question, a fact or accepts, from which the payer knows it: "accepts": ["clinical_note"]')
  }
  if (type === 'number' && (unit === undefined || (unit !== '1' && parseUnit(unit) === undefined))) {
    report(`${at}/unit`, `must be a unit of UCUM such as "kg/m2", "%" or "1", got ${show(unit)}`)
  }
  if (type !== 'number' && unit !== undefined) report(`${at}/unit`, 'is for numbers; write "answer_type": "number"')
  if ((type === 'choice') !== (options !== undefined)) {
    report(`${at}/options`, 'goes with "answer_type": "choice", such as ["left", "right"]')
  }
  if (says !== undefined) {
    if (accepts === undefined) report(`${at}/says`, 'is about documents; name them: "accepts": ["clinical_note"]')
    if (type !== 'boolean') report(`${at}/says`, 'goes with a statement that is true or false, without answer_type')
    attempt(`${at}/says`, report, () => compileSays(says))
  }
  checkEnough(statement, at, report)
  if (fact !== undefined) checkFact(fact, type, `${at}/fact`, report)
}

/** The valid members of `enough` for each answer type, with an example. */
const membersOfEnough = {
  boolean: { names: [], example: 'no enough: it has to be true' },
  number: { names: ['at_least', 'at_most', 'above', 'below'], example: '{"at_least": 35}' },
  date: { names: ['within_days', 'days_before'], example: '{"within_days": 365}' },
  choice: { names: ['one_of'], example: '{"one_of": ["left"]}' },
} as const

function checkEnough({ answer_type: type = 'boolean', enough, options }: PolicyStatement, at: string, report: Report) {
  const names = Object.keys(enough ?? {})
  const { names: known, example } = membersOfEnough[type]
  const allowed: readonly string[] = known
  if (!names.every((name) => allowed.includes(name)) || (type !== 'boolean' && names.length === 0)) {
    report(`${at}/enough`, `must fit the answer_type ${type}, such as ${example}, got ${show(enough)}`)
  }
  const stray = enough?.one_of?.find((one) => options !== undefined && !options.includes(one))
  if (stray !== undefined)
    report(`${at}/enough/one_of`, `must be among the options ${show(options)}, got ${show(stray)}`)
}

function checkFact(fact: StatementFact, type: keyof typeof membersOfEnough, at: string, report: Report): void {
  const { search, value, date = 'date', diagnosis, age, count, pick, place_of_service: places, in_network } = fact
  const given = [search, diagnosis, age, places, in_network].filter((one) => one !== undefined)
  const isMixed = search === undefined && Object.keys(fact).length > 1
  if (given.length !== 1 || isMixed) {
    const sources = 'search, diagnosis, age, place_of_service and in_network'
    const example = 'value, date, within_days, pick and count go with search: {"search": "Condition?code=M17.11"}'
    report(at, `must have one of ${sources}; ${example}, got ${show(fact)}`)
    return
  }
  for (const name of ['diagnosis', 'place_of_service', 'in_network'] as const) {
    if (fact[name] !== undefined && type !== 'boolean') {
      report(`${at}/${name}`, 'goes with a statement without answer_type')
    }
  }
  if (age !== undefined && type !== 'number') report(`${at}/age`, 'goes with "answer_type": "number", "unit": "a"')
  if (search === undefined) return
  if (pick === 'count' && (type !== 'number' || value !== undefined || count !== undefined)) {
    report(`${at}/pick`, 'count goes with "answer_type": "number", "unit": "1", and with neither value nor count')
  } else if (value === undefined && type !== 'boolean' && pick !== 'count') {
    report(`${at}/value`, `must be the search parameter of the ${type}, such as "value-quantity", got nothing`)
  }
  if (count !== undefined && type !== 'boolean') report(`${at}/count`, 'goes with a statement without answer_type')
  checkSearch(search, at, report)
  const dated = fact.within_days !== undefined || fact.date !== undefined
  const [resourceType] = splitSearch(search)
  for (const [member, name] of [
    ['value', value],
    ['date', dated ? date : undefined],
  ] as const) {
    if (name === undefined) continue
    attempt(`${at}/${member}`, report, () => compileSearch(resourceType, [[`${name}:missing`, 'false']]))
  }
}

function checkSearch(search: string, at: string, report: Report): void {
  const [resourceType, parameters] = splitSearch(search)
  attempt(`${at}/search`, report, () => {
    const isChained = compileSearch(resourceType, parameters).followsReferences
    if (isChained) report(`${at}/search`, `must not look into other resources, got ${show(search)}; search their type`)
    if (resourceType !== 'Patient') compileSearch(resourceType, [['patient:missing', 'false']])
  })
}

/** Reports the error that a compiler throws. */
function attempt(path: string, report: Report, compile: () => void): void {
  try {
    compile()
  } catch (error) {
    if (!(error instanceof FhirError) && !(error instanceof FactError)) throw error
    report(path, error instanceof FactError ? `must be ${error.message}, such as "six weeks"` : error.message)
  }
}
