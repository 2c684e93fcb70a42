import { patterns } from './schema/pattern.js'

const form = /* @__PURE__ */ new RegExp(patterns.systemKey)

/** Whether a text has the form of a key: `[a-z][a-z0-9-]{0,31}`. */
export function isSystemKey(text: string): boolean {
  return form.test(text)
}

/**
 * Returns the name of one of several systems of a type: `name` for the first, `<name>@<key>` for the others. In logs
 * `name` is the type (`Fax@imaging`), in paths the group (`faxes@imaging`), in assertions the collection.
 */
export function withSystemKey(name: string, key: string | undefined): string {
  return key === undefined ? name : `${name}@${key}`
}

/** Returns the key in a name made by {@link withSystemKey}; undefined for the first system of a type. */
export function readKeyInName(name: string): string | undefined {
  const at = name.indexOf('@')
  return at < 0 ? undefined : name.slice(at + 1)
}

/** Returns a name made by {@link withSystemKey} without its key: in a log, the type of the system. */
export function withoutSystemKey(name: string): string {
  const at = name.indexOf('@')
  return at < 0 ? name : name.slice(0, at)
}
