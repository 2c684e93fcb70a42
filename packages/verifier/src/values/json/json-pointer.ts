import jsonPointer from 'json-pointer'

/**
 * The only file that calls the library json-pointer. The library is no longer maintained, and its functions follow any
 * name, even `__proto__`. So only its `escape` and `unescape` are called, and no function that reads or writes a value.
 */

/** The maximum length of a pointer in characters. */
export const maxPointerLength = 4096

/** Names that lead to prototypes. Paths read own members of these names, but the library is not given them. */
const forbidden: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])

/** A syntax error in a pointer. */
export interface PointerFault {
  /** Counted from 1. */
  readonly position: number
  readonly expected: string
}

/** Returns the first syntax error of a pointer that begins with a slash; undefined if there is none. */
export function findPointerFault(pointer: string): PointerFault | undefined {
  if (pointer.length > maxPointerLength) {
    return { position: maxPointerLength + 1, expected: `at most ${maxPointerLength} characters` }
  }
  const wrong = pointer.search(/~(?![01])/)
  return wrong < 0 ? undefined : { position: wrong + 1, expected: '"~0" (for "~") or "~1" (for "/")' }
}

/** Splits a pointer into names, none for the whole document; undefined if the pointer has a syntax error. */
export function namesOfPointer(pointer: string): readonly string[] | undefined {
  if (findPointerFault(pointer) !== undefined) return undefined
  return pointer.split('/').slice(1).map(unescapeName)
}

/** Returns the pointer with these names; undefined if it would be too long. */
export function pointerOfNames(names: readonly string[]): string | undefined {
  const pointer = names.map((name) => `/${escapeName(name)}`).join('')
  return pointer.length > maxPointerLength ? undefined : pointer
}

/** Returns a name as it is written in a pointer. */
export function escapeName(name: string): string {
  return name.includes('~') || name.includes('/') ? jsonPointer.escape(name) : name
}

function unescapeName(name: string): string {
  return forbidden.has(name) ? name : jsonPointer.unescape(name)
}
