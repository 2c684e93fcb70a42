import { defaultSystems } from '@carebench/systems'
import { beforeAll, expect, it } from 'vitest'
import { Clicker } from './clicker.js'
import { openPlayground } from './open-playground.js'
import { devTask, openTask } from './open-workstation.js'

// Texts of a clinic are shown as people expect them: as pages, tables and paper, with times in their own time zone.

let clicker: Clicker
beforeAll(async () => {
  const task = await openTask(devTask('referral-through-1000').benchmark)
  clicker = new Clicker(task.service)
  await clicker.enter(await task.link())
})

function texts(tag: string): readonly string[] {
  return clicker.page.elements.flatMap((one) => (one.tag === tag ? [one.text.trim()] : []))
}

it('lists the index of the handbook first, and shows a page with headings and filled paragraphs', async () => {
  await clicker.follow('Handbook')
  expect(texts('th').slice(1, 3)).toEqual(['Index', 'Authorizations'])
  await clicker.follow('Referrals')
  expect(texts('h2').slice(0, 3)).toEqual([
    'HANDBOOK OF THE REFERRAL DESK',
    '1. Work items',
    '2. What the practice wants',
  ])
  expect(texts('p').some((text) => text.includes('The doctor is the performer of the order.'))).toBe(true)
  expect(texts('pre').some((text) => text.includes('Does that suit you?'))).toBe(true)
})

it('has on the page of the task the names that instructions use for the portals', async () => {
  await clicker.follow('Task')
  expect(clicker.page.text).toMatch(/Names in instructions\s*Payer\s*portal\s*Payer \(prairie\)\s*portal@prairie/)
})

it('says what to enter in a search that is empty', async () => {
  await clicker.follow('Chart')
  expect(clicker.page.text).not.toContain('Enter at least one')
  await clicker.press('Show', {})
  expect(clicker.page.text).toContain('Enter at least one of these: Name, Date of birth, MRN or member number.')
})

it('shows a received fax as pages of paper', async () => {
  await clicker.follow('Fax')
  await clicker.open(
    clicker.page.elements.find(({ tag, text }) => tag === 'a' && /^referral/.test(text))?.attributes.href ?? '',
  )
  const pages = clicker.page.elements.filter(({ attributes }) => attributes.class === 'paper')
  expect(pages.map(({ attributes }) => attributes['aria-label'])).toEqual(['Page 1 of 1'])
  expect(pages[0]?.text).toContain('Date of birth: 1966-05-20')
})

it('shows times of the chart in the time zone of the task', async () => {
  await clicker.follow('Schedule')
  await clicker.follow('Open slots')
  expect(clicker.page.text).toMatch(/2026-03-17 08:00 CDT/)
  expect(clicker.page.text).not.toMatch(/T\d\d:\d\d:\d\dZ/)
})

it('offers the systems that the handbook names as choices, if the user asks for them', async () => {
  await clicker.follow('In-basket')
  await clicker.open(
    clicker.page.elements.find(({ tag, text }) => tag === 'a' && /^Referral, /.test(text))?.attributes.href ?? '',
  )
  const systemField = () => clicker.page.elements.find(({ attributes }) => attributes.id === 'work-on-the-task.system')
  expect(systemField()?.tag).toBe('input')
  await clicker.follow('Choose systems of codes and numbers from the handbook')
  expect(systemField()?.tag).toBe('select')
  const outcome = 'https://carebench.example.org/referral-outcome'
  const values = systemField()?.children.map(({ attributes }) => attributes.value)
  expect(values).toEqual(expect.arrayContaining([outcome, 'https://codesystem.x12.org/005010/1338']))
  expect(values?.filter((value) => /\/ID\b/.test(value ?? ''))).toEqual([])
  expect(values?.every((value) => value === '' || /^https?:\/\/\S+\w$/.test(value ?? ''))).toBe(true)
})

it('offers nothing to say in a call that has ended', async () => {
  const { clicker: caller } = await openPlayground(defaultSystems)
  await caller.follow('Phone')
  await caller.follow('Dial')
  await caller.press('Dial', { '/to': '+15550100199' })
  expect(caller.page.text).toContain('no_answer')
  const buttons = caller.page.elements.flatMap(({ tag, text }) => (tag === 'button' ? [text.trim()] : []))
  expect(buttons).not.toContain('Hang up')
  expect(caller.page.elements.some(({ text }) => text.trim() === 'Say or press keys')).toBe(false)
})
