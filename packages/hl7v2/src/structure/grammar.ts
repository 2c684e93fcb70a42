import { argumentError } from '../syntax/argument.js'
import { Hl7Error, quote } from '../syntax/error.js'

/** A part of a structure: one segment, or a sequence or a choice of parts. */
export interface GrammarNode {
  readonly kind: 'segment' | 'sequence' | 'choice'
  /** The segment's name; empty for a group. */
  readonly name: string
  readonly parts: readonly GrammarNode[]
  readonly optional: boolean
  readonly repeats: boolean
  /** The names of the segments that it can begin with. */
  readonly first: ReadonlySet<string>
  /** Whether it can match no segment at all. */
  readonly empty: boolean
}

const closing: Readonly<Record<string, string>> = { '[': ']', '{': '}', '<': '>' }
const compiled = new Map<string, GrammarNode>()
const maxCached = 256
/** Bounded, because each level is a nested call; the structures of the standard are only a few levels deep. */
const maxDepth = 32
const example = 'MSH EVN PID [PD1] [{NK1}] <PV1 | PV2> [{ IN1 [IN2] }]'

/**
 * Compiles the abstract syntax of a message: `[..]` optional, `{..}` repeating, `<A | B>` a choice, else in sequence.
 *
 * A choice must have its own brackets, and MSH must be the first segment. Throws an `Hl7Error` `invalid-structure` if
 * not, or if brackets are unmatched or empty, groups are more than 32 deep, or a word is not a segment name.
 */
export function compileGrammar(text: string): GrammarNode {
  const known = compiled.get(text)
  if (known !== undefined) return known
  if (typeof text !== 'string') {
    throw argumentError('the segments of a structure as a string', text, example, { code: 'invalid-structure' })
  }
  const tokens = text.match(/\w+|\S/g) ?? []
  const node = readParts({ tokens, at: 0 }, undefined, 0)
  if (tokens[0] !== 'MSH') throw grammarError('a structure that begins with MSH', quote(text))
  if (compiled.size >= maxCached) compiled.clear()
  compiled.set(text, node)
  return node
}

interface TokenReader {
  readonly tokens: readonly string[]
  at: number
}

function readParts(reader: TokenReader, close: string | undefined, depth: number): GrammarNode {
  if (depth > maxDepth) throw grammarError(`groups at most ${maxDepth} deep`, 'a deeper one')
  const alternatives: GrammarNode[][] = [[]]
  for (;;) {
    const token = reader.tokens[reader.at++]
    if (token === close) break
    if (token === undefined) throw grammarError(`${close} to close a group of the structure`, 'its end')
    if (token === '|' && close !== '>') throw grammarError('a choice inside < >', quote(token))
    if (token === '|') alternatives.push([])
    else alternatives.at(-1)?.push(readPart(reader, token, depth))
  }
  if (alternatives.some((parts) => parts.length === 0))
    throw grammarError('a segment in each part of the structure', 'none')
  const sequences = alternatives.map((parts) => createGroup('sequence', parts))
  const [only] = sequences
  return sequences.length === 1 && only !== undefined ? only : createGroup('choice', sequences)
}

function readPart(reader: TokenReader, token: string, depth: number): GrammarNode {
  const close = closing[token]
  if (close !== undefined) {
    const inner = readParts(reader, close, depth + 1)
    if (token === '<') return inner
    return {
      ...inner,
      optional: inner.optional || token === '[',
      repeats: inner.repeats || token === '{',
      empty: inner.empty || token === '[',
    }
  }
  if (!/^[A-Z][A-Z0-9]{2}$/.test(token)) throw grammarError('a segment name or a bracket', quote(token))
  return {
    kind: 'segment',
    name: token,
    parts: [],
    optional: false,
    repeats: false,
    first: new Set([token]),
    empty: false,
  }
}

function createGroup(kind: 'sequence' | 'choice', parts: readonly GrammarNode[]): GrammarNode {
  const [only] = parts
  // "[{X}]" is X that is optional and repeats, not three nested groups.
  if (parts.length === 1 && only !== undefined) return only
  const first = new Set<string>()
  for (const part of parts) {
    for (const name of part.first) first.add(name)
    if (kind === 'sequence' && !part.empty) break
  }
  const empty = kind === 'sequence' ? parts.every((part) => part.empty) : parts.some((part) => part.empty)
  return { kind, name: '', parts, optional: false, repeats: false, first, empty }
}

function grammarError(expected: string, received: string): Hl7Error {
  return new Hl7Error({ code: 'invalid-structure', expected, received, example })
}

/** Lists the names of all segments of a structure. */
export function listSegmentNames(node: GrammarNode): Set<string> {
  if (node.kind === 'segment') return new Set([node.name])
  return new Set(node.parts.flatMap((part) => [...listSegmentNames(part)]))
}
