import jsonPointer from 'json-pointer'

/*
 * The only file that calls the library json-pointer. Nobody maintains that any more, and its functions follow any name, so
 * it is given checked pointers only, and none of its functions that reads or writes a value is called.
 */

/** The maximum length of a pointer in characters. */
export const longestPointer = 4096

/** Names that lead to prototypes. */
const forbidden: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])

/** What a pointer has that the library must not be given. */
export interface PointerFault {
  /** Counted from 1. */
  readonly position: number
  readonly expected: string
}

/** Finds what is wrong with a pointer that begins with a slash; undefined if it is fit for the library. */
export function findPointerFault(pointer: string): PointerFault | undefined {
  if (pointer.length > longestPointer) {
    return { position: longestPointer + 1, expected: `at most ${longestPointer} characters` }
  }
  const wrong = pointer.search(/~(?![01])/)
  if (wrong >= 0) return { position: wrong + 1, expected: '"~0" (for "~") or "~1" (for "/")' }
  const name = /\/(?:__proto__|constructor|prototype)(?=\/|$)/.exec(pointer)
  return name === null ? undefined : { position: name.index + 2, expected: `another name than "${name[0].slice(1)}"` }
}

/** Splits a pointer without a fault into names. Throws a TypeError for one that has one. */
export function namesOfPointer(pointer: string): readonly string[] {
  const fault = findPointerFault(pointer)
  if (fault !== undefined) throw new TypeError(`Expected ${fault.expected} at position ${fault.position} of a pointer.`)
  return jsonPointer.parse(pointer)
}

/** The pointer to a member by the names on the way; undefined if it would have a fault. */
export function pointerOfNames(names: readonly string[]): string | undefined {
  if (names.some((name) => forbidden.has(name))) return undefined
  const pointer = names.map((name) => `/${escapeName(name)}`).join('')
  return pointer.length > longestPointer ? undefined : pointer
}

/** A name as it is written in a pointer. */
export function escapeName(name: string): string {
  return name.includes('~') || name.includes('/') ? jsonPointer.escape(name) : name
}
