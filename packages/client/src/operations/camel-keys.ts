import type { JsonObject, JsonValue } from '@carebench/protocol'

type CamelKey<Key> = Key extends `_${infer Rest}`
  ? `_${Rest}`
  : Key extends `${infer Head}_${infer Tail}`
    ? `${Head}${Capitalize<CamelTail<Tail>>}`
    : Key
type CamelTail<Key extends string> = Key extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelTail<Tail>>}`
  : Key

/** A wire type in the form of the client: declared keys in camelCase, arrays read-only; open JSON is unchanged. */
export type CamelKeys<Wire> = JsonValue extends Wire
  ? Wire
  : Wire extends readonly (infer Item)[]
    ? readonly CamelKeys<Item>[]
    : Wire extends object
      ? IsOpen<Wire> extends true
        ? Wire
        : { [Key in keyof Wire as CamelKey<Key>]: CamelKeys<Wire[Key]> }
      : Wire

/** Whether an object type is open JSON: any key, any value. */
type IsOpen<Wire> = string extends keyof Wire ? (JsonObject extends Wire ? true : false) : false
