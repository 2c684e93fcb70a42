import { at, listAt } from '../../exchange/exchange.js'
import { object, Rule } from '../../expectation/pattern.js'
import { approvableForm } from '../../scenario/clinic.js'
import { scenario } from '../../scenario/scenario.js'
import { must, UnmetPreconditionError } from '../../scenario/unmet.js'

export const openCalls = scenario({
  name: 'Calls without a token',
  ids: ['open.healthz', 'open.readyz', 'open.openapi', 'open.record-keys'],
  needs: [],
  readOnly: true,
  async run(k) {
    const none = k.as(null)
    k.answer('open.healthz', await none('GET', '/healthz'), 200)
    k.answer('open.readyz', await none('GET', '/readyz'), 200)
    k.answer('open.openapi', await none('GET', '/openapi.json'), {
      status: 200,
      body: { openapi: /^3\./, info: object, paths: object },
    })
    k.answer('open.record-keys', await none('GET', '/.well-known/carebench-record-keys.json'), {
      status: 200,
      body: { keys: new Rule('a list of Ed25519 keys', isListOfKeys) },
    })
  },
})

function isListOfKeys(keys: unknown): boolean {
  return Array.isArray(keys) && keys.every((key) => at(key, 'crv') === 'Ed25519' && typeof at(key, 'kid') === 'string')
}

export const contextProtocol = scenario({
  name: 'The Model Context Protocol',
  ids: ['internal.mcp'],
  needs: ['organization-key'],
  readOnly: true,
  async run(k) {
    const answer = await k.call(
      'POST',
      '/mcp',
      {
        jsonrpc: '2.0',
        id: 1,
        method: 'initialize',
        params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'conformance', version: '1' } },
      },
      { accept: 'application/json, text/event-stream' },
    )
    k.answer('internal.mcp', answer, { status: 200, text: /"serverInfo"/ })
    k.answer('internal.mcp', await k.as(null)('POST', '/mcp', {}), 401)
  },
})

interface Form {
  readonly action: string
  readonly fields: Readonly<Record<string, string>>
}

/** Reads the first form of a page, with its hidden fields. */
function readForm(page: string, base: string): Form {
  const form = /<form\b([^>]*)>([\s\S]*?)<\/form>/i.exec(page)
  if (form === null) throw new UnmetPreconditionError('The page has no form.')
  const attribute = (text: string, name: string) => new RegExp(`\\b${name}\\s*=\\s*"([^"]*)"`, 'i').exec(text)?.[1]
  const fields: Record<string, string> = {}
  for (const [, input = ''] of (form[2] ?? '').matchAll(/<input\b([^>]*)>/gi)) {
    const name = attribute(input, 'name')
    if (name !== undefined && attribute(input, 'type') === 'hidden') fields[name] = attribute(input, 'value') ?? ''
  }
  const action = new URL(attribute(form[1] ?? '', 'action') ?? '', `https://host${base}`)
  return { action: action.pathname + action.search, fields }
}

/** Returns the name and value of a `set-cookie`. */
function readPair(cookie: string): string {
  return cookie.split(';', 1)[0] ?? ''
}

const urlencoded = { 'content-type': 'application/x-www-form-urlencoded' }
function encode(fields: Readonly<Record<string, string>>) {
  return new TextEncoder().encode(new URLSearchParams(fields).toString())
}

