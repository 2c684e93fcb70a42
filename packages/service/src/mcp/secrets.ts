import { isJsonObject, type JsonObject, type JsonValue } from '@carebench/protocol'

/** The declared members with secrets of sandboxes and channels. Other JSON may have members of these names. */
const secretNames: ReadonlySet<string> = new Set(['credentials', 'username', 'password', 'secret'])

/** Returns a value of a schema without its declared secrets, which do not belong in the context of a model. */
export function withoutSecrets(schema: JsonObject, value: JsonValue): JsonValue {
  const { properties, items, anyOf } = schema
  if (Array.isArray(anyOf)) {
    return anyOf.reduce((left, choice) => (isJsonObject(choice) ? withoutSecrets(choice, left) : left), value)
  }
  if (Array.isArray(value)) {
    return isJsonObject(items) ? value.map((element) => withoutSecrets(items, element)) : value
  }
  if (!isJsonObject(value) || !isJsonObject(properties)) return value
  const left: Record<string, JsonValue> = {}
  for (const [name, member] of Object.entries(value)) {
    const declared = Object.hasOwn(properties, name) ? properties[name] : undefined
    if (!isJsonObject(declared)) left[name] = member
    else if (!secretNames.has(name)) left[name] = withoutSecrets(declared, member)
  }
  return left
}

/** Returns the schema of what {@link withoutSecrets} leaves. */
export function schemaWithoutSecrets(schema: JsonObject): JsonObject {
  const { properties, items, anyOf, required } = schema
  const isShown = (name: JsonValue) => !secretNames.has(String(name))
  return {
    ...schema,
    ...(isJsonObject(properties) && {
      properties: Object.fromEntries(
        Object.entries(properties)
          .filter(([name]) => isShown(name))
          .map(([name, member]) => [name, isJsonObject(member) ? schemaWithoutSecrets(member) : member]),
      ),
    }),
    ...(Array.isArray(required) && { required: required.filter(isShown) }),
    ...(isJsonObject(items) && { items: schemaWithoutSecrets(items) }),
    ...(Array.isArray(anyOf) && {
      anyOf: anyOf.map((choice) => (isJsonObject(choice) ? schemaWithoutSecrets(choice) : choice)),
    }),
  }
}
