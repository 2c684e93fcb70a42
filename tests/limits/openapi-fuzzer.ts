import { createSeededRandom, type Random, randomInteger } from '@carebench/protocol'
import { createRequest, type Service, type ServiceResponse } from '@carebench/service'
import { Ajv2020 } from 'ajv/dist/2020.js'

// A fuzzer that knows nothing about the service but its OpenAPI document.

/** JSON of any shape. */
type Json = ReturnType<typeof JSON.parse>

/** What is wrong with the response to a request. */
interface FuzzFinding {
  readonly what: string
  readonly request: string
  readonly answer: string
}

export interface FuzzReport {
  readonly findings: readonly FuzzFinding[]
  /** How many answers had each status. */
  readonly statuses: Readonly<Record<string, number>>
  /** The same for each operation. */
  readonly operations: Readonly<Record<string, Readonly<Record<string, number>>>>
}

/** The keys with which requests are made. None of them, nor a secret of the service, may be in an answer. */
interface FuzzKeys {
  readonly organizationKey: string
  readonly solverKey: string
  readonly operatorKey: string
  /** Secrets, besides tokens, that no response may contain. */
  readonly secrets: readonly string[]
}

interface Operation {
  readonly method: string
  readonly path: string
  readonly described: Json
}

/** A run that can be worked on. */
interface FuzzRun {
  readonly id: string
  readonly token: string
  readonly taskRuns: readonly string[]
  /** How often the service rejected its token. */
  refusals: number
}

interface Made {
  readonly operation: Operation
  readonly method: string
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array | undefined
  /** Whether its path names something that no response has shown. */
  readonly isGuess: boolean
}

const methods = ['get', 'post', 'put', 'patch', 'delete']

/** Sends requests to all operations of the document of a service, and judges the answers by the document. */
export async function fuzzByOpenApi(
  service: Service,
  keys: FuzzKeys,
  options: { readonly requests: number; readonly seed: number; readonly afterEach: () => Promise<void> },
): Promise<FuzzReport> {
  const document: Json = JSON.parse(readText(await service.handle(createRequest('GET', '/openapi.json', {}))))
  const fuzzer = new Fuzzer(service, keys, document, createSeededRandom(options.seed))
  for (let count = 0; count < options.requests; count++) {
    await fuzzer.next()
    await options.afterEach()
  }
  return fuzzer.report()
}

class Fuzzer {
  readonly #service: Service
  readonly #keys: FuzzKeys
  readonly #random: Random
  readonly #operations: readonly Operation[]
  readonly #document: Json
  readonly #ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: false })
  /** Ids by the path of their collection, as answers named them. */
  readonly #ids = new Map<string, string[]>()
  /** The segments that have been seen after the beginning of a path: `/v1/benchmark-runs/run_1/faxes` has `fax_1`. */
  readonly #below = new Map<string, string[]>()
  /** Paths with their queries that answers have named. */
  readonly #links: string[] = []
  /** Bodies that were accepted, by operation, and what reads have answered, by the path of what was read. */
  readonly #accepted = new Map<Operation, Json[]>()
  readonly #read = new Map<string, Json>()
  readonly #runs: FuzzRun[] = []
  /** Benchmarks of which runs can be created, as far as answers say, and those of which none can. */
  readonly #references = new Set<string>()
  readonly #unknownReferences = new Set<string>()
  /** Beginnings of paths at which nothing was found. */
  readonly #dead = new Set<string>()
  /** Task runs of new runs, by the URLs at which they are started. */
  readonly #unstarted: { readonly url: string; readonly token: string }[] = []
  readonly #findings = new Map<string, FuzzFinding>()
  /** Keys that may have been revoked, by their scheme; the newest last. */
  readonly #tokens: Record<string, string[]>
  readonly #statuses: Record<string, number> = {}
  readonly #operationStatuses: Record<string, Record<string, number>> = {}

