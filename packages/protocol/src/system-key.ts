import { patterns } from './schema/pattern.js'

const form = /* @__PURE__ */ new RegExp(patterns.systemKey)

/** Whether a text has the form of a key: `[a-z][a-z0-9-]{0,31}`. */
export function isSystemKey(text: string): boolean {
  return form.test(text)
}

/**
 * The name of one of several systems of a type: its `name` alone for the first of them, `<name>@<key>` for the others.
 * Logs name systems so by their type (`Fax@imaging`), paths by their group (`faxes@imaging`), assertions by their
 * collection.
 */
export function withSystemKey(name: string, key: string | undefined): string {
  return key === undefined ? name : `${name}@${key}`
}

/** The key in a name of {@link withSystemKey}; undefined for the first system of a type. */
export function systemKeyOf(name: string): string | undefined {
  const at = name.indexOf('@')
  return at < 0 ? undefined : name.slice(at + 1)
}

/** What a name of {@link withSystemKey} names without its key: the type of a system in a log. */
export function withoutSystemKey(name: string): string {
  const at = name.indexOf('@')
  return at < 0 ? name : name.slice(0, at)
}
