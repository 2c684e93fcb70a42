import { performance } from 'node:perf_hooks'
import { devTask, openTask } from './open-workstation.js'
import { Visitor } from '../portal/visitor.js'
import { Clicker } from './clicker.js'

const name = process.argv[2] ?? 'pa-submit-1000'
const task = await openTask(devTask(name, 1000).benchmark)
const clicker = new Clicker(task.service)
await clicker.enter(await task.link())
const visitor = new Visitor(task.service)
await visitor.get(await task.link())
const links = clicker.page.elements.filter(({tag, attributes}) => tag === 'a' && /^\/workstations/.test(attributes.href ?? '')).map(({text, attributes}) => [text, attributes.href ?? ''] as const)
async function follow(href: string) { let page = await visitor.get(href); let at = href; while (page.status === 303) { at = page.headers.location ?? ''; page = await visitor.get(at) } return {page, at} }
for (const [text, href] of links) {
  const { page, at } = await follow(href)
  const tabs = page.elements.filter(({tag, attributes}) => tag === 'nav' && attributes.class === 'tabs').flatMap(n => n.descendants.filter(d => d.tag === 'a').map(d => [`${text} / ${d.text}`, new URL(d.attributes.href ?? '', `https://x${at}`).pathname + new URL(d.attributes.href ?? '', `https://x${at}`).search] as const))
  for (const [label, to] of tabs.length ? tabs : [[text, at] as const]) {
    for (let i = 0; i < 3; i++) await follow(to)
    const before = process.cpuUsage(); const n = 8
    let size = 0; let status = 0
    const t0 = performance.now()
    for (let i = 0; i < n; i++) { const { createRequest } = await import('@carebench/service'); let r = await task.service.handle(createRequest('GET', to, { cookie: visitor.cookie, accept: 'text/html' })); size = String(r.body ?? '').length; status = r.status; if (r.status === 303) r = await task.service.handle(createRequest('GET', r.headers.location ?? '', { cookie: visitor.cookie, accept: 'text/html' })) }
    const { user, system } = process.cpuUsage(before)
    console.log(label.padEnd(44), ((user + system) / n / 1000).toFixed(1).padStart(7), 'ms CPU', ((performance.now() - t0) / n).toFixed(1).padStart(7), 'ms', (size / 1000).toFixed(1).padStart(6), 'kB', status)
  }
}
process.exit(0)
