import { hasMoreValues } from '@carebench/protocol/wire'

/**
 * A base class whose constructor returns the given object, so that a subclass adds its private fields to that object.
 */
class Itself {
  constructor(value: object) {
    // biome-ignore lint/correctness/noConstructorReturn: this is what the class is for.
    return value
  }
}

/**
 * A mark that nothing outside this module can see, set or copy. A marked value is known to be JSON throughout, so
 * copying a document that shares parts with an earlier one costs only its new parts. A WeakSet would do the same, but
 * would account for a third of the cost of a write, because every garbage collection has to process each of its
 * members.
 */
class Frozen extends Itself {
  readonly #mark = true

  static has(value: object): boolean {
    return #mark in value
  }
}

/**
 * Copies a JSON value and freezes the copy deeply; returns the value itself if this module has frozen it. Members
 * that are `undefined` are omitted and `-0` becomes 0, as in JSON text. Throws a TypeError, with the path, for anything
 * that JSON cannot represent.
 */
export function frozenCopy<Value>(value: Value): Value
export function frozenCopy(value: unknown): unknown {
  try {
    return copy(value)
  } catch (error) {
    throw error instanceof NotJsonError ? toTypeError(error, value, 'omitted') : error
  }
}

/**
 * Freezes a JSON value deeply and returns it. Unlike {@link frozenCopy}, it makes no copy (a copy of an object with
 * many members takes five times as much memory), so it also freezes parts that the value shares with others. Use it
 * only for a document that was just created from parts that nobody changes. Throws a TypeError for a member that is
 * `undefined`, and for anything else that {@link frozenCopy} refuses.
 */
export function frozenInPlace<Value>(value: Value): Value {
  try {
    freeze(value)
    return value
  } catch (error) {
    throw error instanceof NotJsonError ? toTypeError(error, value, 'refused') : error
  }
}

/**
 * Thrown for a value that JSON cannot represent. Its path is determined afterwards, because building a path for each
 * value costs more than the copy.
 */
class NotJsonError extends Error {
  override readonly name = 'NotJsonError'

  constructor(readonly value: unknown) {
    super()
  }
}

/** What happens to members that are undefined. */
type Undefined = 'omitted' | 'refused'

function toTypeError({ value }: NotJsonError, whole: unknown, undefinedIs: Undefined): TypeError {
  const place = findPath(value, whole, undefinedIs) || 'the root'
  return new TypeError(
    'A stored document must be JSON: null, a boolean, a finite number, a string, an array or a plain object; got ' +
      `${describe(value)} at ${place}.`,
  )
}

/** Returns the path of the first `fault` inside `value`; undefined if it is not there. */
function findPath(fault: unknown, value: unknown, undefinedIs: Undefined): string | undefined {
  if (Object.is(value, fault)) return ''
  if (typeof value !== 'object' || value === null || Frozen.has(value)) return undefined
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined && undefinedIs === 'omitted' && !Array.isArray(value)) continue
    const path = findPath(fault, member, undefinedIs)
    if (path !== undefined) return `/${name}${path}`
  }
  return undefined
}

/**
 * Does the same as {@link frozenCopy} in steps: pauses between array elements and object members near the top. The
 * value must not change until it is done.
 */
export function* frozenCopyInSteps<Value>(value: Value): Generator<undefined, Value, undefined> {
  if (!hasMoreValues(value, fewValues)) return frozenCopy(value)
  return frozenCopy((yield* withFrozenElements(value, maxDepth)) as Value)
}

/** The number of values that are copied without a pause. */
const fewValues = 1000

/**
 * Maximum depth of pauses. The arrays of a body are deep inside: entry, action, call, body and its JSON come before
 * them.
 */
const maxDepth = 8

/** Returns a copy of the outer levels of a value, with the values inside frozen, and pauses between those. */
function* withFrozenElements(value: unknown, levels: number): Generator<undefined, unknown, undefined> {
  if (levels === 0 || typeof value !== 'object' || value === null || Frozen.has(value)) return value
  if (Array.isArray(value)) {
    const elements: unknown[] = []
    for (const element of value) {
      elements.push(frozenCopy(value.length < few ? yield* withFrozenElements(element, levels - 1) : element))
      yield
    }
    return elements
  }
  if (!isPlain(value)) return value
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  for (const member of members) {
    member[1] = members.length < few ? yield* withFrozenElements(member[1], levels - 1) : frozenCopy(member[1])
    yield
  }
  return Object.fromEntries(members)
}

/** Arrays and objects with fewer elements are entered, because their elements may be large. */
const few = 32

function copy(value: unknown): unknown {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value
    case 'number':
      if (!Number.isFinite(value)) break
      return value === 0 ? 0 : value
    case 'object':
      if (value === null || Frozen.has(value)) return value
      if (Array.isArray(value)) return remember(value.map(copy))
      if (isPlain(value)) return copyObject(value)
  }
  throw new NotJsonError(value)
}

function copyObject(value: Readonly<Record<string, unknown>>): unknown {
  const result: Record<string, unknown> = {}
  for (const key of Object.keys(value)) {
    const member = value[key]
    if (member === undefined) continue
    const copied = typeof member === 'string' ? member : copy(member)
    // Assigning to this name would set the prototype.
    if (key === '__proto__') Object.defineProperty(result, key, { value: copied, enumerable: true })
    else result[key] = copied
  }
  return remember(result)
}

function freeze(value: unknown): void {
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return
  if (typeof value === 'number' && Number.isFinite(value)) return
  if (typeof value !== 'object' || !(Array.isArray(value) || isPlain(value))) throw new NotJsonError(value)
  if (Frozen.has(value)) return
  for (const member of Object.values(value)) freeze(member)
  remember(value)
}

function remember(value: object): object {
  return Object.freeze(new Frozen(value))
}

function isPlain(value: object): value is Record<string, unknown> {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

function describe(value: unknown): string {
  return typeof value === 'object' && value !== null ? (value.constructor?.name ?? 'an object') : String(value)
}
