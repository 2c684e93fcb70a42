import { isJsonObject, type JsonObject, type JsonValue } from '@carebench/protocol/wire'
import { findClosestName } from '../resource/definitions/closest-name.js'
import type { CodeList } from '../resource/definitions/code-list.js'
import { type ElementRule, findStructure, type StructureRule } from '../resource/definitions/structure-table.js'
import { describe } from '../resource/describe.js'
import type { FhirResource } from '../resource/fhir-resource.js'
import { depthLimit } from '../resource/json-text.js'
import type { IssueCode, OutcomeIssue } from '../resource/operation-outcome.js'
import { isConditionalReference } from '../resource/references.js'
import { isResourceType } from '../resource/resource-types.js'
import { findInvariants } from './invariants.js'
import { has, listCodings, listItems, listObjects } from './member-tests.js'
import { isMalformedUuid, type LocalTarget, parseReference } from './reference-rule.js'

/** Matches only lone surrogates: with the `u` flag, a surrogate pair is one character. */
const loneSurrogate = /[\ud800-\udfff]/u

const uriTypes: ReadonlySet<string> = new Set(['uri', 'url', 'canonical'])
const uuidExpected = 'a UUID such as urn:uuid:0c3151bd-1cbf-4d64-b04d-cd9187a4c6e0'

/** The resource in which `#id` is looked up. */
interface Scope {
  /** The types of the contained resources by their ids; undefined if the resource has none. */
  readonly contained: ReadonlyMap<string, string> | undefined
  /** The ids of the local references found so far. */
  readonly local: Set<string>
}

/** Which references are allowed. */
export interface ReferencePolicy {
  /** Whether a reference may be a search, as in a transaction whose references are not resolved yet. Default false. */
  readonly conditionalReferences?: boolean | undefined
  /** Whether a `urn:uuid` may have any form, because it will be replaced. Default false. */
  readonly anyUrn?: boolean | undefined
  /**
   * Whether the target of a relative reference exists. Not called for resources within a Bundle. Default: not checked.
   */
  readonly isThere?: ((target: LocalTarget) => boolean) | undefined
}

/**
 * Checks a resource against FHIR R4: its elements, their number, types, codes and reference targets, and the invariants
 * of `listAllInvariants`. Returns at most `limit` issues with their FHIRPath expressions, in time linear in the size of
 * the resource.
 */
export function checkStructure(
  resource: FhirResource,
  limit: number,
  policy: ReferencePolicy = {},
): readonly OutcomeIssue[] {
  const check = new StructureCheck(limit, policy)
  check.resource(resource)
  return check.issues
}

class StructureCheck {
  readonly issues: OutcomeIssue[] = []
  readonly #limit: number
  readonly #conditionalReferences: boolean
  readonly #anyUrn: boolean
  #isThere: ReferencePolicy['isThere']
  /** Steps of a FHIRPath, joined only for an issue. */
  readonly #path: string[] = []
  #scope: Scope = { contained: undefined, local: new Set() }

  constructor(limit: number, { conditionalReferences = false, anyUrn = false, isThere }: ReferencePolicy) {
    this.#limit = limit
    this.#conditionalReferences = conditionalReferences
    this.#anyUrn = anyUrn
    this.#isThere = isThere
  }

  /** Checks a resource that is not contained: alone or in a Bundle. */
  resource(resource: FhirResource): void {
    if (this.#path.length === 0) this.#path.push(resource.resourceType)
    const { contained } = resource
    const before = this.#scope
    this.#scope = { contained: contained === undefined ? undefined : listTypes(contained), local: new Set() }
    const structure = findStructure(resource.resourceType)
    if (structure !== undefined) this.#object(resource, structure)
    if (contained !== undefined) this.#checkContained(listObjects(contained))
    this.#scope = before
  }

  get #isFull(): boolean {
    return this.issues.length >= this.#limit
  }

  /** Adds an issue; `step` leads from the current location to its element. */
  #add(code: IssueCode, expected: string, came: string, step = ''): void {
    if (this.#isFull) return
    const place = this.#path.join('') + step
    const diagnostics = `${place}: expected ${expected}, got ${came}.`
    this.issues.push({ severity: 'error', code, diagnostics, expression: [place] })
  }

