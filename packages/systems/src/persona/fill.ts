/** Inserts facts into a sentence: `{{confirmation}}`. `spell` gives what is said of an unknown one as well. */
export function fillFacts(say: string, spell: (fact: string) => string): string {
  return say.replaceAll(/\{\{([a-z][a-z0-9_]*)\}\}/g, (_, fact: string) => spell(fact))
}
