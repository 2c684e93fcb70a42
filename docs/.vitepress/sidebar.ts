import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DefaultTheme } from 'vitepress'

/** Every page has its place here, by its file name; its title is its first heading. */
const groups: Readonly<Record<string, readonly string[]>> = {
  Start: ['start', 'choose-a-package', 'your-first-benchmark', 'a-run-with-curl', 'coming-from-elsewhere'],
  'Evaluate agents and models': [
    'evaluating-a-model',
    'evaluating-an-agent',
    'evaluating-an-mcp-agent',
    'runs',
    'reports',
    'statistics',
    'a-decision-in-a-week',
    'gates',
    'leaderboards',
    'exporting-results',
    'records-and-regrading',
  ],
  'Build benchmarks': [
    'writing-a-benchmark',
    'your-own-charts',
    'your-payers',
    'electronic-prior-authorization',
    'audit',
    'task-environments',
    'time',
    'a-case-over-two-days',
    'handing-work-over',
    'playgrounds',
    'work-a-task-yourself',
  ],
  'Score elsewhere': ['scoring-in-your-service', 'fuzzing-a-scorer'],
  'Develop agents': ['client', 'python', 'mocking-with-msw', 'testing-with-a-manual-clock', 'other-languages', 'mcp'],
  'Run a server': ['operating', 'dashboard', 'wires', 'security', 'reliability', 'conformance'],
  Reference: ['contract', 'deviations', 'versions', 'outside-checks', 'performance', 'architecture'],
}

/** The navigation of all pages. Throws if a page has no place in it, or a place has no page. */
export function sidebarOf(docs: string): DefaultTheme.SidebarItem[] {
  const placed = Object.values(groups).flat()
  const pages = pagesIn(docs)
  const lost = [
    ...pages.filter((page) => page !== 'index' && !placed.includes(page)),
    ...placed.filter((page) => !pages.includes(page)),
  ]
  if (lost.length > 0) throw new Error(`The sidebar and the folder docs differ in ${lost.join(', ')}.`)
  return [
    ...Object.entries(groups).map(([text, names]) => ({ text, items: names.map((name) => itemOf(docs, '', name)) })),
    { text: 'Simulated systems', items: pagesIn(join(docs, 'systems')).map((name) => itemOf(docs, 'systems/', name)) },
    {
      text: 'Decisions',
      collapsed: true,
      items: pagesIn(join(docs, 'decisions'))
        .filter((name) => name !== 'index')
        .map((name) => itemOf(docs, 'decisions/', name)),
    },
  ]
}

function pagesIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.md'))
    .map((file) => file.slice(0, -3))
}

function itemOf(docs: string, folder: string, name: string): DefaultTheme.SidebarItem {
  const heading = /^# (.+)$/m.exec(readFileSync(join(docs, folder, `${name}.md`), 'utf8'))?.[1]
  if (heading === undefined) throw new Error(`docs/${folder}${name}.md has no heading.`)
  return { text: heading.replaceAll('`', ''), link: `/${folder}${name}` }
}
