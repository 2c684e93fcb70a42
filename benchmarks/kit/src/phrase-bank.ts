import type { Chance } from './chance.js'

/**
 * The ways to say one thing: a choice for each part of the text, and `{slot}` where a fact goes. Banks are frozen
 * within a major version of the benchmark, because a changed phrase changes every instance that uses it.
 */
export interface PhraseBank<Slot extends string> {
  readonly slots: readonly Slot[]
  /** The text is one form of each part, in this order. */
  readonly parts: readonly (readonly string[])[]
}

/** Least number of different texts that a bank has to be able to say, so that no wording gives an answer away. */
const minForms = 20

/** Checks the bank: enough forms, and no slot that is not declared or never used. Throws a RangeError. */
export function definePhrases<const Slot extends string>(bank: PhraseBank<Slot>): PhraseBank<Slot> {
  const forms = bank.parts.reduce((product, part) => product * part.length, 1)
  if (forms < minForms) {
    throw new RangeError(`expected a phrase bank with at least ${minForms} forms, got ${forms}; add forms to a part`)
  }
  const used = new Set(bank.parts.flat().flatMap((form) => Array.from(form.matchAll(/\{(\w+)\}/g), ([, slot]) => slot)))
  const declared = new Set<string | undefined>(bank.slots)
  const wrong = [...used, ...declared].filter((slot) => !used.has(slot) || !declared.has(slot))
  if (wrong.length > 0) {
    throw new RangeError(
      `expected the slots of a phrase bank to be declared and used, got a mismatch of ${wrong.join(', ')}`,
    )
  }
  return bank
}

/** Returns the first phrase that already is in a public bank, so it cannot replace it; undefined if there is none. */
export function publicForm(bank: PhraseBank<string>, parts: readonly (readonly string[])[]): string | undefined {
  const known = new Set(bank.parts.flat().map(folded))
  return parts.flat().find((form) => form.trim() !== '' && known.has(folded(form)))
}

function folded(form: string): string {
  return form.replaceAll(/\s+/g, ' ').trim().toLowerCase()
}

/** Banks that are said in place of others; see {@link sayingOtherwise}. */
let replacements: ReadonlyMap<PhraseBank<string>, PhraseBank<string>> = new Map()

/**
 * Makes something with other phrases, as a sealed split does: each bank of the map is said in the words of another with
 * the same slots. Everything is as before when it returns or throws.
 */
export function sayingOtherwise<Made>(
  others: ReadonlyMap<PhraseBank<string>, PhraseBank<string>>,
  make: () => Made,
): Made {
  const before = replacements
  replacements = others
  try {
    return make()
  } finally {
    replacements = before
  }
}

/** One of the texts of a bank, with the facts in their slots. Throws a RangeError if one is missing. */
export function say<Slot extends string>(
  chance: Chance,
  bank: PhraseBank<Slot>,
  facts: Readonly<Record<Slot, string>>,
): string {
  const { parts } = replacements.get(bank) ?? bank
  const forms = parts.map((part) => chance.pick(part))
  return forms.join(' ').replaceAll(/\{(\w+)\}/g, (_, slot: Slot) => {
    const fact: string | undefined = facts[slot]
    if (fact === undefined) throw new RangeError(`expected a fact for the slot {${slot}} of a phrase bank, got none`)
    return fact
  })
}
