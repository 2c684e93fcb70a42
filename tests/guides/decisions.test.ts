import { readFileSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'
import { expect, it } from 'vitest'
import { workspaceRoot } from '../workspace-sources.js'
import { listFiles } from './code-blocks.js'

const folder = 'docs/decisions'
const index = `${folder}/index.md`
/** Numbers that were never given to a decision. */
const unused = [56, 79, 81, 99, 104, 121, 122, 123]

const pages = listFiles(`${folder}/*.md`, 'benchmarks/carebench-1/docs/*.md').filter((page) => page !== index)
const decisions = pages.flatMap((page) =>
  headingsIn(page, '## ').flatMap((heading) => {
    // Other characters become other anchors on GitHub than on the site.
    const [, numbers] = /^[\w ,-]+ \((\d{3}(?:, \d{3})*)\)$/.exec(heading) ?? []
    if (numbers === undefined) throw new Error(`${page}: expected "A statement in plain words (126)", got ${heading}`)
    return numbers.split(', ').map((number) => ({ number, page, heading }))
  }),
)
const numbers = decisions.map(({ number }) => number).sort()

it('gives each number to exactly one heading, and leaves out no number but those that are unused', () => {
  const expected = Array.from({ length: Number(numbers.at(-1)) }, (_, place) => place + 1)
  const kept = expected.filter((number) => !unused.includes(number))
  expect(kept.length).toBeGreaterThan(100)
  expect(numbers).toEqual(kept.map((number) => String(number).padStart(3, '0')))
})

it('has at most 40 pages, each with decisions and at most 2,000 words', () => {
  expect(pages.length).toBeLessThanOrEqual(40)
  expect(pages.filter((page) => !decisions.some((decision) => decision.page === page))).toEqual([])
  const words = pages.map((page) => [page, readPage(page).split(/\s+/).length] as const)
  expect(words.filter(([, count]) => count > 2000)).toEqual([])
})

it('lists all decisions by number; vitest -u writes the list', async () => {
  const rows = decisions
    .toSorted((one, other) => one.number.localeCompare(other.number))
    .map(({ number, page, heading }) => ({ number, heading, link: `${relative(folder, page)}#${anchorOf(heading)}` }))
  const cells = [
    ['no.', 'decision'],
    ...rows.map(({ number, heading }) => [number, `[${heading.replace(/ \([^)]*\)$/, '')}][${number}]`]),
  ]
  const width = Math.max(...cells.map(([, text = '']) => text.length))
  const [title, ...lines] = cells.map(([number, text = '']) => `| ${number} | ${text.padEnd(width)} |`)
  const table = [title, `| --- | ${'-'.repeat(width)} |`, ...lines]
  const [introduction = ''] = readPage(index).split('\n|')
  const links = rows.map(({ number, link }) => `[${number}]: ${link}`)
  await expect([introduction.trimEnd(), '', ...table, '', ...links, ''].join('\n')).toMatchFileSnapshot(
    join(workspaceRoot, index),
  )
})

it('is linked to by pages and anchors that exist', () => {
  const anchors = new Set(
    pages.flatMap((page) => [page, ...headingsIn(page, '## ').map((h) => `${page}#${anchorOf(h)}`)]),
  )
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

function headingsIn(page: string, mark: string): string[] {
  return readPage(page)
    .split('\n')
    .filter((line) => line.startsWith(mark))
    .map((line) => line.slice(mark.length))
}

function readPage(page: string): string {
  return readFileSync(join(workspaceRoot, page), 'utf8')
}

function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/-$/, '')
}
