import { readSpokenNumber } from '../spoken/spoken-number.js'
import type { Token } from '../tokens/token.js'
import { readClockTime, type TimeMention } from '../written/written-time.js'

/**
 * Returns the time of day that begins at a token and is written in words: `eleven thirty a.m.`, `at nine fifteen`, `ten
 * past two`, `twenty to three`.
 */
export function readSpokenTime(tokens: readonly Token[], start: number): TimeMention | undefined {
  const first = readSpokenNumber(tokens, start)
  if (first === undefined) return undefined
  const next = tokens[first.end]?.text === 'minutes' ? first.end + 1 : first.end
  const relation = tokens[next]?.text ?? ''
  if (/^(?:past|to|till|before|after)$/.test(relation)) return readRelative(tokens, start, first.value, next)
  if (first.value > 12 || first.value < 1 || tokens[start]?.kind !== 'word') return undefined
  const minutes = readSpokenNumber(tokens, first.end)
  if (minutes?.digits !== 2 || minutes.value > 59 || tokens[first.end]?.kind !== 'word') return undefined
  const clock = { hours: first.value, minutes: minutes.value, end: minutes.end, isBare: false, isFull: false }
  const time = readClockTime(tokens, start, clock)
  const isCalled = /^(?:at|is|for|to|until|from|by)$/.test(tokens[start - 1]?.text ?? '')
  return isCalled || (time !== undefined && time.end > minutes.end) ? time : undefined
}

function readRelative(
  tokens: readonly Token[],
  start: number,
  minutes: number,
  relationAt: number,
): TimeMention | undefined {
  const hour = readSpokenNumber(tokens, relationAt + 1)
  // "5 to 10" is a range.
  const isWord = tokens[start]?.kind === 'word' || tokens[relationAt - 1]?.text === 'minutes'
  if (!isWord || hour === undefined || hour.value < 1 || hour.value > 12 || minutes > 59) return undefined
  const isPast = /^(?:past|after)$/.test(tokens[relationAt]?.text ?? '')
  const before = hour.value === 1 ? 12 : hour.value - 1
  return readClockTime(tokens, start, {
    hours: isPast ? hour.value : before,
    minutes: isPast ? minutes : 60 - minutes,
    end: hour.end,
    isBare: false,
    isFull: false,
  })
}
