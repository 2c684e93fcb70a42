const insertion = /\{\{([a-z][a-z0-9_]*)\}\}/g

/** Inserts facts into a sentence: `{{confirmation}}`. `spell` returns the text of a fact, also of an unknown one. */
export function fillFacts(say: string, spell: (fact: string) => string): string {
  return say.replaceAll(insertion, (_, fact: string) => spell(fact))
}

/** Returns the names of the facts that a sentence inserts. */
export function factsIn(say: string): readonly string[] {
  return [...say.matchAll(insertion)].map(([, fact = '']) => fact)
}
