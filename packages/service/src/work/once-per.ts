/** Memoizes a function by object: every caller with the same object gets the same value. */
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
