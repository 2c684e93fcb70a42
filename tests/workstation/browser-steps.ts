import { isJsonObject, type JsonObject } from '@carebench/protocol'
import type { Locator, Page } from 'playwright-core'
import type { Hands } from './hands.js'
import { labelled, makeSteps } from './page-steps.js'

/** Makes the recorded calls of a task in a browser, and submits the task without an output. */
export async function workInBrowser(page: Page, hands: Hands, calls: readonly JsonObject[]): Promise<void> {
  let captured: Readonly<Record<string, string>> = {}
  for (const call of calls) captured = { ...captured, ...(await make(page, hands, filledIn(call, captured))) }
  await hands.press(page.getByRole('link', { name: 'Submit', exact: true }))
  await hands.press(page.getByRole('button', { name: 'Review' }))
  await hands.press(page.getByRole('button', { name: 'Submit the task' }))
}

/** Makes one recorded call, and returns what later ones refer to. */
async function make(page: Page, hands: Hands, call: JsonObject): Promise<Readonly<Record<string, string>>> {
  await pass(page, hands, Number(call.delay_seconds ?? 0))
  if (call.path === 'wait') {
    await pass(page, hands, Number(isJsonObject(call.body) ? call.body.seconds : 0))
    return {}
  }
  const { app, link, action, names, fields, rows } = makeSteps(call)
  await hands.press(page.getByRole('link', { name: app, exact: true }))
  await hands.press(page.getByRole('link', { name: 'Actions', exact: true }))
  for (const fold of await page.locator('main summary').all()) await hands.press(fold)
  await hands.press(page.getByRole('link', { name: link, exact: true }))
  if (Object.keys(names).length > 0) {
    for (const [name, value] of Object.entries(names)) await hands.enter(page.getByLabel(name), value)
    await hands.press(page.getByRole('button', { name: call.method === 'GET' ? 'Show' : 'Continue' }))
    if (call.method === 'GET') return {}
  }
  for (const list of rows) {
    await hands.press(page.getByRole('button', { name: `Add ${labelled(list.slice(1)).toLowerCase()}` }))
  }
  for (const [pointer, value] of Object.entries(fields)) await hands.enter(fieldAt(page, pointer), value)
  await hands.press(page.getByRole('button', { name: action, exact: true }))
  await page.getByRole('status').waitFor()
  const captures = isJsonObject(call.capture) ? Object.entries(call.capture) : []
  const found = captures.map(async ([name, pointer]) => {
    const label = labelled(String(pointer).slice(1))
    const term = page.getByRole('term').filter({ hasText: label }).first()
    return [name, (await term.locator('xpath=following-sibling::dd[1]').textContent()) ?? ''] as const
  })
  return Object.fromEntries(await Promise.all(found))
}

/** Lets time pass with the form on the page of the task. */
async function pass(page: Page, hands: Hands, seconds: number): Promise<void> {
  if (seconds === 0) return
  await hands.press(page.getByRole('link', { name: 'Task', exact: true }))
  await hands.enter(page.getByLabel('Wait', { exact: true }), 'for')
  await hands.enter(page.getByLabel('How long'), String(seconds / 60))
  await hands.enter(page.getByLabel('Unit'), 'minutes')
  await hands.press(page.getByRole('button', { name: 'Wait' }))
  await page.getByRole('status').waitFor()
}

/** A field by its label, inside the group of its row if it is in one. */
function fieldAt(page: Page, pointer: string): Locator {
  if (pointer === '/') return page.getByLabel(/^(JSON|Content)/)
  const [name = '', row, member] = pointer.slice(1).split('/')
  if (row === undefined || member === undefined) return page.getByLabel(new RegExp(`^${labelled(name)}( |$)`)).first()
  return page
    .getByRole('group', { name: `${labelled(name)} ${Number(row) + 1}` })
    .getByLabel(new RegExp(`^${labelled(member)}( |$)`))
}

function filledIn(call: JsonObject, captured: Readonly<Record<string, string>>): JsonObject {
  const text = JSON.stringify(call).replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => captured[name] ?? '')
  return JSON.parse(text) as JsonObject
}