  #object(value: JsonObject, structure: StructureRule): void {
    if (this.#path.length > 2 * depthLimit) {
      this.#add('structure', `at most ${depthLimit} levels`, 'deeper nesting')
      return
    }
    let choices: ElementRule[] | undefined
    for (const name in value) {
      if (this.#isFull) return
      const member = value[name]
      if (member === undefined) continue
      const rule = structure.elements.get(name)
      const written = rule ?? findCompanion(name, value, structure)
      if (written?.choice !== undefined) {
        choices ??= []
        choices.push(written)
      }
      if (rule === undefined) {
        this.#otherMember(name, member, value, structure)
        continue
      }
      this.#path.push(rule.step)
      if (rule.type === 'Extension' && structure.name !== 'Extension') this.#checkExtensionUrls(member)
      if (rule.list) this.#list(rule, name, member, value)
      else if (Array.isArray(member)) this.#add('structure', 'one value, not an array', describe(member))
      else this.#value(rule, member)
      this.#path.pop()
    }
    if (choices !== undefined && choices.length > 1) this.#checkChoices(choices)
    for (const { element, step, names } of structure.required) {
      if (names.some((name) => has(value, name))) continue
      this.#add('required', `${describeRequired(names, structure)}, because ${element} is mandatory`, 'nothing', step)
    }
    for (const { key, at, expected, holds } of findInvariants(structure.name)) {
      if (!holds(value))
        this.#add('invariant', `${expected} (${key})`, describe(value), at === undefined ? '' : `.${at}`)
    }
  }

