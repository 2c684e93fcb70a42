import { at } from '../../exchange/exchange.js'
import { instant, Rule } from '../../expectation/pattern.js'
import { scenario } from '../../scenario/scenario.js'
import { must } from '../../scenario/unmet.js'

const cookie = new Rule('a cookie that is HttpOnly, Secure, SameSite=Strict and of this workstation', (value) =>
  ['HttpOnly', 'Secure', 'SameSite=Strict', 'Path=/workstations/'].every((part) =>
    String(value).toLowerCase().includes(part.toLowerCase()),
  ),
)
const refused = new Rule('a refusal', (status) => Number(status) >= 400)

export const workstation = scenario({
  name: 'The workstation',
  ids: [
    'workstation.link',
    'workstation.not-started',
    'workstation.link-once',
    'workstation.cookie',
    'workstation.csrf',
    'workstation.session-end',
  ],
  needs: ['organization-key', 'solver-key', 'authoring'],
  async run(k) {
    const run = await k.createRun((await k.clinic()).reference)
    const path = `/v1/task-runs/${run.taskRun()}/workstation`
    const opened = () => run.call('POST', path)
    k.answer('workstation.not-started', await opened(), { status: 409, body: { error: { code: 'CONFLICT' } } })
    must(await run.start(), 200)
    const link = await opened()
    k.answer('workstation.link', link, { status: 201, body: { url: /^\/workstations\//, expires_at: instant } })
    const none = k.as(null)
    const accept = { accept: 'text/html' }
    const url = String(at(link.body, 'url'))
    const entered = await none('GET', url, undefined, accept)
    k.answer('workstation.link-once', entered, { status: 200, headers: { 'content-type': /^text\/html/ } })
    k.answer('workstation.cookie', entered, { headers: { 'set-cookie': cookie } })
    k.answer('workstation.link-once', await none('GET', url, undefined, accept), { status: refused })
    const [pair = ''] = (entered.headers['set-cookie'] ?? '').split(';', 1)
    const session = { ...accept, cookie: pair }
    const base = `/workstations/${run.taskRun()}/`
    k.answer('workstation.cookie', await none('GET', `${base}task`, undefined, session), { status: 200 })
    k.answer('workstation.cookie', await none('GET', '/workstations/another/task', undefined, session), {
      status: refused,
    })
    const form = { ...session, 'content-type': 'application/x-www-form-urlencoded' }
    const forged = await none('POST', `${base}submit`, new TextEncoder().encode('output='), form)
    k.answer('workstation.csrf', forged, { status: refused })
    k.answer('workstation.csrf', await run.call('GET', `/v1/benchmark-runs/${run.id}`), { body: { phase: 'started' } })
    must(await run.complete(), 200)
    k.answer('workstation.session-end', await none('GET', `${base}task`, undefined, session), { status: refused })
    k.answer('workstation.link', await opened(), { status: 409 })
  },
})

export const workstationExpiry = scenario({
  name: 'A link to a workstation that is not used',
  ids: ['workstation.link-minute'],
  needs: ['organization-key', 'solver-key', 'authoring', 'clock'],
  async run(k) {
    const run = await k.createRun((await k.clinic()).reference)
    must(await run.start(), 200)
    const link = must(await run.call('POST', `/v1/task-runs/${run.taskRun()}/workstation`), 201)
    await k.elapse(61)
    const late = await k.as(null)('GET', String(at(link.body, 'url')), undefined, { accept: 'text/html' })
    k.answer('workstation.link-minute', late, { status: refused })
  },
})
