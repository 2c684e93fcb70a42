import { readFile } from 'node:fs/promises'
import { type CallDescription, listGroups } from '@carebench/protocol'
import { type AppDescription, defaultSystems, type System } from '@carebench/systems'
import { beforeAll, describe, expect, it } from 'vitest'
import { toBodyForm } from '../../packages/server/src/workstation/calls/body-form.js'
import { type Field, isLongForm } from '../../packages/server/src/workstation/forms/schema-fields.js'
import { pharmacy } from '../systems/pharmacy.js'
import { type OpenPlayground, openPlayground } from './open-playground.js'

const systems: readonly System[] = [...defaultSystems, pharmacy]
const called = systems.filter(({ group }) => group !== null)

let playground: OpenPlayground
beforeAll(async () => {
  playground = await openPlayground(systems)
})

/** The apps of a system that are not views of others. */
function ownApps({ apps = [] }: System): readonly AppDescription[] {
  return apps.filter(({ isView }) => isView !== true)
}

function listCalls(system: System): readonly CallDescription[] {
  return listGroups<readonly CallDescription[]>(system).flatMap(({ calls }) => calls)
}

function hrefs(): readonly string[] {
  return playground.clicker.page.elements.flatMap(({ tag, attributes }) => (tag === 'a' ? [attributes.href ?? ''] : []))
}

/** The names of links of a page that lead to different places. */
function ambiguousLinks(): readonly string[] {
  const links = playground.clicker.page.elements.filter(({ tag }) => tag === 'a')
  const places = (name: string) => new Set(links.flatMap((one) => (one.text === name ? [one.attributes.href] : [])))
  return [...new Set(links.map(({ text }) => text))].filter((name) => places(name).size > 1)
}

describe.each(called)('the workstation of $type', (system) => {
  it('has a page for every call that it declares, or a reason why not [workstation.parity]', async () => {
    const [app] = ownApps(system)
    const { clicker, base } = playground
    await clicker.open(`${base}/`)
    await clicker.follow(app?.title ?? 'Pharmacy')
    await clicker.follow('Actions')
    const offered = hrefs().flatMap((href) => new RegExp(`^${base}/[a-z-]+/(\\w+)(\\?|$)`).exec(href)?.[1] ?? [])
    const omitted = Object.entries(app?.notForPeople ?? {})
    expect(ambiguousLinks()).toEqual([])
    expect(omitted.filter(([, reason]) => reason.length < 20)).toEqual([])
    const names = listCalls(system).map(({ name }) => name)
    expect([...new Set([...offered, ...omitted.map(([name]) => name)])].toSorted()).toEqual(names.toSorted())
    for (const name of new Set(offered)) {
      const href = hrefs().find((one) => one.includes(`/${name}`)) ?? ''
      await clicker.open(href)
      expect([name, clicker.page.status < 500, clicker.page.elements.some(({ tag }) => tag === 'h1')]).toEqual([
        name,
        true,
        true,
      ])
      expect([name, ambiguousLinks()]).toEqual([name, []])
      await clicker.follow('Actions')
    }
  })

  it('names in its apps only calls and parameters that it declares', () => {
    const calls = listCalls(system)
    const described: readonly AppDescription[] = system.apps ?? []
    for (const { starts = [], labels = {}, notes = {}, notForPeople = {}, onPage = {}, forms = [] } of described) {
      const named = [
        ...starts.map(({ call }) => call),
        ...forms.map(({ call }) => call),
        ...Object.keys(notes),
        ...Object.keys(labels),
        ...Object.keys(notForPeople),
        ...Object.entries(onPage).flat(2),
      ]
      expect(named.filter((name) => !calls.some((call) => call.name === name))).toEqual([])
      const read = forms.flatMap(({ reads = {} }) => Object.values(reads).map(({ call }) => call))
      expect(read.filter((name) => !systems.flatMap(listCalls).some((call) => call.name === name))).toEqual([])
      for (const { call, values = {}, fields = {} } of starts) {
        const described = calls.find(({ name }) => name === call)
        const known = [...Object.keys(described?.params ?? {}), ...Object.keys(described?.query ?? {})]
        const given = [...Object.keys(values), ...Object.keys(fields)]
        expect(described?.openQuery === true ? [] : given.filter((name) => !known.includes(name))).toEqual([])
      }
    }
  })

  it('has in the sections of its apps only fields of long forms, and all but optional lists', () => {
    for (const about of ownApps(system)) {
      const forms = listCalls(system).flatMap((call) => {
        const body = toBodyForm(call, null, about)
        return body.kind === 'fields' && isLongForm(body.fields) ? [body.fields] : []
      })
      const names = new Set(forms.flat().map(({ name }) => name))
      const sections = Object.values(about.sections ?? {}).flat()
      expect(sections.filter((name) => !names.has(name))).toEqual([])
      const inSections = forms.filter((fields) => fields.some(({ section }) => section !== undefined))
      const isOptionalList = ({ kind, isRequired }: Field) => !isRequired && ['rows', 'pairs', 'json'].includes(kind)
      const apart = inSections.flat().filter((field) => field.section === undefined && !isOptionalList(field))
      expect(apart.map(({ pointer }) => pointer)).toEqual([])
    }
  })
})

it('has pages for as many calls as the decision about the workstation says', async () => {
  const page = await readFile(new URL('../../docs/decisions/pages-and-reports.md', import.meta.url), 'utf8')
  const [, calls, shown] = /Of (\d+) calls, (\d+) have pages/.exec(page)?.map(Number) ?? []
  const names = defaultSystems.flatMap((system) => listCalls(system).map(({ name }) => name))
  const omitted = defaultSystems.flatMap((system) =>
    ownApps(system).flatMap(({ notForPeople = {} }) => Object.keys(notForPeople)),
  )
  expect([calls, shown]).toEqual([names.length, names.length - omitted.length])
})

it('a custom system has lists, records and forms without a line of code for them', async () => {
  const { clicker, call, endpoint } = playground
  await clicker.open(`${playground.base}/pharmacy`)
  expect(clicker.page.text).toContain('Nothing here.')
  expect(await call('GET', `${endpoint('Pharmacy')}/refills`)).toMatchObject({ data: [] })
  await clicker.open(`${playground.base}/pharmacy/fillRefill`)
  await clicker.press('Continue', { refill_id: 'rx-404' })
  await clicker.press('Fill refill', { '/quantity': 'many' })
  expect([clicker.page.status, clicker.page.text]).toEqual([422, expect.stringContaining('Enter a number')])
  await clicker.press('Fill refill', { '/quantity': '30' })
  expect([clicker.page.status, clicker.page.text]).toEqual([422, expect.stringContaining('Nothing was sent')])
})
