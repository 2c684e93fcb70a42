import { isJsonObject, type JsonObject } from '@carebench/protocol'
import type { Service } from '@carebench/service'
import type { Element } from '../portal/page-tree.js'
import { type Filled, type VisitedPage, Visitor } from '../portal/visitor.js'
import { makeSteps } from './page-steps.js'

/** Does a task over HTTP with pages alone: it follows links by their texts, and fills in the forms that it finds. */
export class Clicker {
  readonly #visitor: Visitor
  #page: VisitedPage | undefined
  /** The path of the page, to which links can be relative. */
  #path = '/'
  #captured: Readonly<Record<string, string>> = {}
  /** The maximum size of the pages that it has seen, by their title. */
  readonly sizes = new Map<string, number>()

  constructor(service: Pick<Service, 'handle'>) {
    this.#visitor = new Visitor(service)
  }

  get page(): VisitedPage {
    if (this.#page === undefined) throw new Error('The clicker has no page; call enter first.')
    return this.#page
  }

  /** Opens a link that works once, and continues to the workstation. */
  async enter(link: string): Promise<void> {
    await this.#show(await this.#visitor.get(link))
    await this.follow('Go to the workstation')
  }

  /** Makes the calls of a recorded solution by pages. */
  async work(calls: readonly JsonObject[]): Promise<void> {
    for (const call of calls) {
      const seconds = Number(call.delay_seconds ?? 0)
      if (seconds > 0) await this.#wait(seconds)
      await this.#make(this.#filled(call))
    }
  }

  /** Submits the task without an output. */
  async submit(): Promise<void> {
    await this.follow('Submit')
    await this.press('Review', {})
    await this.press('Submit the task', {})
    if (!this.page.text.includes('Task submitted')) throw new Error(`The task was not submitted: ${this.page.text}`)
  }

  /** Follows the link with this text; the first one, if several have it. */
  async follow(text: string): Promise<void> {
    const link = this.page.elements.find(({ tag, text: own }) => tag === 'a' && own.trim() === text)
    if (link?.attributes.href === undefined) throw new Error(`No link is called ${text}: ${this.page.text}`)
    await this.open(link.attributes.href)
  }

  async open(href: string): Promise<void> {
    const { pathname, search } = new URL(href, `https://carebench.example.org${this.#path}`)
    this.#path = pathname + search
    await this.#show(await this.#visitor.get(this.#path))
  }

  /** Presses the button with this text, after filling in fields of its form by their names. */
  async press(text: string, filled: Filled): Promise<void> {
    const isButton = ({ tag, text: own }: Element) => tag === 'button' && own.trim() === text
    const form = this.page.elements.find(({ tag, descendants }) => tag === 'form' && descendants.some(isButton))
    if (form === undefined) throw new Error(`No form has the button ${text}: ${this.page.text}`)
    const button = form.descendants.find(isButton)
    const { name, value = '' } = button?.attributes ?? {}
    const values: Filled = { ...valuesIn(form), ...filled, ...(name !== undefined && { [name]: value }) }
    const missing = Object.keys(filled).filter(
      (field) => !form.descendants.some(({ attributes }) => attributes.name === field),
    )
    if (missing.length > 0) throw new Error(`The form of ${text} has no field ${missing.join(', ')}: ${this.page.text}`)
    const action = form.attributes.action ?? ''
    if (form.attributes.method === 'post') {
      this.#path = action
      return this.#show(await this.#visitor.post(action, values))
    }
    return this.open(`${action}?${new URLSearchParams(values as Record<string, string>)}`)
  }

  async #make(call: JsonObject): Promise<void> {
    if (call.path === 'wait') return this.#wait(Number(isJsonObject(call.body) ? call.body.seconds : 0))
    const { app, link, action, names, fields, rows } = makeSteps(call)
    await this.follow(app)
    await this.follow('Actions')
    await this.follow(link)
    const isRead = call.method === 'GET'
    if (Object.keys(names).length > 0) await this.press(isRead ? 'Show' : 'Continue', this.#byLabel(names))
    if (isRead) {
      if (this.page.status !== 200) throw new Error(`${app}, ${action}: ${this.page.text}`)
      return
    }
    for (const list of rows) {
      const isThere = this.page.elements.some(({ attributes }) => attributes.name?.startsWith(`${list}/`) === true)
      if (!isThere || rows.indexOf(list) !== rows.lastIndexOf(list)) await this.#add(list, rows)
    }
    await this.press(action, fields)
    if (!this.page.elements.some(({ attributes, text }) => attributes.role === 'status' && /^Done\.$|^The /.test(text)))
      throw new Error(`${app}, ${action}: ${this.page.text}`)
    this.#capture(call)
  }

  /** Adds rows to a list until it has as many as the call. */
  async #add(list: string, rows: readonly string[]): Promise<void> {
    const wanted = rows.filter((row) => row === list).length
    const last = `${list}/${wanted - 1}/`
    while (!this.page.elements.some(({ attributes }) => attributes.name?.startsWith(last) === true)) {
      const button = this.page.elements.find(
        ({ attributes }) => attributes.name === '~add' && attributes.value === list,
      )
      if (button === undefined) throw new Error(`Nothing can be added to ${list}: ${this.page.text}`)
      await this.press(button.text.trim(), {})
    }
  }

