/** A function that works something out of an object once; all that are given the same object share it. */
export function oncePer<Key extends object, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const made = new WeakMap<Key, { readonly value: Value }>()
  return (key) => {
    let kept = made.get(key)
    if (kept === undefined) {
      kept = { value: make(key) }
      made.set(key, kept)
    }
    return kept.value
  }
}
