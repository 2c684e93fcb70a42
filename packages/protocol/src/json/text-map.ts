/** Maximum length of texts that are looked up by hash. V8 hashes texts of 16,384 characters or more by length only. */
const longText = 10_000

interface Leaf<Value> {
  readonly text: string
  value: Value
}

/** Texts of the same length that differ at one position, by their character there. */
interface Fork<Value> {
  readonly position: number
  readonly branches: Map<string, Fork<Value> | Leaf<Value>>
}

/**
 * A map whose keys can be long texts that an agent wrote. A `Map` compares a long text with all others of its length,
 * each up to the first difference; this one compares single characters, and only one whole text.
 */
export class TextMap<Key, Value> {
  readonly #short = new Map<Key, Value>()
  #long: Map<number, Fork<Value> | Leaf<Value>> | undefined

  has(key: Key): boolean {
    return isLong(key) ? this.#findLong(key) !== undefined : this.#short.has(key)
  }

  get(key: Key): Value | undefined {
    return isLong(key) ? this.#findLong(key)?.value : this.#short.get(key)
  }

  set(key: Key, value: Value): void {
    if (!isLong(key)) {
      this.#short.set(key, value)
      return
    }
    this.#long ??= new Map()
    const root = this.#long.get(key.length)
    const leaf = { text: key, value }
    if (root === undefined) this.#long.set(key.length, leaf)
    else {
      let replace = (fork: Fork<Value>) => void this.#long?.set(key.length, fork)
      let node = root
      while ('branches' in node) {
        const { position, branches }: Fork<Value> = node
        const character = key.charAt(position)
        const next = branches.get(character)
        if (next === undefined) {
          branches.set(character, leaf)
          return
        }
        replace = (fork) => void branches.set(character, fork)
        node = next
      }
      if (node.text === key) node.value = value
      else {
        const { text } = node
        const position = findDifference(text, key)
        const branches = new Map([
          [text.charAt(position), node],
          [key.charAt(position), leaf],
        ])
        replace({ position, branches })
      }
    }
  }

  delete(key: Key): void {
    if (!isLong(key)) {
      this.#short.delete(key)
      return
    }
    const root = this.#long?.get(key.length)
    if (root !== undefined && !('branches' in root)) {
      if (root.text === key) this.#long?.delete(key.length)
      return
    }
    let node: Fork<Value> | Leaf<Value> | undefined = root
    while (node !== undefined && 'branches' in node) {
      const next: Fork<Value> | Leaf<Value> | undefined = node.branches.get(key.charAt(node.position))
      if (next !== undefined && !('branches' in next) && next.text === key) {
        node.branches.delete(key.charAt(node.position))
        return
      }
      node = next
    }
  }

  #findLong(key: string): Leaf<Value> | undefined {
    let node = this.#long?.get(key.length)
    while (node !== undefined && 'branches' in node) node = node.branches.get(key.charAt(node.position))
    return node?.text === key ? node : undefined
  }
}

function isLong(key: unknown): key is string {
  return typeof key === 'string' && key.length > longText
}

/** Returns the first position at which two different texts of the same length differ. */
function findDifference(text: string, other: string): number {
  let [from, to] = [0, text.length]
  // The difference is in this range.
  while (to - from > 1) {
    const middle = (from + to) >>> 1
    if (text.slice(from, middle) === other.slice(from, middle)) from = middle
    else to = middle
  }
  return from
}
