import { showJson } from '../../../values/json/show-json.js'

/** The number of unchanged words that are shown before a change, and after it. */
const before = 2
const after = 1

/** Maximum number of changed words that are shown. */
const maxShownWords = 12

/**
 * Returns the difference between two texts, with the words around it: `"…glucose is critical" → "…glucose is normal"`.
 */
export function describeChangedWords(text: string, other: string): string {
  const [words, others] = [splitWords(text), splitWords(other)]
  let start = 0
  while (start < words.length && start < others.length && words[start] === others[start]) start++
  let end = 0
  const most = Math.min(words.length, others.length) - start
  while (end < most && words.at(-1 - end) === others.at(-1 - end)) end++
  return `${excerpt(words, start, end)} → ${excerpt(others, start, end)}`
}

function splitWords(text: string): readonly string[] {
  return text.trim().split(/\s+/)
}

function excerpt(words: readonly string[], start: number, end: number): string {
  const from = Math.max(0, start - before)
  const to = Math.min(words.length, words.length - end + after)
  const shown = words.slice(from, to)
  const cut = shown.length > maxShownWords ? [...shown.slice(0, maxShownWords), ''] : shown
  const text = cut.join(' ').trimEnd()
  return showJson(`${from > 0 ? '…' : ''}${text}${to < words.length || cut !== shown ? '…' : ''}`)
}
