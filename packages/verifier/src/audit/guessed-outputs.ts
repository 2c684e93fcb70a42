import type { JsonObject, JsonValue } from '@carebench/protocol'
import { otherValue } from '../evidence/mutation/changed-value.js'
import { type Leaf, listLeaves, showSteps, withValue } from '../evidence/mutation/leaf.js'
import { listsIn } from './mutants/texts/output-lists.js'
import { readTable } from './mutants/texts/table-text.js'
import { isAnswer } from './written-matchers.js'

/** An agent that does not know a small number can list all numbers below this one. */
const smallNumbers = 200

/** Maximum number of entries that a guess lists. */
const maxEntries = 4_000

/** Lists that state one thing in several codes. */
const ofOneThing = new Set(['coding', 'identifier'])

/**
 * Returns the value that an agent writes if it knows only the form of the answer: every innermost list of objects and
 * every table in a text has one entry for each combination of values that can be guessed or read in the world.
 * Undefined if there is no list.
 *
 * @param right - the value as a solution wrote it
 * @param wrong - the same value, wrong wherever the agent cannot know the right one
 * @param isKnown - whether a value can be read in the task item or in the world
 */
export function withGuessedLists(
  right: JsonValue,
  wrong: JsonValue,
  isKnown: (value: string) => boolean,
): JsonValue | undefined {
  const lists = listsIn(right)
  const inner = lists.filter(
    ({ steps }) => !ofOneThing.has(String(steps.at(-1))) && !lists.some((other) => isInside(other.steps, steps)),
  )
  const tables = listLeaves(right).flatMap(({ steps, value }) => {
    const table = typeof value === 'string' ? readTable(value) : undefined
    return table === undefined ? [] : [{ steps, table }]
  })
  if (inner.length + tables.length === 0) return undefined
  let guessed = wrong
  for (const { steps, list } of inner) guessed = withValue(guessed, steps, everyEntry(list, isKnown))
  for (const { steps, table } of tables) {
    guessed = withValue(guessed, steps, table.write(everyEntry(table.rows, isKnown)))
  }
  return guessed
}

/**
 * Whether the list at `steps` is inside the value at `outer`. Lists of codes, such as `coding`, do not count, because
 * they state one thing.
 */
function isInside(steps: readonly (string | number)[], outer: readonly (string | number)[]): boolean {
  if (steps.length <= outer.length || ofOneThing.has(String(steps.at(-1)))) return false
  return outer.every((step, index) => steps[index] === step)
}

/** Returns an entry for every combination of values, with the members of the longest entry. */
function everyEntry(list: readonly JsonObject[], isKnown: (value: string) => boolean): readonly JsonValue[] {
  let [longest = {}] = list
  let leaves: readonly Leaf[] = []
  const byPath = new Map<string, Set<Leaf['value']>>()
  for (const entry of list) {
    const own = listLeaves(entry)
    // The first of several equally long entries.
    if (own.length > leaves.length) {
      longest = entry
      leaves = own
    }
    for (const { steps, value } of own) {
      const path = showSteps(steps)
      const values = byPath.get(path)
      if (values === undefined) byPath.set(path, new Set([value]))
      else values.add(value)
    }
  }
  let count = 1
  const choices: { readonly leaf: Leaf; readonly values: readonly Leaf['value'][] }[] = []
  let first: JsonValue = longest
  for (const leaf of leaves) {
    const guesses = guessesFor(leaf, byPath.get(showSteps(leaf.steps)) ?? new Set(), isKnown)
    const values = guesses.slice(0, Math.max(1, Math.floor(maxEntries / count)))
    count *= values.length
    // A member with one possible value has it in every entry, so it is written once.
    const [only] = values
    if (values.length === 1 && only !== undefined) first = withValue(first, leaf.steps, only)
    else choices.push({ leaf, values })
  }
  let entries: readonly JsonValue[] = [first]
  for (const { leaf, values } of choices) {
    entries = values.flatMap((value) => entries.map((entry) => withValue(entry, leaf.steps, value)))
  }
  return entries
}

/**
 * Returns the values at the path of a leaf in the entries of a list that an agent can guess or read, and for a number
 * or a boolean all small numbers or both booleans; if there are none, a wrong value.
 */
function guessesFor(
  leaf: Leaf,
  seen: ReadonlySet<Leaf['value']>,
  isKnown: (value: string) => boolean,
): readonly Leaf['value'][] {
  const values = new Set([...seen].filter((value) => isGuessable(value) || isKnown(String(value))))
  for (let number = 0; number < smallNumbers; number++) {
    if (typeof leaf.value === 'number') values.add(number)
    else if (/^\d{1,3}(\.\d+)?$/.test(String(leaf.value))) values.add(String(number))
  }
  if (typeof leaf.value === 'boolean') values.add(true).add(false)
  return values.size === 0 ? [otherValue(leaf.value).value] : [...values]
}

function isGuessable(value: Leaf['value']): boolean {
  if (typeof value === 'number') return Number.isInteger(value) && value >= 0 && value < smallNumbers
  return typeof value === 'boolean' || !isAnswer(value)
}
