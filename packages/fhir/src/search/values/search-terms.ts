import { isJsonObject, type JsonObject, type JsonValue } from '@carebench/protocol/wire'
import { isResourceType } from '../../resource/resource-types.js'
import type { SearchParameter } from '../parameters/search-parameters.js'
import { foldForms } from './fold-text.js'
import { findKeptTerms } from './kept-terms.js'
import { createCodeTerms, createPlainTerms, foldCode, isCaseSensitive } from './token-terms.js'

/*
 * A resource is indexed by terms, strings whose first character says what follows:
 *   y<system>         any code of one system         r<Type/id>        a literal reference
 *   i<system>|<value> a logical reference            j<value>          the same, of any system
 * and those of token-terms.ts. Strings, folded, and URIs are terms as they are. Values after `i` and `j` are folded.
 */

/**
 * Maximum number of characters of a folded text that are indexed. Search values are shorter: a query has at most
 * 131,072 characters, each of which folds to at most three.
 */
export const indexedCharacters = 512 * 1024

/**
 * Returns the terms by which a resource is found under a token, reference, string or uri parameter; a term can occur
 * twice.
 *
 * @param most - maximum number of characters of each text
 */
export function listSearchTerms(
  parameter: SearchParameter,
  resource: JsonObject,
  most = indexedCharacters,
): readonly string[] {
  const known = parameter.kind === 'string' ? findKeptTerms(parameter, resource) : undefined
  if (known !== undefined) return known.map((term) => (term.length > most ? term.slice(0, most) : term))
  const values = parameter.path(resource)
  if (values.length === 0) return noTerms
  const terms: string[] = []
  for (const value of values) {
    if (parameter.kind === 'token') addTokenTerms(value, parameter, terms)
    else if (parameter.kind === 'reference') addReferenceTerms(value, parameter.targets, terms)
    else if (parameter.kind === 'string') addStringTerms(value, most, terms)
    else if (typeof value === 'string') addUriTerms('', value, terms)
  }
  return terms
}

const noTerms: readonly string[] = []

function addTokenTerms(value: JsonValue, parameter: SearchParameter, terms: string[]): void {
  if (typeof value === 'string') {
    for (const term of createPlainTerms(value, !ignoresCase(parameter))) terms.push(term)
  } else if (typeof value === 'boolean' || typeof value === 'number') {
    for (const term of createPlainTerms(String(value), true)) terms.push(term)
  } else if (isJsonObject(value)) {
    if (Array.isArray(value.coding)) {
      for (const coding of value.coding) if (isJsonObject(coding)) addCoded(coding, terms)
    } else addCoded(value, terms)
  }
}

/** Whether case does not count in a primitive element: a text, or a code whose list R4 does not define. */
function ignoresCase({ elements }: SearchParameter): boolean {
  return elements().some(({ type, codes }) => type === 'string' || (type === 'code' && codes === undefined))
}

/** Adds the terms of a Coding, an Identifier or a ContactPoint. */
function addCoded({ system: namespace, code, value }: JsonObject, terms: string[]): void {
  const system = typeof namespace === 'string' ? namespace : ''
  const written = code ?? value
  if (typeof written !== 'string') return
  for (const term of createCodeTerms(system, written, code !== undefined && isCaseSensitive(system))) terms.push(term)
  terms.push(`y${system}`)
}

function addReferenceTerms(value: JsonValue, targets: readonly string[], terms: string[]): void {
  if (typeof value === 'string') {
    addUriTerms('r', value, terms)
    return
  }
  if (!isJsonObject(value)) return
  const { reference, identifier } = value
  const literal = typeof reference === 'string' ? reference : undefined
  if (literal !== undefined) {
    if (!allowsTarget(targets, readTargetType(literal) ?? value.type)) return
    terms.push(`r${dropVersion(literal)}`)
  }
  if (isJsonObject(identifier) && typeof identifier.value === 'string') {
    if (literal === undefined && !allowsTarget(targets, value.type)) return
    const system = typeof identifier.system === 'string' ? identifier.system : ''
    const number = foldCode(identifier.value)
    terms.push(`i${system}|${number}`, `j${number}`)
  }
}

/**
 * Whether an element may refer to one of the target types, or to any type if there are none; also for references that
 * cannot be resolved because they have only a display text.
 */
export function isReferenceTo(value: JsonValue, targets: readonly string[]): boolean {
  if (!isJsonObject(value)) return typeof value === 'string'
  const { reference, identifier, display, type } = value
  if (typeof reference === 'string') return allowsTarget(targets, readTargetType(reference) ?? type)
  return (isJsonObject(identifier) || typeof display === 'string') && allowsTarget(targets, type)
}

