import type { JsonObject } from '@carebench/protocol'

type CamelKey<Key> = Key extends `_${infer Rest}`
  ? `_${Rest}`
  : Key extends `${infer Head}_${infer Tail}`
    ? `${Head}${Capitalize<CamelTail<Tail>>}`
    : Key
type CamelTail<Key extends string> = Key extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelTail<Tail>>}`
  : Key

/** A wire type as the client offers it: declared keys in camelCase, arrays read-only; open JSON stays as it is. */
export type CamelKeys<Wire> = JsonObject extends Wire
  ? Wire
  : Wire extends readonly (infer Item)[]
    ? readonly CamelKeys<Item>[]
    : Wire extends object
      ? { [Key in keyof Wire as CamelKey<Key>]: CamelKeys<Wire[Key]> }
      : Wire
