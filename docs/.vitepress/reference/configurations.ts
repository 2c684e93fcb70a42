import { defaultSystems } from '../../../packages/systems/src/systems.js'
import { code } from './markdown.js'
import { memberTable, type Schema } from './schemas.js'

/** Returns a section for each simulated system, with a table for its configuration and for each object in it. */
export function configurationSections(): readonly string[] {
  return defaultSystems.map(({ type, configSchema }) => {
    const paths = new Map<string, readonly string[]>()
    for (const [path, members] of objectsIn(configSchema as Schema, '')) {
      paths.set(members, [...new Set([...(paths.get(members) ?? []), path])])
    }
    const tables = [...paths].map(([members, places]) => {
      const named = places.filter((place) => place !== '')
      return named.length === 0 ? members : `### ${named.map(code).join(', ')}\n\n${members}`
    })
    return [`## ${type}`, ...tables].join('\n\n')
  })
}

/** The tables of the objects that a schema describes, with the path to each: `menus.*.options[]`. */
function* objectsIn(schema: Schema, path: string): Generator<readonly [path: string, members: string]> {
  const { properties = {}, items, patternProperties = {}, anyOf = [], oneOf = [], allOf = [] } = schema
  const members = memberTable(schema)
  if (members !== '') yield [path, members]
  for (const [name, member] of Object.entries(properties)) {
    yield* objectsIn(member, path === '' ? name : `${path}.${name}`)
  }
  for (const member of Object.values(patternProperties)) yield* objectsIn(member, `${path}.*`)
  if (items !== undefined) yield* objectsIn(items, `${path}[]`)
  for (const choice of [...anyOf, ...oneOf, ...allOf]) yield* objectsIn(choice, path)
}