  #otherMember(name: string, member: JsonValue, value: JsonObject, structure: StructureRule): void {
    if (name === 'resourceType' && isResourceType(structure.name)) return
    const rule = name.startsWith('_') ? structure.elements.get(name.slice(1)) : undefined
    if (rule?.primitive === undefined) {
      const like = findClosestName(name, structure.elements.keys())
      const hint = like === undefined ? `an element that ${structure.name} has` : `"${like}"`
      this.#add(
        'structure',
        hint,
        `"${name.slice(0, 64)}", which ${structure.name} does not have`,
        `.${name.slice(0, 64)}`,
      )
      return
    }
    this.#path.push(rule.step)
    if (!rule.list) this.#companion(member)
    else if (!Array.isArray(member)) this.#add('structure', 'an array of extensions', describe(member))
    else {
      const values = value[rule.name]
      for (const [index, item] of member.entries()) {
        if (this.#isFull) break
        if (item === null && Array.isArray(values) && values[index] !== null && values[index] !== undefined) continue
        this.#path.push(`[${index}]`)
        this.#companion(item)
        this.#path.pop()
      }
    }
    this.#path.pop()
  }

  /** Checks that URLs are absolute; only within an extension, a URL may be a name from its definition. */
  #checkExtensionUrls(extensions: JsonValue): void {
    for (const [index, extension] of listItems(extensions).entries()) {
      const url = isJsonObject(extension) ? extension.url : undefined
      if (typeof url !== 'string' || url === '' || /^[A-Za-z][A-Za-z0-9+.-]*:/.test(url)) continue
      this.#add('value', 'an absolute URL', describe(url), `[${index}].url`)
    }
  }

  /** Checks the id and the extensions of a primitive, which are in a sibling member whose name begins with `_`. */
  #companion(member: JsonValue): void {
    const structure = findStructure('Element')
    if (isJsonObject(member) && !isEmpty(member) && structure !== undefined) this.#object(member, structure)
    else this.#add('structure', 'an object with id or extension', describe(member))
  }

  #list(rule: ElementRule, name: string, list: JsonValue, parent: JsonObject): void {
    if (!Array.isArray(list)) {
      this.#add('structure', 'an array, even of one item', describe(list))
      return
    }
    if (list.length === 0) this.#add('structure', 'at least one item, or the element left out', describe(list))
    const companions = rule.primitive === undefined ? undefined : parent[`_${name}`]
    for (const [index, item] of list.entries()) {
      if (this.#isFull) return
      // If primitives have extensions, null keeps the two lists aligned.
      if (item === null && Array.isArray(companions) && isJsonObject(companions[index])) continue
      this.#path.push(`[${index}]`)
      if (Array.isArray(item)) this.#add('structure', 'no array within an array', describe(item))
      else this.#value(rule, item)
      this.#path.pop()
    }
  }

  #value(rule: ElementRule, value: JsonValue): void {
    const { primitive, type } = rule
    if (value === null) this.#add('structure', 'a value, or the element left out', 'null')
    else if (primitive !== undefined) {
      if (value === '') this.#add('structure', 'a text that is not empty', '""')
      else if (typeof value !== primitive.json) this.#add('structure', primitive.expected, describe(value))
      else if (String(value).length > primitive.maxLength) this.#add('too-long', primitive.longest, describe(value))
      else if (!primitive.accepts(value)) this.#add('value', primitive.expected, describe(value))
      else if (typeof value === 'string' && loneSurrogate.test(value))
        this.#add('value', 'Unicode text without half a surrogate pair', describe(value))
      else if (typeof value === 'string' && !this.#anyUrn && uriTypes.has(type) && isMalformedUuid(value))
        this.#add('value', uuidExpected, describe(value))
      else if (rule.codes !== undefined && !rule.codes.codes.has(String(value))) this.#addCode(rule, describe(value))
      else if (typeof value === 'string' && value.startsWith('#') && type !== 'code')
        this.#scope.local.add(value.slice(1))
    } else if (!isJsonObject(value)) this.#add('structure', `an object (${type})`, describe(value))
    else if (isEmpty(value)) this.#add('structure', 'at least one member, or the element left out', describe(value))
    else if (type === 'Resource') this.#innerResource(value)
    else {
      const structure = findStructure(type)
      if (structure !== undefined) this.#object(value, structure)
      if (type === 'Reference') this.#reference(value, rule.targets)
      if (rule.codes !== undefined && !hasAllowedCode(value, rule)) this.#addCode(rule, describeCodes(value))
    }
  }

  #addCode({ codes, primitive }: ElementRule, came: string): void {
    if (codes === undefined) return
    const some = formatCodes(codes)
    const [system] = codes.systems.keys()
    this.#add(
      'code-invalid',
      primitive === undefined ? `a coding of ${system ?? 'its system'} (${some})` : `one of ${some}`,
      came,
    )
  }

  #innerResource(value: JsonObject): void {
    const { resourceType } = value
    if (typeof resourceType !== 'string' || !isResourceType(resourceType)) {
      this.#add('structure', 'a resource, with "resourceType":"Patient" or the like', describe(value))
      return
    }
    const inside = this.#path.some((step) => step === '.contained')
    if (!inside) {
      // Resources in a Bundle or in Parameters refer to their own record, or to their neighbours.
      const isThere = this.#isThere
      this.#isThere = undefined
      this.resource({ ...value, resourceType })
      this.#isThere = isThere
      return
    }
    if (has(value, 'contained'))
      this.#add('invariant', 'no contained resource within another (dom-2)', 'one', '.contained')
    const meta = isJsonObject(value.meta) ? value.meta : {}
    for (const [key, name] of [
      ['dom-4', 'versionId'],
      ['dom-4', 'lastUpdated'],
      ['dom-5', 'security'],
    ]) {
      if (name !== undefined && has(meta, name)) {
        this.#add('invariant', `no ${name} in a contained resource (${key})`, 'one', `.meta.${name}`)
      }
    }
    const structure = findStructure(resourceType)
    if (structure !== undefined) this.#object(value, structure)
  }

  #checkContained(contained: readonly JsonObject[]): void {
    const seen = new Set<JsonValue>()
    for (const [index, item] of contained.entries()) {
      const { id } = item
      if (id !== undefined && seen.has(id)) {
        this.#add('duplicate', 'an id that no other contained resource has', describe(id), `.contained[${index}].id`)
      }
      if (id !== undefined) seen.add(id)
      if (typeof id === 'string' && (this.#scope.local.has(id) || refersToContainer(item))) continue
      this.#add(
        'invariant',
        'an id that the resource refers to by "#" (dom-3)',
        typeof id === 'string' ? `"${id}", which nothing refers to` : 'no id',
        `.contained[${index}]`,
      )
    }
  }

  #reference(value: JsonObject, targets: readonly string[] | undefined): void {
    const { reference } = value
    if (typeof reference !== 'string' || reference === '') {
      this.#checkReferenceType(value, targets)
      return
    }
    let type: string | undefined
    let local: LocalTarget | undefined
    if (reference.startsWith('#')) {
      this.#scope.local.add(reference.slice(1))
      if (reference === '#') return
      type = this.#scope.contained?.get(reference.slice(1))
      if (type === undefined) {
        const expected = 'the id of a contained resource after "#" (ref-1)'
        this.#add('invariant', expected, describe(reference), '.reference')
        return
      }
    } else if (isConditionalReference(reference)) {
      if (!this.#conditionalReferences) this.#addSearch(reference)
      return
    } else {
      const target = parseReference(reference)
      if (!this.#anyUrn && isMalformedUuid(reference)) {
        this.#add('value', uuidExpected, describe(reference), '.reference')
        return
      }
      if (target === undefined) {
        const expected = `a reference such as "${targets?.[0] ?? 'Patient'}/1", "#1" or a URL`
        this.#add('value', expected, describe(reference), '.reference')
        return
      }
      ;({ type, local } = target)
    }
    if (type === undefined) return
    if (targets !== undefined && !targets.includes(type)) {
      this.#add('value', `a reference to ${targets.join(', ')}`, describe(reference), '.reference')
    } else if (typeof value.type === 'string' && isResourceType(value.type) && value.type !== type) {
      this.#add('value', `"${type}", as the reference says`, describe(value.type), '.type')
    } else if (local !== undefined && this.#isThere?.(local) === false) {
      const expected =
        'a reference to an existing resource (search for it, or create it first or in the same transaction)'
      this.#add('not-found', expected, `${describe(reference)}, which the record does not have`, '.reference')
    }
  }

  /** Checks the `type` of a reference without a URL. */
  #checkReferenceType({ type }: JsonObject, targets: readonly string[] | undefined): void {
    if (typeof type !== 'string' || targets === undefined || targets.includes(type) || type.includes(':')) return
    this.#add('value', `one of the target types ${targets.join(', ')}`, describe(type), '.type')
  }

  #addSearch(reference: string): void {
    const expected = 'a reference that is not a search, which only a transaction Bundle resolves'
    this.#add('not-supported', expected, describe(reference), '.reference')
  }

  #checkChoices(choices: readonly ElementRule[]): void {
    const seen = new Map<string | undefined, ElementRule>()
    for (const rule of choices) {
      const first = seen.get(rule.choice)
      if (first === undefined) seen.set(rule.choice, rule)
      else {
        const element = rule.choice?.replace('[x]', '') ?? ''
        this.#add('structure', `one ${rule.choice}`, `${first.name} and ${rule.name}`, `.${element}`)
      }
    }
  }
}

