import { existsSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { defineConfig } from 'vitepress'
import { makeSidebar } from './sidebar.js'

const docs = resolve(import.meta.dirname, '..')
const root = dirname(docs)
const repository = 'https://github.com/carebench/carebench'

export default defineConfig({
  title: 'carebench',
  description: 'Can an AI agent do healthcare work?',
  srcExclude: ['reference/pages/**', '**/node_modules/**'],
  outDir: './dist',
  cacheDir: './node_modules/.cache/vitepress',
  cleanUrls: true,
  lastUpdated: false,
  themeConfig: {
    nav: [
      { text: 'Start', link: '/guides/start' },
      { text: 'A report', link: '/report/index.html', target: '_blank' },
      { text: 'Architecture', link: '/reference/architecture' },
      { text: 'Decisions', link: '/decisions/' },
      { text: 'Source', link: repository },
    ],
    sidebar: makeSidebar(docs),
    search: { provider: 'local' },
    outline: [2, 3],
  },
  markdown: {
    config(markdown) {
      // Braces are what they are: no page computes anything.
      const { code_inline: inlineCode, text } = markdown.renderer.rules
      markdown.renderer.rules.code_inline = (...given) => withoutBraces(inlineCode?.(...given) ?? '')
      markdown.renderer.rules.text = (...given) => withoutBraces(text?.(...given) ?? '')
      markdown.core.ruler.push('links-to-the-repository', (state) => {
        const page = join(docs, state.env.relativePath)
        for (const token of state.tokens.flatMap(({ children }) => children ?? [])) {
          const href = token.type === 'link_open' ? token.attrGet('href') : null
          if (href !== null) token.attrSet('href', resolveTarget(href, page))
        }
      })
    },
  },
})

function withoutBraces(html: string): string {
  return html.replaceAll('{{', '&#123;&#123;')
}

/** Links between pages stay; those to other files of the repository lead to it. A link to nothing fails the build. */
function resolveTarget(href: string, page: string): string {
  if (/^([a-z]+:|#)/i.test(href)) return href
  const [path = '', fragment] = href.split('#')
  const file = resolve(dirname(page), decodeURI(path))
  if (!existsSync(file)) throw new Error(`${relative(root, page)} links to ${href}, which does not exist.`)
  const isPage = file.startsWith(`${docs}/`) && file.endsWith('.md')
  if (isPage) return href
  const kind = statSync(file).isDirectory() ? 'tree' : 'blob'
  return `${repository}/${kind}/main/${relative(root, file)}${fragment === undefined ? '' : `#${fragment}`}`
}
