import type { OutcomeIssue } from '@carebench/fhir'
import type { JsonObject, JsonValue } from '@carebench/protocol'
import { isJsonObject } from '@carebench/protocol/wire'
import { show } from '../../../json-shape.js'
import { createIssue } from '../electronic-call.js'
import { codingsOf, listOf, objectsIn } from '../fhir/element.js'
import { pasUrl } from '../fhir/urls.js'
import { type ProfileRule, profileRules } from './profile-rules.js'

/** A step of the paths of rules, such as `extension(~extension-x)`, with the steps that follow it. */
interface Step {
  readonly text: string
  readonly name: string
  /** Only the extensions with this URL. */
  readonly url: string | undefined
  rule?: ProfileRule
  readonly next: Step[]
}

/** The rules of each profile, with the shared steps of their paths walked once: an element is found once for all. */
const trees = new Map<string, Step>()

/**
 * Returns the violations by a resource of the rules that all versions of a profile share: each issue names the element
 * and the rule.
 */
export function findProfileFaults(resource: JsonObject, profile: string): readonly OutcomeIssue[] {
  const issues: OutcomeIssue[] = []
  const report: Report = (code, at, text) => {
    issues.push(createIssue(code, `${at}${text} (${pasUrl}${profile}).`, at))
  }
  const root: Place = { above: undefined, name: String(resource.resourceType), index: undefined }
  checkBelow(resource, root, treeOf(profile), report)
  return issues
}

function treeOf(profile: string): Step {
  let root = trees.get(profile)
  if (root !== undefined) return root
  root = createStep('')
  for (const rule of profileRules[profile] ?? []) {
    let at = root
    // `item.extension(~extension-x.y)` has two steps: URLs may have dots.
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

/** Where an element is. Most have no issue: their paths are never written. */
interface Place {
  readonly above: Place | undefined
  readonly name: string
  /** In a list. */
  readonly index: number | undefined
}

function writePath({ above, name, index }: Place): string {
  const own = index === undefined ? name : `${name}[${index}]`
  return above === undefined ? own : `${writePath(above)}.${own}`
}

function checkBelow(parent: JsonValue, above: Place, { next }: Step, report: Report): void {
  if (!isJsonObject(parent)) return
  for (const step of next) {
    const found = childrenOf(parent, step)
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
    const codes = typeof value === 'string' ? [value] : codingsOf(value).map(({ code }) => code)
    if (codes.length > 0 && !codes.some((code) => more.codes?.includes(code))) {
      const text = ` must be one of ${more.codes.join(', ')}, got ${codes.join(', ')}`
      report('code-invalid', writePath(at), text)
    }
  }
}

function childrenOf(parent: JsonObject, { name, url }: Step): readonly JsonValue[] {
  if (name.endsWith('[x]')) {
    const stem = name.slice(0, -3)
    const names = Object.keys(parent).filter((one) => one.startsWith(stem) && /^[A-Z]/.test(one.slice(stem.length)))
    return names.map((one) => parent[one] ?? null)
  }
  const member = parent[name]
  if (member === undefined || member === null) return listOf(undefined)
  if (url !== undefined) return objectsIn(member).filter((one) => one.url === url)
  return Array.isArray(member) ? member : [member]
}
