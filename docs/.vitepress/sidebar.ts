import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DefaultTheme } from 'vitepress'

/** Every guide and every page of the reference has its place here; its title is its first heading. */
const groups: Readonly<Record<string, readonly string[]>> = {
  Start: [
    'guides/start',
    'guides/choose-a-package',
    'guides/your-first-benchmark',
    'guides/a-run-with-curl',
    'guides/coming-from-elsewhere',
  ],
  'Evaluate agents and models': [
    'guides/evaluating-a-model',
    'guides/evaluating-an-agent',
    'guides/evaluating-an-mcp-agent',
    'guides/runs',
    'guides/runs-on-several-machines',
    'guides/reports',
    'reference/statistics',
    'guides/a-decision-in-a-week',
    'guides/gates',
    'guides/leaderboards',
    'guides/exporting-results',
    'guides/records-and-regrading',
  ],
  'Build benchmarks': [
    'guides/writing-a-benchmark',
    'guides/hard-to-cheat',
    'guides/your-own-charts',
    'guides/your-payers',
    'guides/electronic-prior-authorization',
    'guides/recording-solutions',
    'guides/audit',
    'guides/what-the-audit-tries',
    'guides/task-environments',
    'guides/time',
    'guides/a-case-over-two-days',
    'guides/playgrounds',
    'guides/work-a-task-yourself',
    'guides/agents-in-a-browser',
    'guides/people',
  ],
  'Score elsewhere': ['guides/scoring-in-your-service', 'guides/fuzzing-a-scorer'],
  'Develop agents': [
    'guides/client',
    'guides/python',
    'guides/mocking-with-msw',
    'guides/testing-with-a-manual-clock',
    'guides/mcp',
  ],
  'Run a server': [
    'guides/operating',
    'guides/storage',
    'guides/monitoring',
    'guides/dashboard',
    'guides/wires',
    'guides/texts-and-faxes',
    'guides/webhooks',
    'reference/security',
    'reference/reliability',
    'guides/conformance',
  ],
  Reference: [
    'reference/contract',
    'reference/scoring',
    'reference/deviations',
    'reference/versions',
    'reference/outside-checks',
    'reference/performance',
    'reference/architecture',
    'reference/operations',
    'reference/schemas',
    'reference/errors',
    'reference/limits',
    'reference/assertion-kinds',
    'reference/matchers',
    'reference/events',
    'reference/configurations',
    'reference/commands',
    'reference/settings',
    'reference/requirements',
  ],
}

/** The navigation of all pages. Throws if a page has no place in it, or a place has no page. */
export function makeSidebar(docs: string): DefaultTheme.SidebarItem[] {
  const placed = Object.values(groups).flat()
  const pages = ['guides', 'reference'].flatMap((folder) =>
    pagesIn(join(docs, folder)).map((page) => `${folder}/${page}`),
  )
  const lost = [...pages.filter((page) => !placed.includes(page)), ...placed.filter((page) => !pages.includes(page))]
  if (lost.length > 0) throw new Error(`The sidebar and the folder docs differ in ${lost.join(', ')}.`)
  return [
    ...Object.entries(groups).map(([text, names]) => ({ text, items: names.map((name) => makeItem(docs, '', name)) })),
    {
      text: 'Simulated systems',
      items: pagesIn(join(docs, 'systems')).map((name) => makeItem(docs, 'systems/', name)),
    },
    {
      text: 'Decisions',
      collapsed: true,
      items: pagesIn(join(docs, 'decisions'))
        .filter((name) => name !== 'index')
        .map((name) => makeItem(docs, 'decisions/', name)),
    },
  ]
}

function pagesIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.md'))
    .map((file) => file.slice(0, -3))
}

function makeItem(docs: string, folder: string, name: string): DefaultTheme.SidebarItem {
  const heading = /^# (.+)$/m.exec(readFileSync(join(docs, folder, `${name}.md`), 'utf8'))?.[1]
  if (heading === undefined) throw new Error(`docs/${folder}${name}.md has no heading.`)
  return { text: heading.replaceAll('`', ''), link: `/${folder}${name}` }
}
