import type { Token } from '../tokens/token.js'

const endings = /^[.:;!?]$/

/** Whether a token ends a sentence or an item of a list. */
export function endsSentence(tokens: readonly Token[], at: number): boolean {
  const next = tokens[at + 1]
  switch (tokens[at]?.text) {
    case '!':
    case '?':
    case ';':
    case '\n\n':
    case '•':
      return true
    case '\n':
      return (
        next === undefined || next.kind === 'mark' || next.raw !== next.text || endings.test(tokens[at - 1]?.text ?? '')
      )
    case '.':
      return endsWithPoint(tokens, at)
    default:
      return false
  }
}

const abbreviations = new Set(
  'dr mr mrs ms st vs pt approx e.g i.e no jr sr prof inc dept ext fig vol mg ml'.split(' '),
)

/** Whether a period ends a sentence; periods in abbreviations, initials and "b.i.d." do not. */
export function endsWithPoint(tokens: readonly Token[], at: number): boolean {
  const before = tokens[at - 1]
  const next = tokens[at + 1]
  if (next === undefined) return true
  if (!next.spaced && next.kind !== 'mark')
    return next.kind === 'word' && next.raw !== next.text && (before?.raw.length ?? 0) > 1
  if (before?.kind !== 'word') return true
  if (abbreviations.has(before.text) && !/^(?:no|mg|ml|pt|st)$/.test(before.text)) return false
  if (before.text === 'no') return next.kind !== 'number'
  const isInitial = before.raw.length === 1 && before.raw !== before.text && next.raw !== next.text
  const first = tokens[at - 2]
  // "6.7 mmol/L. The", "6.7 g. The".
  if (first?.text === '/' || first?.kind === 'number') return true
  return !(isInitial && (first === undefined || first.kind === 'mark' || first.raw !== first.text))
}