  constructor(service: Service, keys: FuzzKeys, document: Json, random: Random) {
    this.#service = service
    this.#keys = keys
    this.#random = random
    this.#tokens = { organizationKey: [keys.organizationKey], solverKey: [keys.solverKey] }
    this.#document = document
    this.#ajv.addSchema(document, 'openapi')
    this.#operations = Object.entries<Json>(document.paths).flatMap(([path, item]) =>
      methods.flatMap((method) => (method in item ? [{ method, path, described: item[method] }] : [])),
    )
  }

  report(): FuzzReport {
    return { findings: [...this.#findings.values()], statuses: this.#statuses, operations: this.#operationStatuses }
  }

  async next(): Promise<void> {
    const made = this.#begun() ?? (this.#chance(0.15) ? this.#followed() : undefined) ?? this.#chosen()
    const { method, target, headers, body } = made
    const response = await this.#service.handle(createRequest(method, target, headers, body))
    this.#judge(made, response)
    this.#learn(made, response)
  }

  /** Chooses a request, mostly one whose path names what responses have shown. */
  #chosen(): Made {
    let made = this.#make(this.#operation())
    while (made.isGuess && this.#chance(0.95)) made = this.#make(this.#operation())
    return made
  }

  #operation(): Operation {
    const picked = this.#operations[randomInteger(this.#random, 0, this.#operations.length - 1)]
    if (picked === undefined) throw new Error('The document has no operation.')
    // Rare, or soon nothing would be left to work on: operations that end things, and versions, whose audits take long.
    if (isEnding(picked)) return this.#chance(0.2) ? picked : this.#operation()
    return picked.path.endsWith('/versions') && picked.method === 'post' && this.#chance(0.7)
      ? this.#operation()
      : picked
  }

  /** Makes a request that starts a task run or, while few runs can be worked on, creates a run. */
  #begun(): Made | undefined {
    const lost = Object.keys(keySources).find((scheme) => this.#tokens[scheme]?.length === 0)
    const start = lost === undefined ? this.#unstarted.pop() : undefined
    const path = start?.url ?? keySources[lost ?? ''] ?? '/v1/benchmark-runs'
    const operation = this.#operations.find(({ method, path: template }) => method === 'post' && isAt(path, template))
    if (operation === undefined) return undefined
    if (start !== undefined) {
      const headers = { authorization: `Bearer ${start.token}`, 'content-type': 'application/json' }
      return { operation, method: 'POST', target: path, headers, body: toBytes('{}'), isGuess: false }
    }
    return this.#chance(lost !== undefined || this.#runs.length < 3 ? 0.2 : 0.02) ? this.#make(operation) : undefined
  }

  /** Makes a request that reads a link from a response. */
  #followed(): Made | undefined {
    const target = this.#pick(this.#links)
    const path = target?.split('?', 1)[0] ?? ''
    const operation = this.#operations.find(({ method, path: template }) => method === 'get' && isAt(path, template))
    if (target === undefined || operation === undefined) return undefined
    const run = this.#runs.find(({ id, taskRuns }) => [id, ...taskRuns].some((one) => path.includes(one)))
    const token = this.#tokenFor(operation.described, run)
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
    return { operation, method: 'GET', target, headers, body: undefined, isGuess: false }
  }

  #make(operation: Operation): Made {
    const { path, described } = operation
    const segments = path.split('/').slice(1)
    const run = this.#runFor(segments[3])
    const parameters: Json[] = described.parameters ?? []
    let filled = ''
    let isGuess = false
    for (const [place, segment] of segments.entries()) {
      const name = /^\{(\w+)\}$/.exec(segment)?.[1]
      const parameter = parameters.find((one) => one.name === name)
      const seen = name === undefined ? segment : this.#seenBelow(filled, segments[place + 1], run)
      if (seen === undefined) isGuess = true
      filled += `/${seen ?? encoded(this.#pathValue(path, name ?? '', run, parameter))}`
    }
    const query = new URLSearchParams()
    const headers: Record<string, string> = {}
    for (const parameter of parameters) {
      const isWanted = parameter.required === true ? this.#chance(0.97) : this.#chance(0.2)
      if (!isWanted) continue
      const value = this.#parameterValue(parameter)
      if (parameter.in === 'query') query.append(parameter.name, value)
      if (parameter.in === 'header' && /^[ -~]*$/.test(value)) headers[parameter.name.toLowerCase()] = value
    }
    const token = this.#tokenFor(described, run)
    if (token !== undefined) headers.authorization = `Bearer ${token}`
    const target = [...query].length === 0 ? filled : `${filled}?${query}`
    const { type, body } = this.#body(operation, filled)
    if (type !== undefined) headers['content-type'] = type
    if (this.#chance(0.05)) headers.accept = this.#pick(['text/html', 'application/fhir+json', '*/*;q=0', 'x']) ?? ''
    return { operation, method: operation.method.toUpperCase(), target, headers, body, isGuess }
  }

  /** Picks a segment that was seen after a path, if possible one after which the next segment was seen. */
  #seenBelow(path: string, next: string | undefined, run: FuzzRun | undefined): string | undefined {
    if (path === '/v1/benchmark-runs') return run?.id
    if (path === '/v1/task-runs') return this.#pick(run?.taskRuns ?? [])
    if (this.#chance(0.05)) return undefined
    const known = this.#below.get(path === '/runs' ? '/benchmark-runs' : path) ?? []
    const all = known.filter((one) => !this.#isDead(path, one) && !this.#isDead(`${path}/${one}`, next))
    const fitting = all.filter((one) => next !== undefined && this.#below.get(`${path}/${one}`)?.includes(next))
    return this.#pick(fitting.length > 0 ? fitting : all)
  }

  /** Picks a run that has the next segment of a path, or at least is not known to lack it. */
  #runFor(next: string | undefined): FuzzRun | undefined {
    const fitting = this.#runs.filter(({ id }) => !this.#isDead(`/v1/benchmark-runs/${id}`, next))
    const shown = fitting.filter(
      ({ id }) => next !== undefined && this.#below.get(`/v1/benchmark-runs/${id}`)?.includes(next),
    )
    return this.#pick(shown.length > 0 ? shown : fitting)
  }

  /** Whether a request has found nothing at a segment after a path. */
  #isDead(path: string, segment: string | undefined): boolean {
    return segment !== undefined && this.#dead.has(`${path}/${segment}`)
  }

  #pathValue(path: string, name: string, run: FuzzRun | undefined, parameter: Json): string {
    if (this.#chance(0.05)) return this.#junkText()
    if (path.startsWith('/v1/benchmark-runs/') && name === 'id') return run?.id ?? 'run_1'
    if (path.startsWith('/v1/task-runs/') && name === 'id') return this.#pick(run?.taskRuns ?? []) ?? 'tr_1'
    const before = path.slice(0, path.indexOf(`/{${name}}`)).replaceAll(/\{\w+\}/g, '{}')
    const known = this.#pick(this.#ids.get(before) ?? [])
    if (known !== undefined && this.#chance(0.9)) return known
    const named = this.#pick(this.#ids.get(name.replace(/_id$/, 's').replace(/^/, '/')) ?? [])
    if (named !== undefined && this.#chance(0.9)) return named
    if (parameter?.schema?.type === 'integer') return String(randomInteger(this.#random, 0, 3))
    // The description often shows an example in backticks.
    return /`([^`]+)`/.exec(parameter?.description ?? '')?.[1] ?? '1'
  }

  #parameterValue({ name, schema, example, description }: Json): string {
    if (this.#chance(0.2)) return this.#junkText()
    if (example !== undefined) return String(example)
    const enumerated = this.#pick<Json>(schema?.enum ?? [])
    if (enumerated !== undefined) return String(enumerated)
    if (schema?.type === 'integer') return String(randomInteger(this.#random, -1, 120))
    const known = this.#pick(this.#ids.get(`/${String(name).replace(/_id$/, 's').replaceAll('_', '-')}`) ?? [])
    if (known !== undefined) return known
    const shown = [...String(description ?? '').matchAll(/`([^`]+)`/g)].map(([, text]) => text ?? '')
    return this.#pick(shown) ?? this.#junkText()
  }

  #tokenFor(described: Json, run: FuzzRun | undefined): string | undefined {
    const schemes = listSchemes(described)
    const all: Record<string, string | undefined> = {
      organizationKey: this.#tokens.organizationKey?.at(-1),
      solverKey: this.#tokens.solverKey?.at(-1),
      operatorKey: this.#keys.operatorKey,
      runToken: run?.token,
    }
    if (this.#chance(0.05)) return this.#pick([...Object.values(all), 'vk_wrong', ''])
    return this.#pick(schemes.flatMap((scheme) => all[scheme] ?? []))
  }

  #body(
    operation: Operation,
    path: string,
  ): { readonly type: string | undefined; readonly body: Uint8Array | undefined } {
    const { described, method } = operation
    const content = described.requestBody?.content
    if (content === undefined) return { type: undefined, body: this.#chance(0.03) ? toBytes('{}') : undefined }
    const [type = '', { example, examples, schema }] = this.#pick(Object.entries<Json>(content)) ?? ['', {}]
    const isJson = type.includes('json')
    const shown =
      this.#pick<Json>([example, ...Object.values<Json>(examples ?? {}).map(({ value }) => value)]) ?? example
    if (this.#chance(0.03)) return { type, body: undefined }
    if (this.#chance(0.04)) return { type: this.#pick(['text/plain', 'x', 'application/xml']), body: toBytes('x') }
    if (!isJson) {
      const text = typeof shown === 'string' ? shown : JSON.stringify(shown ?? '')
      return { type, body: toBytes(this.#chance(0.5) ? text : this.#mangle(text)) }
    }
    const before = this.#chance(0.5) ? this.#pick(this.#accepted.get(operation) ?? []) : undefined
    const read = method !== 'post' && this.#chance(0.5) ? this.#read.get(path) : undefined
    const sample = read ?? before ?? shown ?? this.#sampleOf(schema, 0)
    const withIds = this.#withKnownIds(sample)
    if (this.#chance(0.04)) return { type, body: toBytes(this.#mangle(JSON.stringify(withIds ?? null))) }
    const value = this.#chance(0.65) ? withIds : this.#mutate(withIds)
    return { type, body: toBytes(JSON.stringify(value) ?? 'null') }
  }

  /** Makes a value that roughly matches a schema. */
  #sampleOf(schema: Json, depth: number): Json {
    const one = this.#resolve(schema)
    if (one === undefined || depth > 6) return null
    if (one.const !== undefined) return one.const
    if (one.enum !== undefined) return this.#pick(one.enum)
    const choices = one.anyOf ?? one.oneOf
    if (choices !== undefined) return this.#sampleOf(this.#pick(choices), depth + 1)
    switch (Array.isArray(one.type) ? one.type[0] : one.type) {
      case 'object':
        return Object.fromEntries(
          Object.entries<Json>(one.properties ?? {})
            .filter(([name]) => one.required?.includes(name) || this.#chance(0.5))
            .map(([name, member]) => [name, this.#sampleOf(member, depth + 1)]),
        )
      case 'array':
        return Array.from({ length: randomInteger(this.#random, 0, 3) }, () => this.#sampleOf(one.items, depth + 1))
      case 'integer':
      case 'number':
        return randomInteger(this.#random, one.minimum ?? 0, Math.min(one.maximum ?? 100, 1e6))
      case 'boolean':
        return this.#chance(0.5)
      case 'string':
        return this.#pick(['name', 'a/b', '2026-03-02T08:00:00Z', 'FHIR', ...(this.#ids.get('/benchmarks') ?? [])])
      default:
        return this.#junk()
    }
  }

  /** Replaces ids in the document's examples by ids of the same kind that responses have shown. */
  #withKnownIds(value: Json): Json {
    if (typeof value === 'string') {
      const prefix = /^([a-z]+)_[0-9a-z]{26}$/.exec(value)?.[1]
      const known = prefix === undefined ? undefined : this.#pick(this.#ids.get(`${prefix}_`) ?? [])
      if (known !== undefined) return known
      // References must name a published version.
      if (/^[\w-]+@\d+$/.test(value)) return this.#pick([...this.#references]) ?? value
      return value
    }
    if (Array.isArray(value)) return value.map((element) => this.#withKnownIds(element))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries<Json>(value).map(([name, member]) => [
        name,
        name === 'name' && typeof member === 'string' && this.#chance(0.7)
          ? `${member.slice(0, 40)}-${this.#random.uint32()}`
          : this.#withKnownIds(member),
      ]),
    )
  }

  /** Changes a value in one place: another type, something extreme, a member more or less. */
  #mutate(value: Json): Json {
    if (typeof value !== 'object' || value === null || this.#chance(0.12)) return this.#junk()
    if (Array.isArray(value)) {
      if (value.length === 0 || this.#chance(0.2)) return this.#chance(0.5) ? [] : this.#many(value[0] ?? this.#junk())
      const place = randomInteger(this.#random, 0, value.length - 1)
      return value.map((element, index) => (index === place ? this.#mutate(element) : element))
    }
    const names = Object.keys(value)
    const name = this.#pick(names)
    if (name === undefined || this.#chance(0.15)) return { ...value, [this.#junkText()]: this.#junk() }
    if (this.#chance(0.15)) return Object.fromEntries(Object.entries(value).filter(([other]) => other !== name))
    return { ...value, [name]: this.#mutate(value[name]) }
  }

  #many(value: Json): Json[] {
    return Array.from({ length: this.#pick([2, 100, 5000]) ?? 2 }, () => value)
  }

  #junk(): Json {
    const nested = (levels: number): Json => (levels === 0 ? 0 : [nested(levels - 1)])
    return this.#pick<Json>([
      null,
      true,
      -1,
      1e308,
      0.1,
      9007199254740991,
      '',
      this.#junkText(),
      [],
      {},
      [[]],
      { $regex: '(a|b)*c'.repeat(50) },
      { $any: [{ $not: null }] },
      { assert: 'no-collateral' },
      nested(60),
      'x'.repeat(50_000),
      Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`k${index}`, index])),
    ])
  }

  #junkText(): string {
    return (
      this.#pick([
        '',
        ' ',
        '\u0000',
        '../../etc/passwd',
        '%2e%2e%2f',
        'é\u202e😀',
        '\ud800',
        "' or 1=1 --",
        '<script>',
        '__proto__',
        '1e99',
        '-0',
        '*',
        '{a,b}',
        'x'.repeat(2000),
        '9'.repeat(40),
        '2026-02-30',
        'a@1',
        '_id=1&_sort=-date',
      ]) ?? ''
    )
  }

  #mangle(text: string): string {
    const place = randomInteger(this.#random, 0, Math.max(0, text.length - 1))
    switch (randomInteger(this.#random, 0, 3)) {
      case 0:
        return text.slice(0, place)
      case 1:
        return `${text.slice(0, place)}${this.#junkText()}${text.slice(place)}`
      case 2:
        return text.repeat(Math.min(200, Math.ceil(20_000 / Math.max(1, text.length))))
      default:
        return ''
    }
  }

  #judge(made: Made, response: ServiceResponse): void {
    const { status } = response
    const { path, method, described } = made.operation
    const operation = `${method.toUpperCase()} ${path}`
    this.#statuses[status] = (this.#statuses[status] ?? 0) + 1
    this.#operationStatuses[operation] ??= {}
    const own = this.#operationStatuses[operation]
    own[status] = (own[status] ?? 0) + 1
    const request = `${made.method} ${made.target.slice(0, 300)} ${new TextDecoder().decode(made.body?.slice(0, 600))}`
    const text = readText(response)
    const tell = (what: string) => {
      const key = `${operation}: ${what}`
      if (!this.#findings.has(key))
        this.#findings.set(key, { what: key, request, answer: `${status} ${text.slice(0, 500)}` })
    }
    if (status >= 500 && status !== 501 && status !== 503) tell(`status ${status}`)
    this.#judgeShape(described.responses, response, text, tell)
    for (const secret of this.#keys.secrets) if (text.includes(secret)) tell('a secret of the service')
    for (const token of [this.#keys.organizationKey, this.#keys.operatorKey, this.#keys.solverKey]) {
      if (text.includes(token)) tell('the token of the caller')
    }
    if (/\bat \S+ \(?(file:|\/|node:)|node_modules/.test(text)) tell('a stack trace')
  }

  #judgeShape(responses: Json, response: ServiceResponse, text: string, tell: (what: string) => void): void {
    const own = responses[response.status]
    const described = this.#resolve(own ?? responses.default)
    if (described === undefined) {
      tell(`status ${response.status} is not in the document`)
      return
    }
    const type = (response.headers['content-type'] ?? '').split(';')[0]?.trim() ?? ''
    const content = described.content
    if (content === undefined || text === '') return
    const media = content[type] ?? content['*/*']
    if (media === undefined) {
      if (responses.default === undefined) tell(`status ${response.status} with ${type}, not in the document`)
      return
    }
    if (!type.includes('json') || media.schema === undefined || Object.keys(media.schema).length === 0) return
    const validate = this.#validatorOf(media.schema)
    if (!validate(JSON.parse(text))) tell(`shape of ${response.status}: ${this.#ajv.errorsText(validate.errors)}`)
  }

  readonly #validators = new Map<Json, ReturnType<Ajv2020['compile']>>()

  #validatorOf(schema: Json) {
    const known = this.#validators.get(schema)
    if (known !== undefined) return known
    const absolute = JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"openapi#/'))
    const validate = this.#ajv.compile(absolute)
    this.#validators.set(schema, validate)
    return validate
  }

  #resolve(value: Json): Json {
    const name: string | undefined = value?.$ref
    if (name === undefined) return value
    return name
      .split('/')
      .slice(1)
      .reduce((inside: Json, part) => inside?.[part], this.#document)
  }

  /** Remembers the paths and links that a request and its response have shown to exist. */
  #remember({ operation, target, headers: sent, body: given }: Made, { headers }: ServiceResponse, text: string): void {
    const path = target.split('?', 1)[0] ?? ''
    this.#see(path)
    for (const [, link = ''] of text.matchAll(
      /"(?:https?:\/\/[\w.:-]+)?(\/(?:v1|sandboxes|portals)\/[^"\s\\]{1,300})"/g,
    )) {
      this.#see(link.split('?', 1)[0] ?? '')
      this.#link(link)
    }
    const location = /^(?:https?:\/\/[\w.:-]+)?(\/.*)$/.exec(headers.location ?? '')?.[1]
    if (location !== undefined) {
      this.#see(location.split('?', 1)[0] ?? '')
      this.#link(location)
    }
    if (given !== undefined && given.length > 0 && sent['content-type']?.includes('json')) {
      const kept = this.#accepted.get(operation) ?? []
      this.#accepted.set(operation, kept)
      if (kept.length < 20) kept.push(JSON.parse(new TextDecoder().decode(given)))
    }
    if (operation.method !== 'get' || !(headers['content-type'] ?? '').includes('json')) return
    const answer: Json = JSON.parse(text)
    if (this.#read.size < 500 && text.length < 20_000) this.#read.set(path, answer)
    const { next } = answer?._meta ?? {}
    if (typeof next === 'string') this.#link(`${path}?cursor=${encodeURIComponent(next)}`)
  }

  #link(target: string): void {
    if (this.#links.length < 300) this.#links.push(target)
    else this.#links[randomInteger(this.#random, 0, 299)] = target
  }

  /** Remembers each segment of a path as seen after the segments before it, up to one that names no resource. */
  #see(path: string): void {
    let before = ''
    for (const segment of path.split('/').slice(1)) {
      if (/^[_$.{]|^$/.test(segment)) return
      const seen = this.#below.get(before) ?? []
      this.#below.set(before, seen)
      if (!seen.includes(segment)) {
        if (seen.length < 50) seen.push(segment)
        else seen[randomInteger(this.#random, 0, 49)] = segment
      }
      before += `/${segment}`
    }
  }

  /** Remembers ids, keys, runs and references in a response for later requests. */
  #learn(made: Made, response: ServiceResponse): void {
    const { operation, headers: sent, target } = made
    const { path } = operation
    const { status, headers, body } = response
    if (status < 300) this.#remember(made, response, readText(response))
    else this.#giveUp(made, response)
    const token = sent.authorization?.slice('Bearer '.length)
    for (const [scheme, tokens] of Object.entries(this.#tokens)) {
      // An earlier request has revoked the token; for operations of another scheme, it may still be valid.
      if (status === 401 && tokens.at(-1) === token && listSchemes(operation.described).includes(scheme)) tokens.pop()
    }
    if (status >= 300 || !(headers['content-type'] ?? '').includes('json') || typeof body !== 'string') return
    const answer: Json = JSON.parse(body)
    const collection = path.replaceAll(/\{\w+\}/g, '{}')
    for (const one of [answer, ...(Array.isArray(answer?.data) ? answer.data : [])]) {
      if (path === '/benchmarks' && typeof one?.name === 'string') this.#reference(`${one.name}@1`)
      for (const member of ['id', 'ref', 'auth_number', 'name', 'path']) {
        if (typeof one?.[member] !== 'string') continue
        this.#keep(collection, one[member])
        // Systems name their resources by other members than `id`; elsewhere, a name is only a name.
        const isId = member === 'id' || /^\/(v1|sandboxes)\//.test(path)
        if (isId && !path.endsWith('}')) this.#see(`${target.split('?', 1)[0]}/${encoded(one[member])}`)
      }
    }
    // Keys of another organization see none of these ids, but are better than none.
    if (!path.startsWith('/organizations') || this.#tokens.organizationKey?.length === 0)
      for (const [key] of body.matchAll(/\bvk_[A-Za-z0-9_-]{20,}/g)) this.#tokens.organizationKey?.unshift(key)
    for (const [key] of body.matchAll(/\bvrl_slv_[A-Za-z0-9_-]{20,}/g)) this.#tokens.solverKey?.unshift(key)
    for (const [name, parts] of Object.entries<Json>(answer ?? {})) {
      if (!Array.isArray(parts) || name === 'data') continue
      for (const part of parts) if (typeof part?.id === 'string') this.#keep(`/${name.replaceAll('_', '-')}`, part.id)
    }
    for (const [id, prefix] of body.matchAll(/\b([a-z]+)_[0-9a-z]{26}\b/g)) this.#keep(`${prefix}_`, id)
    if (typeof answer?.bearer_token === 'string' && typeof answer.benchmark_run_id === 'string') {
      const taskRuns = answer.task_runs.map(({ id }: { id: string }) => id)
      const token: string = answer.bearer_token
      this.#runs.push({ id: answer.benchmark_run_id, token, taskRuns, refusals: 0 })
      for (const { start_url: url } of answer.task_runs.slice(0, 1)) this.#unstarted.push({ url, token })
      if (this.#runs.length > 8) this.#runs.shift()
    }
  }

  #reference(name: string): void {
    if (!this.#unknownReferences.has(name)) this.#references.add(name)
  }

  /** Remembers where nothing was found, and forgets runs that have ended. */
  #giveUp({ operation, target, body }: Made, { status }: ServiceResponse): void {
    const reference = /"benchmark":"([^"\\]+)"/.exec(new TextDecoder().decode(body?.subarray(0, 1000)))?.[1]
    if (reference !== undefined && (status === 404 || status === 409)) {
      this.#references.delete(reference)
      this.#unknownReferences.add(reference)
    }
    const segments = target.split(/[?#]/, 1)[0]?.split('/') ?? []
    const templates = operation.path.split('/')
    // In a path below an id, the id or the segment after it does not exist.
    if (status === 404) {
      const last = templates.findLastIndex((one) => one.startsWith('{'))
      const until = templates[1] === 'v1' || templates[1] === 'sandboxes' ? Math.max(last, 3) : last
      if (last > 0) this.#dead.add(segments.slice(0, until + 1).join('/'))
    }
    if (status !== 409 && status !== 401) return
    const place = this.#runs.findIndex(
      ({ id, taskRuns }) => segments.includes(id) || taskRuns.some((one) => segments.includes(one)),
    )
    const run = this.#runs[place]
    if (run === undefined) return
    run.refusals++
    if (run.refusals > 12) this.#runs.splice(place, 1)
  }

  #keep(kind: string, id: string): void {
    const kept = this.#ids.get(kind) ?? []
    this.#ids.set(kind, kept)
    if (kept.length < 50) kept.push(id)
    else kept[randomInteger(this.#random, 0, 49)] = id
  }

  #pick<Item>(items: readonly Item[]): Item | undefined {
    return items.length === 0 ? undefined : items[randomInteger(this.#random, 0, items.length - 1)]
  }

  #chance(share: number): boolean {
    return this.#random.uint32() < share * 0x1_0000_0000
  }
}

/** The paths at which new keys are created once all of a kind have been revoked. */
const keySources: Readonly<Record<string, string>> = { organizationKey: '/organizations', solverKey: '/solvers' }

/** Lists the security schemes of an operation. */
function listSchemes({ security = [] }: Json): readonly string[] {
  return security.flatMap((one: object) => Object.keys(one))
}

/** Whether an operation ends a run or removes something. */
function isEnding({ method, path }: Operation): boolean {
  return method === 'delete' || /\/(complete|cancel|teardown)$/.test(path)
}

/** Whether a path matches a template. */
function isAt(path: string, template: string): boolean {
  const [given, wanted] = [path.split('/'), template.split('/')]
  return (
    given.length === wanted.length && wanted.every((segment, place) => /^\{/.test(segment) || segment === given[place])
  )
}

/** Encodes a segment of a path as clients do; half a surrogate pair is sent as the bytes that it would have. */
function encoded(text: string): string {
  return text === '\ud800' ? '%ED%A0%80' : encodeURIComponent(text)
}

function toBytes(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}

function readText({ body }: ServiceResponse): string {
  return typeof body === 'string' ? body : new TextDecoder().decode(body ?? undefined)
}