/** Returns a literal reference without its version: `Patient/1` for `Patient/1/_history/2`. */
export function dropVersion(reference: string): string {
  const history = reference.indexOf('/_history/')
  return history < 0 ? reference : reference.slice(0, history)
}

/** Adds the terms of a URI; searches may omit the version of a canonical URL. */
function addUriTerms(first: string, uri: string, terms: string[]): void {
  terms.push(first + uri)
  const version = uri.indexOf('|')
  if (version >= 0) terms.push(first + uri.slice(0, version))
}

function allowsTarget(targets: readonly string[], type: JsonValue | undefined): boolean {
  return targets.length === 0 || typeof type !== 'string' || targets.includes(type)
}

/**
 * Returns the resource type that a literal reference names, `Patient` in `Patient/1` and
 * `http://example.org/Patient/1`.
 */
function readTargetType(reference: string): string | undefined {
  const slash = reference.indexOf('/')
  if (slash < 0) return undefined
  const relative = reference.slice(0, slash)
  if (isResourceType(relative)) return relative
  // Split first: one pattern for both would take quadratic time in a reference with many slashes.
  const [current = ''] = reference.split('/_history/', 1)
  const type = /\/([A-Z][A-Za-z]+)\/[A-Za-z0-9.-]+$/.exec(current)?.[1]
  return type !== undefined && isResourceType(type) ? type : undefined
}

/** Returns the folded texts of the codes and identifiers of a token parameter. */
export function listDisplayTerms(parameter: SearchParameter, resource: JsonObject): readonly string[] {
  return (
    findKeptTerms(parameter, resource) ??
    parameter
      .path(resource)
      .flatMap(readDisplays)
      .flatMap((text) => foldForms(text))
  )
}

/**
 * Returns the unfolded texts by which a resource is searched: those of a string parameter, or of the codes of any other
 * parameter.
 */
export function listTexts(parameter: SearchParameter, resource: JsonObject): readonly string[] {
  return parameter.path(resource).flatMap(parameter.kind === 'string' ? readSearchedTexts : readDisplays)
}

/** Returns the texts of a CodeableConcept or a Coding, or of the type of an Identifier. */
function readDisplays(value: JsonValue): readonly string[] {
  if (!isJsonObject(value)) return []
  const { text, display, coding, type } = value
  const texts = [text, display].filter((item) => typeof item === 'string')
  if (Array.isArray(coding)) {
    for (const item of coding) if (isJsonObject(item) && typeof item.display === 'string') texts.push(item.display)
  }
  return isJsonObject(type) && typeof type.text === 'string' ? [...texts, type.text] : texts
}

const nameParts = ['text', 'family', 'given', 'prefix', 'suffix'] as const
const addressParts = ['text', 'line', 'city', 'district', 'state', 'postalCode', 'country'] as const

/** Returns the unfolded texts in an element: the text itself, or the parts of a HumanName or an Address. */
export function readTexts(value: JsonValue): readonly string[] {
  if (typeof value === 'string') return [value]
  if (!isJsonObject(value)) return []
  const texts: string[] = []
  for (const member of isName(value) ? nameParts : addressParts) {
    const part = value[member]
    if (typeof part === 'string') texts.push(part)
    else if (Array.isArray(part)) for (const item of part) if (typeof item === 'string') texts.push(item)
  }
  return texts
}

function isName(value: JsonObject): boolean {
  return (
    value.family !== undefined || value.given !== undefined || value.prefix !== undefined || value.suffix !== undefined
  )
}

function addStringTerms(value: JsonValue, most: number, terms: string[]): void {
  for (const text of readSearchedTexts(value)) for (const term of foldForms(text, most)) terms.push(term)
}

/** Returns the unfolded texts by which an element is searched. */
function readSearchedTexts(value: JsonValue): readonly string[] {
  const texts = readTexts(value)
  if (!isJsonObject(value) || typeof value.family !== 'string' || !Array.isArray(value.given)) return texts
  // People search for "Ann Doe", "Ann B Doe" and "Doe, Ann" although no part of the name holds both words.
  const given = value.given.filter((item) => typeof item === 'string')
  const all = given.join(' ')
  const names = [`${all} ${value.family}`, `${value.family} ${all}`]
  return [...texts, ...names, ...(given.length > 1 ? [`${given[0]} ${value.family}`] : [])]
}