export const browserPortal = scenario({
  name: 'The portal in a browser',
  ids: [
    'browser.login',
    'browser.wrong-login',
    'browser.csrf',
    'browser.session',
    'browser.headers',
    'browser.escaped',
    'browser.closed',
    'browser.under-a-run',
    'browser.same-state',
  ],
  needs: ['organization-key', 'solver-key', 'authoring'],
  async run(k) {
    const run = await k.createRun((await k.clinic()).reference)
    const started = must(await run.start(), 200)
    const sandbox = (type: string) =>
      listAt(started.body, 'sandboxes').find((candidate) => at(candidate, 'type') === type)
    const none = k.as(null)
    const base = `/portals/${at(sandbox('Payer'), 'id')}/`
    const page = must(await none('GET', base, undefined, { accept: 'text/html' }), 200, 302, 303)
    const place = page.headers.location
    const login =
      place === undefined
        ? page
        : must(
            await none('GET', new URL(place, `https://host${base}`).pathname, undefined, { accept: 'text/html' }),
            200,
          )
    const form = readForm(login.text, base)
    // Cookies are kept as browsers do, because a form may depend on a cookie of its page.
    const cookies = login.headers['set-cookie'] ?? page.headers['set-cookie']
    const sending = { ...urlencoded, ...(cookies === undefined ? {} : { cookie: readPair(cookies) }) }
    const credentials = {
      username: String(at(sandbox('Payer'), 'credentials', 'username')),
      password: String(at(sandbox('Payer'), 'credentials', 'password')),
    }
    const wrong = await none(
      'POST',
      form.action,
      encode({ ...form.fields, ...credentials, password: 'wrong' }),
      sending,
    )
    k.answer('browser.wrong-login', wrong, {
      headers: {
        'set-cookie': new Rule(
          'no cookie of a session',
          (value) =>
            value === undefined ||
            !/HttpOnly/i.test(String(value)) ||
            /max-age=0|expires=Thu, 01 Jan 1970/i.test(String(value)),
        ),
      },
    })
    const right = await none('POST', form.action, encode({ ...form.fields, ...credentials }), sending)
    const cookie = new Rule(
      'a cookie that is HttpOnly, Secure, SameSite=Strict and of this path',
      (value) =>
        /HttpOnly/i.test(String(value)) &&
        /Secure/i.test(String(value)) &&
        /SameSite=Strict/i.test(String(value)) &&
        String(value).includes(base.slice(0, -1)),
    )
    k.answer('browser.login', right, { headers: { 'set-cookie': cookie } })
    const session = { accept: 'text/html', cookie: readPair(right.headers['set-cookie'] ?? '') }
    const forged = await none('POST', `${base}prior-auths`, encode({ patient_member_id: 'M-2002' }), {
      ...urlencoded,
      ...session,
    })
    k.answer('browser.csrf', forged, { status: new Rule('a refusal', (status) => Number(status) >= 400) })
    k.answer('browser.csrf', await run.system('GET', 'portal/prior-auths'), { status: 200, body: { data: [] } })
    const markup = '"><i id=carebench>'
    const hostile = { ...approvableForm, patient_name: markup }
    const made = must(await run.system('POST', 'portal/prior-auths', hostile), 201)
    const shown = await none('GET', `${base}prior-auths`, undefined, session)
    k.answer('browser.same-state', shown, { status: 200, text: new RegExp(String(at(made.body, 'auth_number'))) })
    k.answer('browser.escaped', shown, {
      status: 200,
      text: new Rule('no markup that was entered', (text) => !String(text).includes(markup)),
    })
    k.answer('browser.headers', shown, {
      headers: {
        'content-security-policy': new Rule(
          'a policy without scripts and frames',
          (policy) => /default-src 'none'/.test(String(policy)) && /frame-ancestors 'none'/.test(String(policy)),
        ),
        'x-content-type-options': 'nosniff',
        'cache-control': /no-store/,
      },
    })
    const refused = new Rule('another status than 200', (status) => status !== 200)
    const madeUp = { ...session, cookie: session.cookie.replace(/.$/, (last) => (last === '0' ? '1' : '0')) }
    k.answer('browser.session', await none('GET', `${base}prior-auths`, undefined, madeUp), { status: refused })
    for (const accept of ['text/html', 'application/json']) {
      const answer = await run.system('GET', 'portal/prior-auths', undefined, { accept })
      k.answer('browser.under-a-run', answer, { status: 200, headers: { 'content-type': new RegExp(`^${accept}`) } })
    }
    must(await run.complete(), 200)
    k.answer('browser.closed', await none('GET', `${base}prior-auths`, undefined, session), {
      status: refused,
      headers: { 'content-type': /^text\/html/ },
    })
  },
})
