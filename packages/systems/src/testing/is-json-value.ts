/**
 * Whether a value survives a round trip through JSON text: no undefined members, no class instances, no numbers that
 * JSON cannot represent. Own members are treated as data, even one called `constructor`.
 */
export function isJsonValue(value: unknown): boolean {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return true
  if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0)
  if (Array.isArray(value)) return value.every(isJsonValue) && Object.keys(value).length === value.length
  if (typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype) return false
  return Reflect.ownKeys(value).every((key) => typeof key === 'string' && isJsonValue(Reflect.get(value, key)))
}
