import type { JsonObject } from '@carebench/protocol'

interface Person {
  readonly given: string
  readonly family: string
  readonly sex: 'female' | 'male'
}

/** The name of a patient as people write it, with a title or without. */
export function patientName({ given, family, sex }: Person): JsonObject {
  const titles = sex === 'female' ? ['Ms.', 'Ms', 'Mrs.', 'Mrs', 'Miss'] : ['Mr.', 'Mr']
  const plain = [`${given} ${family}`, `${family}, ${given}`]
  return { $any: [...plain, ...titles.map((title) => `${title} ${plain[0]}`)].map((name) => ({ $text: name })) }
}
