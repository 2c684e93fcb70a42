import { finish, type JsonObject, type JsonValue, type SimulatorCall, type Steps } from '@carebench/protocol'
import { hasMoreValues, isJsonObject } from '@carebench/protocol/wire'

/**
 * Rewrites absolute URLs of this record in a call to relative ones, which work with any server: `Patient/1`. Covers
 * literal references (also in a JSON Patch), full URLs and requests of Bundle entries, `If-None-Exist`,
 * `X-Security-Context`, and search values. Ignores the case of the host and the default port; a URL with another
 * scheme, host or user information belongs to another server.
 */
export function localizeCall(call: SimulatorCall, ownUrls: readonly string[]): SimulatorCall {
  return finish(localizeCallInSteps(call, ownUrls))
}

/** {@link localizeCall} in steps. */
export function* localizeCallInSteps(call: SimulatorCall, ownUrls: readonly string[]): Steps<SimulatorCall> {
  return namesUrl(call) ? yield* localizeAll(call, ownUrls) : call
}

/** Whether the query, a header or the body may contain a URL. Most calls have none, and this check needs no pattern. */
function namesUrl({ query, headers, body }: SimulatorCall): boolean {
  if (body !== null && !('base64' in body)) return true
  return [query, ...urlHeaders.map((name) => headers[name] ?? '')].some((text) => urlBeginning.test(text))
}

const urlHeaders = ['if-none-exist', 'x-security-context']

/** Matches where the URL of a record may begin: with a scheme, or absolute below the host. */
const urlBeginning = /(?:^|=|,|%2C)(?:https(?::|%3A)|\/|%2F)/i

function* localizeAll(call: SimulatorCall, ownUrls: readonly string[]): Steps<SimulatorCall> {
  const { query, headers, body } = call
  const urls = ownUrls.flatMap((url) => {
    const plain = normalizeOrigin(url)
    const [origin = ''] = /^https:\/\/[^/]*/.exec(plain) ?? []
    const hasPort = origin === '' || /:\d+$/.test(origin)
    return hasPort ? [plain] : [plain, `${origin}:443${plain.slice(origin.length)}`]
  })
  let pattern: RegExp | undefined
  const localizeText = (text: string) => {
    if (!urlBeginning.test(text)) return text
    pattern ??= compilePattern(urls)
    return text.replace(pattern, '$1')
  }
  const localQuery = localizeText(query)
  const localHeaders = { ...headers }
  for (const name of urlHeaders) {
    const value = headers[name]
    if (value !== undefined) localHeaders[name] = localizeText(value)
  }
  if (body === null || 'base64' in body) return { ...call, query: localQuery, headers: localHeaders }
  const localBody =
    'text' in body
      ? isForm(headers)
        ? { text: localizeText(body.text) }
        : body
      : { json: yield* localizeJson(body.json, (text) => withoutUrl(text, urls)) }
  return { ...call, query: localQuery, headers: localHeaders, body: localBody }
}

function isForm(headers: SimulatorCall['headers']): boolean {
  return /^application\/x-www-form-urlencoded\b/i.test(headers['content-type'] ?? '')
}

function withoutUrl(text: string, urls: readonly string[]): string {
  const plain = normalizeOrigin(text)
  const url = urls.find((each) => plain.startsWith(each))
  return url === undefined ? text : plain.slice(url.length)
}

/**
 * Returns an https URL with its scheme and host in lower case and without the default port; other texts are unchanged.
 */
function normalizeOrigin(text: string): string {
  const [origin] = /^https:\/\/[^/?#@]*(?=\/)/i.exec(text) ?? []
  return origin === undefined ? text : origin.toLowerCase().replace(/:443$/, '') + text.slice(origin.length)
}

/** Matches a URL at the beginning of a query value, percent-encoded or not. */
function compilePattern(urls: readonly string[]): RegExp {
  const escaped = urls.map((url) =>
    [...url]
      .map((character) => {
        const encoded = encodeURIComponent(character)
        const plain = character.replace(/[^A-Za-z0-9]/, '\\$&')
        return encoded === character ? plain : `(?:${plain}|${encoded})`
      })
      .join(''),
  )
  return new RegExp(`(^|=|,|%2C)(?:${escaped.join('|')})`, 'gi')
}

/** The members that contain a reference, or a URL used when processing a Bundle. */
const members: ReadonlySet<string> = new Set(['reference', 'fullUrl', 'url', 'ifNoneExist'])

type Localize = (text: string) => string

/** Localizes JSON. In a JSON Patch, the path of an operation names the member that its value becomes. */
function* localizeJson(json: JsonValue, localize: Localize): Steps<JsonValue> {
  const local = yield* localizeLarge(json, localize)
  if (!Array.isArray(local)) return local
  return local.map((operation: JsonValue) => {
    if (!isJsonObject(operation)) return operation
    const { path, value } = operation
    if (typeof path !== 'string' || typeof value !== 'string') return operation
    return members.has(path.slice(path.lastIndexOf('/') + 1)) ? { ...operation, value: localize(value) } : operation
  })
}

/** The number of values that are localized without a pause. */
const fewValues = 1000

/** {@link localizeValue} in steps. */
function* localizeLarge(value: JsonValue, localize: Localize): Steps<JsonValue> {
  if (!hasMoreValues(value, fewValues)) return localizeValue(value, localize)
  yield
  if (Array.isArray(value)) {
    const items: JsonValue[] = []
    let isChanged = false
    for (const [index, item] of value.entries()) {
      if (index % fewValues === fewValues - 1) yield
      const next = typeof item === 'object' && item !== null ? yield* localizeLarge(item, localize) : item
      isChanged ||= next !== item
      items.push(next)
    }
    return isChanged ? items : value
  }
  if (!isJsonObject(value)) return value
  const changed = new Map<string, JsonValue>()
  for (const name in value) {
    const member = value[name] as JsonValue
    const isLarge = typeof member === 'object' && member !== null
    const next = isLarge ? yield* localizeLarge(member, localize) : localizeMember(name, member, localize)
    if (next !== member) changed.set(name, next)
  }
  return changed.size === 0 ? value : withMembers(value, changed)
}

function localizeValue(value: JsonValue, localize: Localize): JsonValue {
  if (Array.isArray(value)) {
    let items: JsonValue[] | undefined
    for (const [index, item] of value.entries()) {
      const next = localizeValue(item, localize)
      if (next === item) continue
      items ??= [...value]
      items[index] = next
    }
    return items ?? value
  }
  return isJsonObject(value) ? localizeMembers(value, localize) : value
}

function localizeMember(name: string, member: JsonValue, localize: Localize): JsonValue {
  if (typeof member === 'string') return members.has(name) ? localize(member) : member
  return localizeValue(member, localize)
}

function localizeMembers(value: JsonObject, localize: Localize): JsonObject {
  // Copied on the first change, because most bodies have no URL.
  let changed: Map<string, JsonValue> | undefined
  for (const name in value) {
    const member = value[name] as JsonValue
    const next = localizeMember(name, member, localize)
    if (next === member) continue
    changed ??= new Map()
    changed.set(name, next)
  }
  return changed === undefined ? value : withMembers(value, changed)
}

function withMembers(value: JsonObject, changed: ReadonlyMap<string, JsonValue>): JsonObject {
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, changed.get(name) ?? member]))
}
