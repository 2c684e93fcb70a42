import type { Chance } from './chance.js'

/**
 * The wordings of one message: alternatives for each part of the text, with `{slot}` in place of a fact. Banks are
 * frozen within a major version of the benchmark, because a changed phrase changes every instance that uses it.
 */
export interface PhraseBank<Slot extends string> {
  readonly slots: readonly Slot[]
  /** A text has one alternative of each part, in this order. */
  readonly parts: readonly (readonly string[])[]
}

/** Minimum number of different texts of a bank, so that no wording reveals an answer. */
const minForms = 20

/** Checks and returns a bank. Throws a RangeError if it has too few texts, or a slot that is undeclared or unused. */
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

/**
 * Returns the first phrase of `parts` that `bank`, a public one, already has, ignoring case and spacing; undefined if
 * there is none. The phrases of a sealed split must differ from the public ones.
 */
export function publicForm(bank: PhraseBank<string>, parts: readonly (readonly string[])[]): string | undefined {
  const known = new Set(bank.parts.flat().map(folded))
  return parts.flat().find((form) => form.trim() !== '' && known.has(folded(form)))
}

function folded(form: string): string {
  return form.replaceAll(/\s+/g, ' ').trim().toLowerCase()
}

/** Replacements of banks; see {@link sayingOtherwise}. */
let replacements: ReadonlyMap<PhraseBank<string>, PhraseBank<string>> = new Map()

/**
 * Calls `make` with other phrases, as for a sealed split: each bank of the map is replaced by another with the same
 * slots. Restores the previous phrases when it returns or throws.
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

/** Returns one of the texts of a bank, with the facts in its slots. Throws a RangeError if a fact is missing. */
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
