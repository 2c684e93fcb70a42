import { type Finding, isJsonObject, type JsonValue } from '@carebench/protocol'
import { compileJsonPath } from '@carebench/verifier'
import { namesOfPointer, nearestName, showJson } from '@carebench/verifier/kinds'

/** Adds the actual value to a finding about a document's shape; for an unknown member, adds the known members. */
export function explainFinding(schema: object, document: unknown, { path, message: written }: Finding): Finding {
  // The type that was found is part of the value that is shown below.
  const message = written.replace(/; got (?:null|an? \w+)$/, '')
  const found = compileJsonPath(path).read(document as JsonValue)
  if (message === 'is not a known field') {
    const names = namesOfPointer(path) ?? []
    const name = names.at(-1) ?? ''
    const members = membersAt(schema, names.slice(0, -1))
    if (members.includes(name)) {
      const type = compileJsonPath(`${path.slice(0, path.lastIndexOf('/'))}/type`).read(document as JsonValue)
      return { path, message: typeof type === 'string' ? `is not a field of the type "${type}"` : message }
    }
    const near = nearestName(name, members)
    const hint = near === undefined ? '; known' : `; did you mean "${near}"? Known`
    const known = [...new Set(members)].sort().join(', ')
    return { path, message: known === '' ? message : `${message}${hint} are ${known}` }
  }
  if (!message.startsWith('must ') || found === undefined || /; got /.test(message)) return { path, message }
  const example = message === 'must be array' && typeof found !== 'object' ? ` such as [${showJson(found)}]` : ''
  return { path, message: `${withArticle(message)}${example}, found ${showJson(found)}` }
}

function withArticle(message: string): string {
  return message
    .replace(/^must be (?=array|object|integer)/, 'must be an ')
    .replace(/^must be (?=string|number|boolean)/, 'must be a ')
}

/** Returns the members that a schema allows at a place, in any branch of a union. */
function membersAt(schema: object, place: readonly string[]): readonly string[] {
  let schemas: readonly JsonValue[] = [schema as JsonValue]
  for (const step of place) {
    schemas = schemas.flatMap(listBranches).flatMap((schema) => listChildren(schema, step))
  }
  return schemas
    .flatMap(listBranches)
    .flatMap((schema) => Object.keys(isJsonObject(schema.properties) ? schema.properties : {}))
}

function listBranches(schema: JsonValue) {
  if (!isJsonObject(schema)) return []
  const { anyOf, oneOf } = schema
  const branches = [anyOf, oneOf].flatMap((list) => (Array.isArray(list) ? (list as readonly JsonValue[]) : []))
  return [schema, ...branches.filter((branch) => isJsonObject(branch))]
}

function listChildren(
  { properties, items }: ReturnType<typeof listBranches>[number],
  step: string,
): readonly JsonValue[] {
  const member = isJsonObject(properties) && Object.hasOwn(properties, step) ? properties[step] : undefined
  return [member, /^\d+$/.test(step) ? items : undefined].filter((child) => child !== undefined)
}
