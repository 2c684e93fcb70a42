import { type JsonValue, type Random, randomInteger } from '@carebench/protocol'

// For tests of this package only.

/** Returns one of the values; throws a RangeError if there is none. */
export function pick<Value>(random: Random, values: readonly Value[]): Value {
  const value = values[randomInteger(random, 0, values.length - 1)]
  if (value === undefined) throw new RangeError('There is nothing to pick from.')
  return value
}

const hostileTexts = [
  '',
  ' ',
  '\u0000',
  '\u001f\u007f\u0085',
  '\ud800',
  '\u202eevil',
  'é\u0301',
  'a@b@1',
  '@',
  '@1',
  'x@0',
  'x@01',
  'x@1e3',
  'x@99999999999999999999',
  'own@1\n',
  '/',
  '../..',
  '__proto__',
  'constructor',
  '<script>',
  "'; --",
  'FHIR',
  'public',
  '💉'.repeat(100),
  'x'.repeat(10_000),
]
const hostileNumbers = [0, -0, -1, 1.5, 1e308, -1e308, 5e-324, 2 ** 53 - 1, 86_401, 1e9]

/** Returns a value that is likely to be invalid anywhere. */
export function hostileValue(random: Random): JsonValue {
  switch (randomInteger(random, 0, 6)) {
    case 0:
      return null
    case 1:
      return randomInteger(random, 0, 1) === 0
    case 2:
      return pick(random, hostileNumbers)
    case 3:
      return pick<JsonValue>(random, [[], {}, [[]], [null], { '': null }, { a: { b: [1] } }])
    case 4:
      return Array.from({ length: randomInteger(random, 0, 60) }, () => pick(random, hostileTexts))
    case 5:
      return { [pick(random, hostileTexts)]: pick<JsonValue>(random, [1, 'x', {}, []]) }
    default:
      return pick(random, hostileTexts)
  }
}

/** Returns the value with a member changed, removed or added somewhere in it. */
export function mutate(random: Random, value: JsonValue): JsonValue {
  if (typeof value !== 'object' || value === null || randomInteger(random, 0, 9) === 0) return hostileValue(random)
  if (Array.isArray(value)) {
    const index = randomInteger(random, 0, value.length)
    return [...value.slice(0, index), mutate(random, value[index] ?? null), ...value.slice(index + 1)]
  }
  const members: Record<string, JsonValue> = { ...(value as Record<string, JsonValue>) }
  const names = Object.keys(members)
  const choice = randomInteger(random, 0, 4)
  if (choice === 0 || names.length === 0) members[pick(random, hostileTexts)] = hostileValue(random)
  else if (choice === 1) delete members[pick(random, names)]
  else {
    const name = pick(random, names)
    members[name] = mutate(random, members[name] ?? null)
  }
  return members
}
