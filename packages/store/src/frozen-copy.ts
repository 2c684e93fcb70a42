/** Gives back the object that it gets, so that a class that extends it puts its private fields on that object. */
class Itself {
  constructor(value: object) {
    // biome-ignore lint/correctness/noConstructorReturn: this is what the class is for.
    return value
  }
}

/**
 * A mark that nothing outside this module can see, set or copy. What bears it is known to be JSON all the way down, so
 * that a document that shares parts with the one it was made from costs only its new parts. A WeakSet would say the
 * same, at a third of the cost of a write: each of its members is an entry to look after in every collection.
 */
class Frozen extends Itself {
  readonly #mark = true

  static has(value: object): boolean {
    return #mark in value
  }
}

/**
 * Copies a JSON value and freezes the copy all the way down; returns the value itself if it came from here.
 * Members that are `undefined` are left out, `-0` becomes 0, as in JSON text. Throws a TypeError, with the path, at
 * anything that JSON cannot carry.
 */
export function frozenCopy<Value>(value: Value): Value
export function frozenCopy(value: unknown): unknown {
  return copy(value, '')
}

function copy(value: unknown, path: string): unknown {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value
    case 'number':
      if (!Number.isFinite(value)) break
      return value === 0 ? 0 : value
    case 'object':
      if (value === null || Frozen.has(value)) return value
      if (Array.isArray(value))
        return remember(value.map((element: unknown, index) => copy(element, `${path}/${index}`)))
      if (isPlain(value)) return copyObject(value, path)
  }
  throw new TypeError(
    `A stored document holds JSON only: null, a boolean, a finite number, text, an array or a plain object; got ${describe(value)} at ${path || 'the top'}.`,
  )
}

function copyObject(value: Readonly<Record<string, unknown>>, path: string): unknown {
  const result: Record<string, unknown> = {}
  for (const key of Object.keys(value)) {
    const member = value[key]
    if (member === undefined) continue
    // A path for every text would be made for nothing.
    const copied = typeof member === 'string' ? member : copy(member, `${path}/${key}`)
    // Assigning this one name would set the prototype.
    if (key === '__proto__') Object.defineProperty(result, key, { value: copied, enumerable: true })
    else result[key] = copied
  }
  return remember(result)
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
