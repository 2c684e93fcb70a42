// Writes src/payer/electronic/pas/profile-rules.ts: the rules for requests that the profiles of PAS 2.0.1 and 2.2.1
// have in common.
//
//   node --conditions=@carebench/source --import tsx scripts/print-pas-profiles.ts FOLDER_OF_2.0.1 FOLDER_OF_2.2.1
//
// The folders are the unpacked packages of hl7.fhir.us.davinci-pas, which are not part of this repository.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

interface Element {
  readonly id: string
  readonly min: number
  readonly max: string
  readonly base?: { readonly max: string }
  readonly type?: readonly { readonly profile?: readonly string[] }[]
  readonly binding?: { readonly strength: string; readonly valueSet?: string }
}

interface Definition {
  readonly url: string
  readonly type: string
  readonly snapshot: { readonly element: readonly Element[] }
}

interface ValueSet {
  readonly url: string
  readonly compose?: {
    readonly include: readonly { readonly concept?: readonly { readonly code: string }[]; readonly filter?: unknown }[]
  }
}

interface Rule {
  readonly min: number
  readonly max: string
  readonly value: unknown
  readonly codes: readonly string[] | undefined
}

const prefix = 'http://hl7.org/fhir/us/davinci-pas/StructureDefinition/'
const profiles = ['profile-pas-request-bundle', 'profile-claim', 'profile-claim-update', 'profile-claim-inquiry']

/** Elements that the payer does not require: requests by version 1.1.0 of the guide have no category. */
const lenient = new Set(['item.category'])

function readPackage(folder: string) {
  const definitions = new Map<string, Definition>()
  const valueSets = new Map<string, ValueSet>()
  for (const name of readdirSync(join(folder, 'package'))) {
    if (!/^(?:StructureDefinition|ValueSet)-.*\.json$/.test(name)) continue
    const resource = JSON.parse(readFileSync(join(folder, 'package', name), 'utf8'))
    if (name.startsWith('ValueSet')) valueSets.set(resource.url, resource)
    else definitions.set(resource.url, resource)
  }
  const codesOf = (url: string): string[] | undefined => {
    const include = valueSets.get(url.split('|', 1)[0] ?? '')?.compose?.include ?? []
    const isListed =
      include.length > 0 && include.every(({ concept, filter }) => concept !== undefined && filter === undefined)
    return isListed ? include.flatMap(({ concept = [] }) => concept.map(({ code }) => code)) : undefined
  }
  return (profile: string): ReadonlyMap<string, Rule> => {
    const definition = definitions.get(prefix + profile)
    if (definition === undefined) throw new Error(`${folder} has no ${profile}; is it the unpacked package?`)
    const rules = new Map<string, Rule>()
    for (const element of definition.snapshot.element) {
      const path = toPath(element, definition.type)
      if (path === undefined || lenient.has(path)) continue
      const value = Object.entries(element).find(([name]) => /^(?:fixed|pattern)[A-Z]/.test(name))?.[1]
      const { binding, min, max } = element
      const codes =
        binding?.strength === 'required' && binding.valueSet !== undefined ? codesOf(binding.valueSet) : undefined
      const isNarrowed = max !== '*' && (path.includes('(') || element.base?.max !== max)
      if (min > 0 || isNarrowed || value !== undefined || codes !== undefined)
        rules.set(path, { min, max, value, codes })
    }
    return rules
  }
}

/**
 * Returns the path of an element, for a slice of extensions `item.extension(URL)`; undefined for the root, contained
 * resources, other slices, and everything inside a slice.
 */
function toPath({ id, type }: Element, root: string): string | undefined {
  const path = id.slice(root.length + 1)
  const parts = path.split('.')
  if (path === '' || path.startsWith('contained') || parts.slice(0, -1).some((part) => part.includes(':')))
    return undefined
  const [name = '', slice] = (parts.at(-1) ?? '').split(':')
  if (slice === undefined) return path
  const url = type?.[0]?.profile?.[0]?.split('|', 1)[0]
  return /^(?:modifierE|e)xtension$/.test(name) && url !== undefined
    ? [...parts.slice(0, -1), `${name}(${url})`].join('.')
    : undefined
}

/** Returns the rule that allows everything that one of two rules allows. */
function widest(one: Rule, other: Rule): Rule {
  return {
    min: Math.min(one.min, other.min),
    max: one.max === '*' || other.max === '*' ? '*' : String(Math.max(Number(one.max), Number(other.max))),
    value: JSON.stringify(one.value) === JSON.stringify(other.value) ? one.value : undefined,
    codes: one.codes && other.codes && [...new Set([...one.codes, ...other.codes])],
  }
}

const [older, newer] = process.argv.slice(2).map(readPackage)
if (older === undefined || newer === undefined)
  throw new Error('Give the folders of the unpacked packages 2.0.1 and 2.2.1.')
const tables = profiles.map((profile) => {
  const before = older(profile)
  const rows = [...newer(profile)].flatMap(([path, rule]) => {
    const known = before.get(path)
    if (known === undefined) return []
    const { min, max, value, codes } = widest(known, rule)
    if (min === 0 && max === '*' && value === undefined && codes === undefined) return []
    const more = { ...(value !== undefined && { value }), ...(codes !== undefined && { codes }) }
    return (
      '    ' +
      `${JSON.stringify([path.replaceAll(prefix, '~'), min, max, ...(Object.keys(more).length > 0 ? [more] : [])])},`
    )
  })
  return { profile, rows }
})
const commonTo = ([first = [], ...others]: readonly (readonly string[])[]) =>
  first.filter((row) => others.every((rows) => rows.includes(row)))
const rowsOf = (wanted: RegExp) => tables.filter(({ profile }) => wanted.test(profile)).map(({ rows }) => rows)
const common = commonTo(rowsOf(/^profile-claim/))
// A Claim, and its update; the other one is an inquiry.
const sent = commonTo(rowsOf(/claim(-update)?$/))
const ofSent = sent.filter((row) => !common.includes(row))
const printed = tables.map(({ profile, rows }) => {
  const isSent = /claim(-update)?$/.test(profile)
  const spread = isSent ? ['    ...ofRequests,'] : profile.startsWith('profile-claim') ? ['    ...ofClaims,'] : []
  const known = isSent ? sent : spread.length > 0 ? common : []
  return `  '${profile}': [\n${[...spread, ...rows.filter((row) => !known.includes(row))].join('\n')}\n  ],`
})
const text = `// Printed by scripts/print-pas-profiles.ts from the profiles of PAS 2.0.1 and 2.2.1 (CC0); do not edit.

/** A path, its cardinality, and what its value or codes must be; \`~\` begins the URLs of the guide's extensions. */
export type ProfileRule = readonly [
  path: string,
  min: number,
  max: string,
  more?: { readonly value?: string | boolean; readonly codes?: readonly string[] },
]

/** What all profiles of a Claim require. */
const ofClaims: readonly ProfileRule[] = [
${common.join('\n')}
]

/** What the profiles of a request and of its update require. */
const ofRequests: readonly ProfileRule[] = [
  ...ofClaims,
${ofSent.join('\n')}
]

/** What the profiles of both versions require of a request, by profile. */
export const profileRules: Readonly<Record<string, readonly ProfileRule[]>> = {
${printed.join('\n')}
}
`
writeFileSync(new URL('../src/payer/electronic/pas/profile-rules.ts', import.meta.url), text)
