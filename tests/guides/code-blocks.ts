import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { workspaceRoot } from '../workspace-sources.js'

/** A fenced block of a page. */
export interface CodeBlock {
  /** Path from the repository root. */
  readonly page: string
  /** The line of the fence, from 1. */
  readonly line: number
  /** The first word after the fence; empty if there is none. */
  readonly language: string
  readonly code: string
}

/** Matches files that are not pages for people: generated files, and notes for the changelog. */
const generated = /(^|\/)(api|\.changeset)\/|^carebench-1\/|(^|\/)CHANGELOG\.md$/

/**
 * Returns the fenced blocks of all pages: guides, READMEs, and pages for contributors. Throws if it finds fewer than
 * 200.
 */
export function codeBlocks(): CodeBlock[] {
  const pages = listFiles('*.md').filter((page) => !generated.test(page) && existsSync(join(workspaceRoot, page)))
  const blocks = pages.flatMap((page) => blocksIn(page, readFileSync(join(workspaceRoot, page), 'utf8')))
  if (blocks.length < 200) throw new Error(`Expected at least 200 code blocks, found ${blocks.length}.`)
  return blocks
}

/** Returns the fenced blocks of a text. Throws for a fence that is not closed. */
export function blocksIn(page: string, text: string): CodeBlock[] {
  const blocks: CodeBlock[] = []
  let open:
    | { readonly indent: number; readonly line: number; readonly language: string; readonly lines: string[] }
    | undefined
  for (const [index, line] of text.split('\n').entries()) {
    const [, indent = '', language = ''] = /^( *)```(\S*)/.exec(line) ?? []
    const isFence = /^ *```/.test(line)
    if (open === undefined) {
      if (isFence) open = { indent: indent.length, line: index + 1, language, lines: [] }
    } else if (isFence) {
      blocks.push({ page, line: open.line, language: open.language, code: `${open.lines.join('\n')}\n` })
      open = undefined
    } else open.lines.push(line.slice(open.indent))
  }
  if (open !== undefined) throw new Error(`${page}:${open.line}: the block is not closed.`)
  return blocks
}

/**
 * Returns the blocks in TypeScript that are not part of a source file, so that they must compile as they are. All other
 * blocks are in a source file, up to imports and indentation, which is compiled and mostly run.
 */
export function blocksToCompile(blocks: readonly CodeBlock[]): CodeBlock[] {
  const sources = listFiles('packages/*.ts', 'tests/*.ts', 'examples/*.ts').map((file) =>
    withoutLayout(readFileSync(join(workspaceRoot, file), 'utf8')),
  )
  return blocks.filter(({ language, code }) => {
    if (language !== 'ts') return false
    const text = withoutLayout(code.replaceAll(/^import [^']*'[^']*'$/gm, ''))
    return !sources.some((source) => source.includes(text))
  })
}

function withoutLayout(text: string): string {
  const lines = text.split('\n').map((line) => line.trim())
  return lines.filter((line) => line !== '').join('\n')
}

/** Lists the files of the repository that match patterns of Git, including those that are not committed yet. */
export function listFiles(...patterns: readonly string[]): string[] {
  const flags = ['ls-files', '--cached', '--others', '--exclude-standard', '--', ...patterns]
  const output = execFileSync('git', flags, { cwd: workspaceRoot, encoding: 'utf8' })
  return output.split('\n').filter((file) => file !== '')
}
