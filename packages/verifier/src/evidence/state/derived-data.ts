/** What was derived from a part, by the function that derived it. */
export type Derived = Map<unknown, unknown>

/**
 * Data derived from parts, so that states with the same object as a part share them. Parts must not change as long as
 * it is used.
 */
export class DerivedData {
  readonly #byPart = new WeakMap<object, Map<string, Derived>>()

  /** The data of a part; `at` is its JSON Pointer, which messages name. */
  of(part: object, at: string): Derived {
    let places = this.#byPart.get(part)
    if (places === undefined) {
      places = new Map()
      this.#byPart.set(part, places)
    }
    let derived = places.get(at)
    if (derived === undefined) {
      derived = new Map()
      places.set(at, derived)
    }
    return derived
  }
}
