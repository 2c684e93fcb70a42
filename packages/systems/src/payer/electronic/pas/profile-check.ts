import type { OutcomeIssue } from '@carebench/fhir'
import type { JsonObject, JsonValue } from '@carebench/protocol'
import { isJsonObject } from '@carebench/protocol/wire'
import { show } from '../../../json-shape.js'
import { codingsOf, listOf } from '../fhir/element.js'
import { pasUrl } from '../fhir/urls.js'
import { type ProfileRule, profileRules } from './profile-rules.js'

interface Node {
  readonly path: string
  readonly value: JsonValue
}

/**
 * Returns the violations by a resource of the rules that all versions of a profile share: each issue names the element
 * and the rule.
 */
export function findProfileFaults(resource: JsonObject, profile: string): readonly OutcomeIssue[] {
  const root = { path: String(resource.resourceType), value: resource }
  return (profileRules[profile] ?? []).flatMap((rule) => faultsOf(root, rule, profile))
}

function faultsOf(root: Node, [path, min, max, more]: ProfileRule, profile: string): readonly OutcomeIssue[] {
  const steps = stepsOf(path)
  const last = steps.at(-1) ?? ''
  let parents: readonly Node[] = [root]
  for (const step of steps.slice(0, -1)) parents = parents.flatMap((node) => childrenOf(node, step))
  return parents.flatMap((parent): OutcomeIssue[] => {
    if (!isJsonObject(parent.value)) return []
    const found = childrenOf(parent, last)
    const place = `${parent.path}.${last}`
    const fault = (code: OutcomeIssue['code'], text: string, at: string): OutcomeIssue => ({
      severity: 'error',
      code,
      diagnostics: `${text} (${pasUrl}${profile}).`,
      expression: [at],
    })
    const issues: OutcomeIssue[] = []
    if (found.length < min || (max !== '*' && found.length > Number(max))) {
      const code = found.length < min ? 'required' : 'structure'
      issues.push(fault(code, `${place}: expected ${min}..${max}, found ${found.length}`, place))
    }
    for (const { path: at, value } of found) {
      if (more?.value !== undefined && value !== more.value) {
        issues.push(fault('value', `${at} must be ${show(more.value)}, got ${show(value)}`, at))
      }
      const codes = typeof value === 'string' ? [value] : codingsOf(value).map(({ code }) => code)
      if (more?.codes !== undefined && codes.length > 0 && !codes.some((code) => more.codes?.includes(code))) {
        issues.push(fault('code-invalid', `${at} must be one of ${more.codes.join(', ')}, got ${codes.join(', ')}`, at))
      }
    }
    return issues
  })
}

/** `item.extension(~extension-x.y)` has two steps: URLs may have dots. */
function stepsOf(path: string): readonly string[] {
  return path.match(/[^.(]+(?:\([^)]*\))?/g) ?? []
}

function childrenOf({ path, value }: Node, step: string): readonly Node[] {
  if (!isJsonObject(value)) return []
  const [name = '', url] = step.replace(')', '').replace('~', pasUrl).split('(')
  if (name.endsWith('[x]')) {
    const stem = name.slice(0, -3)
    const names = Object.keys(value).filter((one) => one.startsWith(stem) && /^[A-Z]/.test(one.slice(stem.length)))
    return names.map((one) => ({ path: `${path}.${one}`, value: value[one] ?? null }))
  }
  const member = Object.hasOwn(value, name) ? value[name] : undefined
  if (member === undefined || member === null) return []
  if (!Array.isArray(member)) return url === undefined ? [{ path: `${path}.${name}`, value: member }] : []
  const all = listOf(member).map((one, index) => ({ path: `${path}.${name}[${index}]`, value: one }))
  return url === undefined ? all : all.filter((one) => isJsonObject(one.value) && one.value.url === url)
}
