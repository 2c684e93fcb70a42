import type { Token } from '../tokens/token.js'

/** Tokens from `start` up to `end` to which a sign beside or around them gives a stance. */
interface Boxed {
  readonly start: number
  readonly end: number
  readonly standing: { readonly stance: 'negated' | 'open' | 'retracted'; readonly cue: number }
}

const empty = /^[☐□▢◻⬜❏❑✗✘❌]$/u
const ticked = /^[☑☒✓✔✅🗹]$/u
const boxSigns = /^[☐□▢◻⬜❏❑✗✘❌☑☒✓✔✅🗹[(]$/u
const strikeSigns = /^[~<]$/
const lineEnd = /^(?:\n|\n\n|[.;!?|])$/

/** Returns the words beside boxes that are not ticked (`☐ approved`, `[ ] approved`), and those that are struck out. */
export function readBoxes(tokens: readonly Token[]): readonly Boxed[] {
  // Few texts have any of these signs, and all texts are read.
  const has = (signs: RegExp) => tokens.some(({ kind, text }) => kind === 'mark' && signs.test(text))
  return [...(has(boxSigns) ? readUnticked(tokens) : []), ...(has(strikeSigns) ? readStruck(tokens) : [])]
}

interface Box {
  readonly start: number
  readonly end: number
  readonly isEmpty: boolean
}

function* readUnticked(tokens: readonly Token[]): Generator<Boxed, void, undefined> {
  let lineStart = 0
  let cellStart = 0
  let boxes: Box[] = []
  for (let at = 0; at <= tokens.length; ) {
    const box = readBox(tokens, at)
    if (box !== undefined) boxes.push(box)
    else if (at === tokens.length || lineEnd.test(tokens[at]?.text ?? '')) {
      const from = tokens[lineStart - 1]?.text === '|' ? cellStart : lineStart
      yield* readLine(tokens, { start: lineStart, end: at, from }, boxes)
      cellStart = lineStart
      lineStart = at + 1
      boxes = []
    }
    at = box?.end ?? at + 1
  }
}

interface Line {
  readonly start: number
  readonly end: number
  /** The start of what a box that stands alone answers: the line, or the cell before its own. */
  readonly from: number
}

function* readLine(tokens: readonly Token[], { start, end, from }: Line, boxes: readonly Box[]) {
  const [first] = boxes
  if (first === undefined || !boxes.some(({ isEmpty }) => isEmpty)) return
  // In "approved ☐ denied ☑" the boxes may stand before or after their words.
  if (first.start > start && tokens[first.start - 1]?.kind !== 'mark')
    yield { start, end, standing: { stance: 'open', cue: first.start } as const }
  else {
    let answered = from
    for (const [index, box] of boxes.entries()) {
      const next = boxes[index + 1]?.start ?? end
      const isAnswer = next === box.end && /^[:=|-]$/.test(tokens[box.start - 1]?.text ?? '')
      if (isAnswer && box.isEmpty) {
        yield { start: answered, end: box.start, standing: { stance: 'negated', cue: box.start } as const }
        answered = box.end
      } else if (box.isEmpty)
        yield { start: box.end, end: next, standing: { stance: 'negated', cue: box.start } as const }
    }
  }
}

function readBox(tokens: readonly Token[], at: number): Box | undefined {
  const open = tokens[at]
  if (open?.kind !== 'mark') return undefined
  const [inner, close] = [tokens[at + 1], tokens[at + 2]]
  if (empty.test(open.text)) return { start: at, end: at + 1, isEmpty: true }
  if (ticked.test(open.text)) return { start: at, end: at + 1, isEmpty: false }
  const isBracket = open.text === '['
  if (!isBracket && open.text !== '(') return undefined
  const closing = isBracket ? ']' : ')'
  if (inner?.text === closing) return inner.spaced || isBracket ? { start: at, end: at + 2, isEmpty: true } : undefined
  if (close?.text !== closing || !/^[x_✓✔✗✘]$/u.test(inner?.text ?? '')) return undefined
  return { start: at, end: at + 3, isEmpty: inner?.text === '_' }
}

/** Yields what `~~` or an element of HTML strikes out; without an end tag, all that follows. */
function* readStruck(tokens: readonly Token[]): Generator<Boxed, void, undefined> {
  let open: { readonly start: number; readonly by: string } | undefined
  for (let at = 0; at < tokens.length; at++) {
    const sign = readStrike(tokens, at)
    if (sign === undefined) continue
    if (open === undefined && !sign.isEnd) open = { start: at, by: sign.by }
    else if (open !== undefined && open.by === sign.by && (sign.isEnd || sign.by === '~')) {
      yield { start: open.start, end: at, standing: { stance: 'retracted', cue: open.start } }
      open = undefined
    }
    if (sign.by === '~') at++
  }
  if (open !== undefined && open.by !== '~')
    yield { start: open.start, end: tokens.length, standing: { stance: 'retracted', cue: open.start } }
}

function readStrike(
  tokens: readonly Token[],
  at: number,
): { readonly by: string; readonly isEnd: boolean } | undefined {
  const [sign, next, name] = [tokens[at], tokens[at + 1], tokens[at + 2]]
  if (sign?.text === '~') return next?.text === '~' && !next.spaced ? { by: '~', isEnd: false } : undefined
  if (sign?.text !== '<') return undefined
  const isEnd = next?.text === '/'
  const by = (isEnd ? name : next)?.text ?? ''
  return next?.spaced === false && /^(?:del|s|strike)$/.test(by) ? { by, isEnd } : undefined
}
