import { decompose } from './decompose.js'

const functionWords: Readonly<Record<string, string>> = {
  en:
    'the is are was you your my of and for with that this have has do does can could would will please what when ' +
    'hello her his from not it i we am need calling',
  es:
    'el los las es son usted tu mi su para con que esta este tengo tiene puede por favor cuando hola gracias una no ' +
    'se la de cual como soy llamo necesito buenos dias',
  fr:
    'le les est sont vous votre mon et pour avec que cette ai avez pouvez quand bonjour merci une je ne pas la de du ' +
    'des quel suis au appelle',
  de:
    'der die das ist sind sie ihr mein und mit dass diese habe haben bitte wann hallo danke eine ich nicht wie was ' +
    'von zu den konnen',
  pt:
    'os voce seu meu para com que esta este tenho tem pode por favor quando ola obrigado obrigada uma nao eu do da ' +
    'dos qual como sou preciso',
  it:
    'il gli sono lei tuo mio per con che questo questa ho puo quando ciao grazie una non io di della del quale come ' +
    'chiamo bisogno',
  vi: 'toi ban la cua va khong co the xin chao cam on ngay nay cho voi duoc mot nguoi',
}
const words = new Map<string, string[]>()
for (const [language, list] of Object.entries(functionWords)) {
  for (const word of new Set(list.split(' '))) words.set(word, [...(words.get(word) ?? []), language])
}

const scripts: readonly (readonly [string, RegExp])[] = [
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ['ko', /\p{Script=Hangul}/gu],
  ['zh', /\p{Script=Han}/gu],
  ['ru', /\p{Script=Cyrillic}/gu],
  ['ar', /\p{Script=Arabic}/gu],
]

/** The languages that {@link detectLanguage} distinguishes, as ISO 639-1 codes. */
export const knownLanguages = ['en', 'es', 'fr', 'de', 'pt', 'it', 'vi', 'zh', 'ja', 'ko', 'ru', 'ar'] as const

/** A language by its ISO 639-1 code. */
export type KnownLanguage = (typeof knownLanguages)[number]

const maxWords = 400

/**
 * Detects the language of a text from the script and the frequent words of its first 4,000 characters. Undefined if it
 * is not clear, as for a name, a date or a number. Deterministic.
 */
export function detectLanguage(text: string): KnownLanguage | undefined {
  const start = text.slice(0, 4000)
  const letters = start.match(/\p{L}/gu)?.length ?? 0
  for (const [language, script] of scripts) {
    if ((start.match(script)?.length ?? 0) * 2 > letters) return knownLanguages.find((known) => known === language)
  }
  const counts = new Map<string, number>()
  const heard = decompose(start)
    .replace(/\p{M}+/gu, '')
    .replaceAll('đ', 'd')
    .toLowerCase()
    .match(/\p{L}+/gu)
  for (const word of heard?.slice(0, maxWords) ?? []) {
    for (const language of words.get(word) ?? []) counts.set(language, (counts.get(language) ?? 0) + 1)
  }
  const [best, second] = [...counts].sort(([, a], [, b]) => b - a)
  if (best === undefined || best[1] < 2 || best[1] <= (second?.[1] ?? 0)) return undefined
  return knownLanguages.find((known) => known === best[0])
}