/** Returns the element of a `_` member that stands without its primitive; undefined for any other member. */
function findCompanion(name: string, value: JsonObject, { elements }: StructureRule): ElementRule | undefined {
  return name.startsWith('_') && value[name.slice(1)] === undefined ? elements.get(name.slice(1)) : undefined
}

function isEmpty(value: JsonObject): boolean {
  for (const _ in value) return false
  return true
}

function listTypes(contained: JsonValue): ReadonlyMap<string, string> {
  return new Map(listObjects(contained).map(({ id, resourceType }) => [String(id), String(resourceType)]))
}

function refersToContainer(value: JsonValue): boolean {
  if (Array.isArray(value)) return value.some(refersToContainer)
  if (!isJsonObject(value)) return false
  return value.reference === '#' || Object.values(value).some(refersToContainer)
}

/** Whether a concept has an allowed code, or no code and only extensions, which say why. */
function hasAllowedCode(concept: JsonObject, { codes }: ElementRule): boolean {
  const codings = listCodings(concept)
  if (codings.length === 0) return has(concept, 'extension') && !has(concept, 'text')
  return codings.some(({ system, code }) => codes?.systems.get(String(system))?.has(String(code)) === true)
}

function describeCodes(concept: JsonObject): string {
  const codings = listCodings(concept).map(({ system, code }) => `${String(system)}|${String(code)}`)
  return codings.length === 0 ? 'no coding' : codings.slice(0, 3).join(', ').slice(0, 200)
}

/** Returns a description of a mandatory element for a message. */
function describeRequired(names: readonly string[], { elements }: StructureRule): string {
  if (names.length > 1) return `one of ${names.slice(0, 12).join(', ')}${names.length > 12 ? ', …' : ''}`
  const rule = elements.get(names[0] ?? '')
  const { codes, primitive, type = '', list = false } = rule ?? {}
  const plain = primitive?.expected ?? `an object (${type})`
  const what = codes !== undefined && primitive !== undefined ? `one of ${formatCodes(codes)}` : plain
  return list ? `an array with ${what}` : what
}

function formatCodes({ name, codes }: CodeList): string {
  const all = [...codes]
  return all.slice(0, 20).join(', ') + (all.length > 20 ? `, … (${name})` : '')
}
