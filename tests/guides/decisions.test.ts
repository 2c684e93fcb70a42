import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, it } from 'vitest'
import { decisionPages, decisionsPage, readDecisions, toAnchor } from '../../docs/.vitepress/reference/decisions.js'
import { workspaceRoot } from '../workspace-sources.js'
import { listFiles } from './code-blocks.js'

const folder = 'docs/decisions'
const index = `${folder}/index.md`
/** Numbers that no decision ever had. */
const unused = [56, 79, 81, 99, 104, 121, 122, 123]

const pages = decisionPages()
const decisions = readDecisions()
const anchors = new Set([...pages, ...decisions.map(({ page, heading }) => `${page}#${toAnchor(heading)}`)])
const numbers = decisions.map(({ number }) => number).sort()

it('gives each number to exactly one heading, and leaves out only unused numbers', () => {
  const expected = Array.from({ length: Number(numbers.at(-1)) }, (_, place) => place + 1)
  const kept = expected.filter((number) => !unused.includes(number))
  expect(kept.length).toBeGreaterThan(100)
  expect(numbers).toEqual(kept.map((number) => String(number).padStart(3, '0')))
})

it('has at most 40 headings, and pages of at most 2,000 words that all have decisions', () => {
  const ours = decisions.filter(({ page }) => page.startsWith(`${folder}/`))
  expect(new Set(ours.map(({ page, heading }) => `${page}#${heading}`)).size).toBeLessThanOrEqual(40)
  expect(pages.filter((page) => !decisions.some((decision) => decision.page === page))).toEqual([])
  const words = pages.map((page) => [page, readPage(page).split(/\s+/).length] as const)
  expect(words.filter(([, count]) => count > 2000)).toEqual([])
})

it('lists all decisions by number, each with a statement of its own', () => {
  expect(new Set(decisions.map(({ statement }) => statement)).size).toBe(decisions.length)
  const listed = [...decisionsPage().matchAll(/^\| (\d{3}) \| \[.+\]\((.+)\) \|$/gm)]
  expect(listed.map(([, number]) => number)).toEqual(numbers)
  const targets = listed.map(([, , link = '']) => normalize(join(folder, link)))
  expect(targets.filter((target) => !anchors.has(target))).toEqual([])
})

it('is linked to with pages and anchors that exist', () => {
  const files = listFiles('*.md').filter((file) => file !== index)
  const links = files.flatMap((file) => linksIn(file).map((link) => ({ file, link })))
  const ours = links.filter(({ link }) => link !== index && pages.some((page) => dirname(link) === dirname(page)))
  expect(ours.length).toBeGreaterThan(20)
  expect(ours.filter(({ link }) => !anchors.has(link))).toEqual([])
})

/** The files that a page links to, from the root of the repository, with their anchors. */
function linksIn(file: string): string[] {
  return [...readPage(file).matchAll(/\]\(([^)\s]+\.md(?:#[^)\s]*)?)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => normalize(join(dirname(file), target)))
}

function readPage(page: string): string {
  return readFileSync(join(workspaceRoot, page), 'utf8')
}
