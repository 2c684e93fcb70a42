/** The data derived from a part, by the function that derived them. */
export type Derived = Map<unknown, unknown>

/**
 * Data derived from parts; states with the same object as a part share the data. Parts must not change while the data
 * are used.
 */
export class DerivedData {
  readonly #byPart = new WeakMap<object, Map<string, Derived>>()

  /** Returns the data of a part; `at` is its JSON Pointer, which messages name. */
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
