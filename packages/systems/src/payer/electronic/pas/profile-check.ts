import type { OutcomeIssue } from '@carebench/fhir'
import type { JsonObject, JsonValue } from '@carebench/protocol'
import { isJsonObject } from '@carebench/protocol/wire'
import { show } from '../../../json-shape.js'
import { createIssue } from '../electronic-call.js'
import { codingsOf } from '../fhir/element.js'
import { pasUrl } from '../fhir/urls.js'
import { type ProfileRule, profileRules } from './profile-rules.js'

interface Element {
  readonly path: string
  readonly value: JsonValue
}

/** A step of the paths of rules, such as `extension(~extension-x)`, with the steps that follow it. */
interface Step {
  readonly text: string
  readonly name: string
  /** Only the extensions with this URL. */
  readonly url: string | undefined
  rule?: ProfileRule
  readonly next: Map<string, Step>
}

/** The rules of each profile, with the shared steps of their paths walked once: an element is found once for all. */
const trees = new Map<string, Step>()

/**
 * Returns the violations by a resource of the rules that all versions of a profile share: each issue names the element
 * and the rule.
 */
export function findProfileFaults(resource: JsonObject, profile: string): readonly OutcomeIssue[] {
  const issues: OutcomeIssue[] = []
  const root = { path: String(resource.resourceType), value: resource }
  checkBelow(root, treeOf(profile), (code, text, at) => {
    issues.push(createIssue(code, `${text} (${pasUrl}${profile}).`, at))
  })
  return issues
}

function treeOf(profile: string): Step {
  let root = trees.get(profile)
  if (root !== undefined) return root
  root = createStep('')
  for (const rule of profileRules[profile] ?? []) {
    let at = root
    // `item.extension(~extension-x.y)` has two steps: URLs may have dots.
    for (const step of rule[0].match(/[^.(]+(?:\([^)]*\))?/g) ?? []) {
      const known = at.next.get(step) ?? createStep(step)
      at.next.set(step, known)
      at = known
    }
    at.rule = rule
  }
  trees.set(profile, root)
  return root
}

function createStep(step: string): Step {
  const [name = '', url] = step.replace(')', '').replace('~', pasUrl).split('(')
  return { text: step, name, url, next: new Map() }
}

type Report = (code: OutcomeIssue['code'], text: string, at: string) => void

function checkBelow(parent: Element, { next }: Step, report: Report): void {
  if (!isJsonObject(parent.value)) return
  for (const step of next.values()) {
    const found = childrenOf(parent.path, parent.value, step)
    if (step.rule !== undefined) checkFound(`${parent.path}.${step.text}`, found, step.rule, report)
    if (step.next.size > 0) for (const one of found) checkBelow(one, step, report)
  }
}

function checkFound(place: string, found: readonly Element[], [, min, max, more]: ProfileRule, report: Report): void {
  if (found.length < min || (max !== '*' && found.length > Number(max))) {
    const code = found.length < min ? 'required' : 'structure'
    report(code, `${place}: expected ${min}..${max}, found ${found.length}`, place)
  }
  if (more === undefined) return
  for (const { path, value } of found) {
    if (more.value !== undefined && value !== more.value) {
      report('value', `${path} must be ${show(more.value)}, got ${show(value)}`, path)
    }
    const codes = typeof value === 'string' ? [value] : codingsOf(value).map(({ code }) => code)
    if (more.codes !== undefined && codes.length > 0 && !codes.some((code) => more.codes?.includes(code))) {
      report('code-invalid', `${path} must be one of ${more.codes.join(', ')}, got ${codes.join(', ')}`, path)
    }
  }
}

function childrenOf(path: string, parent: JsonObject, { name, url }: Step): readonly Element[] {
  if (name.endsWith('[x]')) {
    const stem = name.slice(0, -3)
    const names = Object.keys(parent).filter((one) => one.startsWith(stem) && /^[A-Z]/.test(one.slice(stem.length)))
    return names.map((one) => ({ path: `${path}.${one}`, value: parent[one] ?? null }))
  }
  const member = Object.hasOwn(parent, name) ? parent[name] : undefined
  if (member === undefined || member === null) return []
  if (!Array.isArray(member)) return url === undefined ? [{ path: `${path}.${name}`, value: member }] : []
  const found: Element[] = []
  for (let index = 0; index < member.length; index++) {
    const value: JsonValue = member[index]
    const isWanted = url === undefined || (isJsonObject(value) && value.url === url)
    if (isWanted) found.push({ path: `${path}.${name}[${index}]`, value })
  }
  return found
}
