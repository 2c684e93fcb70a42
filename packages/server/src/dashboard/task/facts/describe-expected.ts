import { toList, toObject } from './unknown-value.js'

/** Describes an expected value as the end of a sentence: `is "active"`, `is one of 1, 2`, `is missing`. */
export function describeExpected(expected: unknown): string {
  const object = toObject(expected)
  const [only, ...more] = Object.keys(object ?? {})
  if (object === undefined || only === undefined || more.length > 0 || !only.startsWith('$'))
    return `is ${show(expected)}`
  return describeMatcher(only, object[only])
}

function describeMatcher(name: string, operand: unknown): string {
  switch (name) {
    case '$eq':
      return `is ${show(operand)}`
    case '$oneOf':
      return `is one of ${toList(operand).map(show).join(', ')}`
    case '$exists':
      return operand === false ? 'is missing' : 'is there'
    case '$contains':
      return `contains ${show(operand)}`
    case '$regex':
      return `matches the pattern ${show(operand)}`
    case '$text':
      return `is the text ${show(operand)}`
    case '$words':
      return `has no words but these, and numbers: ${toList(toObject(operand)?.texts ?? operand)
        .map(String)
        .join(' ')}`
    case '$size':
      return operand === 1 ? 'has one element' : `has ${show(operand)} elements`
    case '$some':
      return `has an element that ${describeExpected(operand)}`
    case '$not':
      return `not: ${describeExpected(operand)}`
    case '$all':
      return toList(operand).map(describeExpected).join(' and ')
    case '$any':
      return toList(operand).map(describeExpected).join(', or ')
    case '$date':
      return describeDate(operand)
    case '$says':
      return describeSaid(operand)
    case '$grounded':
      return describeGrounded(operand)
    case '$within':
      return describeWithin(operand)
    case '$approx':
      return `is within ${show(toObject(operand)?.tolerance)} of ${show(toObject(operand)?.value)}`
    default:
      return describeByValue(name, operand)
  }
}

const comparisons: Readonly<Record<string, string>> = {
  $gt: 'is more than',
  $gte: 'is at least',
  $lt: 'is less than',
  $lte: 'is at most',
  $quantity: 'is the quantity',
  $code: 'has the code',
  $unordered: 'has in any order',
}

/** Describes an operand; one with several members by their values: `{"value": 5, "unit": "mg"}` as `5 mg`. */
function describeByValue(name: string, operand: unknown): string {
  const words = comparisons[name]
  if (words === undefined) return `satisfies ${JSON.stringify({ [name]: operand })}`
  const object = toObject(operand)
  return `${words} ${object === undefined ? show(operand) : Object.values(object).map(showBare).join(' ')}`
}

function describeDate(operand: unknown): string {
  const { value = operand, precision = 'day' } = toObject(operand) ?? {}
  return `is the date ${showBare(value)}${precision === 'day' ? '' : `, to the ${showBare(precision)}`}`
}

function describeWithin(operand: unknown): string {
  const { of, at_least_seconds: least, at_most_seconds: most } = toObject(operand) ?? {}
  const bounds = [
    ...(least === undefined ? [] : [`at least ${showBare(least)}`]),
    ...(most === undefined ? [] : [`at most ${showBare(most)}`]),
  ]
  return `is ${bounds.join(' and ')} seconds after ${describeTime(of)}`
}

function describeTime(of: unknown): string {
  const { type, collection, path } = toObject(of) ?? {}
  if (type !== undefined) return toList([type].flat()).map(showBare).join(' or ')
  return collection === undefined ? showBare(of) : `${showBare(path)} of ${showBare(collection)}`
}

function describeSaid(operand: unknown): string {
  const object = toObject(operand) ?? {}
  const facts = (name: string) => toList(object[name]).map(describeFact)
  const [all, none] = [facts('all'), facts('none')]
  return [
    ...(all.length === 0 ? [] : [`says ${all.join(' and ')}`]),
    ...(none.length === 0 ? [] : [`does not say ${none.join(' or ')}`]),
  ].join(', and ')
}

function describeGrounded(operand: unknown): string {
  const { facts, kinds, statuses } = toObject(operand) ?? {}
  const what = kinds === undefined ? 'values' : toList(kinds).map(String).join(', ')
  const allowed = Object.entries(toObject(statuses) ?? {}).map(
    ([name, isSo]) => `${isSo === true ? '' : 'not '}${name}`,
  )
  const known = toList(facts).map((fact) => (toObject(fact) === undefined ? show(fact) : describeGroundFact(fact)))
  const shown = statuses === undefined ? '' : `, and no status but ${allowed.join(', ') || 'none'}`
  return `states no ${what} but ${known.join(', ')}${shown}`
}

function describeGroundFact(fact: unknown): string {
  const { collection, path } = toObject(fact) ?? {}
  if (collection === undefined) return describeFact(fact)
  return `${path === undefined ? 'what is known of' : `${showBare(path)} of`} ${showBare(collection)}`
}

/** A fact is a list of wordings, or an object such as `{"date": …}`. */
function describeFact(fact: unknown): string {
  const object = toObject(fact)
  if (object === undefined) return toList(fact).map(show).join(' or ')
  return Object.entries(object)
    .map(([name, value]) => `the ${name} ${showBare(value)}`)
    .join(', ')
}

function show(value: unknown): string {
  return JSON.stringify(value) ?? 'nothing'
}

function showBare(value: unknown): string {
  return typeof value === 'string' ? value : show(value)
}
