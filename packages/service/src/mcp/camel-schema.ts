import { isJsonObject, type JsonObject, type JsonValue } from '@carebench/protocol'
import { toCamelCase } from '@carebench/protocol/wire'

/**
 * Returns a schema of the operations table in the form that tools show: declared keys in camelCase, without `pattern`
 * and the keywords that only our own validators use. Open JSON stays open.
 */
export function camelSchema(schema: object): JsonObject {
  return rewrite(JSON.parse(JSON.stringify(schema))) as JsonObject
}

function rewrite(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(rewrite)
  if (!isJsonObject(value)) return value
  const { foldCase: _, discriminator: __, pattern: ___, ...rest } = value
  const node: Record<string, JsonValue> = {}
  for (const [key, member] of Object.entries(rest)) {
    if (key === 'properties' && isJsonObject(member)) node.properties = namesInCamelCase(member)
    else if (key === 'required' && Array.isArray(member))
      node.required = member.map((name) => toCamelCase(String(name)))
    else if (key === 'enum' || key === 'const' || key === 'default') node[key] = member
    else if (key === 'patternProperties' && isJsonObject(member) && member[''] !== undefined) {
      node.additionalProperties = rewrite(member[''])
    } else node[key] = rewrite(member)
  }
  return node
}

function namesInCamelCase(properties: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(properties).map(([name, schema]) => [toCamelCase(name), rewrite(schema)]))
}
