import { baseStyle, filePage, type Inside, type Markup, markup, plainTheme, themeStyle } from '@carebench/server/site'

const style = `${themeStyle(plainTheme)}${baseStyle}
main{max-width:46rem;margin:0 auto;padding:32px 24px 64px}
h1{font-size:26px;line-height:1.25}
h2{font-size:18px;margin:28px 0 6px;padding-top:12px;border-top:1px solid var(--line)}
p{margin:8px 0;white-space:pre-line}
ul{margin:4px 0;padding-left:22px}
li{margin:5px 0}
li li{margin:2px 0}
code{color:var(--soft)}
@media print{@page{size:A4;margin:16mm}main{max-width:none;padding:0}h2{break-after:avoid}li{break-inside:avoid}}
`

/**
 * Converts a page of {@link policyPage} to HTML. Supports only the Markdown in such pages: headings, paragraphs, nested
 * lists, bold words and code.
 */
export function formatPageHtml(title: string, page: string): string {
  const body = page
    .trim()
    .split(/\n{2,}/)
    .map(formatBlock)
  return filePage({ title, style, script: '', body: markup`<main>${body}</main>` })
}

function formatBlock(block: string): Markup {
  const [, marks = '', heading = ''] = /^(##?) (.*)$/s.exec(block) ?? []
  if (marks !== '') return marks === '#' ? markup`<h1>${heading}</h1>` : markup`<h2>${heading}</h2>`
  const lines = block.split('\n')
  const first = lines.findIndex((line) => line.startsWith('- '))
  if (first === -1) return markup`<p>${formatWords(block)}</p>`
  const before = lines.slice(0, first).join('\n')
  return markup`${before === '' ? null : markup`<p>${formatWords(before)}</p>`}${formatList(lines.slice(first))}`
}

/** Formats a list; nested lists are indented by two spaces. */
function formatList(lines: readonly string[]): Markup {
  const items: string[][] = []
  for (const line of lines) {
    if (line.startsWith('- ')) items.push([line.slice(2)])
    else items.at(-1)?.push(line.replace(/^ {2}/, ''))
  }
  return markup`<ul>${items.map(([text = '', ...more]) => {
    return markup`<li>${formatWords(text)}${more.length === 0 ? null : formatList(more)}</li>\n`
  })}</ul>`
}

function formatWords(text: string): Inside {
  return text.split(/(\*\*.+?\*\*|`[^`]+`)/).map((part) => {
    if (part.startsWith('`')) return markup`<code>${part.slice(1, -1)}</code>`
    return /^\*\*.+\*\*$/.test(part) ? markup`<b>${part.slice(2, -2)}</b>` : part
  })
}