  async #wait(seconds: number): Promise<void> {
    await this.follow('Task')
    await this.press('Wait', { until: '', amount: String(seconds / 60), unit: '60' })
  }

  #byLabel(named: Readonly<Record<string, string>>): Filled {
    const labels = this.page.elements.filter(({ tag }) => tag === 'label')
    const entries = Object.entries(named).map(([text, value]) => {
      const label = labels.find((one) => one.text.trim().startsWith(text))
      if (label?.attributes.for === undefined) throw new Error(`No field is called ${text}: ${this.page.text}`)
      return [label.attributes.for, value] as const
    })
    return Object.fromEntries(entries)
  }

  /** Reads from the page what later calls refer to. */
  #capture({ capture }: JsonObject): void {
    if (!isJsonObject(capture)) return
    for (const [name, pointer] of Object.entries(capture)) {
      const member = String(pointer).slice(1)
      const label = member === 'id' ? 'ID' : member.charAt(0).toUpperCase() + member.slice(1).replaceAll('_', ' ')
      const { elements } = this.page
      const place = elements.findIndex(({ tag, text }) => tag === 'dt' && text === label)
      const value = elements.slice(place).find(({ tag }) => tag === 'dd')?.text
      if (place === -1 || value === undefined) throw new Error(`The page does not say ${label}: ${this.page.text}`)
      this.#captured = { ...this.#captured, [name]: value }
    }
  }

  #filled(call: JsonObject): JsonObject {
    const text = JSON.stringify(call).replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => this.#captured[name] ?? '')
    return JSON.parse(text) as JsonObject
  }

  async #show(answer: VisitedPage): Promise<void> {
    if (answer.status === 303) this.#path = answer.headers.location ?? ''
    const page = answer.status === 303 ? await this.#visitor.follow(answer) : answer
    if (page.status === 303) return this.#show(page)
    this.#page = page
    const title = page.elements.find(({ tag }) => tag === 'title')?.text ?? ''
    this.sizes.set(title, Math.max(this.sizes.get(title) ?? 0, page.markup.length))
  }
}

/** Returns the values that a form would send if nothing was entered. */
function valuesIn(form: Element): Readonly<Record<string, string>> {
  const values: Record<string, string> = {}
  for (const { tag, attributes, text, children } of form.descendants) {
    const { name, type, value = '' } = attributes
    if (name === undefined || tag === 'button' || type === 'file') continue
    const chosen = children.find((child) => 'selected' in child.attributes) ?? children[0]
    values[name] = tag === 'select' ? (chosen?.attributes.value ?? '') : tag === 'textarea' ? text : value
  }
  return values
}
