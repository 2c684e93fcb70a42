import { readFileSync } from 'node:fs'
import { namesOfPointer } from '@carebench/verifier/kinds'
import { isMap, isSeq, LineCounter, type Node, type Pair, parseDocument } from 'yaml'

/** A position in a text; line and column count from 1. */
export interface TextPosition {
  readonly line: number
  readonly column: number
}

/** Finds places in a file by JSON Pointer. Undefined if the file cannot be parsed. */
export type PositionFinder = (pointer: string) => TextPosition | undefined

/**
 * Reads a JSON or YAML file again to find positions of its members. Parses JSON as YAML, which is a superset. A pointer
 * to a missing member finds the object that lacks it.
 */
export function positionsIn(file: string): PositionFinder {
  const text = readFileSync(file, 'utf8').replace(/^\uFEFF/, '')
  const counter = new LineCounter()
  const options = { lineCounter: counter, stringKeys: true, uniqueKeys: false, prettyErrors: false }
  const { contents } = parseDocument(text, options)
  return (pointer) => {
    let place: number | undefined = contents?.range?.[0]
    let node: unknown = contents
    for (const name of namesOfPointer(pointer) ?? []) {
      const found = findMember(node, name)
      if (found === undefined) break
      place = found.place ?? place
      node = found.node
    }
    return place === undefined ? undefined : positionAt(counter, place)
  }
}

/** Returns the position of a character in a text. */
export function toPosition(text: string, index: number): TextPosition {
  const before = text.slice(0, index).split('\n')
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
}

function positionAt(counter: LineCounter, place: number): TextPosition {
  const { line, col } = counter.linePos(place)
  return { line, column: col }
}

/** Finds a member, which begins at its key, or an element, which begins at its value. */
function findMember(
  node: unknown,
  name: string,
): { readonly place: number | undefined; readonly node: unknown } | undefined {
  if (isMap(node)) {
    const pair = (node.items as Pair<Node, Node | null>[]).find(({ key }) => String(key) === name)
    return pair && { place: pair.key.range?.[0], node: pair.value }
  }
  if (!isSeq(node) || !/^\d+$/.test(name)) return undefined
  const element = node.items[Number(name)] as Node | undefined
  return element && { place: element.range?.[0], node: element }
}
