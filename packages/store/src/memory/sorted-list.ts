const blockSize = 512

/** A place between two items: before the item at an index of a block. */
interface Place {
  readonly block: number
  readonly index: number
}

/**
 * Items in ascending order with unique keys. Adding, removing and finding take O(log n), adding at the end O(1).
 *
 * Items are stored in blocks of at most 512, so a change in the middle moves a few hundred items, never all.
 */
export class SortedList<Key, Item extends Key> {
  readonly #compare: (a: Key, b: Key) => number
  readonly #blocks: Item[][] = []
  #size = 0

  /** `compare(a, b)` is negative if a comes before b, 0 if they have the same key. */
  constructor(compare: (a: Key, b: Key) => number) {
    this.#compare = compare
  }

  get size(): number {
    return this.#size
  }

  /** Adds an item whose key is not in the list yet. */
  add(item: Item): void {
    this.#size++
    const last = this.#blocks.at(-1)
    const greatest = last?.at(-1)
    if (last === undefined || greatest === undefined) {
      this.#blocks.push([item])
      return
    }
    if (this.#compare(greatest, item) < 0) {
      if (last.length < blockSize) last.push(item)
      else this.#blocks.push([item])
      return
    }
    const blockIndex = this.#findBlock(item)
    const block = this.#blocks[blockIndex] ?? last
    block.splice(this.#findInBlock(block, item), 0, item)
    if (block.length > blockSize) this.#blocks.splice(blockIndex + 1, 0, block.splice(blockSize >> 1))
  }

  /** Removes the item with the key of `key`; returns false if there is none. */
  remove(key: Key): boolean {
    const blockIndex = this.#findBlock(key)
    const block = this.#blocks[blockIndex]
    if (block === undefined) return false
    const index = this.#findInBlock(block, key)
    const item = block[index]
    if (item === undefined || this.#compare(item, key) !== 0) return false
    block.splice(index, 1)
    if (block.length === 0) this.#blocks.splice(blockIndex, 1)
    this.#size--
    return true
  }

  /**
   * Returns at most `limit` accepted items less than `key`, in descending order; from the end of the list if `key` is
   * null.
   */
  below(key: Key | null, limit: number, accept?: ((item: Item) => boolean) | undefined): Item[] {
    return this.#readBefore(this.#findPlace(key, 'end'), limit, accept)
  }

  /**
   * Returns at most `limit` accepted items greater than `key`, in ascending order; from the start of the list if `key`
   * is null.
   */
  above(key: Key | null, limit: number, accept?: ((item: Item) => boolean) | undefined): Item[] {
    return this.#readFrom(this.#skipEqual(this.#findPlace(key, 'start'), key), limit, accept)
  }

  /**
   * Returns the result of {@link below} or {@link above}, and in `others` whether the rest of the list, including the
   * item with the key, has accepted items.
   */
  readSide(
    side: 'below' | 'above',
    key: Key | null,
    limit: number,
    accept?: ((item: Item) => boolean) | undefined,
  ): { readonly items: Item[]; readonly others: boolean } {
    const place = this.#findPlace(key, side === 'below' ? 'end' : 'start')
    if (side === 'below') {
      return { items: this.#readBefore(place, limit, accept), others: this.#readFrom(place, 1, accept).length > 0 }
    }
    const from = this.#skipEqual(place, key)
    return { items: this.#readFrom(from, limit, accept), others: this.#readBefore(from, 1, accept).length > 0 }
  }

  /** Returns the accepted items before a place, in descending order. */
  #readBefore(place: Place, limit: number, accept: ((item: Item) => boolean) | undefined): Item[] {
    const found: Item[] = []
    let blockIndex = place.block
    let block = this.#blocks[blockIndex]
    let { index } = place
    while (found.length < limit) {
      if (block === undefined || index === 0) {
        blockIndex--
        if (blockIndex < 0) break
        block = this.#blocks[blockIndex]
        index = block?.length ?? 0
        continue
      }
      index--
      const item = block[index]
      if (item !== undefined && (accept === undefined || accept(item))) found.push(item)
    }
    return found
  }

  /** Returns the accepted items from a place on, in ascending order. */
  #readFrom(place: Place, limit: number, accept: ((item: Item) => boolean) | undefined): Item[] {
    const found: Item[] = []
    let blockIndex = place.block
    let block = this.#blocks[blockIndex]
    let { index } = place
    while (block !== undefined && found.length < limit) {
      const item = block[index]
      if (item === undefined) {
        blockIndex++
        block = this.#blocks[blockIndex]
        index = 0
        continue
      }
      if (accept === undefined || accept(item)) found.push(item)
      index++
    }
    return found
  }

  /** Returns the place of the first item that is not less than `key`; if the key is null, an end of the list. */
  #findPlace(key: Key | null, end: 'start' | 'end'): Place {
    if (key === null) return { block: end === 'start' ? 0 : this.#blocks.length, index: 0 }
    const block = this.#findBlock(key)
    const items = this.#blocks[block]
    return { block, index: items === undefined ? 0 : this.#findInBlock(items, key) }
  }

  /** Returns the place after this one if the item here has the key, else this place. */
  #skipEqual({ block, index }: Place, key: Key | null): Place {
    const item = this.#blocks[block]?.[index]
    return { block, index: key !== null && item !== undefined && this.#compare(item, key) === 0 ? index + 1 : index }
  }

  /** Returns the index of the first block whose greatest item is not less than `key`, else the number of blocks. */
  #findBlock(key: Key): number {
    let low = 0
    let high = this.#blocks.length
    while (low < high) {
      const middle = (low + high) >>> 1
      const block = this.#blocks[middle]
      const greatest = block?.[block.length - 1]
      if (greatest !== undefined && this.#compare(greatest, key) < 0) low = middle + 1
      else high = middle
    }
    return low
  }

  /** Returns the index of the first item of the block that is not less than `key`. */
  #findInBlock(block: readonly Item[], key: Key): number {
    let low = 0
    let high = block.length
    while (low < high) {
      const middle = (low + high) >>> 1
      const item = block[middle]
      if (item !== undefined && this.#compare(item, key) < 0) low = middle + 1
      else high = middle
    }
    return low
  }
}
