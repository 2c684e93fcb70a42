const insertion = /\{\{([a-z][a-z0-9_]*)\}\}/g

/**
 * Replaces placeholders such as `{{confirmation}}` in a sentence. `spell` returns the text of any fact, even an unknown
 * one.
 */
export function fillFacts(say: string, spell: (fact: string) => string): string {
  return say.replaceAll(insertion, (_, fact: string) => spell(fact))
}

/** Returns the names of the facts that a sentence inserts. */
export function factsIn(say: string): readonly string[] {
  return [...say.matchAll(insertion)].map(([, fact = '']) => fact)
}
