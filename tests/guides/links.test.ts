import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, it } from 'vitest'
import { workspaceRoot } from '../workspace-sources.js'
import { listFiles } from './code-blocks.js'

const pages = listFiles('*.md').filter((page) => !/(^|\/)(api|\.changeset)\/|CHANGELOG\.md$/.test(page))
const texts = new Map(pages.map((page) => [page, withoutCode(readFileSync(join(workspaceRoot, page), 'utf8'))]))
const anchors = new Map([...texts].map(([page, text]) => [page, anchorsIn(text)]))

it('finds the links of pages', () => {
  expect([...texts.values()].flatMap(linksIn).length).toBeGreaterThan(400)
})

it('links lead to files and headings that exist', () => {
  const broken = [...texts].flatMap(([page, text]) =>
    linksIn(text).flatMap((link) => {
      const [path = '', anchor] = link.split('#')
      const target = path === '' ? page : normalize(join(dirname(page), decodeURI(path)))
      const isThere = existsSync(join(workspaceRoot, target))
      const isFound = isThere && (anchor === undefined || (anchors.get(target)?.has(anchor) ?? true))
      return isFound ? [] : [`${page}: ${link}`]
    }),
  )
  expect(broken).toEqual([])
})

/** The targets in this repository that a page links to, with their anchors. */
function linksIn(text: string): string[] {
  const inline = [...text.matchAll(/\]\(([^)\s]+)\)/g)]
  const named = [...text.matchAll(/^\[[^\]]+\]: (\S+)$/gm)]
  const images = [...text.matchAll(/(?:src|srcset|href)="([^"]+)"/g)]
  return [...inline, ...named, ...images].map(([, target = '']) => target).filter((target) => !/^[a-z]+:/.test(target))
}

function withoutCode(text: string): string {
  return text
    .replaceAll(/^ *```[\s\S]*?^ *```$/gm, '')
    .replaceAll(/`[^`\n]*`/g, (code) => code.replaceAll(/[[\]()]/g, ''))
}

/** The anchors of the headings of a page, as GitHub makes them. */
function anchorsIn(text: string): ReadonlySet<string> {
  const headings = [...text.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) =>
    heading
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  )
  return new Set(
    headings.flatMap((name, at) => [name, `${name}-${headings.slice(0, at).filter((other) => other === name).length}`]),
  )
}
