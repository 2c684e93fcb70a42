import type { OutcomeIssue } from '@carebench/fhir'
import type { JsonObject, JsonValue } from '@carebench/protocol'
import { isJsonObject } from '@carebench/protocol/wire'
import { show } from '../../../json-shape.js'
import { createIssue } from '../electronic-call.js'
import { objectsIn, readCodings, readList } from '../fhir/element.js'
import { pasUrl } from '../fhir/urls.js'
import { type ProfileRule, profileRules } from './profile-rules.js'

/** A step of the paths of rules, such as `extension(~extension-x)`, with the steps that follow it. */
interface Step {
  readonly text: string
  readonly name: string
  /** Selects only the extensions with this URL. */
  readonly url: string | undefined
  rule?: ProfileRule
  readonly next: Step[]
}

/** The rules of each profile as a tree of path steps, so that rules with a common prefix look up an element once. */
const trees = new Map<string, Step>()

/**
 * Returns the rules of a profile that a resource violates, as issues that name the element. Only rules that all
 * versions of the profile share are checked.
 */
export function findProfileFaults(resource: JsonObject, profile: string): readonly OutcomeIssue[] {
  const issues: OutcomeIssue[] = []
  const report: Report = (code, at, text) => {
    issues.push(createIssue(code, `${at}${text} (${pasUrl}${profile}).`, at))
  }
  const root: Place = { above: undefined, name: String(resource.resourceType), index: undefined }
  checkBelow(resource, root, findTree(profile), report)
  return issues
}

function findTree(profile: string): Step {
  let root = trees.get(profile)
  if (root !== undefined) return root
  root = createStep('')
  for (const rule of profileRules[profile] ?? []) {
    let at = root
    // `item.extension(~extension-x.y)` has two steps: dots in a URL do not separate steps.
    for (const text of rule[0].match(/[^.(]+(?:\([^)]*\))?/g) ?? []) {
      const known = at.next.find((one) => one.text === text) ?? createStep(text)
      if (!at.next.includes(known)) at.next.push(known)
      at = known
    }
    at.rule = rule
  }
  trees.set(profile, root)
  return root
}

function createStep(text: string): Step {
  const [name = '', url] = text.replace(')', '').replace('~', pasUrl).split('(')
  return { text, name, url, next: [] }
}

type Report = (code: OutcomeIssue['code'], at: string, text: string) => void

/** The location of an element. Its path is written only for an issue, because most elements have none. */
interface Place {
  readonly above: Place | undefined
  readonly name: string
  /** The position in a list; undefined outside of lists. */
  readonly index: number | undefined
}

function writePath({ above, name, index }: Place): string {
  const own = index === undefined ? name : `${name}[${index}]`
  return above === undefined ? own : `${writePath(above)}.${own}`
}

function checkBelow(parent: JsonValue, above: Place, { next }: Step, report: Report): void {
  if (!isJsonObject(parent)) return
  for (const step of next) {
    const found = listChildren(parent, step)
    const isList = Array.isArray(parent[step.name])
    if (step.rule !== undefined && !(step.rule[3] === undefined && isOfNumber(found, step.rule))) {
      checkFound(found, step.rule, { above, name: step.text, isList }, report)
    }
    if (step.next.length === 0) continue
    for (const [index, one] of found.entries()) {
      checkBelow(one, { above, name: step.text, index: isList ? index : undefined }, step, report)
    }
  }
}

function isOfNumber({ length }: readonly JsonValue[], [, min, max]: ProfileRule): boolean {
  return length >= min && (max === '*' || length <= Number(max))
}

function checkFound(
  found: readonly JsonValue[],
  rule: ProfileRule,
  { above, name, isList }: Pick<Place, 'above' | 'name'> & { readonly isList: boolean },
  report: Report,
): void {
  const [, min, max, more] = rule
  if (!isOfNumber(found, rule)) {
    const code = found.length < min ? 'required' : 'structure'
    report(code, writePath({ above, name, index: undefined }), `: expected ${min}..${max}, found ${found.length}`)
  }
  if (more === undefined) return
  for (const [index, value] of found.entries()) {
    const at = { above, name, index: isList ? index : undefined }
    if (more.value !== undefined && value !== more.value) {
      report('value', writePath(at), ` must be ${show(more.value)}, got ${show(value)}`)
    }
    if (more.codes === undefined) continue
    const codes = typeof value === 'string' ? [value] : readCodings(value).map(({ code }) => code)
    if (codes.length > 0 && !codes.some((code) => more.codes?.includes(code))) {
      const text = ` must be one of ${more.codes.join(', ')}, got ${codes.join(', ')}`
      report('code-invalid', writePath(at), text)
    }
  }
}

function listChildren(parent: JsonObject, { name, url }: Step): readonly JsonValue[] {
  if (name.endsWith('[x]')) {
    const stem = name.slice(0, -3)
    const names = Object.keys(parent).filter((one) => one.startsWith(stem) && /^[A-Z]/.test(one.slice(stem.length)))
    return names.map((one) => parent[one] ?? null)
  }
  const member = parent[name]
  if (member === undefined || member === null) return readList(undefined)
  if (url !== undefined) return objectsIn(member).filter((one) => one.url === url)
  return Array.isArray(member) ? member : [member]
}
